"""What each seed earned: the pages that were found by way of it, and how many were relevant.

A URL belongs to the seed by which it was found first. Seeds are told apart by their number in the
plan of the run, from 1.
"""

import msgspec
from msgspec import Struct

from bowerbird.model.storage import Batch, Family, Store

PREFIX = b"seed/"

_encode = msgspec.msgpack.Encoder().encode


class SeedYield(Struct, array_like=True):
    """The pages that one seed led to, itself included."""

    pages: int = 0
    relevant: int = 0


_decode = msgspec.msgpack.Decoder(SeedYield).decode


class SeedYields:
    """One run's count, seed by seed; each page changes one row of the shard."""

    def __init__(self, store: Store, run: str) -> None:
        self._run = run
        self._yields = read_yields(store).get(run, {})

    def note(self, seed: int, batch: Batch, *, relevant: bool) -> None:
        """A page that this seed led to was read."""
        if not seed:
            return  # it was queued by a version that did not know
        earned = self._yields.setdefault(seed, SeedYield())
        earned.pages += 1
        earned.relevant += relevant
        batch.put(Family.META, PREFIX + f"{self._run}/{seed}".encode(), _encode(earned))


def read_yields(store: Store) -> dict[str, dict[int, SeedYield]]:
    """Of every run in the shard: number of the seed → what it earned."""
    found: dict[str, dict[int, SeedYield]] = {}
    for key, value in store.scan(Family.META, PREFIX, PREFIX[:-1] + b"0"):
        run, _, seed = key[len(PREFIX) :].decode().partition("/")
        found.setdefault(run, {})[int(seed)] = _decode(value)
    return found
