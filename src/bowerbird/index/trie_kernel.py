"""The compiled half of `near`: the top of the trie that sorted texts imply, written out.

A node is a range of rows that share their first code points. Where it is large, finding its
children costs many looks into far memory, and every walk begins with the same large nodes: so their
children are listed. Smaller nodes are looked up in the texts themselves.

Beside it stands how long texts are: where all are too short to be near, nobody has to look at them.
"""

import numpy as np
from numba import types

from bowerbird.index.text_kernel import TEXTS, code_point, run
from bowerbird.text.compiling import compiled

LARGE = 32
TOGETHER = 64  # rows whose longest text is noted
_MOST = 255  # code points that are told apart
CODE, FIRST, END, NODE = range(4)  # of a child; its own node where it is large, else -1
_CHILDREN = types.int32[:, ::1]
_STARTS = types.int64[::1]
_LONGEST = types.uint8[::1]


@compiled(_CHILDREN(_CHILDREN))
def _longer(children):  # type: ignore[no-untyped-def]  # typed by its signature
    longer = np.empty((2 * len(children), 4), np.int32)
    longer[: len(children)] = children
    return longer


@compiled(_LONGEST(TEXTS))
def _longest(texts):  # type: ignore[no-untyped-def]  # typed by its signature
    """Of each TOGETHER rows: the code points of the longest."""
    blob, offsets = texts
    rows = len(offsets) - 1
    longest = np.zeros((rows + TOGETHER - 1) // TOGETHER, np.uint8)
    for row in range(rows):
        points = 0
        for at in range(np.int64(offsets[row]), np.int64(offsets[row + 1])):
            points += blob[at] & 0xC0 != 0x80
        place = row // TOGETHER
        longest[place] = max(longest[place], min(points, _MOST))
    return longest


@compiled(types.Tuple((_CHILDREN, _STARTS, _LONGEST))(TEXTS))  # type: ignore[no-untyped-call]  # numba
def build(texts):  # type: ignore[no-untyped-def]  # typed by its signature
    """(all children, of node 0 first; where the children of each node begin; see `_longest`)."""
    blob, offsets = texts
    rows = len(offsets) - 1
    children = np.empty((1024, 4), np.int32)
    starts = [0]
    nodes = [(0, rows, 0)]  # rows from, rows below, bytes that they share
    size = at = 0
    while at < len(nodes) and rows >= LARGE:
        first, high, shared = nodes[at]
        at += 1
        while first < high:
            begin = np.int64(offsets[first]) + shared
            if begin >= np.int64(offsets[first + 1]):  # a text that ends here
                first += 1
                continue
            code, width = code_point(blob, begin)
            end = run(texts, (first + 1, high), shared, blob, (begin, begin + width))
            if size == len(children):
                children = _longer(children)
            children[size, CODE], children[size, FIRST], children[size, END] = code, first, end
            children[size, NODE] = len(nodes) if end - first >= LARGE else -1
            if end - first >= LARGE:
                nodes.append((first, end, shared + width))
            size += 1
            first = end
        starts.append(size)
    return children[:size].copy(), np.array(starts), _longest(texts)
