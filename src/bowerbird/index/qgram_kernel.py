"""The compiled half of `qgrams`: which texts share enough q-grams with what is wanted, and which of
those begin near enough."""

import numpy as np
from numba import types

from bowerbird.index.near_kernel import POINTS
from bowerbird.index.text_kernel import BLOB, TEXTS, code_point
from bowerbird.text.compiling import compiled

_STARTS, _ROWS, _TALLY = types.uint64[::1], types.uint32[::1], types.uint16[::1]
_LISTS = types.Tuple(
    (  # type: ignore[no-untyped-call]  # numba
        types.Array(types.uint64, 1, "C", readonly=True),
        types.Array(types.uint32, 1, "C", readonly=True),
    )
)
_PAD = 0x110000  # before the first code point; no text contains it
_ODD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 through the golden ratio


@compiled(types.int64(types.uint64[::1], types.int64))
def _bucket(window, bits):  # type: ignore[no-untyped-def]  # typed by its signature
    """A q-gram's list. Two q-grams may share one: then there are more candidates, none is lost."""
    mixed = np.uint64(0)
    for point in window:
        mixed = (mixed ^ point) * _ODD
        mixed ^= mixed >> np.uint64(29)
    return np.int64((mixed * _ODD) >> np.uint64(64 - bits))


@compiled(types.void(types.uint64[::1], types.int64))
def _shift(window, point):  # type: ignore[no-untyped-def]  # typed by its signature
    for place in range(len(window) - 1):
        window[place] = window[place + 1]
    window[-1] = np.uint64(point)


@compiled(types.void(TEXTS, types.int64, types.int64, _STARTS))
def count(texts, q, bits, ends):  # type: ignore[no-untyped-def]  # typed by its signature
    """How many q-grams each list will hold, written one place later."""
    blob, offsets = texts
    window = np.empty(q, np.uint64)
    for row in range(len(offsets) - 1):
        window[:] = _PAD
        at = np.int64(offsets[row])
        while at < offsets[row + 1]:
            point, width = code_point(blob, at)
            at += width
            _shift(window, point)
            ends[_bucket(window, bits) + 1] += np.uint64(1)


@compiled(types.void(TEXTS, types.int64, types.int64, types.Tuple((_STARTS, _ROWS))))  # type: ignore[no-untyped-call]  # numba
def fill(texts, q, bits, lists):  # type: ignore[no-untyped-def]  # typed by its signature
    """Write each row into the lists of its q-grams, from where `starts` says on."""
    blob, offsets = texts
    starts, rows = lists
    window = np.empty(q, np.uint64)
    for row in range(len(offsets) - 1):
        window[:] = _PAD
        at = np.int64(offsets[row])
        while at < offsets[row + 1]:
            point, width = code_point(blob, at)
            at += width
            _shift(window, point)
            bucket = _bucket(window, bits)
            rows[starts[bucket]] = row
            starts[bucket] += np.uint64(1)


@compiled(types.int64(BLOB, types.UniTuple(types.int64, 2), POINTS, types.int64))  # type: ignore[no-untyped-call]  # numba
def prefix_distance(blob, text, wanted, edits):  # type: ignore[no-untyped-def]  # typed above
    """PED of what is wanted and a text, or more than `edits` where it is more."""
    at, end = text
    size = len(wanted)
    cells = np.arange(size + 1)
    nearest = size
    depth = 0
    while at < end and depth < size + edits and nearest > 0:
        point, width = code_point(blob, at)
        at += width
        depth += 1
        diagonal = cells[0]
        cells[0] = least = depth
        for cell in range(1, size + 1):
            value = min(
                diagonal + (wanted[cell - 1] != point), cells[cell] + 1, cells[cell - 1] + 1
            )
            diagonal = cells[cell]
            cells[cell] = value
            least = min(least, value)
        nearest = min(nearest, cells[size])
        if least > edits:
            break
    return nearest


@compiled(types.int64(_LISTS, POINTS, types.int64, _TALLY, _ROWS))
def tally(lists, wanted, q, shared, touched):  # type: ignore[no-untyped-def]  # typed above
    """Count in `shared` the q-grams that each row has in common with what is wanted; how many rows
    have any, and in `touched`, which."""
    starts, rows = lists
    bits = 0
    while 1 << bits < len(starts) - 1:
        bits += 1
    window = np.full(q, _PAD, np.uint64)
    size = 0
    for point in wanted:
        _shift(window, point)
        bucket = _bucket(window, bits)
        for place in range(np.int64(starts[bucket]), np.int64(starts[bucket + 1])):
            row = rows[place]
            if shared[row] == 0:
                touched[size] = row
                size += 1
            shared[row] += np.uint16(1)
    return size


@compiled(types.int64(TEXTS, POINTS, types.UniTuple(types.int64, 2), _TALLY, _ROWS))  # type: ignore[no-untyped-call]  # numba
def sift(texts, wanted, edits_and_threshold, shared, touched):  # type: ignore[no-untyped-def]  # see above
    """Keep of the touched rows, at the front, those that share enough and begin near enough; how
    many. Forget the counts."""
    blob, offsets = texts
    edits, threshold = edits_and_threshold
    size = 0
    for row in touched:
        if shared[row] >= threshold:
            text = np.int64(offsets[row]), np.int64(offsets[row + 1])
            if prefix_distance(blob, text, wanted, edits) <= edits:
                touched[size] = row
                size += 1
        shared[row] = 0
    return size
