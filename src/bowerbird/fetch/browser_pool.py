"""One browser at a time, its contexts, and when it is replaced by a fresh one.

A context is a visitor of its own: one for each site and proxy, kept while the site is being read
and used again, because a fresh one for each page costs three times as much. The browser is started
when the first page needs it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from playwright.async_api import Browser, Error, Playwright, ProxySettings, async_playwright

from bowerbird.fetch.browser_door import Door, open_door
from bowerbird.fetch.browser_flags import flags
from bowerbird.fetch.browser_found import has_sandbox
from bowerbird.fetch.browser_memory import MemoryWatch, Taken, confine, family, kill
from bowerbird.fetch.browser_options import BrowserOptions
from bowerbird.fetch.browser_pass import Allowance
from bowerbird.fetch.browser_tab import Tab, open_tab
from bowerbird.fetch.browser_trouble import BrowserMissingError, RenderingError
from bowerbird.fetch.options import FetchOptions
from bowerbird.fetch.targets import Targets
from bowerbird.model.outcomes import Failed, Failure

IDLE = 4  # contexts kept for sites that may be asked again soon; one took 25 to 60 MB
FULL = 0.7  # of its cap: a browser that takes so much at rest is replaced
START_SECONDS = 30.0
END_SECONDS = 5.0


class Pool:
    """Use `open_pool`."""

    def __init__(
        self, options: BrowserOptions, fetching: FetchOptions, executable: str, door: Door
    ) -> None:
        self._options = options
        self._fetching = fetching
        self._executable = executable
        self._door = door
        self._running: _Running | None = None
        self._tabs = asyncio.Semaphore(options.tabs)
        self._change = asyncio.Condition()
        self._busy = 0
        self._closed = False
        self.started = 0  # browsers, so far
        self.peak = Taken(0.0)

    @asynccontextmanager
    async def tab(self, site: str, proxy: str = "") -> AsyncIterator[Tab]:
        """A tab for this site; waits for its turn. Raises RenderingError or BrowserMissingError."""
        async with self._tabs:
            running = await self._enter()
            try:
                tab = await self._take(running, site, proxy)
                try:
                    yield tab
                except BaseException:
                    tab.broken = True
                    raise
                finally:
                    await self._give_back(running, (site, proxy), tab)
            finally:
                await self._leave()

    @property
    def version(self) -> str:
        """Of the browser that runs; empty while none does."""
        return self._running.browser.version if self._running is not None else ""

    async def close(self) -> None:
        """The browser ends, whatever is under way; no other is started."""
        self._closed = True
        if self._running is not None:
            await self._running.close()
            self._running = None

    # ---- the browser

    async def _enter(self) -> "_Running":
        async with self._change:
            if self._closed:
                raise RenderingError(Failed(Failure.RENDERING, "the run ends"))
            while self._running is not None and self._running.is_due and self._busy:
                await self._change.wait()
            if self._running is not None and self._running.is_due:
                await self._running.close()
                self._running = None
            if self._running is None:
                self._running = await _start(self._options, self._executable, self._door.url)
                self._running.note = self._note
                self.started += 1
            self._busy += 1
            return self._running

    async def _leave(self) -> None:
        async with self._change:
            self._busy -= 1
            self._change.notify_all()

    def _note(self, found: Taken) -> None:
        if found.megabytes > self.peak.megabytes:
            self.peak = found

    # ---- its contexts

    async def _take(self, running: "_Running", site: str, proxy: str) -> Tab:
        for place, (key, tab) in enumerate(running.idle):
            if key == (site, proxy):
                del running.idle[place]
                return tab
        while len(running.idle) >= IDLE:
            _, oldest = running.idle.pop(0)
            await self._shut(oldest)
        return await self._new_tab(running, proxy)

    async def _new_tab(self, running: "_Running", proxy: str) -> Tab:
        allowance = Allowance(self._options.requests, self._options.bytes)
        issued = self._door.admit(proxy, allowance)
        try:
            async with asyncio.timeout(START_SECONDS):
                context = await running.browser.new_context(
                    proxy=ProxySettings(
                        server=self._door.url, username="page", password=issued.word
                    ),
                    user_agent=self._fetching.user_agent,
                    locale=self._fetching.accept_language.split(",")[0].split(";")[0] or None,
                    ignore_https_errors=not self._fetching.verify_tls,
                    viewport={"width": 1280, "height": 1024},
                    service_workers="block",
                    accept_downloads=False,
                )
                return await open_tab(context, issued, media="media" not in self._options.block)
        except (Error, TimeoutError) as trouble:
            self._door.revoke(issued)
            running.broken = True
            detail = f"the browser opens no tab: {str(trouble).partition(chr(10))[0] or 'timeout'}"
            raise RenderingError(Failed(Failure.RENDERING, detail)) from trouble

    async def _give_back(self, running: "_Running", key: tuple[str, str], tab: Tab) -> None:
        running.pages += 1
        if not (tab.broken or tab.stirs.is_over):
            try:
                await tab.clear()
            except RenderingError:
                tab.broken = True
        # One that wanted to go elsewhere may still be on its way there.
        if tab.broken or tab.stirs.is_over or running.is_due:
            await self._shut(tab)
        else:
            running.idle.append((key, tab))

    async def _shut(self, tab: Tab) -> None:
        self._door.revoke(tab.issued)
        await tab.close()


class _Running:
    """A browser that was started."""

    def __init__(
        self, browser: Browser, root: int, options: BrowserOptions, stack: AsyncExitStack
    ) -> None:
        self.browser = browser
        self.idle: list[tuple[tuple[str, str], Tab]] = []  # by site and proxy, oldest first
        self.pages = 0
        self.broken = False
        self.note: Callable[[Taken], None] = _ignore
        self._root = root
        self._most_pages = options.pages
        self._full = FULL * options.megabytes
        self._now = Taken(0.0)
        self._stack = stack
        confine(root, options.megabytes)
        self._watch = MemoryWatch(root, options.megabytes, self._look)

    @property
    def is_due(self) -> bool:
        """Is it time for a fresh one?"""
        return (
            self.broken
            or self.pages >= self._most_pages
            or self._now.megabytes > self._full
            or not self.browser.is_connected()
        )

    async def close(self) -> None:
        """It, and all its processes."""
        self._watch.close()
        processes = family(self._root)
        try:
            async with asyncio.timeout(END_SECONDS):
                await self._stack.aclose()
        except (Error, TimeoutError):
            self.broken = True
        finally:
            kill(processes)

    def _look(self, found: Taken) -> None:
        self._now = found
        self.note(found)


def _ignore(_: Taken) -> None:
    """Until somebody wants to know."""


async def _start(options: BrowserOptions, executable: str, door: str) -> _Running:
    stack = AsyncExitStack()
    try:
        playwright = await stack.enter_async_context(async_playwright())
        browser = await _launch(playwright, options, executable, door)
        stack.push_async_callback(browser.close)
        session = await browser.new_browser_cdp_session()
        processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
        root = next(each["id"] for each in processes if each["type"] == "browser")
        return _Running(browser, root, options, stack)
    except Error as trouble:
        await stack.aclose()
        raise BrowserMissingError(
            f"{executable} cannot be started: {_reason(trouble)}; `bowerbird doctor` tells more"
        ) from trouble
    except BaseException:  # the run may end while the browser begins
        await stack.aclose()
        raise


async def _launch(
    playwright: Playwright, options: BrowserOptions, executable: str, door: str
) -> Browser:
    return await playwright.chromium.launch(
        executable_path=executable,
        headless=not options.show,
        chromium_sandbox=has_sandbox(),
        proxy=ProxySettings(server=door),
        args=flags(options),
        ignore_default_args=["--disable-popup-blocking"],  # a storm of windows stops there
        timeout=1000 * START_SECONDS,
        handle_sigint=False,  # the run ends by itself, in order
        handle_sigterm=False,
        handle_sighup=False,
    )


def _reason(trouble: Error) -> str:
    lines = [line.strip() for line in trouble.message.splitlines() if line.strip()]
    telling = [line for line in lines if "error" in line.lower() or "sandbox" in line.lower()]
    return (telling or lines or ["no reason given"])[-1][:200]


@asynccontextmanager
async def open_pool(
    options: BrowserOptions, fetching: FetchOptions, executable: str, targets: Targets
) -> AsyncIterator[Pool]:
    """A pool behind a door of its own."""
    async with open_door(targets, fetching.limits) as door:
        pool = Pool(options, fetching, executable, door)
        try:
            yield pool
        finally:
            await pool.close()
