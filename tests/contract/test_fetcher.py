"""What every fetcher owes the crawl, whatever it speaks. The fake owes it too."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.integration.fetch.ftp_server import open_ftp_server
from tests.integration.fetch.raw_server import open_raw_server, page

from bowerbird.fetch.guard import Guard
from bowerbird.fetch.options import FetchOptions
from bowerbird.fetch.schemes import SchemeFetcher, open_fetcher
from bowerbird.model.outcomes import Fetched, Refusal, Refused
from bowerbird.model.ports import Fetcher, FetchRequest
from bowerbird.testing.clock import FakeClock
from bowerbird.testing.fetcher import FakeFetcher, a_page, a_url
from bowerbird.testing.resolver import FakeResolver

CONTENT = b"<html><title>t</title>hello</html>"
LARGE = b"<html>" + b"0123456789" * 20_000 + b"</html>"


@dataclass
class World:
    """A fetcher, and a place that has `page.html`, `large.html` and nothing else."""

    fetcher: Fetcher
    root: str

    async def ask(self, name: str) -> object:
        return await self.fetcher.fetch(FetchRequest(a_url(self.root + name)))


@pytest.fixture(params=["http", "ftp", "file", "fake"])
async def world(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[World]:
    async with AsyncExitStack() as stack:
        options = FetchOptions(folders=(str(tmp_path),))
        resolver = FakeResolver({"*.test": "127.0.0.1"})
        fetcher: Fetcher = await stack.enter_async_context(
            open_fetcher(options, resolver, Guard(allow_private=True), FakeClock())
        )
        if request.param == "http":
            server = await stack.enter_async_context(open_raw_server())
            server.on("/page.html", page(CONTENT))
            server.on("/large.html", page(LARGE))
            root = server.url("/")
        elif request.param == "ftp":
            files = await stack.enter_async_context(open_ftp_server())
            files.files |= {"/page.html": CONTENT, "/large.html": LARGE}
            root = files.url("/")
        elif request.param == "file":
            (tmp_path / "page.html").write_bytes(CONTENT)
            (tmp_path / "large.html").write_bytes(LARGE)
            root = f"file://{tmp_path}/"
        else:
            root = "http://fake.test/"
            pages = {"page.html": CONTENT, "large.html": LARGE}
            fetcher = FakeFetcher(
                {root + name: Fetched(a_page(root + name, body)) for name, body in pages.items()}
            )
        yield World(fetcher, root)


async def test_a_page_comes_with_its_bytes_and_its_type(world):
    outcome = await world.ask("page.html")

    assert isinstance(outcome, Fetched)
    with outcome.page as got:
        assert got.url.href == world.root + "page.html"
        assert got.body.read() == CONTENT
        assert got.body.size == len(CONTENT)
        assert got.status == 200
        assert got.media_type == "text/html"
        assert got.headers.get("content-type").startswith("text/html")
        assert not got.truncated
        assert got.fetched_at == FakeClock().now()


@pytest.mark.parametrize("name", ["page.html", "large.html"])
async def test_every_consumer_reads_a_body_from_its_start(world, name):
    outcome = await world.ask(name)

    assert isinstance(outcome, Fetched)
    with outcome.page as got:
        with got.body.open() as first:
            first.read(7)
            with got.body.open() as second:
                assert second.read(6) == b"<html>"
            rest = first.read()
        assert got.body.read()[7:] == rest
        assert len(rest) == got.body.size - 7


async def test_the_same_url_can_be_asked_again(world):
    first = await world.ask("page.html")
    second = await world.ask("page.html")

    assert isinstance(first, Fetched)
    assert isinstance(second, Fetched)
    assert first.page.body.read() == second.page.body.read()


async def test_what_is_not_there_is_an_outcome_and_no_exception(world):
    outcome = await world.ask("missing.html")

    if isinstance(outcome, Fetched):
        assert outcome.page.status == 404
    else:
        assert outcome.reason.value == "not-found"


async def test_a_scheme_that_nobody_fetches_is_refused():
    outcome = await SchemeFetcher({"http": FakeFetcher()}).fetch(
        FetchRequest(a_url("gopher://old.test/"))
    )

    assert outcome == Refused(Refusal.SCHEME, "nothing here fetches gopher:; known: http")


async def test_a_plugin_may_add_a_scheme_or_take_one_over():
    plugin = FakeFetcher()
    resolver = FakeResolver()

    async with open_fetcher(
        FetchOptions(), resolver, Guard(), FakeClock(), {"gopher": plugin, "ftp": plugin}
    ) as fetcher:
        await fetcher.fetch(FetchRequest(a_url("gopher://old.test/")))
        await fetcher.fetch(FetchRequest(a_url("ftp://old.test/")))

    assert plugin.asked == ["gopher://old.test/", "ftp://old.test/"]
