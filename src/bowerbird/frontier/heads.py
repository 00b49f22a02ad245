"""The best few rows of each active host, in memory; everything else stays on disk.

Deleting at the head of a sorted queue and seeking to the head again is 175 times slower than
seeking past what was deleted (storage engines of the LSM kind keep tombstones): a host therefore
remembers its horizon and is refilled by one range scan from there.
"""

from collections import OrderedDict
from collections.abc import Collection
from heapq import heapify, heappop, heappush
from itertools import islice

from bowerbird.frontier.hosts import Host, Row
from bowerbird.frontier.keys import end_of
from bowerbird.model.storage import Family, Store

MOST_PER_HOST = 64  # 164 thousand pops a second from one host; more brings nothing
LEAST_PER_HOST = 4
FIRST_REACH = 8  # a cold look at the disk costs 200 µs, a row of it 0.3


class Heads:
    """Buffers of all hosts together hold about `budget` rows."""

    def __init__(self, store: Store, away: Collection[bytes], budget: int) -> None:
        self._store = store
        self._away = away  # places on lease or held back: on disk, but not to be handed out
        self._budget = budget
        self._buffered = 0
        # Hosts with a buffer, the longest-standing first. (A dict is slow to give up its first.)
        self._active: OrderedDict[Host, None] = OrderedDict()

    def put(self, host: Host, place: bytes, value: bytes) -> None:
        """A row was added or given back. Beyond the horizon the disk alone keeps it."""
        if host.horizon is not None and place >= host.horizon:
            return
        if not host.buffer:
            self._active[host] = None
        heappush(host.buffer, (place, value))
        self._buffered += 1
        share = self._share()
        if len(host.buffer) > 2 * share:
            self._trim(host, share)
        if self._buffered > self._budget:
            self._evict()

    def take(self, host: Host) -> Row | None:
        """The best row. None if the disk does not show it yet: its batch is not committed."""
        if not host.buffer and not self._refill(host):
            return None
        row = heappop(host.buffer)
        self._buffered -= 1
        if not host.buffer:
            self._active.pop(host, None)
        return row

    def drop(self, host: Host, place: bytes) -> None:
        """The row at this place is no more."""
        buffer = host.buffer
        at = next((at for at, row in enumerate(buffer) if row[0] == place), None)
        if at is None:
            return
        last = buffer.pop()
        self._buffered -= 1
        if at < len(buffer):
            buffer[at] = last
            heapify(buffer)
        elif not buffer:
            self._active.pop(host, None)

    def _share(self) -> int:
        fair = self._budget // (len(self._active) + 1)
        return max(LEAST_PER_HOST, min(MOST_PER_HOST, fair))

    def _trim(self, host: Host, share: int) -> None:
        host.buffer.sort()  # a sorted list is a heap
        host.horizon = host.buffer[share][0]
        self._buffered -= len(host.buffer) - share
        del host.buffer[share:]

    def _evict(self) -> None:
        while self._buffered > self._budget and self._active:
            host, _ = self._active.popitem(last=False)
            first = host.buffer[0][0]
            host.horizon = first if host.horizon is None else min(first, host.horizon)
            self._buffered -= len(host.buffer)
            host.buffer = []

    def _refill(self, host: Host) -> bool:
        # A host that is asked again and again earns a longer reach.
        share = host.reach = min(self._share(), max(FIRST_REACH, 2 * host.reach))
        start = host.start if host.horizon is None else host.horizon
        rows = self._store.scan(Family.FRONTIER, start, end_of(host.start))
        found = list(islice((row for row in rows if row[0] not in self._away), share))
        if len(found) == share:
            host.horizon = found[-1][0] + b"\0"
        elif len(found) >= host.queued:
            host.horizon = None
        else:
            # Rows are counted that the disk does not show: their batch is still open. Whatever is
            # there is handed out, and the next look begins at the front again.
            host.horizon = host.start
        if found:
            host.buffer = found
            self._buffered += len(found)
            self._active[host] = None
            if self._buffered > self._budget:
                self._spare(host)
        return bool(found)

    def _spare(self, host: Host) -> None:
        """Make room, but not at the cost of the host that is being served."""
        self._active.pop(host)
        self._evict()
        self._active[host] = None
