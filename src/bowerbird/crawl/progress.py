"""How far a run is, and when it will be done, with an honest word on how sure that is."""

from collections import deque

from bowerbird.crawl.options import Budget
from bowerbird.crawl.statistics import Tally
from bowerbird.model.events import Progress
from bowerbird.model.ports import Outlook

WINDOW = 30  # looks, about as many seconds: long enough to be calm, short enough to be current


class ProgressMeter:
    """Looks at the tally about once a second."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._looks: deque[tuple[float, int, int]] = deque(maxlen=WINDOW)

    def look(self, now: float, tally: Tally, outlook: Outlook) -> Progress:
        """The state of things at `now`."""
        self._looks.append((now, tally.pages, outlook.queued))
        eta, confidence = self._eta(tally, outlook)
        return Progress(
            at=now,
            pages=tally.pages,
            relevant=tally.relevant,
            records=tally.records,
            queued=outlook.queued,
            leased=outlook.leased,
            hosts_waiting=outlook.hosts_waiting,
            pages_per_second=round(self._pace(), 2),
            bytes=tally.bytes,
            eta_seconds=eta,
            eta_confidence=confidence,
        )

    def _pace(self) -> float:
        if len(self._looks) < 2:
            return 0.0
        (start, first, _), (end, last, _) = self._looks[0], self._looks[-1]
        return (last - first) / (end - start) if end > start else 0.0

    def _eta(self, tally: Tally, outlook: Outlook) -> tuple[float | None, str]:
        """A budget that the queue can fill is a firm end; a queue that shrinks is a fair guess."""
        pace = self._pace()
        waiting = outlook.queued + outlook.leased
        if not pace:
            return None, ""
        ends: list[tuple[float, str]] = []
        if self.budget.max_seconds is not None:
            ends.append((max(0.0, self.budget.max_seconds - tally.seconds), "good"))
        if self.budget.max_pages is not None:
            left = max(0, self.budget.max_pages - tally.pages)
            ends.append((left / pace, "good" if waiting >= left else "low"))
        growth = self._looks[-1][2] - self._looks[0][2]
        ends.append((waiting / pace, "low" if growth > 0 else "fair"))
        eta, confidence = min(ends)
        return round(eta, 1), confidence
