"""Whose turn it is: pauses per host, what stretches them, and what of it outlives the run.

Keys in the `hosts` family: b"turn\\0" + host. A host's row is written when it is first asked, when
it has to be left alone for a while, when its latency changed much, and at every request to a host
whose pause is long. For all others a run that starts anew waits one pause before it asks a host
that has a row: the run before it cannot have asked later than its own end.
"""

from random import Random

import msgspec
from msgspec import Struct

from bowerbird.model.ports import Clock
from bowerbird.model.storage import Batch, Family, Store
from bowerbird.politeness.options import PolitenessOptions
from bowerbird.politeness.recent import Recent

TURN_PREFIX = b"turn\0"
KEEP_ACCESS_FROM = 5.0  # seconds of pause; from here on every request is worth a write
NEW_SHARE = 0.3  # of a new measurement in the average latency
LOST_AFTER = 900.0  # a request in flight for so long will not be reported any more
ROW_VERSION = 1
MOST_DOUBLINGS = 40  # 2**40 seconds is beyond every cap


class HostRow(Struct, frozen=True, array_like=True):
    """What is kept of a host. Times are seconds since 1970, UTC."""

    version: int
    accessed_at: float
    robots_pause: float
    latency: float
    backoffs: int
    backed_off_at: float
    blocked_until: float


class Turn:
    """One host's state in memory. Times are `Clock.ticks()`."""

    __slots__ = (
        "address", "address_checked_until", "address_slot", "asked_pauses", "backed_off_at",
        "backoffs", "blocked_because", "blocked_until", "changed", "free_at", "host", "in_flight",
        "kept_latency", "latency", "pause", "reserved_for", "reserved_until", "robots_pause",
    )  # fmt: skip

    def __init__(self, host: str, pause: float) -> None:
        self.host = host
        self.pause = pause  # seconds between requests, all things considered
        self.free_at = 0.0
        self.in_flight: dict[bytes, float] = {}  # request → when it began
        self.latency = 0.0  # average seconds to answer
        self.kept_latency = 0.0
        self.robots_pause = 0.0  # what robots.txt asks for, capped
        self.asked_pauses: dict[str, float] = {}  # origin → the same, as asked for
        self.backoffs = 0  # in a row
        self.backed_off_at = 0.0
        self.blocked_until = 0.0
        self.blocked_because = ""
        self.reserved_for = ""  # the origin whose robots.txt redirects to this host
        self.reserved_until = 0.0
        self.address = ""  # shared budget; empty: none
        self.address_checked_until = 0.0
        self.address_slot: float | None = None
        self.changed = False


class Turns:
    """Every host's turn; rows are read from the store when a host is first met."""

    def __init__(
        self, options: PolitenessOptions, store: Store, clock: Clock, random: Random
    ) -> None:
        self._options = options
        self._store = store
        self._clock = clock
        self._random = random
        self._turns: Recent[Turn] = Recent(options.keep_hosts)
        self._started_at = clock.ticks()

    def of(self, host: str) -> Turn:
        """The host's turn, from memory or from the store."""
        turn = self._turns.get(host)
        if turn is None:
            turn = self._recall(host)
            self._turns.put(host, turn)
        return turn

    def begin(self, turn: Turn, request: bytes, now: float) -> None:
        """A request goes out: the next one starts a pause later, whenever this one ends."""
        turn.in_flight[request] = now
        turn.free_at = now + turn.pause

    def full(self, turn: Turn, now: float) -> bool:
        """Are as many requests in flight as the host may have?"""
        if len(turn.in_flight) < self._options.connections_per_host:
            return False
        for request, begun in list(turn.in_flight.items()):
            if begun < now - LOST_AFTER:
                del turn.in_flight[request]
        return len(turn.in_flight) >= self._options.connections_per_host

    def ended(self, turn: Turn, now: float, seconds: float) -> None:
        """An answer, or the end of waiting for one, after `seconds`; 0 is not a measurement."""
        if seconds > 0.0:
            latency = turn.latency
            turn.latency = latency + NEW_SHARE * (seconds - latency) if latency else seconds
            if self._options.delay and self._options.adapt_to_latency:
                self._reckon(turn)
        turn.free_at = max(now + turn.pause, turn.blocked_until)
        if turn.pause >= KEEP_ACCESS_FROM:
            turn.changed = True

    def hear_robots(self, turn: Turn, origin: str, asked: float) -> None:
        """What robots.txt of one of the host's origins asks for, or 0; the longest counts."""
        if turn.asked_pauses.get(origin) == asked:
            return
        turn.asked_pauses[origin] = asked
        pause = min(max(turn.asked_pauses.values()), self._options.max_crawl_delay)
        if pause != turn.robots_pause:
            turn.robots_pause = pause
            turn.changed = True
            self._reckon(turn)

    def asked_to_wait(self, turn: Turn, seconds: float, now: float) -> None:
        """Retry-After: the whole host waits."""
        options = self._options
        pause = min(max(seconds, options.least_retry_after), options.max_retry_after)
        self._block(turn, now + pause, f"the server asked for a pause of {pause:g} s (Retry-After)")

    def back_off(self, turn: Turn, now: float, status: int) -> None:
        """429 or 503 without a word on how long: twice as long as the time before."""
        options = self._options
        if turn.blocked_until > now:  # answers to requests that were under way already
            return
        quiet_since = max(turn.backed_off_at, turn.blocked_until)
        if turn.backoffs and now - quiet_since >= options.forgive_after:
            turn.backoffs = 0
        pause = min(
            options.backoff_first * 2.0 ** min(turn.backoffs, MOST_DOUBLINGS),
            options.backoff_longest,
        )
        pause *= 1 + self._random.uniform(-options.backoff_jitter, options.backoff_jitter)
        turn.backoffs += 1
        turn.backed_off_at = now
        times = "once" if turn.backoffs == 1 else f"{turn.backoffs} times in a row"
        self._block(turn, now + pause, f"the server answered {status} {times}: back-off")

    def keep(self, turn: Turn, batch: Batch) -> None:
        """Write the host's row, if there is anything new worth keeping."""
        latency = turn.latency
        if abs(latency - turn.kept_latency) > 0.5 * turn.kept_latency + 0.1:
            turn.changed = True
        if not turn.changed:
            return
        turn.changed = False
        turn.kept_latency = latency
        to_utc = self._clock.now() - self._clock.ticks()
        row = HostRow(
            ROW_VERSION,
            self._clock.now(),
            turn.robots_pause,
            latency,
            turn.backoffs,
            turn.backed_off_at + to_utc if turn.backoffs else 0.0,
            turn.blocked_until + to_utc if turn.blocked_until else 0.0,
        )
        batch.put(Family.HOSTS, TURN_PREFIX + turn.host.encode(), msgspec.msgpack.encode(row))

    def why(self, turn: Turn, now: float) -> str:
        """One sentence on the pause that holds now."""
        if turn.blocked_until > now:
            return f"{turn.blocked_because}, {turn.blocked_until - now:.0f} s to go"
        options = self._options
        asked = max(turn.asked_pauses.values(), default=turn.robots_pause)
        if turn.robots_pause == turn.pause and turn.pause > options.delay:
            capped = f"; max_crawl_delay makes it {turn.pause:g} s" if asked > turn.pause else ""
            return f"robots.txt asks for {asked:g} s between requests{capped}"
        if turn.pause > options.delay:
            return (
                f"{turn.pause:.1f} s between requests, because the host takes "
                f"{turn.latency:.1f} s to answer"
            )
        return f"{turn.pause:g} s between requests, as the plan says"

    def _reckon(self, turn: Turn) -> None:
        options = self._options
        pause = max(options.delay, turn.robots_pause)
        if options.delay:
            adapted = options.adapt_to_latency * turn.latency
            pause = max(pause, min(adapted, options.longest_adapted_delay))
        turn.pause = pause

    def _block(self, turn: Turn, until: float, because: str) -> None:
        if until > turn.blocked_until:
            turn.blocked_until = until
            turn.blocked_because = because
            turn.free_at = max(turn.free_at, until)
            turn.changed = True

    def _recall(self, host: str) -> Turn:
        turn = Turn(host, self._options.delay)
        row = _decode(self._store.get(Family.HOSTS, TURN_PREFIX + host.encode()))
        if row is None:
            turn.changed = True  # its first row says that it was asked at all
            return turn
        now = self._clock.ticks()
        to_ticks = now - self._clock.now()
        turn.robots_pause = min(row.robots_pause, self._options.max_crawl_delay)
        turn.latency = turn.kept_latency = row.latency
        self._reckon(turn)
        turn.backoffs = row.backoffs
        turn.backed_off_at = row.backed_off_at + to_ticks
        longest = max(self._options.max_retry_after, self._options.backoff_longest * 1.5)
        turn.blocked_until = min(row.blocked_until + to_ticks, now + longest)  # clocks may jump
        turn.blocked_because = "the server asked for a pause in an earlier run"
        accessed = min(row.accessed_at + to_ticks, now)
        asked_last = accessed if turn.pause >= KEEP_ACCESS_FROM else max(accessed, self._started_at)
        turn.free_at = max(asked_last + turn.pause, turn.blocked_until)
        return turn


def _decode(data: bytes | None) -> HostRow | None:
    if data is None:
        return None
    try:
        row = msgspec.msgpack.decode(data, type=HostRow)
    except msgspec.DecodeError:
        return None
    return row if row.version == ROW_VERSION else None
