"""Fingerprints at work: is what a selector finds today still what somebody pointed at?

A site that is rebuilt seldom breaks a selector; it makes it point at the price before the discount.
What looks nothing like the fingerprint is therefore reported, and not taken.
"""

from collections.abc import Sequence

from msgspec import Struct

from bowerbird.extract.infer_marks import class_cost, telling_classes
from bowerbird.extract.infer_shapes import Shape, shape_distance, shape_of
from bowerbird.extract.nodes import said_by
from bowerbird.extract.surroundings import column_of, label_of
from bowerbird.extract.template import Fingerprint, TemplateField
from bowerbird.extract.tree import Element

FAR = 0.5  # changes of class or label alone are over it, a missing wrapper alone is not
SHAPE_WEIGHT, PATH_WEIGHT, CLASS_WEIGHT, LABEL_WEIGHT = 0.3, 0.2, 0.55, 0.55
SHAPELY = ("text", "number", "date")  # types whose values' texts have a shape


class Stranger(Struct, frozen=True):
    """Something that a selector found and that is not what was pointed at."""

    text: str
    why: str


def stranger(field: TemplateField, scope: Element, found: Element | str) -> Stranger | None:
    """Why what was found is not to be taken; `None` if all is well."""
    known = field.fingerprint
    if known is None or isinstance(found, str) or not (known.path or known.paths or known.shapes):
        return None
    text = said_by(found, field.type, field.attribute)
    differs = _differences(known, field, scope, found, text)
    weights = sum(weight for weight, _, _ in differs)
    if not weights or sum(weight * far for weight, far, _ in differs) / weights <= FAR:
        return None
    worst = max(differs, key=lambda each: each[0] * each[1])
    return Stranger(text, worst[2])


def _differences(
    known: Fingerprint, field: TemplateField, scope: Element, found: Element, text: str
) -> list[tuple[float, float, str]]:
    """Weight, distance and what to say, for each feature that the fingerprint has."""
    parts: list[tuple[float, float, str]] = []
    if known.shapes and field.type in SHAPELY:
        here = shape_of(text)
        far = min(shape_distance(here, Shape(each)) for each in known.shapes if _is_shape(each))
        parts.append((SHAPE_WEIGHT, far, f"a {known.shapes[0]} was there, this is a {here.value}"))
    path = path_between(scope, found)
    paths = (known.path, *known.paths)
    far = min(path_distance(path.split(), each.split()) for each in paths)
    parts.append((PATH_WEIGHT, far, f"it stood in {known.path or 'the record itself'}, not {path}"))
    if known.classes:
        classes = classes_around(scope, found)
        lost = [name for name in known.classes if name not in classes]
        why = f"it no longer bears the class {', '.join(lost)}"
        parts.append((CLASS_WEIGHT, len(lost) / len(known.classes), why))
    if known.label:
        label = label_of(found)[1] or column_of(found)
        why = (
            f"it stands at {label!r}, not at {known.label!r}"
            if label
            else (f"the label {known.label!r} is gone")
        )
        parts.append((LABEL_WEIGHT, float(label != known.label), why))
    return parts


def _is_shape(text: str) -> bool:
    return text in {shape.value for shape in Shape}


def path_between(scope: Element, element: Element) -> str:
    """The tags from a record down to an element in it; in a page from its body."""
    tags: list[str] = []
    while element is not None and element is not scope and element.tag != "body":
        tags.append(element.tag)
        element = element.getparent()
    return " ".join(reversed(tags))


def classes_around(scope: Element, element: Element) -> set[str]:
    """Classes of an element, and of what holds nothing but it."""
    found = set((element.get("class") or "").split())
    above = element.getparent()
    while above is not None and above is not scope and len(above) == 1:
        found.update((above.get("class") or "").split())
        above = above.getparent()
    return found


def lasting_classes(names: Sequence[str]) -> list[str]:
    """Those that people wrote, and that say no state: they outlive the next build."""
    return [name for name in telling_classes(names) if class_cost(name) == 1.0]


def path_distance(one: Sequence[str], other: Sequence[str]) -> float:
    """How many tags two paths do not share, from 0 to 1."""
    if list(one) == list(other):
        return 0.0
    rest = list(other)
    shared = 0
    for tag in one:
        if tag in rest:
            rest.remove(tag)
            shared += 1
    return 1.0 - shared / max(len(one), len(other), 1)
