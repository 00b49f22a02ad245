"""The compiled half of `near`: which of many sorted texts begin nearly as wanted?

The sorted texts are walked as the trie that they imply: the texts that share their first code
points are neighbours, so a node is a range of rows and a depth in bytes. Each node on the way down
carries a row of the table of edit distances between what was typed and what the node's texts share,
of which only the cells within reach of the diagonal are kept. Where no edit is left, what remains
of the typed text must follow exactly, and a binary search finds where it does.
"""

import numpy as np
from numba import njit, types

from bowerbird.index.text_kernel import BLOB, TEXTS, beginning_with, code_point, run
from bowerbird.index.trie_kernel import CODE, END, FIRST, NODE, TOGETHER
from bowerbird.text.compiling import compiled

POINTS = types.Array(types.int32, 1, "C")
RANGES = types.Array(types.int64, 2, "C")
_PLACES = types.Array(types.int64, 1, "C")
_CHILDREN = types.Array(types.int32, 2, "C", readonly=True)
_STARTS = types.Array(types.int64, 1, "C", readonly=True)
_LONGEST = types.Array(types.uint8, 1, "C", readonly=True)
_TRIE = types.Tuple((_CHILDREN, _STARTS, _LONGEST))  # type: ignore[no-untyped-call]  # as `build` makes it
_WANTED = types.Tuple((POINTS, BLOB, _PLACES))  # type: ignore[no-untyped-call]  # as `near.Wanted`
_CELLS = types.Tuple((POINTS, types.int64))  # type: ignore[no-untyped-call]  # a row, and the edits
_FOUND = types.Tuple((RANGES, types.int64))  # type: ignore[no-untyped-call]  # and how many
_CHILD = types.UniTuple(types.int64, 5)  # type: ignore[no-untyped-call]  # as `_next_child` has it

CURSOR, LIMIT, SHARED, LISTED = range(4)  # of a node on the way down
_BLOCKS = 8  # of rows, beyond which they are not looked at for their longest text
_FAR = 1 << 20  # more edits than any walk allows


@njit(forceinline=True)
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


@njit(forceinline=True)
def _width(code):  # type: ignore[no-untyped-def]  # typed by its signature
    """Its bytes in UTF-8."""
    return 1 + (code >= 0x80) + (code >= 0x800) + (code >= 0x10000)


@njit(forceinline=True)
def _next_child(texts, children, state):  # type: ignore[no-untyped-def]  # typed by its signature
    """(code point, its bytes, rows from, rows below, its own node or -1); no rows at the end."""
    if state[LISTED]:
        child = children[state[CURSOR]]
        state[CURSOR] += 1
        return child[CODE], _width(child[CODE]), child[FIRST], child[END], child[NODE]
    blob, offsets = texts
    first, at = state[CURSOR], state[SHARED]
    while first < state[LIMIT] and np.int64(offsets[first]) + at >= np.int64(offsets[first + 1]):
        first += 1  # a text that ends here
    if first == state[LIMIT]:
        state[CURSOR] = first
        return 0, 0, first, first, -1
    begin = np.int64(offsets[first]) + at
    code, width = code_point(blob, begin)
    end = run(texts, (first + 1, state[LIMIT]), at, blob, (begin, begin + width))
    state[CURSOR] = end
    return code, width, first, end, -1


@njit(forceinline=True)
def _enter(state, starts, child, shared):  # type: ignore[no-untyped-def]  # typed by its signature
    _, _, first, end, node = child
    state[SHARED] = shared
    state[LISTED] = node >= 0
    state[CURSOR], state[LIMIT] = (starts[node], starts[node + 1]) if node >= 0 else (first, end)


@njit(forceinline=True)
def _too_short(longest, child, points):  # type: ignore[no-untyped-def]  # typed by its signature
    """Whether no text of a child has so many code points. Of many rows nobody looks that closely:
    they are a handful of nodes."""
    first, last = child[2] // TOGETHER, (child[3] - 1) // TOGETHER
    if last - first > _BLOCKS:
        return False
    for block in range(first, last + 1):  # noqa: SIM110 - numba knows no `all`
        if longest[block] >= points:
            return False
    return True


@njit(forceinline=True)
def _following(texts, trie, child, at, wanted, cell):  # type: ignore[no-untyped-def]  # see above
    """The rows of a child that go on, from byte `at`, with the wanted text from `cell` on."""
    children, starts, _ = trie
    points, utf8, places = wanted
    _, _, first, end, node = child
    while node >= 0 and cell < len(points):
        low, high = starts[node], starts[node + 1]
        while low < high:
            middle = (low + high) >> 1
            if children[middle, CODE] < points[cell]:
                low = middle + 1
            else:
                high = middle
        if low == starts[node + 1] or children[low, CODE] != points[cell]:
            return 0, 0
        first, end, node = children[low, FIRST], children[low, END], children[low, NODE]
        at += _width(points[cell])
        cell += 1
    if cell == len(points):
        return first, end
    return beginning_with(texts, (first, end), at, utf8, places[cell])


@njit(forceinline=True)
def _tails(texts, trie, child, at, wanted, row_and_edits, found):  # type: ignore[no-untyped-def]  # see above
    """Where no edit is left: the child's rows that go on with what then remains of the wanted text.
    Found are (ranges, how many there are before); answers how many there are then."""
    row, edits = row_and_edits
    ranges, count = found
    for cell in range(len(wanted[0])):
        if row[cell] == edits:
            first, end = _following(texts, trie, child, at, wanted, cell)
            if first < end:
                ranges[min(count, len(ranges) - 1)] = first, end
                count += 1
    return count


@compiled(types.int64(TEXTS, _TRIE, _WANTED, types.int64, RANGES))
def walk(texts, trie, wanted, edits, found):  # type: ignore[no-untyped-def]  # typed by its signature
    """Ranges of rows that have a prefix within so many edits of what is wanted: all such rows, some
    perhaps twice. Answers how many ranges there are; those beyond the room in `found` are lost."""
    children, starts, longest = trie
    points = wanted[0]
    size, rows = len(points), len(texts[1]) - 1
    root = 0, 0, 0, rows, (0 if len(starts) > 1 else -1)
    if edits >= size:
        found[0] = 0, rows
        return 1
    if edits == 0:
        found[0] = _following(texts, trie, root, 0, wanted, 0)
        return 1
    table = np.full((size + edits + 2, size + 2), _FAR, np.int32)
    table[0] = np.arange(size + 2)
    nodes = np.zeros((size + edits + 2, 4), np.int64)
    _enter(nodes[0], starts, root, 0)
    count = depth = 0
    while depth >= 0:
        node = nodes[depth]
        if node[CURSOR] == node[LIMIT]:
            depth -= 1
            continue
        child = _next_child(texts, children, node)
        if child[2] == child[3] or _too_short(longest, child, size - edits):
            continue
        shared = node[SHARED] + child[1]
        least = _next_row(table, depth, child[0], points, edits)
        row = table[depth + 1]
        if row[size] <= edits:
            found[min(count, len(found) - 1)] = child[2], child[3]
            count += 1
        elif least < edits:
            depth += 1
            _enter(nodes[depth], starts, child, shared)
        elif least == edits:
            count = _tails(texts, trie, child, shared, wanted, (row, edits), (found, count))
    return count
