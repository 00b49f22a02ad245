"""Labels of matches counted, and matches sorted by a column, across segments."""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bowerbird.index.reading import Facet, Segment
from bowerbird.index.results import FacetCount

Marks = Sequence[NDArray[np.uint8]]  # per segment: which documents match


def facet_counts(
    segments: Sequence[Segment], marks: Marks, column: str, limit: int
) -> list[FacetCount]:
    """The most frequent labels of a column among the matches."""
    found: Counter[str] = Counter()
    for segment, marked in zip(segments, marks, strict=True):
        facet = segment.facets.get(column)
        if facet is not None:
            starts = facet.starts.astype(np.int64)
            each = np.repeat(marked.view(np.bool_), starts[1:] - starts[:-1])
            counts = np.bincount(facet.ordinals[each], minlength=len(facet.labels))
            for number in np.flatnonzero(counts).tolist():
                found[facet.labels.word(number)] += int(counts[number])
    ranked = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return [FacetCount(label, count) for label, count in ranked[:limit]]


def in_order_of(
    segments: Sequence[Segment], marks: Marks, column: str, limit: int, *, falling: bool
) -> list[int]:
    """The first matches by a column, numbered across segments; those without a value come last,
    equals in the order of their records."""
    found: list[tuple[tuple[bool, object], int]] = []
    bare: list[int] = []
    offset = 0
    for segment, marked in zip(segments, marks, strict=True):
        documents = np.flatnonzero(marked)
        keyed, without = _first(segment, documents, column, limit, falling=falling)
        found.extend((value, offset + document) for value, document in keyed)
        bare.extend(offset + document for document in without)
        offset += len(segment)
    # Sorting is stable, and `reverse` keeps it so: equals stay in the order of their records.
    found.sort(key=lambda item: item[0], reverse=falling)
    return ([document for _, document in found] + bare)[:limit]


def _first(
    segment: Segment, documents: NDArray[np.int64], column: str, limit: int, *, falling: bool
) -> tuple[Iterator[tuple[tuple[bool, object], int]], list[int]]:
    """(value and document of the first of this segment, the first documents without a value)."""
    if column in segment.numbers:
        values = segment.numbers[column][documents]
        has = ~np.isnan(values)
    elif column in segment.facets:
        facet = segment.facets[column]
        starts = facet.starts[documents].astype(np.int64)
        has = facet.starts[documents + 1].astype(np.int64) > starts
        values = np.zeros(len(documents))
        values[has] = facet.ordinals[starts[has]]
    else:
        has, values = np.zeros(len(documents), np.bool_), np.zeros(len(documents))
    order = np.argsort(-values[has] if falling else values[has], kind="stable")[:limit]
    chosen, keys = documents[has][order].tolist(), values[has][order].tolist()
    return (
        (_key(segment.facets.get(column), column in segment.numbers, key), document)
        for key, document in zip(keys, chosen, strict=True)
    ), documents[~has][:limit].tolist()


def _key(facet: Facet | None, number: bool, value: float) -> tuple[bool, object]:
    """What values of different segments are compared by. A column may hold numbers in one segment
    and labels in another: numbers come first then."""
    if number or facet is None:
        return False, value
    return True, facet.labels.word(int(value))
