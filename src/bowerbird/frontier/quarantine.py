"""URLs that a trap brake holds: kept on disk with the sentence that explains it."""

from collections.abc import Iterator
from itertools import islice

import msgspec
from msgspec import Struct

from bowerbird.frontier.keys import QUARANTINE, all_of, end_of, host_start, serial_of
from bowerbird.frontier.patterns import Pattern
from bowerbird.model.candidate import Candidate
from bowerbird.model.storage import Batch, Family, Store


class Held(Struct, frozen=True, array_like=True, gc=False):
    """A URL in quarantine and why."""

    candidate: Candidate
    rule: str
    pattern: str


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Held).decode


class Quarantine:
    """Rows by host and brake, oldest first. At most `kept` per pattern; the rest is counted."""

    def __init__(self, store: Store, run: bytes, kept: int) -> None:
        self._store = store
        self._run = run
        self._kept = kept
        self.size = 0
        self.newest = 0  # the largest serial
        for place, _ in store.scan(Family.FRONTIER, *all_of(QUARANTINE, run)):
            self.size += 1
            self.newest = max(self.newest, serial_of(place))

    def hold(
        self, candidate: Candidate, rule: str, pattern: Pattern, serial: int, batch: Batch
    ) -> bytes | None:
        """Where it is held; None if the pattern holds as many as it may."""
        if pattern.kept >= self._kept:
            pattern.uncounted += 1
            return None
        pattern.kept += 1
        self.size += 1
        place = self._start(pattern) + serial.to_bytes(8, "big")
        batch.put(Family.FRONTIER, place, _encode(Held(candidate, rule, pattern.name)))
        return place

    def take(self, pattern: Pattern, limit: int, batch: Batch) -> list[Candidate]:
        """Out with the oldest of a pattern. The commit before must be through."""
        start = self._start(pattern)
        first = start + pattern.next_out.to_bytes(8, "big")  # seek past what was deleted
        rows = list(islice(self._store.scan(Family.FRONTIER, first, end_of_brake(start)), limit))
        for place, _ in rows:
            batch.delete(Family.FRONTIER, place)
            pattern.next_out = serial_of(place) + 1
        pattern.kept -= len(rows)
        self.size -= len(rows)
        return [_decode(value).candidate for _, value in rows]

    def at(self, place: bytes) -> Held | None:
        """The row at a place."""
        row = self._store.get(Family.FRONTIER, place)
        return None if row is None else _decode(row)

    def rows(self, host: str | None = None) -> Iterator[Held]:
        """What is held, of one host or of all."""
        if host is None:
            start, end = all_of(QUARANTINE, self._run)
        else:
            start = host_start(QUARANTINE, self._run, host)
            end = end_of(start)
        for _, value in self._store.scan(Family.FRONTIER, start, end):
            yield _decode(value)

    def _start(self, pattern: Pattern) -> bytes:
        return host_start(QUARANTINE, self._run, pattern.host) + pattern.brake


def end_of_brake(start: bytes) -> bytes:
    """After every row of a brake; its eight bytes may end in 0xFF."""
    return start + b"\xff" * 9
