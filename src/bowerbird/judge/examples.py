"""Pages to learn from: for a topic and against it, few, and kept with the crawl.

What a person rated and what was given as an example stays. Of pages that other judges are sure
of, and of others that stand for the rest of the web, a sample is kept: those whose keys come first
in an order that has nothing to do with the crawl, so that late pages have the chance that early
ones had.
"""

from bisect import insort
from collections.abc import Iterator
from enum import IntEnum

import msgspec
import numpy as np
import xxhash
from numpy.typing import NDArray

from bowerbird.model.storage import Batch, Family, Store

BITS = 17  # a word has one of 131,072 places
MOST_FEATURES = 600  # of a page; what follows says little more

Places = NDArray[np.int32]
Values = NDArray[np.float32]


class Kind(IntEnum):
    """Why a page is an example."""

    OTHER = 0  # of pages that are not known to be relevant
    SURE = 1  # the other judges are sure that it is relevant
    GIVEN = 2  # a seed, or a page that was named in the query
    UP = 3  # a person said yes
    DOWN = 4  # or no


MOST = {Kind.SURE: 200, Kind.OTHER: 400}  # so many are kept; of the other kinds all


class Example(msgspec.Struct, frozen=True, array_like=True):
    """A page as its features."""

    kind: Kind
    places: bytes  # 32-bit numbers
    values: bytes  # 32-bit floats

    def features(self) -> tuple[Places, Values]:
        return np.frombuffer(self.places, np.int32), np.frombuffer(self.values, np.float32)

    @property
    def is_positive(self) -> bool:
        return self.kind in (Kind.SURE, Kind.GIVEN, Kind.UP)


class Examples:
    """Those of one topic."""

    def __init__(self, prefix: bytes) -> None:
        self._prefix = prefix + b"/"
        self._kept: dict[bytes, Example] = {}
        self._sampled: dict[Kind, list[tuple[int, bytes]]] = {Kind.OTHER: [], Kind.SURE: []}
        self.positives = self.negatives = 0

    def recall(self, store: Store) -> None:
        for key, value in store.scan(Family.META, self._prefix, self._prefix[:-1] + b"0"):
            self._put(key[len(self._prefix) :], msgspec.msgpack.decode(value, type=Example))

    def __iter__(self) -> Iterator[Example]:
        """In an order that is the same after a restart."""
        return (self._kept[key] for key in sorted(self._kept, key=_order))

    def add(self, key: bytes, example: Example, batch: Batch) -> bool:
        """Keep it, unless there is no room, or a reason as good is known; was it kept?"""
        known = self._kept.get(key)
        if known is not None and (
            known.kind is example.kind or known.kind >= Kind.GIVEN > example.kind
        ):
            return False
        if known is None and example.kind in MOST:
            sample = self._sampled[example.kind]
            if len(sample) >= MOST[example.kind]:
                last, key_of_last = sample[-1]
                if _order(key) > last:
                    return False
                self._forget(key_of_last)
                batch.delete(Family.META, self._prefix + key_of_last)
        self._put(key, example)
        batch.put(Family.META, self._prefix + key, msgspec.msgpack.encode(example))
        return True

    def hold(self, key: bytes, example: Example) -> None:
        """Have it without keeping it: it comes with the topic."""
        self._put(key, example)

    def _put(self, key: bytes, example: Example) -> None:
        if key in self._kept:
            self._forget(key)
        self._kept[key] = example
        self.positives += example.is_positive
        self.negatives += not example.is_positive
        if example.kind in MOST:
            insort(self._sampled[example.kind], (_order(key), key))

    def _forget(self, key: bytes) -> None:
        example = self._kept.pop(key)
        self.positives -= example.is_positive
        self.negatives -= not example.is_positive
        if example.kind in MOST:
            self._sampled[example.kind].remove((_order(key), key))


def _order(key: bytes) -> int:
    return xxhash.xxh3_64_intdigest(key)
