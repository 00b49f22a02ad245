"""What a query finds, as rows: documents that no setting can tell apart are one row."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bowerbird.tuning.row_kernels import Rows

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]

_ROOM = 1 << 62  # a key is a signed number of 64 bits


@dataclass(frozen=True)
class Found:
    """The documents that a query finds, in the order of their records, and what they hold of it."""

    positions: Integers  # of the documents, ascending, counted over all segments
    lists: Sequence[tuple[Integers, Integers]]  # per word: places in `positions`, (fields, counts)
    lengths: Integers  # (fields, documents)
    averages: Sequence[float]  # per field
    bonus: Numbers  # what the formula adds to each document


def rows_of(found: Found) -> tuple[Rows, Integers]:
    """(the rows, the row of each document)."""
    lengths = _lengths_that_matter(found)
    _, first, rows = np.unique(
        _keys(_columns(found, lengths), len(found.positions)),
        return_index=True,
        return_inverse=True,
    )
    present = np.zeros((len(found.lists), len(first)), np.bool_)
    for word, (places, _) in enumerate(found.lists):
        present[word, rows[places]] = True
    # Where a word stands there are few, long runs of rows, if rows with the same words meet.
    order = np.lexsort(present[::-1]) if len(present) else np.arange(len(first))
    renumbered = np.empty(len(first), np.int64)
    renumbered[order] = np.arange(len(first))
    rows, first, present = renumbered[rows], first[order], present[:, order]
    sizes = np.bincount(rows, minlength=len(first)).astype(np.int64)
    starts, begins, ends = _runs(present)
    ratios = [
        of_field[first] / average if average else np.zeros(len(first))
        for of_field, average in zip(lengths, found.averages, strict=True)
    ]
    made = Rows(
        tf=_counts(found, rows, present),
        run_starts=starts,
        run_from=begins,
        run_to=ends,
        ratios=np.array(ratios, np.float64).reshape(len(lengths), len(first)),
        bonus=found.bonus[first].astype(np.float64),
        sizes=sizes,
        member_starts=np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)]),
        members=found.positions[_in_order(rows, len(first))],
    )
    return made, rows


def _in_order(rows: Integers, many: int) -> Integers:
    """The documents row by row. Numbers of 16 bits are sorted in linear time."""
    small = rows.astype(np.uint16) if many <= 1 << 16 else rows
    return np.argsort(small, kind="stable")


def _lengths_that_matter(found: Found) -> Integers:
    """The length of a field that holds none of the words changes nothing."""
    holds = np.zeros(found.lengths.shape, np.bool_)
    for places, counts in found.lists:
        for field, of_field in enumerate(counts):
            holds[field, places[of_field > 0]] = True
    return np.where(holds, found.lengths, 0)


def _columns(found: Found, lengths: Integers) -> Iterable[Integers]:
    yield from lengths
    if found.bonus.any():
        yield np.unique(found.bonus, return_inverse=True)[1]
    for places, counts in found.lists:
        for of_field in counts:
            column = np.zeros(len(found.positions), np.int64)
            column[places] = of_field
            yield column


def _keys(columns: Iterable[Integers], documents: int) -> Integers:
    """One number for each document, the same where all columns are the same, exactly."""
    keys, span = np.zeros(documents, np.int64), 1
    for column in columns:
        width = int(column.max(initial=0)) + 1
        if span * width >= _ROOM:
            keys = np.unique(keys, return_inverse=True)[1].astype(np.int64)
            span = int(keys.max(initial=0)) + 1
        keys = keys * width + column
        span *= width
    return keys


def _runs(present: Flags) -> tuple[Integers, Integers, Integers]:
    """(word → first run, first row of each run, first row behind it)."""
    edges = np.diff(np.pad(present, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    words, begins = np.nonzero(edges == 1)
    _, ends = np.nonzero(edges == -1)
    starts = np.searchsorted(words, np.arange(len(present) + 1))
    return starts.astype(np.int64), begins.astype(np.int64), ends.astype(np.int64)


def _counts(found: Found, rows: Integers, present: Flags) -> Numbers:
    """(fields, postings): each word's counts, row by row."""
    fields = len(found.lengths)
    pieces = [np.empty((fields, 0))]
    for word, (places, counts) in enumerate(found.lists):
        of_rows = np.zeros((fields, present.shape[1]))
        of_rows[:, rows[places]] = counts
        pieces.append(of_rows[:, present[word]])
    return np.ascontiguousarray(np.concatenate(pieces, axis=1))
