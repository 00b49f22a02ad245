"""The compiled half of `matching`: how often the terms of a topic occur on a page."""

import numpy as np
from numba import types

from bowerbird.text.compiling import compiled

_WORDS = types.Array(types.uint64, 1, "C")
_NUMBERS = types.Array(types.int32, 1, "C")
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 through the golden ratio


@compiled(types.void(_WORDS, _WORDS, _NUMBERS, types.int64, _NUMBERS, _WORDS, _NUMBERS, _NUMBERS))
def count_terms(  # type: ignore[no-untyped-def]  # noqa: PLR0913 - numba takes no structures
    words, keys, firsts, shift, patterns, following, against, counts
):
    """Adds to `counts`, one for each term, how often it occurs.

    `keys` and `firsts` are a hash table with open addressing, 2^(64 − shift) slots: the first word
    of patterns, and where the first of these stands in `patterns`. A pattern is four numbers there:
    the next with the same first word or −1, its term, how many words follow, and where they stand
    in `following`. What speaks against the topic (`against`) hides the terms inside it: a field
    mouse is no mouse where the device is meant.
    """
    mask = len(keys) - 1
    hidden = 0  # words before this place belong to something that speaks against the topic
    for at in range(len(words)):
        word = words[at]
        slot = np.int64((word * _SPREAD) >> np.uint64(shift))
        while firsts[slot] >= 0 and keys[slot] != word:
            slot = (slot + 1) & mask
        pattern = firsts[slot]
        while pattern >= 0:
            term, length = patterns[pattern + 1], patterns[pattern + 2]
            start = patterns[pattern + 3]
            if at + length < len(words):
                same = True
                for step in range(length):
                    if words[at + 1 + step] != following[start + step]:
                        same = False
                        break
                if same and against[term]:
                    counts[term] += 1
                    hidden = max(hidden, at + 1 + length)
                elif same and at >= hidden:
                    counts[term] += 1
            pattern = patterns[pattern]
