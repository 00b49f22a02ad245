"""Whose turn it is: hosts by the time they are free, fair among those that are free now."""

from heapq import heapify, heappop, heappush
from itertools import islice

from bowerbird.frontier.keys import standing_of

IDLE, WAITING, READY = 0, 1, 2
Row = tuple[bytes, bytes]  # place and encoded candidate


class Host:
    """One queue. What it holds in memory is kept small: there may be millions."""

    __slots__ = (
        "buffer", "free_at", "held", "horizon", "leased", "queued", "reach", "standing", "start",
        "state", "ticket",
    )  # fmt: skip

    def __init__(self, start: bytes, *, on_disk: bool) -> None:
        self.start = start  # before its first row
        self.queued = 0  # rows that could be leased, the host being free
        self.held = 0  # rows that wait for their own second attempt
        self.leased = 0
        self.free_at = 0.0
        self.buffer: list[Row] = []  # a heap: the best rows
        # Every row before the horizon that can be leased is in the buffer; None: every row is.
        self.horizon: bytes | None = start if on_disk else None
        self.reach = 0  # rows that the last look at the disk asked for
        self.state = IDLE
        self.ticket = 0  # only the turn with this ticket is valid
        self.standing = b""

    @property
    def empty(self) -> bool:
        """Nothing waits here."""
        return self.queued + self.held == 0

    def value_at(self, place: bytes) -> bytes | None:
        """The row at this place, if it is in memory."""
        return next((value for at, value in self.buffer if at == place), None)

    def head_standing(self) -> bytes:
        """How good its best row is, as far as memory knows; smaller is better."""
        if self.buffer:
            return standing_of(self.buffer[0][0])
        place = b"" if self.horizon is None else self.horizon[: len(self.start) + 16]
        if len(place) == len(self.start) + 16:
            return standing_of(place)
        return b""  # not known: look at it first


class Turns:
    """Hosts with something to ask and room for a request, by when they are free.

    Free hosts take turns in the order in which they became free. With `by_standing` (best-first)
    the free host whose head is better goes first, and turns decide among equals.
    """

    def __init__(self, connections_per_host: int, *, by_standing: bool) -> None:
        self._connections = connections_per_host
        self._by_standing = by_standing
        self._waiting: list[tuple[float, int, Host]] = []
        self._ready: list[tuple[bytes, int, Host]] = []
        self._tickets = 0
        self.now = float("-inf")
        self.ready = 0  # hosts that could be leased from now

    def offer(self, host: Host) -> None:
        """Line a host up anew after anything about it changed."""
        if host.state == READY:
            self.ready -= 1
        if host.queued <= 0 or host.leased >= self._connections:
            host.state = IDLE
            host.ticket = 0
            return
        self._tickets += 1
        host.ticket = self._tickets
        if host.free_at > self.now:
            host.state = WAITING
            heappush(self._waiting, (host.free_at, host.ticket, host))
        else:
            self._line_up(host)

    def improved(self, host: Host, place: bytes) -> None:
        """A row came in: a host that stood idle gets a turn, a better head a better one."""
        if host.state == IDLE or (
            self._by_standing and host.state == READY and standing_of(place) < host.standing
        ):
            self.offer(host)

    def fell(self, host: Host) -> None:
        """A row went: a host whose head is worse now waits behind better ones."""
        if self._by_standing and host.state == READY and host.standing < host.head_standing():
            self.offer(host)

    def soon(self, most: int) -> list[Host]:
        """Hosts whose turn comes next, roughly in order: the first places of the heap, where turns
        that were overtaken stand, too."""
        first = (host for _, ticket, host in self._ready[: 8 * most] if host.ticket == ticket)
        return list(islice(first, most))

    def wake(self, now: float) -> None:
        """Time went on."""
        self.now = now
        waiting = self._waiting
        while waiting and waiting[0][0] <= now:
            _, ticket, host = heappop(waiting)
            if host.ticket == ticket:
                self._tickets += 1
                host.ticket = self._tickets
                self._line_up(host)

    def next(self) -> Host | None:
        """The host whose turn it is; line it up again with `offer`."""
        ready = self._ready
        while ready:
            _, ticket, host = heappop(ready)
            if host.ticket == ticket:
                self.ready -= 1
                host.state = IDLE
                host.ticket = 0
                return host
        return None

    def next_free_at(self) -> float | None:
        """When the next host is free, if none is now."""
        waiting = self._waiting
        while waiting and waiting[0][2].ticket != waiting[0][1]:
            heappop(waiting)
        return waiting[0][0] if waiting else None

    def _line_up(self, host: Host) -> None:
        host.state = READY
        self.ready += 1
        host.standing = host.head_standing() if self._by_standing else b""
        heappush(self._ready, (host.standing, host.ticket, host))
        if len(self._ready) > 1024 + 2 * self.ready:  # turns that were overtaken
            self._ready = [turn for turn in self._ready if turn[2].ticket == turn[1]]
            heapify(self._ready)
