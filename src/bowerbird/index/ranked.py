"""Sorted texts with a rank each: the best of those that begin nearly as somebody typed."""

from functools import cache
from types import ModuleType
from typing import NamedTuple

import numpy as np

from bowerbird.index.near import Engine, Wanted
from bowerbird.index.reading import Counts

_BLOCK = 128  # rows, as the kernel has it


class Pick(NamedTuple):
    """A row that was chosen."""

    distance: int  # prefix edit distance
    key: int
    row: int


class Ranked:
    """Rows of sorted texts; the smaller the key the better the row."""

    def __init__(self, engine: Engine, keys: Counts, mask: int = 0) -> None:
        """`mask`: the bits of a key by which rows are the same thing; 0: each is its own."""
        self._engine, self._keys, self._mask = engine, keys, mask
        self._blocks = blocks_of(keys)

    def best(self, wanted: Wanted, edits: int, limit: int) -> list[Pick]:
        """The best rows within so many edits: by distance, then key, then row.

        More edits are looked at only where fewer did not bring enough: no row from there could come
        before those that are found.
        """
        chosen = np.empty((limit, 3), np.int64)
        size = 0
        picks: list[Pick] = []
        for distance in range(edits + 1):
            ranges = self._engine.within(wanted, distance)
            settled = size
            size = _kernel().choose(ranges, self._keys, self._blocks, self._mask, chosen, settled)
            picks += [Pick(distance, key, row) for key, row, _ in chosen[settled:size].tolist()]
            if size == limit:
                break
        return picks


def blocks_of(keys: Counts) -> Counts:
    """The least key of each block of rows."""
    if not len(keys):
        return np.zeros(0, np.uint32)
    least: Counts = np.minimum.reduceat(keys, np.arange(0, len(keys), _BLOCK))
    return least


@cache
def _kernel() -> ModuleType:
    from bowerbird.index import choice_kernel

    return choice_kernel
