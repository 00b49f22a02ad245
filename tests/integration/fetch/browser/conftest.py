"""A small web whose pages need a browser, and browsers that render them."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bowerbird.fetch.actions import holds_for
from bowerbird.fetch.browser import open_renderer
from bowerbird.fetch.browser_options import BrowserOptions
from bowerbird.fetch.browser_result import Surroundings
from bowerbird.fetch.browser_visit import ChromiumRenderer
from bowerbird.fetch.cookies import CookieJar
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.options import FetchOptions
from bowerbird.model.outcomes import Fetched, FetchOutcome, Redirected
from bowerbird.testing.fetcher import a_page
from bowerbird.testing.resolver import FakeResolver
from bowerbird.testing.serving import Answer, Asked, ServedWeb, serve
from bowerbird.workspace.clock import SystemClock

ITEMS = tuple(f"Item {number}" for number in range(23))
PER_ANSWER = 5


def answering(asked: Asked) -> Answer:
    """`/items?part=n` is what scripts load."""
    if asked.target.startswith("/items?part="):
        part = int(asked.target.partition("=")[2])
        items = ITEMS[part * PER_ANSWER : (part + 1) * PER_ANSWER]
        fields = (("Content-Type", "application/json"), ("Access-Control-Allow-Origin", "*"))
        return Answer(200, fields, json.dumps(items).encode())
    return Answer(404)


class Browser:
    """Renders pages that are given here, as if their server had sent them."""

    def __init__(self, renderer: ChromiumRenderer, jar: CookieJar) -> None:
        self.renderer = renderer
        self.pool = renderer.pool
        self.jar = jar

    async def show(self, html: str, url: str = "http://a.test/", **page: Any) -> FetchOutcome:
        """What comes of it."""
        return await self.renderer.render(a_page(url, html, **page), "a test")

    async def read(self, html: str, url: str = "http://a.test/", **page: Any) -> str:
        """The rendered page, which there must be."""
        outcome = await self.show(html, url, **page)
        assert isinstance(outcome, Fetched | Redirected), outcome
        with outcome.page as shown:
            return shown.body.read().decode()


OpenBrowser = Callable[..., Awaitable[Browser]]


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve(answering) as served:
        yield served


@pytest.fixture
async def open_browser(web: ServedWeb, tmp_path: Path) -> AsyncIterator[OpenBrowser]:
    """Opens a browser with these options; the web is where all names end."""
    async with AsyncExitStack() as stack:

        async def open_one(
            guard: Guard | None = None, fetching: FetchOptions | None = None, **options: Any
        ) -> Browser:
            jar = CookieJar()
            chosen = BrowserOptions.model_validate({"quiet_seconds": 0.2, **options})
            around = Surroundings(
                SystemClock(),
                screenshots=tmp_path / "pictures",
                chains=lambda url: [each for each in chosen.chains if holds_for(each, url)],
                cookies=jar,
            )
            fetching = fetching or FetchOptions(allow_private=True, resolve=(web.resolve,))
            renderer = await stack.enter_async_context(
                open_renderer(
                    chosen,
                    fetching,
                    FakeResolver({"localhost": "127.0.0.1"}),
                    guard or Guard(allow_private=True),
                    around,
                )
            )
            assert isinstance(renderer, ChromiumRenderer)
            return Browser(renderer, jar)

        yield open_one


@pytest.fixture
async def browser(open_browser: OpenBrowser) -> Browser:
    return await open_browser()
