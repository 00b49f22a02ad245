"""The compiled half of choosing: the best few of the rows that lie in given ranges.

Rows are told apart by an owner: several rows of one entity count once, by the best of them. Blocks
of rows whose best key cannot win are passed over, so that a range of half a million rows costs
little more than one of a thousand.
"""

import numpy as np
from numba import types

from bowerbird.index.near_kernel import POINTS, RANGES
from bowerbird.index.text_kernel import BLOB, OFFSETS, TEXTS, code_point
from bowerbird.text.compiling import compiled

KEYS = types.Array(types.uint32, 1, "C", readonly=True)
BLOCK = 128  # rows
NOBODY = 0xFFFFFFFF  # a key that is never chosen
_CHOSEN = types.Array(types.int64, 2, "C")  # (key, row, owner), best first
_TWO = types.UniTuple(types.int64, 2)  # type: ignore[no-untyped-call]  # numba
_LONGEST = 256


@compiled(types.int64(_CHOSEN, _TWO, types.int64, types.int64, types.int64))
def _insert(chosen, bounds, key, row, owner):  # type: ignore[no-untyped-def]  # typed above
    """Put a row among the chosen between `bounds`, if there is a place; how far they reach then.
    What comes before the first bound is settled."""
    settled, size = bounds
    last = size
    for place in range(size):
        if chosen[place, 2] == owner:
            if place < settled or (chosen[place, 0], chosen[place, 1]) <= (key, row):
                return size
            last = place
            break
    if last == size:
        if size == len(chosen):
            last = size - 1
            if last < settled or (chosen[last, 0], chosen[last, 1]) <= (key, row):
                return size
        else:
            size += 1
    while last > settled and (key, row) < (chosen[last - 1, 0], chosen[last - 1, 1]):
        chosen[last] = chosen[last - 1]
        last -= 1
    chosen[last, 0], chosen[last, 1], chosen[last, 2] = key, row, owner
    return size


@compiled(types.int64(RANGES, KEYS, KEYS, types.int64, _CHOSEN, types.int64))
def choose(ranges, keys, blocks, mask, chosen, settled):  # type: ignore[no-untyped-def]  # typed above
    """Add the rows of least key to the settled ones; how many are chosen then. `blocks` has the
    least key of each BLOCK rows. A row's owner is in those bits of its key that the mask shows; an
    empty mask makes every row its own."""
    size, room = settled, len(chosen)
    for which in range(len(ranges)):
        row, end = ranges[which, 0], ranges[which, 1]
        while row < end:
            worst = chosen[room - 1, 0] if size == room else np.int64(NOBODY)
            if row % BLOCK == 0 and blocks[row // BLOCK] > worst:
                row += BLOCK
                continue
            key = np.int64(keys[row])
            if key <= worst and key != NOBODY:
                owner = key & mask if mask else row
                size = _insert(chosen, (settled, size), key, row, owner)
            row += 1
    return size


@compiled(types.int64(BLOB, OFFSETS, types.int64, POINTS, types.int64))
def distance(blob, offsets, row, wanted, limit):  # type: ignore[no-untyped-def]  # typed above
    """Edits between a whole text and what is wanted; more than `limit` where it would be more."""
    at, end = np.int64(offsets[row]), np.int64(offsets[row + 1])
    size = len(wanted)
    points = 0
    for byte in range(at, end):
        points += blob[byte] & 0xC0 != 0x80
    if abs(points - size) > limit:
        return limit + 1
    cells = np.arange(size + 1)
    while at < end:
        code, width = code_point(blob, at)
        at += width
        diagonal = cells[0]
        cells[0] += 1
        for cell in range(1, size + 1):
            value = min(diagonal + (wanted[cell - 1] != code), cells[cell] + 1, cells[cell - 1] + 1)
            diagonal = cells[cell]
            cells[cell] = value
    return cells[size]


@compiled(types.int64(TEXTS, RANGES, POINTS, KEYS, _CHOSEN, types.int64))
def closest(texts, ranges, wanted, keys, chosen, settled):  # type: ignore[no-untyped-def]  # see above
    """As `choose`, of every row for itself, but by the edits that the whole text is away, and only
    among equals by key."""
    blob, offsets = texts
    size, room = settled, len(chosen)
    for which in range(len(ranges)):
        for row in range(ranges[which, 0], ranges[which, 1]):
            if keys[row] == NOBODY:
                continue
            limit = chosen[room - 1, 0] >> 32 if size == room else np.int64(_LONGEST)
            away = distance(blob, offsets, row, wanted, limit)
            if away <= limit:
                size = _insert(chosen, (settled, size), away << 32 | keys[row], row, row)
    return size
