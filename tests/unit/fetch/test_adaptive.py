from typing import Any

import pytest

from bowerbird.fetch.actions import ActionChain
from bowerbird.fetch.adaptive import AdaptiveFetcher, AlwaysFetcher
from bowerbird.fetch.browser_result import Chains, no_chains
from bowerbird.fetch.needs import Needs
from bowerbird.model.outcomes import Failed, Failure, Fetched, FetchOutcome
from bowerbird.model.page import Page
from bowerbird.model.ports import FetchRequest
from bowerbird.testing.fetcher import FakeFetcher, a_page, a_redirect, a_url
from bowerbird.testing.memory_store import MemoryStore

WORDS = "word " * 100
EMPTY = "<main><h1>Mice</h1><ul></ul></main><script src=mice.js></script>"
FULL = f"<main><h1>Mice</h1><p>{WORDS}</p></main>"
DRAWN = "<main><h1>Mice</h1><ul>" + "<li>A quiet mouse, 12 euros</li>" * 9 + "</ul></main>"


def scrolls_on(path: str) -> Chains:
    chain = ActionChain.model_validate({"on": f"*{path}", "actions": ["scroll"]})
    return lambda url: [chain] if url.href.endswith(path) else []


class FakeRenderer:
    """Shows what it was told to show."""

    def __init__(self, html: str = DRAWN, failed: Failed | None = None) -> None:
        self.html = html
        self.failed = failed
        self.rendered: list[tuple[str, str]] = []

    async def render(self, page: Page, because: str) -> FetchOutcome:
        self.rendered.append((page.url.href, because))
        return self.failed or Fetched(a_page(page.url, self.html))


class Web:
    """An adaptive fetcher over pages that are given here."""

    def __init__(self, renderer: FakeRenderer, chains: Chains = no_chains) -> None:
        self.plain = FakeFetcher()
        self.renderer = renderer
        self.store = MemoryStore()
        self.kept: list[Any] = []
        needs = Needs(self.store, self.kept.append)
        self.fetcher = AdaptiveFetcher(self.plain, renderer, chains, needs)

    async def get(self, url: str, html: str) -> Page:
        self.plain.answer(url, Fetched(a_page(url, html)))
        outcome = await self.fetcher.fetch(FetchRequest(a_url(url)))
        assert isinstance(outcome, Fetched), outcome
        return outcome.page


async def test_a_page_that_says_enough_is_never_rendered():
    web = Web(FakeRenderer())

    page = await web.get("http://a.test/", FULL)

    assert page.body.read() == FULL.encode()
    assert web.renderer.rendered == []


async def test_a_page_with_signs_is_rendered_once_and_its_server_asked_once():
    web = Web(FakeRenderer())

    page = await web.get("http://a.test/", EMPTY)

    assert page.body.read() == DRAWN.encode()
    assert web.renderer.rendered == [("http://a.test/", "it has an empty list, and scripts")]
    assert web.plain.asked == ["http://a.test/"]


async def test_what_rendering_does_not_add_to_is_taken_as_it_was_sent():
    web = Web(FakeRenderer(EMPTY))
    for number in range(5):
        page = await web.get(f"http://a.test/p/{number}", EMPTY)
        assert page.body.read() == EMPTY.encode()

    assert len(web.renderer.rendered) == 3


async def test_a_page_is_not_lost_because_the_browser_failed():
    web = Web(FakeRenderer(failed=Failed(Failure.RENDERING, "busy without end")))

    page = await web.get("http://a.test/", EMPTY)

    assert page.body.read() == EMPTY.encode()


async def test_a_chain_for_these_pages_makes_them_be_rendered_and_its_failure_is_told():
    failed = Failed(Failure.ACTION, "action 1")
    web = Web(FakeRenderer(failed=failed), chains=scrolls_on("/list"))
    web.plain.answer("http://a.test/list", Fetched(a_page("http://a.test/list", FULL)))

    outcome = await web.fetcher.fetch(FetchRequest(a_url("http://a.test/list")))

    assert outcome == failed
    assert web.renderer.rendered == [("http://a.test/list", "an action chain")]


@pytest.mark.parametrize(
    "outcome",
    [
        Fetched(a_page("http://a.test/", EMPTY, status=404)),
        Fetched(a_page("http://a.test/", EMPTY, media_type="text/plain")),
        a_redirect("http://a.test/", "/b"),
        Failed(Failure.DNS),
    ],
)
async def test_only_good_pages_of_html_are_rendered(outcome):
    renderer = FakeRenderer()
    plain = FakeFetcher({"http://a.test/": outcome})
    fetcher = AlwaysFetcher(plain, renderer, no_chains)

    assert await fetcher.fetch(FetchRequest(a_url("http://a.test/"))) is outcome
    assert renderer.rendered == []


async def test_always_renders_a_page_that_says_enough_and_gives_the_first_one_back():
    renderer, page = FakeRenderer(), a_page("http://a.test/", FULL)
    fetcher = AlwaysFetcher(FakeFetcher({"http://a.test/": Fetched(page)}), renderer, no_chains)

    outcome = await fetcher.fetch(FetchRequest(a_url("http://a.test/")))

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.read() == DRAWN.encode()
    assert getattr(page.body, "closed", None) is True
