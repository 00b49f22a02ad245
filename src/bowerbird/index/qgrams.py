"""The engine of P4: texts that share enough q-grams with what was typed are looked at closely.

With q - 1 pads in front and none behind, x has as many q-grams as characters, and one edit spoils
at most q of them. So whatever has a beginning within δ edits of x shares at least |x| - q·δ q-grams
with it. Where that is nothing, the filter lets everything through, and the sorted walk answers.
"""

from functools import cache
from types import ModuleType

import numpy as np

from bowerbird.index.near import Engine, Ranges, SortedWalk, Trie, Wanted
from bowerbird.index.options import IndexOptions
from bowerbird.index.reading import Vocabulary


class QGrams:
    """Lists of the texts that hold each q-gram, in memory: four bytes for every character."""

    def __init__(self, texts: Vocabulary, q: int, walk: SortedWalk) -> None:
        self._texts, self._q, self._walk = (texts.blob, texts.offsets), q, walk
        bits = min(20, max(4, len(texts.blob).bit_length() - 4))
        starts = np.zeros((1 << bits) + 1, np.uint64)
        _kernel().count(self._texts, q, bits, starts)
        np.cumsum(starts, out=starts)
        rows = np.empty(int(starts[-1]), np.uint32)
        _kernel().fill(self._texts, q, bits, (starts[:-1].copy(), rows))
        self._lists = starts, rows
        self._shared = np.zeros(len(texts), np.uint16)
        self._touched = np.empty(len(texts), np.uint32)

    def within(self, wanted: Wanted, edits: int) -> Ranges:
        """See `Engine`."""
        points = wanted.points
        threshold = len(points) - self._q * edits
        if threshold <= 0:
            return self._walk.within(wanted, edits)
        size = _kernel().tally(self._lists, points, self._q, self._shared, self._touched)
        touched = self._touched[:size]
        size = _kernel().sift(self._texts, points, (edits, threshold), self._shared, touched)
        rows = touched[:size].astype(np.int64)
        return np.stack([rows, rows + 1], axis=1)


def engine_of(texts: Vocabulary, options: IndexOptions, trie: Trie | None = None) -> Engine:
    """The engine that the options name."""
    walk = SortedWalk(texts, trie)
    return QGrams(texts, options.qgram, walk) if options.suggestions == "q-gram" else walk


@cache
def _kernel() -> ModuleType:
    from bowerbird.index import qgram_kernel

    return qgram_kernel
