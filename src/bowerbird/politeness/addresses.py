"""Hostnames that share a public address share a budget of requests.

Slots are given out in order, so that a thousand names on one machine come back one after the other
instead of all at once.
"""

from collections.abc import Callable
from ipaddress import ip_address

from bowerbird.model.ports import Clock, Resolver
from bowerbird.politeness.options import PolitenessOptions
from bowerbird.politeness.recent import Recent
from bowerbird.politeness.turns import Turn

LOOK_AGAIN_AFTER = 300.0  # seconds; the resolver has its own cache, this one spares the call


class _Budget:
    __slots__ = ("last", "next_slot")

    def __init__(self) -> None:
        self.last = float("-inf")
        self.next_slot = 0.0


class AddressTurns:
    """When a host's address may be asked. `exempt` names have none to share (`--resolve`)."""

    def __init__(
        self,
        options: PolitenessOptions,
        resolver: Resolver,
        clock: Clock,
        exempt: Callable[[str], bool],
    ) -> None:
        self._pause = options.pause_per_address
        self._resolver = resolver
        self._clock = clock
        self._exempt = exempt
        self._budgets: Recent[_Budget] = Recent(options.keep_hosts)

    def unknown(self, turn: Turn, now: float) -> bool:
        """Does the host's address have to be looked up before it can claim?"""
        return turn.address_checked_until <= now and self._pause > 0

    async def look_up(self, turn: Turn) -> None:
        """Learn which budget the host belongs to; kept apart so that claiming does not suspend."""
        turn.address = await self._shared_address(turn.host)
        turn.address_checked_until = self._clock.ticks() + LOOK_AGAIN_AFTER

    def claim(self, turn: Turn, now: float) -> float:
        """When this host may ask; 0 means now, and that the slot is taken.

        Otherwise a later slot is held for it: claim again then.
        """
        if not turn.address:
            return 0.0
        budget = self._budgets.get(turn.address)
        if budget is None:
            budget = _Budget()
            self._budgets.put(turn.address, budget)
        return self._slot(turn, budget, now)

    def _slot(self, turn: Turn, budget: _Budget, now: float) -> float:
        slot = turn.address_slot
        if slot is None and budget.next_slot > now:
            turn.address_slot = slot = budget.next_slot
            budget.next_slot += self._pause
        if slot is not None:
            earliest = max(slot, budget.last + self._pause)
            if earliest > now:
                return earliest
        turn.address_slot = None
        budget.last = now
        budget.next_slot = max(budget.next_slot, now + self._pause)
        return 0.0

    async def _shared_address(self, host: str) -> str:
        if self._exempt(host):
            return ""
        try:
            addresses = await self._resolver.resolve(host)
        except OSError:  # no address: the fetch will say so
            return ""
        # The least of them: names with the same set of addresses may list it in any order.
        address = min(addresses, default="")
        try:
            return address if ip_address(address).is_global else ""
        except ValueError:
            return ""
