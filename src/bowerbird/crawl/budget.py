"""How much a run, and each host in it, may take."""

from msgspec import Struct

from bowerbird.crawl.options import Budget
from bowerbird.model.outcomes import Refusal, Refused


class Spent(Struct):
    """What one host has taken so far."""

    pages: int = 0  # answers of any kind: errors and redirects cost the host as much as pages
    bytes: int = 0
    seconds: float = 0.0


class HostBudgets:
    """Keeps each host within its share. Kept in memory only where a limit is set."""

    def __init__(self, budget: Budget, spent: dict[str, Spent]) -> None:
        self._budget = budget
        self._spent = spent
        self.limited = _limits(budget)

    def change(self, budget: Budget) -> None:
        """Another limit holds. Where there was none, hosts are counted from now on."""
        self._budget = budget
        self.limited = _limits(budget)

    def refusal(self, host: str) -> Refused | None:
        """Has this host had its share?"""
        spent = self._spent.get(host)
        if spent is None:
            return None
        limits = (
            ("host_pages", spent.pages, self._budget.host_pages),
            ("host_bytes", spent.bytes, self._budget.host_bytes),
            ("host_seconds", spent.seconds, self._budget.host_seconds),
        )
        for name, used, limit in limits:
            if limit is not None and used >= limit:
                return Refused(Refusal.HOST_BUDGET, f"{name} = {limit:g}")
        return None

    def spend(self, host: str, *, pages: int, size: int, seconds: float) -> Spent:
        """Book what a visit took; answers with the host's new sum."""
        spent = self._spent.setdefault(host, Spent())
        spent.pages += pages
        spent.bytes += size
        spent.seconds += seconds
        return spent


def _limits(budget: Budget) -> bool:
    return any((budget.host_pages, budget.host_bytes, budget.host_seconds))
