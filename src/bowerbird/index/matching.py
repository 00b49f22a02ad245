"""Which documents of a segment a condition holds for."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from bowerbird.index.lists import documents_with, documents_with_phrase
from bowerbird.index.query_tree import Labelled, Range
from bowerbird.index.ranker import Allowed, all_living
from bowerbird.index.reading import Segment
from bowerbird.index.terms import AllOf, AnyOf, Condition, Phrase, Term

Mask = NDArray[np.bool_]
LabelNumbers = Callable[[Segment, Labelled], list[int]]  # labels that are the same but for case


def allowed(condition: AllOf, segment: Segment, labels: LabelNumbers) -> Allowed:
    """What may be a hit, for the kernels.

    Words beside each other need no mask: their lists touch the documents that hold one of them.
    """
    touched = condition.may and all(isinstance(each, Term | Phrase) for each in condition.may)
    if touched and not condition.must and not condition.none:
        return all_living(segment)
    asked = AllOf(condition.must, () if touched else condition.may, condition.none)
    mask = segment.alive & matches(asked, segment, labels)
    return Allowed(np.ascontiguousarray(mask).view(np.uint8), every=not touched)


def matches(condition: Condition, segment: Segment, labels: LabelNumbers) -> Mask:
    """The documents, dead ones included, that a condition holds for."""
    match condition:
        case Term():
            return documents_with(condition, segment).view(np.bool_)
        case Phrase():
            return documents_with_phrase(condition, segment).view(np.bool_)
        case Range():
            return _within(condition, segment)
        case Labelled():
            return _labelled(condition, segment, labels)
        case AnyOf(alternatives):
            return _any(alternatives, segment, labels)
        case AllOf(must, may, none):
            found = _any(may, segment, labels) if may else np.ones(len(segment), np.bool_)
            for each in must:
                found &= matches(each, segment, labels)
            for each in none:
                found &= ~matches(each, segment, labels)
            return found


def _any(conditions: Sequence[Condition], segment: Segment, labels: LabelNumbers) -> Mask:
    found = np.zeros(len(segment), np.bool_)
    for each in conditions:
        found |= matches(each, segment, labels)
    return found


def _within(asked: Range, segment: Segment) -> Mask:
    column = segment.numbers.get(asked.column)
    if column is None:
        return np.zeros(len(segment), np.bool_)
    above = column >= asked.low if asked.low_in else column > asked.low
    below = column <= asked.high if asked.high_in else column < asked.high
    inside: Mask = above & below  # nothing compares with NaN: a missing number is in no range
    return ~inside & ~np.isnan(column) if asked.outside else inside


def _labelled(asked: Labelled, segment: Segment, labels: LabelNumbers) -> Mask:
    found = np.zeros(len(segment), np.bool_)
    facet = segment.facets.get(asked.column)
    if facet is not None:
        for number in labels(segment, asked):
            places = np.flatnonzero(facet.ordinals == number).astype(np.uint64)
            found[np.searchsorted(facet.starts, places, side="right") - 1] = True
    return found
