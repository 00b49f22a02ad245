"""One browser at a time, replaced before it grows; its memory bounded while it works."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress

import psutil
import pytest

from bowerbird.fetch.browser import open_renderer
from bowerbird.fetch.browser_memory import family
from bowerbird.fetch.browser_options import BrowserOptions
from bowerbird.fetch.browser_result import Surroundings
from bowerbird.fetch.browser_visit import ChromiumRenderer
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.options import FetchOptions
from bowerbird.model.outcomes import Failed, Failure, Fetched
from bowerbird.testing.fetcher import a_page
from bowerbird.testing.resolver import FakeResolver
from bowerbird.workspace.clock import SystemClock

pytestmark = pytest.mark.slow
Open = Callable[..., Awaitable[ChromiumRenderer]]
PAGE = "<!DOCTYPE html><p>Here<script>document.title = 6 * 7</script>"
HOG = "<!DOCTYPE html><script>const a = []; for (;;) a.push(new Uint8Array(3e7).fill(1))</script>"


@pytest.fixture
async def open_one() -> AsyncIterator[Open]:
    async with AsyncExitStack() as stack:

        async def opened(
            fetching: FetchOptions | None = None, **options: object
        ) -> ChromiumRenderer:
            renderer = await stack.enter_async_context(
                open_renderer(
                    BrowserOptions.model_validate({"quiet_seconds": 0.05, **options}),
                    fetching or FetchOptions(),
                    FakeResolver(),
                    Guard(),
                    Surroundings(SystemClock()),
                )
            )
            assert isinstance(renderer, ChromiumRenderer)
            return renderer

        yield opened


def browsers() -> list[psutil.Process]:
    """The first process of each browser below this one; the others say of which type they are."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # it has ended since
            line = process.cmdline()
            if any("--remote-debugging" in word for word in line) and not any(
                "--type=" in word for word in line
            ):
                found.append(process)
    return found


async def test_a_browser_starts_with_the_first_page_and_is_replaced_after_so_many(open_one):
    renderer = await open_one(pages=3, tabs=2)
    assert browsers() == []
    seen: list[int] = []

    async def render(number: int) -> None:
        page = a_page(f"http://a{number % 3}.test/{number}", PAGE)
        outcome = await renderer.render(page, "a test")
        assert isinstance(outcome, Fetched)
        assert b"<title>42</title>" in outcome.page.body.read()
        seen.append(len(browsers()))

    await asyncio.gather(*(render(number) for number in range(9)))

    assert max(seen) == 1
    assert 3 <= renderer.pool.started <= 4
    root = browsers()[0].pid
    await renderer.pool.close()
    assert family(root) == []


async def test_a_page_that_takes_all_memory_is_given_up_and_the_others_go_on(open_one):
    renderer = await open_one(megabytes=600, tabs=2)

    hog, page = await asyncio.gather(
        renderer.render(a_page("http://hog.test/", HOG), "a test"),
        renderer.render(a_page("http://good.test/", PAGE), "a test"),
    )

    assert isinstance(hog, Failed)
    assert hog.reason is Failure.RENDERING
    assert isinstance(page, Fetched)
    assert (
        renderer.pool.peak.megabytes < 600 + 400
    )  # the rest of the browser beside a page at its bound
    after = await renderer.render(a_page("http://good.test/2", PAGE), "a test")
    assert isinstance(after, Fetched)


class FakeProxy:
    """Answers every request itself, with its name as a script."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.asked: list[str] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (head := await reader.readuntil(b"\r\n\r\n")) != b"":
            self.asked.append(head.split()[1].decode())
            body = f"globalThis.via = '{self.name}'".encode()
            writer.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\n"
                b"Content-Length: %d\r\nConnection: close\r\n\r\n%b" % (len(body), body)
            )
            await writer.drain()
            writer.close()
            return


THROUGH = """<!DOCTYPE html><p></p><script src=/part.js></script><script>
document.querySelector('p').textContent = via + (localStorage.seen ? ' knows me' : ' is new');
localStorage.seen = 1</script>"""


async def test_each_site_and_each_proxy_has_a_visitor_of_its_own(open_one):
    proxies = [FakeProxy("one"), FakeProxy("two")]
    async with AsyncExitStack() as stack:
        servers = [await asyncio.start_server(each.serve, "127.0.0.1", 0) for each in proxies]
        for server in servers:
            await stack.enter_async_context(server)
        urls = [f"http://127.0.0.1:{each.sockets[0].getsockname()[1]}" for each in servers]
        fetching = FetchOptions.model_validate(
            {"proxies": {"urls": urls, "policy": "round-robin"}, "allow_private": True}
        )
        renderer = await open_one(fetching=fetching)

        said = []
        for url in ("http://a.test/", "http://a.test/2", "http://a.test/3", "http://b.test/"):
            outcome = await renderer.render(a_page(url, THROUGH), "a test")
            assert isinstance(outcome, Fetched), outcome
            said.append(outcome.page.body.read().decode().partition("<p>")[2].partition("<")[0])

        await renderer.pool.close()

    assert said == ["one is new", "two is new", "one knows me", "two is new"]
    assert [len(each.asked) for each in proxies] == [2, 2]
