"""URLs that wait for a time of their own: second attempts and postponements."""

from heapq import heapify, heappop, heappush

from bowerbird.frontier.hosts import Host, Row


class Later:
    """Rows by the time they may be asked for. On disk they stand in the queue as before."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Host, Row]] = []
        self._count = 0

    def __len__(self) -> int:
        return len(self._due)

    def put(self, at: float, host: Host, row: Row) -> None:
        """Not before `at`."""
        self._count += 1
        heappush(self._due, (at, self._count, host, row))
        host.held += 1

    def due(self, now: float) -> list[tuple[Host, Row]]:
        """What may be asked for now; it is no longer held."""
        rows: list[tuple[Host, Row]] = []
        while self._due and self._due[0][0] <= now:
            _, _, host, row = heappop(self._due)
            host.held -= 1
            rows.append((host, row))
        return rows

    def drop(self, place: bytes) -> bool:
        """The row at this place is no more."""
        kept = [entry for entry in self._due if entry[3][0] != place]
        if len(kept) == len(self._due):
            return False
        for entry in self._due:
            if entry[3][0] == place:
                entry[2].held -= 1
        heapify(kept)
        self._due = kept
        return True

    def next_at(self) -> float | None:
        """When the next one is due."""
        return self._due[0][0] if self._due else None
