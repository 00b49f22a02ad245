"""Fingerprints at work: is what a selector finds today still what somebody pointed at?

A site that is rebuilt seldom breaks a selector; it makes it point at the price before the discount.
What looks nothing like the fingerprint is therefore reported, and not taken.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from bowerbird.extract.infer_marks import class_cost, telling_classes
from bowerbird.extract.infer_shapes import Shape, shape_distance, shape_of
from bowerbird.extract.surroundings import column_of, label_of
from bowerbird.extract.template import Fingerprint, TemplateField
from bowerbird.extract.tree import Element

FAR = 0.5  # changes of class or label alone are over it, a missing wrapper alone is not
SHAPE_WEIGHT, PATH_WEIGHT, CLASS_WEIGHT, LABEL_WEIGHT = 0.3, 0.2, 0.55, 0.55
WORDY = frozenset({Shape.WORD, Shape.PHRASE, Shape.SENTENCE, Shape.PASSAGE})
_SHAPES = {shape.value: shape for shape in Shape}
SHAPELY = ("text", "number", "date")  # types whose values' texts have a shape


class Stranger(Struct, frozen=True):
    """Something that a selector found and that is not what was pointed at."""

    text: str
    why: str


def stranger(
    field: TemplateField, scope: Element, found: Element | str, text: str
) -> Stranger | None:
    """Why what was found, and says `text`, is not to be taken; `None` if all is well."""
    known = field.fingerprint
    if known is None or isinstance(found, str) or not known.shapes:
        return None  # none, or one written by hand: nothing to compare with
    differs = list(_differences(known, field, scope, found, text))
    far = sum(each.weight * each.distance for each in differs)
    if far <= FAR * sum(each.weight for each in differs):
        return None
    return Stranger(text, max(differs, key=lambda each: each.weight * each.distance).why)


class _Difference(Struct, frozen=True):
    weight: float
    distance: float
    why: str


def _differences(
    known: Fingerprint, field: TemplateField, scope: Element, found: Element, text: str
) -> Iterator[_Difference]:
    """One for each feature that the fingerprint has."""
    if field.type in SHAPELY and (shapes := [_SHAPES[s] for s in known.shapes if s in _SHAPES]):
        here = shape_of(text)
        far = min(shape_distance(here, each) for each in shapes)
        if any(each in WORDY for each in shapes):
            far = min(far, 0.5)  # a title may be a year, a price is never a sentence
        why = f"{text[:40]!r} looks like a {here.value}; here was always a {known.shapes[0]}"
        yield _Difference(SHAPE_WEIGHT, far, why)
    path = path_between(scope, found)
    far = min(path_distance(path.split(), each.split()) for each in (known.path, *known.paths))
    yield _Difference(PATH_WEIGHT, far, f"it stands in {path!r}, it used to in {known.path!r}")
    if known.classes:
        around = classes_around(scope, found)
        lost = [name for name in known.classes if name not in around]
        why = f"it has no longer the class {', '.join(lost)}"
        yield _Difference(CLASS_WEIGHT, len(lost) / len(known.classes), why)
    if known.label:
        labels = {label_of(found)[1], column_of(found)} - {""}
        here_now = " and ".join(sorted(labels)) or "nothing"
        why = f"it is labelled {here_now!r}, it used to be {known.label!r}"
        yield _Difference(LABEL_WEIGHT, float(known.label not in labels), why)


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
