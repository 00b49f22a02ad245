"""What ranking by level remembers of a crawl: ranks of pages, siblings, seeds and levels.

Everything is on disk under the names of URLs; only what all pages share is in memory.
"""

import msgspec
import numpy as np
import xxhash
from msgspec import Struct
from numpy.typing import NDArray

from bowerbird.judge.memory import keep, recalled
from bowerbird.model.storage import Batch, Family, Store

STEPS = 50  # of a level's scores are told apart
ENOUGH = 20  # pages of a level before the least of them are known

Vector = NDArray[np.float64]


class Ranked(Struct, frozen=True, array_like=True):
    """A page that was read: its rank, and its direction among the concepts."""

    rank: float  # of a seed: the concepts it speaks of, summed; see `Shared.rank_of_seed`
    is_seed: bool
    direction: tuple[float, ...]


class Siblings(Struct, frozen=True, array_like=True):
    """The pages that one page led to, so far."""

    pages: int
    directions: tuple[float, ...]  # summed


class Shared(Struct):
    """What concerns all pages."""

    combined: list[float]  # the seeds' vectors, summed
    seeds: int = 0
    most: float = 0.0  # that any seed speaks of the concepts
    total: float = 0.0  # that all do
    levels: dict[int, list[int]] = {}  # how many pages of a level had which score


class LevelBook:
    """Looks up, and writes into the batch of the page that is learnt from."""

    def __init__(self, prefix: bytes, size: int) -> None:
        self._prefix = prefix
        self._size = size
        self._store: Store | None = None
        self.shared = Shared([0.0] * size)

    def open(self, store: Store) -> None:
        self._store = store
        self.shared = recalled(store, self._prefix, Shared) or self.shared

    def ranked(self, identity: str) -> Ranked | None:
        """The page of that identity, if it was read."""
        found = self._get(b"/page/", identity)
        return None if found is None else msgspec.msgpack.decode(found, type=Ranked)

    def family(self, identity: str) -> Siblings | None:
        """What that page led to."""
        found = self._get(b"/from/", identity)
        return None if found is None else msgspec.msgpack.decode(found, type=Siblings)

    def rank(self, page: Ranked) -> float:
        """0 … 1; of a seed beside the seed that speaks of the concepts most."""
        if not page.is_seed:
            return page.rank
        return page.rank / self.shared.most if self.shared.most else 0.0

    def place(self, level: int, score: float) -> tuple[int, int]:
        """(how many pages of the level scored no more, how many there are)."""
        counts = self.shared.levels.get(level, [])
        return sum(counts[: _step(score) + 1]), sum(counts)

    def note_seed(self, vector: Vector) -> float:
        """Adds a seed to the combined vector; answers what it speaks of the concepts, in all."""
        said, shared = float(vector.sum()), self.shared
        shared.combined = [a + float(b) for a, b in zip(shared.combined, vector, strict=True)]
        shared.seeds += 1
        shared.most, shared.total = max(shared.most, said), shared.total + said
        return said

    def note(self, identity: str, found_on: str, page: Ranked, batch: Batch) -> None:
        """A page that was read, and that it is a sibling of others."""
        self._put(b"/page/", identity, page, batch)
        if found_on:
            before = self.family(found_on) or Siblings(0, (0.0,) * self._size)
            summed = tuple(a + b for a, b in zip(before.directions, page.direction, strict=True))
            self._put(b"/from/", found_on, Siblings(before.pages + 1, summed), batch)

    def note_level(self, level: int, score: float) -> None:
        counts = self.shared.levels.setdefault(level, [0] * STEPS)
        counts[_step(score)] += 1

    def keep(self, batch: Batch) -> None:
        keep(self._prefix, self.shared, batch)

    def _get(self, kind: bytes, identity: str) -> bytes | None:
        if self._store is None:
            return None
        return self._store.get(Family.META, self._key(kind, identity))

    def _put(self, kind: bytes, identity: str, value: Struct, batch: Batch) -> None:
        batch.put(Family.META, self._key(kind, identity), msgspec.msgpack.encode(value))

    def _key(self, kind: bytes, identity: str) -> bytes:
        return self._prefix + kind + xxhash.xxh3_128_digest(identity.encode())


def _step(score: float) -> int:
    return min(STEPS - 1, max(0, int(score * STEPS)))
