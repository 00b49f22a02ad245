"""All host queues as memory sees them: rows in, rows out on lease, rows back."""

from collections.abc import Callable, Iterator
from heapq import nsmallest
from typing import NamedTuple

import msgspec

from bowerbird.frontier import keys
from bowerbird.frontier.heads import Heads
from bowerbird.frontier.hosts import Host, Turns
from bowerbird.frontier.later import Later
from bowerbird.frontier.restore import restore
from bowerbird.model.candidate import Candidate
from bowerbird.model.storage import Store

SWEEP_EVERY = 16_384  # URLs; looking at a million hosts takes 0.2 s

_decode = msgspec.msgpack.Decoder(Candidate).decode


class Taken(NamedTuple):
    """A row on lease."""

    place: bytes
    candidate: Candidate


class HostQueues:
    """Which rows there are is the disk's business; this is how many, whose turn, and who is out."""

    def __init__(self, store: Store, run: bytes, turns: Turns, rows_in_memory: int) -> None:
        self._run = run
        self._turns = turns
        self._hosts, self.newest = restore(store, run)
        self._away: set[bytes] = set()  # places on lease or held for later: on disk, not to be had
        self._leased: dict[bytes, bytes] = {}  # place → encoded candidate
        self._later = Later()
        self._heads = Heads(store, self._away, rows_in_memory)
        self._done = 0
        self.queued = 0
        self.hosts = len(self._hosts)  # with something queued
        for host in self._hosts.values():
            self.queued += host.queued
            turns.offer(host)

    @property
    def leased(self) -> int:
        """Rows that are out."""
        return len(self._leased)

    @property
    def ready(self) -> int:
        """Hosts that could be leased from now."""
        return self._turns.ready

    def is_away(self, place: bytes) -> bool:
        """Is it out, or held for later?"""
        return place in self._away

    def is_leased(self, place: bytes) -> bool:
        """Is it out?"""
        return place in self._leased

    def host(self, name: str) -> Host:
        """The queue of a host; a new one if there is none."""
        host = self._hosts.get(name)
        if host is None:
            start = keys.host_start(keys.QUEUE, self._run, name)
            host = self._hosts[name] = Host(start, on_disk=False)
        return host

    def put(self, host: Host, place: bytes, value: bytes) -> None:
        """A row is being written."""
        self._came_in(host)
        host.queued += 1
        self._heads.put(host, place, value)
        self._turns.improved(host, place)

    def remove(self, host: Host, place: bytes) -> None:
        """A row that is not on lease is being deleted."""
        if place in self._away and self._later.drop(place):
            self._away.discard(place)
        else:
            host.queued -= 1
            self._heads.drop(host, place)
        self._went_out(host)
        if host.queued == 0:
            self._turns.offer(host)
        else:
            self._turns.fell(host)

    def heads(self, name: str, most: int) -> list[bytes]:
        """The best rows in memory of this host, then of those whose turn comes next."""
        host = self._hosts.get(name)
        rows = nsmallest(most, host.buffer) if host is not None else []
        others = (each for each in self._turns.soon(most // 2) if each is not host)
        rows += [other.buffer[0] for other in others if other.buffer]
        return [value for _, value in rows]

    def take(
        self, now: float, limit: int, is_stale: Callable[[str, bytes], bool]
    ) -> Iterator[Taken]:
        """Rows of hosts whose turn it is."""
        self.wake(now)
        uncommitted: list[Host] = []
        while limit > 0 and (host := self._turns.next()):
            taken = self._take_from(host, is_stale)
            if taken is None:
                uncommitted.append(host)
                continue
            self._turns.offer(host)
            limit -= 1
            yield taken
        for host in uncommitted:
            self._turns.offer(host)

    def back(self, taken: Taken, host_free_at: float) -> tuple[Host, bytes]:
        """A lease ends: its host and its row. What becomes of the row is up to the caller."""
        value = self._leased.pop(taken.place, None)
        if value is None:
            raise ValueError(f"{taken.candidate.url.href} is not on lease")
        host = self._hosts[taken.candidate.url.host]
        host.leased -= 1
        host.free_at = host_free_at
        return host, value

    def done(self, host: Host, place: bytes) -> None:
        """The row is being deleted."""
        self._away.discard(place)
        self._turns.offer(host)
        self._done += 1
        if self._done % SWEEP_EVERY == 0:
            self._sweep()

    def again(self, host: Host, place: bytes, value: bytes, at: float) -> None:
        """The row stays; it may be asked for from `at`. Where its host is not free before that
        anyway, it takes its old place and costs no memory."""
        self._came_in(host)
        if at <= max(host.free_at, self._turns.now):
            self._away.discard(place)
            host.queued += 1
            self._heads.put(host, place, value)
        else:
            self._later.put(at, host, (place, value))
        self._turns.offer(host)

    def wake(self, now: float) -> None:
        """Time went on."""
        self._turns.wake(now)
        for host, (place, value) in self._later.due(now):
            self._away.discard(place)
            host.queued += 1
            self._heads.put(host, place, value)
            self._turns.improved(host, place)

    def next_ready_at(self, now: float) -> float | None:
        """When something can be leased; None if only a settle can bring that about."""
        if self._turns.ready:
            return now
        times = (self._turns.next_free_at(), self._later.next_at())
        return min((at for at in times if at is not None), default=None)

    def _take_from(self, host: Host, is_stale: Callable[[str, bytes], bool]) -> Taken | None:
        while (row := self._heads.take(host)) is not None:
            place, value = row
            candidate = _decode(value)
            if is_stale(candidate.url.identity, place):
                continue  # the disk shows what an open batch deletes
            self._away.add(place)
            self._leased[place] = value
            host.queued -= 1
            host.leased += 1
            self._went_out(host)
            return Taken(place, candidate)
        return None

    def _sweep(self) -> None:
        """Hosts that are through and owed no pause take no memory any more."""
        now = self._turns.now
        for name, host in list(self._hosts.items()):
            if host.empty and not host.leased and host.free_at <= now:
                del self._hosts[name]

    def _came_in(self, host: Host) -> None:
        if host.empty:
            self.hosts += 1
        self.queued += 1

    def _went_out(self, host: Host) -> None:
        self.queued -= 1
        if host.empty:
            self.hosts -= 1
