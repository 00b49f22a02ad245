"""Looks: what a value's place in its record is like, and how far two of them are apart.

What the looks of all values have in common becomes the field's fingerprint, so that a selector that
finds something else tomorrow is noticed.
"""

from msgspec import Struct

from bowerbird.extract.fingerprints import path_distance
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.infer_shapes import Shape, shape_distance, shape_of

PATH_WEIGHT, CLASS_WEIGHT, LABEL_WEIGHT, SHAPE_WEIGHT, BEFORE_WEIGHT = 0.2, 0.25, 0.25, 0.25, 0.05


class Look(Struct, frozen=True):
    """What stands where in a record."""

    path: tuple[str, ...]  # tags from the record down to it
    classes: frozenset[str]  # its own, and those of what it is alone in
    label: str
    before: str  # tag and class of what stands before it
    shape: Shape
    holds_one: bool = True  # its text is one piece, not put together from several


def look_of(page: SamplePage, top: int, node: int, text: str) -> Look:
    """The look of a node in the record `top`."""
    chain = [each for each in page.up(node) if each > top]
    classes = set(page.classes[node])
    above = node
    while page.alone(above) and page.parent[above] > top:
        above = page.parent[above]
        classes.update(page.classes[above])
    return Look(
        path=tuple(page.tags[each] for each in reversed(chain)),
        classes=frozenset(classes),
        label=page.label(node) or page.column(node),
        before=_before(page, node),
        shape=shape_of(text),
        holds_one=page.holds_one(node),
    )


def _before(page: SamplePage, node: int) -> str:
    parent = page.parent[node]
    siblings = page.children[parent] if parent >= 0 else []
    place = page.place_among_siblings(node)
    if place <= 0:
        return ""
    before = siblings[place - 1]
    return ".".join([page.tags[before], *page.classes[before][:1]])


def distance(one: Look, other: Look) -> float:
    """From 0 (alike) to 1; features that neither has count for nothing."""
    parts = [
        (SHAPE_WEIGHT, shape_distance(one.shape, other.shape)),
        (PATH_WEIGHT, path_distance(one.path, other.path)),
    ]
    if one.classes or other.classes:
        shared = len(one.classes & other.classes) / len(one.classes | other.classes)
        parts.append((CLASS_WEIGHT, 1.0 - shared))
    if one.label or other.label:
        both = bool(one.label and other.label)
        parts.append((LABEL_WEIGHT, (1.0 if both else 0.5) * (one.label != other.label)))
    if one.before or other.before:
        parts.append((BEFORE_WEIGHT, float(one.before != other.before)))
    return sum(weight * part for weight, part in parts) / sum(weight for weight, _ in parts)
