"""A small web whose pages need a browser, and one browser for the tests of each module."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bowerbird.fetch.actions import ActionChain
from bowerbird.fetch.browser import open_renderer
from bowerbird.fetch.browser_options import BrowserOptions
from bowerbird.fetch.browser_result import Surroundings
from bowerbird.fetch.browser_visit import ChromiumRenderer
from bowerbird.fetch.cookies import CookieJar
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.options import FetchOptions
from bowerbird.model.outcomes import Fetched, FetchOutcome, Redirected, Refusal, Refused
from bowerbird.testing.fetcher import a_page
from bowerbird.testing.resolver import FakeResolver
from bowerbird.testing.serving import Answer, Asked, ServedWeb, serve
from bowerbird.web.url import Url
from bowerbird.workspace.clock import SystemClock

ITEMS = tuple(f"Item {number}" for number in range(23))
PER_ANSWER = 5
PRIVATE = "127.0.0.2"  # a machine inside, where nothing of the web may lead


def answering(asked: Asked) -> Answer:
    """`/items?part=n` is what scripts load, `/to?URL` redirects."""
    path, _, query = asked.target.partition("?")
    if path == "/items":
        part = int(query.partition("=")[2])
        items = ITEMS[part * PER_ANSWER : (part + 1) * PER_ANSWER]
        fields = (("Content-Type", "application/json"), ("Access-Control-Allow-Origin", "*"))
        return Answer(200, fields, json.dumps(items).encode())
    if path == "/to":
        return Answer(302, (("Location", query), ("Access-Control-Allow-Origin", "*")))
    if path == "/large":
        return Answer(200, (("Content-Type", "text/plain"),), bytes(300_000))
    return Answer(404, (("Set-Cookie", "part=seen"),))


class InnerGuard(Guard):
    """Lets everybody in but to one machine."""

    def refusal(self, address: str, port: int) -> Refused | None:
        if address == PRIVATE:
            return Refused(Refusal.PRIVATE_ADDRESS, f"guard: {address} is not for you")
        return None


class Browser:
    """Renders pages that are given here, as if their server had sent them."""

    def __init__(self, renderer: ChromiumRenderer, jar: CookieJar, pictures: Path) -> None:
        self.renderer = renderer
        self.pool = renderer.pool
        self.jar = jar
        self.pictures = pictures
        self.chain: ActionChain | None = None

    def chains(self, _: Url) -> list[ActionChain]:
        return [self.chain] if self.chain else []

    async def show(
        self, html: str, url: str = "http://a.test/", *, actions: Any = (), **page: Any
    ) -> FetchOutcome:
        """What comes of it."""
        chain = {"on": "http://*", "actions": list(actions)}
        self.chain = ActionChain.model_validate(chain) if actions else None
        return await self.renderer.render(a_page(url, html, **page), "a test")

    async def read(self, html: str, url: str = "http://a.test/", **more: Any) -> str:
        """The rendered page, which there must be."""
        outcome = await self.show(html, url, **more)
        assert isinstance(outcome, Fetched | Redirected), outcome
        with outcome.page as shown:
            return shown.body.read().decode()


@pytest.fixture(scope="module")
def web() -> Iterator[ServedWeb]:
    with serve(answering) as served:
        yield served


@pytest.fixture(scope="module")
def resolver() -> FakeResolver:
    return FakeResolver({"localhost": "127.0.0.1", "inner.example": PRIVATE})


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(
    web: ServedWeb, resolver: FakeResolver, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Browser]:
    """All names below test end at the web; what is inside has a guard before it."""
    pictures = tmp_path_factory.mktemp("browser") / "pictures"
    jar = CookieJar()
    shown: list[Browser] = []
    around = Surroundings(
        SystemClock(),
        screenshots=pictures,
        chains=lambda url: shown[0].chains(url),
        cookies=jar,
    )
    options = BrowserOptions(quiet_seconds=0.2, block=("fonts", "media"), bytes=1_000_000)
    fetching = FetchOptions(resolve=(web.resolve,))
    async with open_renderer(options, fetching, resolver, InnerGuard(), around) as renderer:
        assert isinstance(renderer, ChromiumRenderer)
        shown.append(Browser(renderer, jar, pictures))
        yield shown[0]
