"""How fast a run is beside how fast it began: the clock is time at work, pauses do not count."""

from collections import deque

STRETCH = 300.0  # seconds; the beginning that a run is compared with, and the present
EVERY = 10.0


class Pace:
    """Looks at the pages read; answers in pages a minute."""

    def __init__(self) -> None:
        self._looks: deque[tuple[float, int]] = deque(maxlen=int(STRETCH / EVERY) + 1)
        self._begun: tuple[float, int] | None = None
        self.first: float | None = None  # pages a minute of the first stretch, once it is over

    def look(self, seconds: float, pages: int) -> None:
        """After so many seconds of work there are so many pages."""
        if self._begun is None:
            self._begun = (seconds, pages)
        if self._looks and seconds - self._looks[-1][0] < EVERY:
            return
        self._looks.append((seconds, pages))
        if self.first is None and seconds - self._begun[0] >= STRETCH:
            self.first = _a_minute(self._begun, (seconds, pages))

    @property
    def now(self) -> float | None:
        """Pages a minute of the last stretch, once it lies behind the first one."""
        if self._begun is None or len(self._looks) < 2:
            return None
        oldest, newest = self._looks[0], self._looks[-1]
        if newest[0] - oldest[0] < STRETCH - EVERY or oldest[0] - self._begun[0] < STRETCH - EVERY:
            return None
        return _a_minute(oldest, newest)


def _a_minute(start: tuple[float, int], end: tuple[float, int]) -> float:
    return 60 * (end[1] - start[1]) / (end[0] - start[0])
