"""The compiled half of `near`: which of many sorted texts begin nearly as wanted?

The sorted texts are walked as the trie that they imply: the texts that share their first code
points are neighbours, so a node is a range of rows and a depth in bytes. Each node on the way down
carries a row of the table of edit distances between what was typed and what the node's texts share,
of which only the cells within reach of the diagonal are kept. Where no edit is left, what remains
of the typed text must follow exactly, and a binary search finds where it does.
"""

import numpy as np
from numba import types

from bowerbird.text.compiling import compiled

BLOB = types.Array(types.uint8, 1, "C", readonly=True)
OFFSETS = types.Array(types.uint64, 1, "C", readonly=True)
POINTS = types.Array(types.int32, 1, "C")
STARTS = types.Array(types.int64, 1, "C")
RANGES = types.Array(types.int64, 2, "C")
TABLE = types.Array(types.int32, 2, "C")
TEXTS = types.Tuple((BLOB, OFFSETS))  # type: ignore[no-untyped-call]  # numba
_WANTED = types.Tuple((POINTS, BLOB, STARTS))  # type: ignore[no-untyped-call]  # as in `near.Wanted`
_TWO = types.UniTuple(types.int64, 2)  # type: ignore[no-untyped-call]  # numba

_POINTS_OF_ROW = types.Array(types.int32, 1, "C")
FOUND = types.Tuple((RANGES, types.int64))  # type: ignore[no-untyped-call]  # numba

_FAR = 1 << 20  # more edits than any walk allows


@compiled(_TWO(BLOB, types.int64))
def code_point(blob, at):  # type: ignore[no-untyped-def]  # typed by its signature
    """The code point that begins there in UTF-8, and its bytes."""
    first = np.int64(blob[at])
    if first < 0x80:
        return first, 1
    if first < 0xE0:
        return (first & 0x1F) << 6 | blob[at + 1] & 0x3F, 2
    if first < 0xF0:
        return (first & 0x0F) << 12 | (blob[at + 1] & 0x3F) << 6 | blob[at + 2] & 0x3F, 3
    high = (first & 0x07) << 18 | (blob[at + 1] & 0x3F) << 12
    return high | (blob[at + 2] & 0x3F) << 6 | blob[at + 3] & 0x3F, 4


@compiled(types.int64(BLOB, _TWO, BLOB, _TWO))
def _compare(blob, text, bytes_, part):  # type: ignore[no-untyped-def]  # typed by its signature
    """Below zero if the text comes before this part of `bytes_`, zero if it begins with it."""
    at, end = text
    for byte in range(part[0], part[1]):
        if at == end:
            return -1
        difference = np.int64(blob[at]) - np.int64(bytes_[byte])
        if difference:
            return difference
        at += 1
    return 0


@compiled(types.int64(TEXTS, _TWO, types.int64, BLOB, _TWO))
def _run(texts, rows, at, bytes_, part):  # type: ignore[no-untyped-def]  # typed by its signature
    """The end of the run of rows that go on, from byte `at`, with this part of `bytes_`. It is near
    more often than far, so steps double before they are halved."""
    blob, offsets = texts
    low, high = rows
    step = 1
    while low < high:
        probe = low + step - 1 if step else (low + high) >> 1
        if probe >= high:
            step = 0
            continue
        text = np.int64(offsets[probe]) + at, np.int64(offsets[probe + 1])
        if _compare(blob, text, bytes_, part) == 0:
            low = probe + 1
            step <<= 1
        else:
            high = probe
            step = 0
    return low


@compiled(_TWO(TEXTS, _TWO, types.int64, BLOB, types.int64))
def _beginning_with(texts, rows, at, utf8, start):  # type: ignore[no-untyped-def]  # typed above
    """Those of the rows that go on, from byte `at`, with the tail of `utf8`."""
    blob, offsets = texts
    low, high = rows
    tail = start, len(utf8)
    while low < high:
        middle = (low + high) >> 1
        text = np.int64(offsets[middle]) + at, np.int64(offsets[middle + 1])
        if _compare(blob, text, utf8, tail) < 0:
            low = middle + 1
        else:
            high = middle
    return low, _run(texts, (low, rows[1]), at, utf8, tail)


@compiled(types.int64(TABLE, types.int64, types.int64, POINTS, types.int64))
def _next_row(table, depth, code, wanted, edits):  # type: ignore[no-untyped-def]  # see above
    """Fill the row below `depth` for this code point; the least of its cells."""
    before, row = table[depth], table[depth + 1]
    size = len(wanted)
    first = max(1, depth + 1 - edits)
    last = min(size, depth + 1 + edits)
    least = np.int64(depth + 1 if first == 1 else _FAR)
    row[first - 1] = least
    for cell in range(first, last + 1):
        value = np.int64(before[cell - 1]) + (wanted[cell - 1] != code)
        value = min(value, np.int64(before[cell]) + 1, np.int64(row[cell - 1]) + 1)
        row[cell] = value
        least = min(least, value)
    if last < size:
        row[last + 1] = _FAR
    return least


@compiled(types.int64(TEXTS, _TWO, types.int64, _WANTED, _POINTS_OF_ROW, types.int64, FOUND))
def _tails(texts, rows, at, wanted, row, edits, found):  # type: ignore[no-untyped-def]  # see above
    """Where no edit is left: the rows that go on, from byte `at`, with what then remains of the
    wanted text. Found are (ranges, how many there are before); answers how many there are then."""
    points, utf8, starts = wanted
    ranges, count = found
    for cell in range(len(points)):
        if row[cell] == edits:
            first, end = _beginning_with(texts, rows, at, utf8, starts[cell])
            if first < end:
                ranges[min(count, len(ranges) - 1)] = first, end
                count += 1
    return count


@compiled(types.int64(TEXTS, _WANTED, types.int64, RANGES))
def walk(texts, wanted, edits, found):  # type: ignore[no-untyped-def]  # typed by its signature
    """Ranges of rows that have a prefix within so many edits of what is wanted: all such rows, some
    perhaps twice. Answers how many ranges there are; those beyond the room in `found` are lost."""
    blob, offsets = texts
    points, utf8, _ = wanted
    size, rows = len(points), len(offsets) - 1
    if edits >= size:
        found[0] = 0, rows
        return 1
    if edits == 0:
        found[0] = _beginning_with(texts, (0, rows), 0, utf8, 0)
        return 1
    table = np.full((size + edits + 2, size + 2), _FAR, np.int32)
    table[0] = np.arange(size + 2)
    nodes = np.zeros((size + edits + 2, 3), np.int64)  # rows from, rows below, shared bytes
    nodes[0, 1] = rows
    count = depth = 0
    while depth >= 0:
        first, high, at = nodes[depth]
        if first >= high:
            depth -= 1
            continue
        begin = np.int64(offsets[first]) + at
        if begin >= offsets[first + 1]:  # a text that ends here
            nodes[depth, 0] = first + 1
            continue
        code, width = code_point(blob, begin)
        end = _run(texts, (first + 1, high), at, blob, (begin, begin + width))
        nodes[depth, 0] = end
        least = _next_row(table, depth, code, points, edits)
        row = table[depth + 1]
        if row[size] <= edits:
            found[min(count, len(found) - 1)] = first, end
            count += 1
        elif least < edits:
            depth += 1
            nodes[depth, 0], nodes[depth, 1], nodes[depth, 2] = first, end, at + width
        elif least == edits:
            count = _tails(texts, (first, end), at + width, wanted, row, edits, (found, count))
    return count
