"""Plays an action chain on a page: each action in its order, within its time, or with a reason."""

import asyncio
from typing import assert_never

from playwright.async_api import Error, Locator

from bowerbird.fetch.actions import (
    AcceptCookies,
    ActionChain,
    AnyAction,
    Click,
    Next,
    Press,
    Scroll,
    Type,
    Wait,
    described,
)
from bowerbird.fetch.browser_tab import Tab

CHANGE_SECONDS = 1.0  # for a click to show anything, once nothing is loading any more
LOOKED_FOR = 2.0  # seconds: on every page, for what few of them have
TRIES = 2  # scrolls in a row that bring nothing: then that was all
DISABLED = (
    "e => e.disabled || e.getAttribute('aria-disabled') === 'true' || "
    "/(^|[\\s_-])(disabled|inactive)($|[\\s_-])/.test(e.className)"
)


class ActionError(Exception):
    """An action that could not be done; says which, and why."""


class Player:
    """Plays on one page, once."""

    def __init__(self, tab: Tab, quiet: float, pause: float) -> None:
        """`pause` is what the host wants between two questions: clicks on "next" keep it."""
        self.cut = False  # whether something without an end was ended
        self._tab = tab
        self._stirs = tab.stirs
        self._quiet = quiet
        self._pause = pause
        self._loop = asyncio.get_running_loop()

    async def play(self, chain: ActionChain) -> None:
        """Raises ActionError at the first action that cannot be done and is not optional."""
        joins, lenient = False, chain.is_for_all
        for number, action in enumerate(chain.actions, 1):
            if lenient:
                action = action.model_copy(update={"seconds": min(action.seconds, LOOKED_FOR)})
            try:
                joins = await self._do(action) or joins
            except (Error, TimeoutError) as trouble:
                if action.optional or lenient or self._stirs.moved_to:
                    continue
                self._stirs.check()
                raise ActionError(
                    f"action {number}, `{described(action)}`, could not be done: "
                    f"{_reason(trouble, action)}"
                ) from trouble
            if self._stirs.is_over:
                return
        if joins:
            await self._tab.call("join()")

    async def _do(self, action: AnyAction) -> bool:
        """Whether several states of the page were seen."""
        match action:
            case Scroll():
                await self._scroll(action)
                return True
            case Next():
                await self._next(action)
                return True
            case Wait():
                await self._wait(action)
            case AcceptCookies():
                await self._accept(action)
            case Click():
                await self._find(action.on).click(timeout=1000 * action.seconds)
            case Type():
                await self._find(action.on).fill(action.text, timeout=1000 * action.seconds)
            case Press():
                await self._press(action)
            case _:
                assert_never(action)
        await self._settle(action.seconds)
        return False

    # ---- one state after the other

    async def _next(self, action: Next) -> None:
        """A click, whatever it shows, the next click; until the button is gone or does nothing."""
        await self._begin()
        button = self._find(action.on)
        await button.wait_for(state="attached", timeout=1000 * action.seconds)
        for _ in range(action.most):
            if not await self._is_there(button):
                return
            before = await self._state()
            await button.click(timeout=1000 * action.seconds)
            if not await self._changed(before, action.seconds):
                return
            await self._tab.call("join()")
            await self._stirs.rest(self._pause)
        self.cut = await self._is_there(button)

    async def _scroll(self, action: Scroll) -> None:
        """To the end, until that brings nothing more."""
        await self._begin()
        tries = 0
        for _ in range(action.times or action.most):
            before = await self._state()
            await self._tab.call("scroll()")
            if await self._changed(before, action.seconds):
                tries = 0
                await self._tab.call("join()")
                await self._stirs.rest(self._pause)
                continue
            tries += 1
            if tries == TRIES and not action.times:
                return
            await self._tab.call("nudge()")
            await self._stirs.rest(self._quiet)
        self.cut = action.times is None

    async def _begin(self) -> None:
        if not await self._tab.call("joins()"):
            await self._tab.call("begin()")

    async def _is_there(self, button: Locator) -> bool:
        if self._stirs.is_over or not await button.count() or not await button.is_visible():
            return False
        return not await button.evaluate(DISABLED)

    async def _changed(self, before: str, seconds: float) -> bool:
        """Wait until the page shows something else, and is at rest again."""
        end = self._loop.time() + seconds
        while not self._stirs.is_over:
            await self._stirs.quiet(self._quiet, end)
            if self._stirs.is_over:
                return False
            if await self._state() != before:
                return True
            if self._loop.time() >= end or not await self._goes_on(end):
                return False
        return False

    async def _goes_on(self, end: float) -> bool:
        """Whether anything stirs that may still change the page."""
        left = min(CHANGE_SECONDS, end - self._loop.time())
        return await self._stirs.next_stir(left)

    async def _state(self) -> str:
        return str(await self._tab.call("state()"))

    # ---- the small ones

    async def _wait(self, action: Wait) -> None:
        if action.for_seconds:
            await self._stirs.rest(action.for_seconds)
        if action.on:
            await self._find(action.on).wait_for(state="visible", timeout=1000 * action.seconds)
        if action.quiet:
            end = self._loop.time() + action.seconds
            if not (await self._stirs.quiet(self._quiet, end) or self._stirs.is_over):
                raise TimeoutError

    async def _accept(self, action: AcceptCookies) -> None:
        """Without a banner there is nothing to do; with a button named, it has to be there."""
        if action.on:
            await self._find(action.on).click(timeout=1000 * action.seconds)
            return
        end = self._loop.time() + min(action.seconds, 1.0)
        while not await self._tab.call("consent()") and not self._stirs.is_over:
            if self._loop.time() >= end:
                return
            await self._stirs.rest(0.2)

    async def _press(self, action: Press) -> None:
        if action.on:
            await self._find(action.on).press(action.key, timeout=1000 * action.seconds)
        else:
            await self._tab.page.keyboard.press(action.key)

    async def _settle(self, seconds: float) -> None:
        await self._stirs.quiet(self._quiet, self._loop.time() + seconds)

    def _find(self, selector: str) -> Locator:
        is_path = selector.startswith(("/", "("))
        return self._tab.page.locator(("xpath=" if is_path else "css=") + selector).first


def _reason(trouble: Error | TimeoutError, action: AnyAction) -> str:
    said = trouble.message if isinstance(trouble, Error) else "Timeout"
    if "Timeout" in said:
        covered = "intercepts pointer events" in said
        why = "; something lies over it" if covered else ""
        return f"not within {action.seconds:g} s{why}"
    return said.partition("\n")[0][:200]
