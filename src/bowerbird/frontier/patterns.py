"""What the trap brakes remember of each pattern of URLs, kept in the store's `hosts` family.

b"frontier" ‖ NUL ‖ run (4) ‖ host ‖ NUL ‖ brake (8)  → Pattern
"""

import hashlib
from collections.abc import Iterator
from enum import StrEnum

import msgspec

from bowerbird.frontier.recent import Recent
from bowerbird.model.storage import Batch, Family, Store

PREFIX = b"frontier\0"


class Kind(StrEnum):
    """Which brake a pattern belongs to."""

    REPEATS = "repeated segments"
    ACCRETION = "path in path"
    FAR_DATES = "far dates"
    CALENDAR = "calendar"
    QUERY = "query pattern"
    FACETS = "queries of one path"
    TOKENS = "tokens in the path"
    PARAMETERS = "many parameters"
    GROWING = "growing value"
    PREFIX = "path prefix"
    HOST = "host"
    DOMAIN = "hosts of a domain"


class Pattern(msgspec.Struct, array_like=True, gc=False):
    """One pattern of URLs, and what it brought so far."""

    kind: Kind
    host: str  # of a `DOMAIN`: the domain
    name: str  # as people read it; unique within its kind
    count: int = 0  # URLs queued
    novel: int = 0  # pages of it that brought new content
    repeats: int = 0  # pages of it that did not
    longest: int = 0  # characters in the longest parameter value
    records: int = 0  # how often a value became the longest
    kept: int = 0  # URLs in quarantine
    uncounted: int = 0  # URLs that were refused a place there: offered again they count anew
    next_out: int = 0  # serial from which the quarantine still holds rows
    pardoned: bool = False  # a person released it: it is not braked again in this run

    @property
    def visited(self) -> int:
        """Pages of it whose content was judged."""
        return self.novel + self.repeats

    @property
    def share_new(self) -> float:
        """Which part of them brought new content."""
        return self.novel / self.visited if self.visited else 0.0

    @property
    def brake(self) -> bytes:
        """Eight bytes that stand for it in keys."""
        return hashlib.blake2b(f"{self.kind}\0{self.name}".encode(), digest_size=8).digest()

    def learn(self, novel: bool) -> None:
        """One more page of it was read."""
        if novel:
            self.novel += 1
        else:
            self.repeats += 1


_COARSE = frozenset({Kind.HOST, Kind.PREFIX, Kind.DOMAIN})
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Pattern).decode


class PatternBook:
    """Patterns by name: those in use in memory, all of them on disk. A pattern that was changed is
    written by the next `flush`, once per batch."""

    def __init__(self, store: Store, run: bytes, remembered: int) -> None:
        self._store = store
        self._start = PREFIX + run
        self._recent: Recent[Pattern] = Recent(remembered)
        self._changed: dict[str, Pattern] = {}
        self.begin = self._recent.begin

    def of(self, kind: Kind, host: str, name: str) -> Pattern:
        """The pattern of this name; a new one if there is none."""
        known = self._recent.get(kind + name)
        if known is None:
            fresh = Pattern(kind, host, name)
            stored = self._store.get(Family.HOSTS, self._key(fresh))
            known = fresh if stored is None else _decode(stored)
            self._recent.put(kind + name, known)
        return known

    def touch(self, pattern: Pattern) -> None:
        """It was counted or learned from. The limits of domains, hosts and prefixes are so far
        away that only their first change and every sixteenth is written; a crash forgets at most
        fifteen, but never that there was one: a host would count as new in its domain again."""
        changes = pattern.count + pattern.visited
        if pattern.kind not in _COARSE or changes == 1 or changes & 15 == 0:
            self.change(pattern)

    def change(self, pattern: Pattern) -> None:
        """It must be written."""
        self._changed[pattern.kind + pattern.name] = pattern

    def flush(self, batch: Batch) -> None:
        """Write what changed."""
        for pattern in self._changed.values():
            batch.put(Family.HOSTS, self._key(pattern), _encode(pattern))
        self._changed.clear()

    def held(self) -> Iterator[Pattern]:
        """Every pattern of this run with URLs in quarantine, as last committed."""
        for _, value in self._store.scan(Family.HOSTS, self._start, self._start + b"\xff"):
            pattern = _decode(value)
            if pattern.kept or pattern.uncounted:
                yield self.of(pattern.kind, pattern.host, pattern.name)

    def _key(self, pattern: Pattern) -> bytes:
        return self._start + pattern.host.encode() + b"\0" + pattern.brake


def forget_older(run: bytes, batch: Batch) -> None:
    """What earlier runs learned about patterns is dropped."""
    batch.delete_range(Family.HOSTS, PREFIX, PREFIX + run)
