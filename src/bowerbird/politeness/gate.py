"""The gate before every request: robots.txt first, then the turn of the host and of its address."""

from collections.abc import Callable
from random import Random

from bowerbird.model.candidate import Lease
from bowerbird.model.outcomes import (
    Admission,
    Admitted,
    Fetched,
    FetchOutcome,
    Postponed,
    Refusal,
    Refused,
)
from bowerbird.model.ports import Clock, Fetcher, Resolver
from bowerbird.model.storage import Batch, Store
from bowerbird.politeness.addresses import AddressTurns
from bowerbird.politeness.answers import OVERLOADED, overload, seconds_to_answer, was_asked
from bowerbird.politeness.notes import HostNotes, note_origin
from bowerbird.politeness.options import PolitenessOptions
from bowerbird.politeness.robots import RobotsCache
from bowerbird.politeness.robots_reader import BUSY_PAUSE, SCHEMES, RobotsReader
from bowerbird.politeness.robots_records import records_of_host
from bowerbird.politeness.turns import Turn, Turns
from bowerbird.web.robots import RobotsRules

ADMITTED = Admitted()


class PoliteGate:
    """The `Gate` of a crawl. It sleeps never: who is too early is told when to come back.

    An admitted lease counts as in flight until `settled` hears of it.
    """

    def __init__(
        self,
        options: PolitenessOptions,
        fetcher: Fetcher,
        resolver: Resolver,
        store: Store,
        clock: Clock,
        random: Random,
        *,
        exempt: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """`exempt` hosts share no address budget: those of `--resolve`."""
        self._options = options
        self._store = store
        self._clock = clock
        self._turns = Turns(options, store, clock, random)
        self._addresses = AddressTurns(options, resolver, clock, exempt)
        self._robots = RobotsCache(options, store, clock)
        self._reader = RobotsReader(
            options, fetcher, self._robots, self._turns, self._addresses, clock
        )

    @property
    def robots_found(self) -> int:
        """How many origins met in this run have a robots.txt."""
        return self._robots.found

    async def admit(self, lease: Lease) -> Admission:
        """May this URL be asked for now? Reads robots.txt first where it is not known."""
        url = lease.candidate.url
        if not url.host:  # file: there is nobody to be polite to
            return ADMITTED
        turn = self._turns.of(url.host)
        now = self._clock.ticks()
        if self._options.obey_robots and url.scheme in SCHEMES:
            origin = url.origin
            standing = self._robots.of(origin)
            if standing.fresh_until <= now:
                meanwhile = await self._reader.consult(standing)
                if meanwhile is not None:
                    return meanwhile
            if origin not in turn.asked_pauses:
                self._reader.heed_pauses(standing, turn)
            if standing.rules is None:
                return standing.refusal
            verdict = standing.rules.verdict(url.href[len(origin) :])
            if not verdict.allowed:
                return Refused(Refusal.ROBOTS, f"robots.txt line {verdict.line}: {verdict.text}")
        if self._addresses.unknown(turn, now):
            await self._addresses.look_up(turn)
        return self._take_turn(turn, lease.key)

    def settled(self, lease: Lease, outcome: FetchOutcome | Admission, batch: Batch) -> float:
        """Learn from what happened; answers when (Clock.ticks()) the host is free again."""
        url = lease.candidate.url
        if not url.host:
            return self._clock.ticks()
        turn = self._turns.of(url.host)
        asked = turn.in_flight.pop(lease.key, None) is not None
        match outcome:
            case Admitted():
                pass
            case Postponed(until=until):
                return max(turn.free_at, until)
            case Refused():
                if asked and was_asked(outcome):
                    self._turns.ended(turn, self._clock.ticks(), 0.0)
                elif asked:
                    turn.free_at = turn.blocked_until
            case _:
                self._learn(turn, outcome)
        if self._options.obey_robots:
            self._robots.keep(self._robots.of(url.origin), batch)
        self._turns.keep(turn, batch)
        return turn.free_at

    def rules(self, origin: str) -> RobotsRules | None:
        """The rules that hold for an origin, as far as they are known: its sitemaps, for one."""
        return self._robots.of(origin).rules

    def describe(self, host: str) -> HostNotes:
        """The pause of a host and why, its back-off, and what its robots.txt came to."""
        turn = self._turns.of(host)
        now = self._clock.ticks()
        origins = set(turn.asked_pauses)
        origins.update(origin for origin, _ in records_of_host(self._store, host))
        standings = [self._robots.of(origin) for origin in sorted(origins)]
        return HostNotes(
            host=host,
            pause=turn.pause,
            because=self._turns.why(turn, now),
            free_in=max(0.0, turn.free_at - now),
            backoffs=turn.backoffs,
            blocked_for=max(0.0, turn.blocked_until - now),
            latency=turn.latency,
            address=turn.address,
            robots=tuple(note_origin(standing) for standing in standings),
        )

    def _take_turn(self, turn: Turn, request: bytes) -> Admission:
        """Nothing here suspends, so that two leases cannot take the same turn."""
        now = self._clock.ticks()
        if turn.free_at > now:
            return Postponed(turn.free_at, self._turns.why(turn, now))
        if turn.reserved_until > now:
            because = f"robots.txt of {turn.reserved_for} is read from this host first"
            return Postponed(now + max(turn.pause, BUSY_PAUSE), because)
        if request not in turn.in_flight and self._turns.full(turn, now):
            because = "every connection that the host may have is in use"
            return Postponed(now + max(turn.pause, BUSY_PAUSE), because)
        slot = self._addresses.claim(turn, now)
        if slot:
            return Postponed(slot, f"another name of {turn.address} has the turn of this address")
        self._turns.begin(turn, request, now)
        return ADMITTED

    def _learn(self, turn: Turn, outcome: FetchOutcome) -> None:
        now = self._clock.ticks()
        # A good answer has nothing to wait for, though some caches leave an old Retry-After on it.
        if not (isinstance(outcome, Fetched) and outcome.page.status < 300):
            status, wait = overload(outcome, self._clock.now())
            if wait is not None:
                self._turns.asked_to_wait(turn, wait, now)
            elif status in OVERLOADED:
                self._turns.back_off(turn, now, status)
        self._turns.ended(turn, now, seconds_to_answer(outcome))
