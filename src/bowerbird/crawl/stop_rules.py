"""When a run has had enough: a budget is spent, or what it still finds is not worth the asking."""

from collections import deque
from collections.abc import Callable

from bowerbird.crawl.options import Budget
from bowerbird.crawl.statistics import Tally


class StopRules:
    """Looks at the tally before every lease. The budget may be changed meanwhile."""

    def __init__(self, budget: Callable[[], Budget]) -> None:
        self._budget = budget
        self._reached: deque[tuple[int, int]] = deque()  # (pages, relevant) as they grew

    def reason(self, tally: Tally, *, extracts: bool) -> str:
        """Why the run ends now, in words; empty while it goes on."""
        return self._spent(tally, extracts=extracts) or self._harvest_fell(tally)

    def _spent(self, tally: Tally, *, extracts: bool) -> str:
        budget = self._budget()
        limits = (
            ("max_pages", tally.pages, budget.max_pages),
            ("max_records", tally.items if extracts else tally.records, budget.max_records),
            ("max_bytes", tally.bytes, budget.max_bytes),
            ("max_seconds", tally.seconds, budget.max_seconds),
        )
        for name, used, limit in limits:
            if limit is not None and used >= limit:
                return f"the budget {name} = {limit:g} is spent"
        return ""

    def _harvest_fell(self, tally: Tally) -> str:
        """The window begins anew with each start of the run, so that a resume gets its chance."""
        budget, reached = self._budget(), self._reached
        if budget.least_harvest is None:
            return ""
        if not reached or tally.pages > reached[-1][0]:
            reached.append((tally.pages, tally.relevant))
        begin = tally.pages - budget.harvest_window
        while len(reached) > 1 and reached[1][0] <= begin:
            reached.popleft()
        pages, relevant = tally.pages - reached[0][0], tally.relevant - reached[0][1]
        if pages < budget.harvest_window or relevant >= budget.least_harvest * pages:
            return ""
        return (
            f"the harvest has fallen to {relevant / pages:.1%} over the last {pages} pages, below "
            f"least_harvest = {budget.least_harvest:g}"
        )
