"""The queue of URLs on disk. It says who is next; the store keeps what it must not forget.

What a caller owes it:
- Commit a batch before the next `lease`, or reopen. Memory counts a change as soon as it is
  written into a batch. If a commit fails, close this frontier and open another on the same store:
  it finds the queue as the last commit left it.
- Two batches may be open at once, but a batch may not stay open while another
  `FrontierOptions.remembered / 2` URLs come in through others.
"""

from collections.abc import Iterator, Sequence, Set
from itertools import islice
from typing import Final

import msgspec
from msgspec.structs import replace

from bowerbird.frontier import keys
from bowerbird.frontier.hosts import Host, Turns
from bowerbird.frontier.inspection import COUNTED, Quarantined, Queued, Settled, Whereabouts
from bowerbird.frontier.keys import Order
from bowerbird.frontier.options import FrontierOptions
from bowerbird.frontier.patterns import Pattern, PatternBook, forget_older
from bowerbird.frontier.quarantine import Held, Quarantine
from bowerbird.frontier.queues import HostQueues, Taken
from bowerbird.frontier.seen import SeenTable
from bowerbird.frontier.traps import TrapBrakes
from bowerbird.model.candidate import Candidate, Lease, Via
from bowerbird.model.ports import Added, Entry, Outlook
from bowerbird.model.storage import Batch, Family, Store
from bowerbird.web.url import Url

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Candidate).decode
_NEW = Added(Entry.NEW)
_KNOWN = Added(Entry.KNOWN)
MOST_BACK_AT_ONCE: Final = 100  # URLs that one page brings back from quarantine


def begin_generation(generation: int, batch: Batch) -> None:
    """A new run starts with nothing queued and nothing seen. Queues, quarantines and patterns of
    earlier runs go in three range deletions; their seen rows are overwritten when met."""
    run = keys.run_bytes(generation)
    for kind in (keys.QUEUE, keys.QUARANTINE):
        batch.delete_range(Family.FRONTIER, kind, kind + run)
    forget_older(run, batch)


class DiskFrontier:
    """One queue per host, in the order of the options; exact URL-seen; trap brakes.

    `generation` numbers the run: a larger one than before starts afresh, the same one resumes.
    Opening reads the keys of the whole queue once. `suspects` are the identities that were in
    flight when a run died. `this_year` tells calendars that march away from archives; without it
    far dates are judged by what they bring, like other dates.
    """

    def __init__(
        self,
        store: Store,
        options: FrontierOptions,
        generation: int,
        *,
        this_year: int | None = None,
        suspects: Set[str] = frozenset(),
    ) -> None:
        run = keys.run_bytes(generation)
        best = options.order is Order.BEST_FIRST
        turns = Turns(options.connections_per_host, by_standing=best)
        self._store = store
        self._run = run
        self._order = options.order
        self._real_gain = int(options.real_gain * 0xFFFF_FFFF) if best else 1 << 32
        self._suspects = set(suspects)
        self._seen = SeenTable(store, run, options.remembered)
        self._book = PatternBook(store, run, options.patterns_in_memory)
        self._brakes = TrapBrakes(self._book, options.traps, this_year)
        self._quarantine = Quarantine(store, run, options.traps.kept_per_pattern)
        self._queues = HostQueues(store, run, turns, options.rows_in_memory)
        self._serial = max(self._queues.newest, self._quarantine.newest)

    # ---- the port --------------------------------------------------------------------------------

    def add(self, candidates: Sequence[Candidate], batch: Batch) -> list[Added]:
        """See `Frontier.add`. Offered again with fewer links or a better priority, a URL that
        waits moves up; that still answers `KNOWN`."""
        self._begin(batch)
        recently, stored = self._seen.recently, self._seen.stored
        call = self._serial + 1
        answers: list[Added] = []
        for candidate in candidates:
            identity = candidate.url.identity
            row = recently(identity)
            if row is None:
                key = candidate.url.key
                row = stored(key, identity)
                if row is None:
                    answers.append(self._add_new(candidate, key, call, batch))
                    continue
            if row[4] == keys.WAITING:
                self._maybe_improve(candidate, row, batch)
            answers.append(_KNOWN)
        self._book.flush(batch)
        return answers

    def lease(self, now: float, limit: int) -> list[Lease]:
        """See `Frontier.lease`."""
        suspects = self._suspects
        return [
            Lease(candidate, candidate.url.key, place, now, candidate.url.identity in suspects)
            for place, candidate in self._queues.take(now, limit, self._seen.is_stale)
        ]

    def settle(
        self,
        lease: Lease,
        batch: Batch | None,
        *,
        host_free_at: float,
        retry_at: float | None = None,
    ) -> None:
        """See `Frontier.settle`."""
        if batch is None and retry_at is None:
            raise ValueError("a URL that is done leaves the queue in a batch")
        host, value = self._queues.back(Taken(lease.place, lease.candidate), host_free_at)
        if batch is not None:
            self._begin(batch)
        if retry_at is None:
            assert batch is not None
            identity = lease.candidate.url.identity
            batch.delete(Family.FRONTIER, lease.place)
            self._seen.settle(identity, lease.key, batch)
            self._suspects.discard(identity)
            self._queues.done(host, lease.place)
            return
        if batch is not None:
            attempt = lease.candidate.attempt + 1
            value = _encode(replace(lease.candidate, attempt=attempt))
            batch.put(Family.FRONTIER, lease.place, value)
        self._queues.again(host, lease.place, value, retry_at)

    def outlook(self, now: float) -> Outlook:
        """See `Frontier.outlook`. `next_ready_at` is None, too, while every host with something
        queued has its requests in flight: the next settle opens it."""
        queues = self._queues
        queues.wake(now)
        return Outlook(
            queued=queues.queued,
            leased=queues.leased,
            quarantined=self._quarantine.size,
            hosts=queues.hosts,
            hosts_waiting=queues.hosts - queues.ready,
            next_ready_at=queues.next_ready_at(now),
        )

    # ---- beyond the port -------------------------------------------------------------------------

    def knows(self, url: Url) -> bool:
        """Was it seen in this run? Memory first."""
        return self._seen.row(url) is not None

    def learn(self, url: Url, novel: bool, batch: Batch) -> int:
        """The content of this URL was new, or a repeat. Patterns that keep bringing new content
        may grow further: how many URLs came back from quarantine for that."""
        self._begin(batch)
        back = 0
        for pattern in self._brakes.learn(url, novel):
            room = min(self._brakes.room(pattern), MOST_BACK_AT_ONCE)
            back += self._take_back(pattern, room, batch)
        self._book.flush(batch)
        return back

    def next_up(self, host: str, most: int) -> list[Candidate]:
        """URLs that will be asked for soon, as far as memory holds them: the first of this host's
        queue, then of the hosts whose turn comes next."""
        return [_decode(value) for value in self._queues.heads(host, most)]

    def refile(self, identity: str, priority: float, batch: Batch) -> bool:
        """Move a queued URL up or down, in best-first order; not one that is on lease or waits for
        its own second attempt. False if nothing of that name is to be moved."""
        self._begin(batch)
        row = self._seen.known(identity)
        if row is None or row[4] != keys.WAITING or self._order is not Order.BEST_FIRST:
            return False
        place = keys.place_in(row)
        host = self._queues.host(keys.host_of(place))
        old = None if self._queues.is_away(place) else self._row_at(host, place)
        if old is None:
            return False
        self._move(host, place, replace(old, priority=priority), batch)
        return True

    def quarantined(self, host: str | None = None) -> Iterator[Held]:
        """What the brakes hold, with the sentence for each."""
        return self._quarantine.rows(host)

    def brakes(self) -> Iterator[Pattern]:
        """The patterns that are held, with their counts."""
        return self._book.held()

    def release(self, batch: Batch, *, host: str | None = None, pattern: str | None = None) -> int:
        """Bring back what is held: of a host, of a pattern (`Held.pattern`), or all. A person's
        word counts: the pattern is not braked again in this run; with `host` alone, nothing of
        that host is. Answers how many URLs came back."""
        self._begin(batch)
        back = 0
        for held in list(self._book.held()):
            if host not in (None, held.host) or pattern not in (None, held.name):
                continue
            held.pardoned = True
            held.uncounted = 0
            held.next_out = 0
            self._book.change(held)
            back += self._take_back(held, held.kept, batch)
        if host is not None and pattern is None:
            self._brakes.pardon_host(host)
        self._book.flush(batch)
        return back

    def whereabouts(self, key: bytes) -> Whereabouts | None:
        """Where the URL with this key is; None if this run never saw it."""
        row = self._store.get(Family.SEEN, key)
        if row is None or row[:4] != self._run:
            return None
        if row[4] == keys.SETTLED:
            return Settled()
        place = keys.place_in(row)
        if row[4] == keys.HELD:
            held = self._quarantine.at(place)
            return None if held is None else Quarantined(held.candidate, held.rule)
        value = self._store.get(Family.FRONTIER, place)
        return None if value is None else self._queued_at(place, _decode(value))

    def waiting(self, after: bytes, limit: int) -> list[tuple[bytes, Candidate]]:
        """The queue on disk from behind a place on, `limit` rows of it: where each URL waits. What
        is on lease is among them."""
        first, end = keys.all_of(keys.QUEUE, self._run)
        rows = self._store.scan(Family.FRONTIER, after + b"\x00" if after else first, end)
        return [(place, _decode(value)) for place, value in islice(rows, limit)]

    def drop(self, unwanted: Sequence[tuple[bytes, Candidate]], batch: Batch) -> list[Candidate]:
        """Take rows of `waiting` out of the queue, but for what is on lease. Dropped URLs count as
        never seen. Commit what is open before the rows are read."""
        self._begin(batch)
        dropped: list[Candidate] = []
        for place, candidate in unwanted:
            if self._queues.is_leased(place):
                continue
            dropped.append(candidate)
            batch.delete(Family.FRONTIER, place)
            self._seen.forget(candidate.url.identity, candidate.url.key, batch)
            self._queues.remove(self._queues.host(candidate.url.host), place)
        return dropped

    # ---- rows in and out -------------------------------------------------------------------------

    def _begin(self, batch: Batch) -> None:
        self._seen.begin(batch)
        self._book.begin(batch)

    def _add_new(self, candidate: Candidate, key: bytes, call: int, batch: Batch) -> Added:
        braked = self._brakes.check(candidate.url, named=candidate.via is Via.SEED)
        self._serial += 1
        if braked is None:
            self._enqueue(candidate, key, call, batch)
            return _NEW
        pattern, sentence = braked
        place = self._quarantine.hold(candidate, sentence, pattern, self._serial, batch)
        if place is not None:
            self._seen.hold(candidate, key, place, batch)
        self._book.change(pattern)
        return Added(Entry.QUARANTINED, sentence)

    def _enqueue(self, candidate: Candidate, key: bytes, call: int, batch: Batch) -> None:
        host = self._queues.host(candidate.url.host)
        tail = keys.tail_of(self._order, candidate, call, self._serial)
        self._write(host, candidate, key, host.start + tail, batch)

    def _write(
        self, host: Host, candidate: Candidate, key: bytes, place: bytes, batch: Batch
    ) -> None:
        value = _encode(candidate)
        batch.put(Family.FRONTIER, place, value)
        self._seen.wait(candidate, key, place, batch)
        self._queues.put(host, place, value)

    def _maybe_improve(self, candidate: Candidate, row: bytes, batch: Batch) -> None:
        """Fewer links always count: the depth budget is measured in them."""
        priority, depth = keys.standing_in(row)
        gain = keys.quantised(candidate.priority) - priority
        if candidate.depth >= depth and gain <= self._real_gain:
            return
        place = keys.place_in(row)
        if self._queues.is_away(place):
            return
        host = self._queues.host(candidate.url.host)
        old = self._row_at(host, place) or replace(
            candidate, priority=keys.unquantised(priority), attempt=0
        )
        better = replace(
            candidate if candidate.depth < depth else old,
            depth=min(candidate.depth, depth),
            priority=max(candidate.priority, old.priority),
            attempt=old.attempt,
            seed=old.seed,
        )
        self._move(host, place, better, batch)

    def _move(self, host: Host, place: bytes, better: Candidate, batch: Batch) -> None:
        self._queues.remove(host, place)
        tail = keys.moved_tail(self._order, better, place)
        batch.delete(Family.FRONTIER, place)
        self._write(host, better, better.url.key, host.start + tail, batch)

    def _row_at(self, host: Host, place: bytes) -> Candidate | None:
        """None while its batch is open and memory had no room for it."""
        value = host.value_at(place) or self._store.get(Family.FRONTIER, place)
        return None if value is None else _decode(value)

    def _take_back(self, pattern: Pattern, limit: int, batch: Batch) -> int:
        candidates = self._quarantine.take(pattern, limit, batch)
        call = self._serial + 1
        for candidate in candidates:
            self._serial += 1
            pattern.count += 1
            self._enqueue(candidate, candidate.url.key, call, batch)
        self._book.change(pattern)
        return len(candidates)

    def _queued_at(self, place: bytes, candidate: Candidate) -> Queued:
        start = self._queues.host(candidate.url.host).start
        before = self._store.scan(Family.FRONTIER, start, place)
        ahead = sum(1 for _ in islice(before, COUNTED))
        return Queued(candidate, ahead, self._queues.is_leased(place))
