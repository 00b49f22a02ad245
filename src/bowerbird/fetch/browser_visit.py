"""One page in the browser, from being shown to being written down."""

import asyncio
from hashlib import blake2b
from pathlib import Path

from bowerbird.fetch.actions import ActionChain
from bowerbird.fetch.browser_chain import ActionError, Player
from bowerbird.fetch.browser_options import BrowserOptions
from bowerbird.fetch.browser_pool import Pool
from bowerbird.fetch.browser_result import Shown, Surroundings, outcome_of
from bowerbird.fetch.browser_tab import Tab
from bowerbird.fetch.browser_trouble import BrowserMissingError, RenderingError
from bowerbird.fetch.options import FetchOptions
from bowerbird.fetch.proxies import Proxies
from bowerbird.model.outcomes import Failed, Failure, FetchOutcome
from bowerbird.model.page import Page
from bowerbird.web.domains import registrable_domain


class ChromiumRenderer:
    """Use `open_renderer`."""

    def __init__(
        self, pool: Pool, options: BrowserOptions, fetching: FetchOptions, around: Surroundings
    ) -> None:
        self.pool = pool
        self._options = options
        self._most = fetching.limits.text_bytes
        self._spool = fetching.spool_folder
        self._proxies = Proxies(fetching.proxies)
        self._around = around
        self._loop = asyncio.get_running_loop()

    async def render(self, page: Page, because: str) -> FetchOutcome:
        """See the port."""
        proxy = ""
        if self._proxies:
            proxy = self._proxies.choose(page.url.host, self._loop.time()) or ""
            if not proxy:
                return _given_up(page, Failed(Failure.PROXY, "every proxy rests"))
        try:
            async with self.pool.tab(registrable_domain(page.url.host), proxy) as tab:
                shown = await self._show_with_cookies(tab, page)
        except RenderingError as trouble:
            return _given_up(page, trouble.failed)
        except BrowserMissingError as trouble:
            return _given_up(page, Failed(Failure.RENDERING, str(trouble)))
        return outcome_of(page, shown, because, self._spool)

    async def _show_with_cookies(self, tab: Tab, page: Page) -> Shown:
        jar, url, now = self._around.cookies, page.url, self._around.clock.now
        if jar is None:
            await tab.forget_cookies()
            return await self._show(tab, page)
        await tab.give_cookies(jar.fitting(url, now()))
        shown = await self._show(tab, page)
        for cookie in await tab.take_cookies(url):
            jar.put(cookie, now())
        return shown

    async def _show(self, tab: Tab, page: Page) -> Shown:
        options, stirs = self._options, tab.stirs
        started = self._loop.time()
        deadline = started + options.seconds
        await tab.show(page, deadline)
        await stirs.quiet(options.quiet_seconds, deadline)
        cut = False
        for chain in self._around.chains(page.url):
            if not stirs.is_over:
                cut = await self._play(chain, tab, page) or cut
        stirs.check()
        if stirs.moved_to is not None:
            _refuse_forms(*stirs.moved_to)
        copied = await tab.call(f"copy({self._most})")
        if self._around.parts is not None:
            self._around.parts(await tab.parts())
        if "html" not in copied:
            detail = f"{copied['length']} characters are too many for a rendered page"
            raise RenderingError(Failed(Failure.TOO_LARGE, detail))
        return Shown(
            copied["html"],
            stirs.moved_to[1] if stirs.moved_to else "",
            truncated=cut,
            seconds=self._loop.time() - started,
            bytes=tab.issued.bytes,
        )

    async def _play(self, chain: ActionChain, tab: Tab, page: Page) -> bool:
        """Whether something without an end was cut short."""
        player = Player(tab, self._options.quiet_seconds, self._around.pause(page.url.host))
        try:
            await player.play(chain)
        except ActionError as trouble:
            picture = await self._picture(tab, page)
            seen = f"; it looked like {picture}" if picture else ""
            raise RenderingError(Failed(Failure.ACTION, f"{trouble}{seen}")) from trouble
        return player.cut

    async def _picture(self, tab: Tab, page: Page) -> str:
        folder = self._around.screenshots
        if folder is None or not self._options.screenshots:
            return ""
        path = folder / f"{page.url.host}-{blake2b(page.url.key, digest_size=4).hexdigest()}.png"
        try:
            await asyncio.to_thread(_make, folder)
            return str(path) if await tab.screenshot(str(path)) else ""
        except OSError:
            return ""  # no place for a picture is no reason to lose the reason


def _refuse_forms(method: str, where: str) -> None:
    if method != "GET":
        detail = f"it leads to {where} by {method}, and forms are never sent"
        raise RenderingError(Failed(Failure.RENDERING, detail))


def _given_up(page: Page, failed: Failed) -> Failed:
    return Failed(failed.reason, failed.detail, timing=page.timing)


def _make(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
