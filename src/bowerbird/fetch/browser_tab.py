"""One tab of the browser: shows a page that was fetched, plays on it, writes down what it shows.

The main document comes from our own fetcher and is put into the browser; all the rest the page
loads by itself, through the door. Wherever its main frame wants to go instead (a script, a refresh,
a form), it does not go: that is said, and the crawl decides.
"""

import asyncio
from base64 import b64encode
from collections.abc import Awaitable, Coroutine, Sequence
from importlib.resources import files
from typing import Any, TypeVar

from playwright.async_api import BrowserContext, CDPSession, Error
from playwright.async_api import Page as PlaywrightPage

from bowerbird.fetch.browser_parts import parts_of
from bowerbird.fetch.browser_pass import Pass
from bowerbird.fetch.browser_quiet import Stirrings
from bowerbird.fetch.browser_trouble import RenderingError
from bowerbird.fetch.cookies import Cookie
from bowerbird.model.outcomes import Failed, Failure
from bowerbird.model.page import Page
from bowerbird.model.parts import PageParts
from bowerbird.web.url import Url

T = TypeVar("T")
SCRIPT = files("bowerbird.fetch").joinpath("browser_page.js").read_text("utf-8")
WORLD = "bowerbird"
# Dismissed without a word, as nobody is there; a storm of them would hold up every other page.
UNASKED = """window.open = () => null; window.alert = window.print = () => undefined;
window.confirm = () => false; window.prompt = () => null;"""
MOST_DIALOGS = 10
LAST_WORD_SECONDS = 1.0
ANSWER_SECONDS = 3.0  # for a page that does nothing else; the largest took 0.4 s
CUT = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection"})


class Tab:
    """Use `open_tab`. After trouble it is closed with its context, never used again."""

    def __init__(self, context: BrowserContext, page: PlaywrightPage, cdp: CDPSession,
                 issued: Pass, main: str, *, media: bool) -> None:  # fmt: skip
        self.context = context
        self.page = page
        self.issued = issued
        self.stirs = Stirrings()
        self.broken = False
        self._cdp = cdp
        self._main = main
        self._media = media
        self._given: Page | None = None
        self._answering: set[asyncio.Task[None]] = set()
        self._world: int | None = None
        self._dialogs = 0

    # ---- what is asked of it

    async def show(self, given: Page, deadline: float) -> None:
        """Put the page into the browser, and wait until its document is read."""
        self._given = given
        self._world = None
        self.stirs.renew()
        self.issued.renew()
        await self._ask("Page.navigate", {"url": given.url.href}, _left(deadline))
        await self.stirs.until(lambda: self.stirs.parsed, deadline)
        self.stirs.check()

    async def call(self, expression: str, seconds: float = ANSWER_SECONDS) -> Any:
        """Ask the page something, in a world that its scripts cannot reach."""
        try:
            return await self._evaluate(f"bowerbird.{expression}", seconds)
        except TimeoutError:
            # Scripts that never end are ended: what the page shows by then is what it shows.
            self.broken = True
            await asyncio.gather(
                self._ask("Emulation.setScriptExecutionDisabled", {"value": True}, seconds),
                self._ask("Runtime.terminateExecution", {}, seconds),  # lets the other one in
            )
        try:
            return await self._evaluate(f"bowerbird.{expression}", seconds)
        except TimeoutError:
            raise RenderingError(BUSY) from None

    async def parts(self) -> PageParts:
        """Style sheets and pictures of the page that is shown."""
        told = [(address, media) for address, media in await self.call("sheets()")]
        return await parts_of(self._cdp, self._main, told)

    async def give_cookies(self, cookies: Sequence[Cookie]) -> None:
        """What is known of the site's cookies, before its page is shown."""
        if cookies:
            await _answered(self.context.add_cookies([_for_browser(each) for each in cookies]))

    async def take_cookies(self, url: Url) -> list[Cookie]:
        """What the page and its parts have set."""
        return [_from_browser(each) for each in await _answered(self.context.cookies(url.href))]

    async def forget_cookies(self) -> None:
        """All of them, where a run keeps none."""
        await _answered(self.context.clear_cookies())

    async def clear(self) -> None:
        """Leave the page, so that nothing of it goes on."""
        self._given = None
        self.stirs.renew()
        await self._ask("Page.navigate", {"url": "about:blank"}, ANSWER_SECONDS)
        # A last word that never ends would hold up the next page of the site.
        await self._ask("Runtime.evaluate", {"expression": "0"}, LAST_WORD_SECONDS)

    async def screenshot(self, path: str) -> bool:
        """A picture of what is visible; whether there is one now."""
        try:
            await self.page.screenshot(path=path, timeout=1000 * ANSWER_SECONDS)
        except Error:
            return False
        return True

    async def close(self) -> None:
        """With its context, and whatever of it still runs."""
        for task in self._answering:
            task.cancel()
        await asyncio.gather(*self._answering, return_exceptions=True)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.context.close()
        except (Error, TimeoutError):
            return  # the browser is gone, or about to be

    # ---- how it is made

    async def listen(self) -> None:
        """Hear of what happens in the tab. Called once."""
        cdp, stirs = self._cdp, self.stirs
        cdp.on("Fetch.requestPaused", self._paused)
        cdp.on("Network.requestWillBeSent", self._begins)
        cdp.on("Network.loadingFinished", lambda event: stirs.ended(event))
        cdp.on("Network.loadingFailed", lambda event: stirs.ended(event))
        cdp.on("Page.domContentEventFired", stirs.has_parsed)
        cdp.on("Page.javascriptDialogOpening", self._talks)
        self.page.on("crash", lambda _: stirs.failed(CRASHED))
        self.page.on("close", lambda _: stirs.failed(GONE))
        self.context.on("page", self._pops_up)
        await self.context.add_init_script(UNASKED)
        await cdp.send("Page.enable")
        # Nobody asks for bodies: none need to be kept.
        await cdp.send("Network.enable", {"maxTotalBufferSize": 1, "maxResourceBufferSize": 1})
        kinds = ["Document"] if self._media else ["Document", "Media"]
        await cdp.send("Fetch.enable", {"patterns": [{"resourceType": kind} for kind in kinds]})

    # ---- what the browser asks

    def _begins(self, event: dict[str, Any]) -> None:
        # Of other frames the end is told elsewhere, and what they show is not read here.
        if event.get("type") != "Document" or event.get("frameId") == self._main:
            self.stirs.began(event)

    def _paused(self, event: dict[str, Any]) -> None:
        self._soon(self._decide(event))

    def _talks(self, _: object) -> None:
        """Playwright dismisses every dialog; a script that opens them without end is ended."""
        self._dialogs += 1
        if self._dialogs % MOST_DIALOGS == 0:
            self._soon(self._hush())

    async def _hush(self) -> None:
        try:
            await self._cdp.send("Runtime.terminateExecution")
        except Error:
            return  # it has gone

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _decide(self, event: dict[str, Any]) -> None:
        """A document is asked for: ours is given, frames ask the door, the rest is refused."""
        request, paused = event["request"], {"requestId": event["requestId"]}
        given = self._given
        try:
            if event["resourceType"] == "Media" or _is_download(event):
                blocked = {"errorReason": "BlockedByClient"}
                await self._cdp.send("Fetch.failRequest", paused | blocked)
            elif event["frameId"] != self._main:
                await self._cdp.send("Fetch.continueRequest", paused)
            elif given is not None and request["url"] == given.url.href:
                self._given = None
                await self._cdp.send("Fetch.fulfillRequest", paused | _answer_of(given))
            elif given is not None:  # an answer that came too late for the page before
                await self._cdp.send("Fetch.failRequest", paused | {"errorReason": "Aborted"})
            else:
                # First the word, then the deed: a page that is left has not been abandoned.
                where = request["url"] + request.get("urlFragment", "")
                self.stirs.moves(request["method"], where)
                await self._cdp.send("Fetch.failRequest", paused | {"errorReason": "Aborted"})
        except Error:
            return  # the request was given up meanwhile

    def _pops_up(self, other: PlaywrightPage) -> None:
        if other is not self.page:
            self._soon(_shut(other))

    # ---- asking the browser

    async def _evaluate(self, expression: str, seconds: float) -> Any:
        """Raises TimeoutError where the page does not answer."""
        if self._world is None:
            made = await self._send(
                "Page.createIsolatedWorld", {"frameId": self._main, "worldName": WORLD}, seconds
            )
            self._world = made["executionContextId"]
            await self._evaluate(f"{SCRIPT}; 0", seconds)
        asked = {"expression": expression, "contextId": self._world, "returnByValue": True}
        answer = await self._send("Runtime.evaluate", asked, seconds)
        if "exceptionDetails" in answer:
            said = answer["exceptionDetails"].get("exception", {}).get("description", "")
            raise RenderingError(Failed(Failure.RENDERING, f"it cannot be read: {said[:200]}"))
        return answer["result"].get("value")

    async def _ask(self, method: str, params: dict[str, Any], seconds: float) -> Any:
        try:
            return await self._send(method, params, seconds)
        except TimeoutError:
            self.stirs.check()
            raise RenderingError(BUSY) from None

    async def _send(self, method: str, params: dict[str, Any], seconds: float) -> Any:
        self.stirs.check()
        try:
            async with asyncio.timeout(seconds):
                return await self._cdp.send(method, params)
        except Error as trouble:
            self.stirs.check()
            raise RenderingError(Failed(Failure.RENDERING, _short(trouble))) from trouble


BUSY = Failed(Failure.RENDERING, "its scripts keep the browser busy without end")
CRASHED = Failed(
    Failure.RENDERING, "the browser gave the page up: it wanted too much memory, or broke it"
)
GONE = Failed(Failure.RENDERING, "the browser ended while it showed the page")


async def open_tab(context: BrowserContext, issued: Pass, *, media: bool) -> Tab:
    """The one page of a new context; without `media`, sound and films are not loaded."""
    page = await context.new_page()
    cdp = await context.new_cdp_session(page)
    tree = await cdp.send("Page.getFrameTree")
    tab = Tab(context, page, cdp, issued, tree["frameTree"]["frame"]["id"], media=media)
    await tab.listen()
    return tab


async def _answered(asked: Awaitable[T]) -> T:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            return await asked
    except TimeoutError:
        raise RenderingError(BUSY) from None
    except Error as trouble:
        raise RenderingError(Failed(Failure.RENDERING, _short(trouble))) from trouble


async def _shut(page: PlaywrightPage) -> None:
    try:
        await page.close()
    except Error:
        return  # it closed itself


def _answer_of(page: Page) -> dict[str, Any]:
    """The page as the browser is given it: decoded, with the server's own headers."""
    headers = [
        {"name": name, "value": value}
        for name, value in page.headers.pairs
        if name.lower() not in CUT and value.isprintable()
    ]
    return {
        "responseCode": page.status,
        "responseHeaders": headers,
        "body": b64encode(page.body.read()).decode(),
    }


def _is_download(event: dict[str, Any]) -> bool:
    """Navigations are known to the browser's network log; a link to save a file is not."""
    return event["resourceType"] == "Document" and not event.get("networkId")


def _for_browser(cookie: Cookie) -> Any:
    return {
        "name": cookie.name,
        "value": cookie.value,
        "domain": cookie.domain if cookie.host_only else f".{cookie.domain}",
        "path": cookie.path,
        "expires": -1 if cookie.expires is None else cookie.expires,
        "secure": cookie.secure,
        "httpOnly": cookie.http_only,
    }


def _from_browser(cookie: Any) -> Cookie:
    expires = cookie.get("expires", -1)
    return Cookie(
        name=cookie["name"],
        value=cookie["value"],
        domain=cookie["domain"].removeprefix("."),
        path=cookie["path"],
        host_only=not cookie["domain"].startswith("."),
        secure=cookie["secure"],
        expires=None if expires < 0 else float(expires),
        http_only=cookie["httpOnly"],
    )


def _left(deadline: float) -> float:
    return max(0.1, deadline - asyncio.get_running_loop().time())


def _short(trouble: Error) -> str:
    return trouble.message.partition("\n")[0][:200]
