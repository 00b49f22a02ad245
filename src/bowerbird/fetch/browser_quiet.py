"""When a page has come to rest: nothing is loading, and for a moment nothing has."""

import asyncio
from collections.abc import Callable
from typing import Any

from bowerbird.fetch.browser_trouble import RenderingError
from bowerbird.model.outcomes import Failed

HANGING = 5.0  # seconds; what loads longer is a stream or a server that sleeps, and not waited for
ASIDE = frozenset({"WebSocket", "EventSource", "Ping", "Media", "CSPViolationReport", "Prefetch"})


class Stirrings:
    """What a page is doing, from the browser's events, and what has gone wrong with it."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self.renew()

    def renew(self) -> None:
        """Another page begins."""
        self._loading: dict[str, float] = {}
        self._last = self._loop.time()
        self.parsed = False
        self.moved_to: tuple[str, str] | None = None  # method and URL: where it wants to be instead
        self.trouble: Failed | None = None

    def began(self, event: dict[str, Any]) -> None:
        """Network.requestWillBeSent."""
        if event.get("type") not in ASIDE and event["request"]["url"].startswith("http"):
            self._loading[event["requestId"]] = self._loop.time()
            self._stir()

    def ended(self, event: dict[str, Any]) -> None:
        """Network.loadingFinished and Network.loadingFailed."""
        if self._loading.pop(event["requestId"], None) is not None:
            self._stir()

    def has_parsed(self, _: object) -> None:
        """Page.domContentEventFired."""
        self.parsed = True
        self._stir()

    def moves(self, method: str, url: str) -> None:
        """Its main frame wants to be somewhere else; the first wish counts."""
        self.moved_to = self.moved_to or (method, url)
        self._stir()

    def failed(self, failed: Failed) -> None:
        """Nothing more will come of this page."""
        self.trouble = self.trouble or failed
        self._stir()

    @property
    def is_over(self) -> bool:
        """Has it gone, or is it about to?"""
        return self.moved_to is not None or self.trouble is not None

    def check(self) -> None:
        """Raises RenderingError if the page is lost."""
        if self.trouble is not None:
            raise RenderingError(self.trouble)

    async def quiet(self, seconds: float, deadline: float) -> bool:
        """Wait until nothing has loaded for so many seconds; whether that came in time."""
        while not self.is_over:
            now = self._loop.time()
            until = self._rest_ends(now, seconds)
            if until <= now:
                return True
            if now >= deadline:
                return False
            await self.next_stir(min(until, deadline) - now)
        return False

    async def rest(self, seconds: float) -> None:
        """Let time pass on the page, unless it is over before."""
        end = self._loop.time() + seconds
        while not self.is_over and (left := end - self._loop.time()) > 0:
            await self.next_stir(left)

    async def until(self, true: Callable[[], bool], deadline: float) -> bool:
        """Wait for something that comes with an event."""
        while not (true() or self.is_over):
            left = deadline - self._loop.time()
            if left <= 0:
                return False
            await self.next_stir(left)
        return true()

    async def next_stir(self, seconds: float) -> bool:
        """Wait for the next event, at most so long; whether there was one."""
        self._changed.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return False
        return True

    def _rest_ends(self, now: float, seconds: float) -> float:
        """When it will have been quiet for so long if nothing happens."""
        if not self.parsed:
            return float("inf")
        waited_for = [began + HANGING for began in self._loading.values()]
        waited_for = [end for end in waited_for if end > now]
        return max(waited_for) if waited_for else self._last + seconds

    def _stir(self) -> None:
        self._last = self._loop.time()
        self._changed.set()
