"""The UI in a real browser: the system's Chromium, and a server on loopback in this process."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.ui.watching import Watched

from bowerbird import Workspace
from bowerbird.server.options import ServerOptions
from bowerbird.server.serving import Serving, open_server


@pytest.fixture(scope="module")  # while Playwright is at work no other test may have a loop
def chromium() -> Iterator[Browser]:
    found = which("chromium") or which("chromium-browser")
    assert found, "the UI's tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "home")


@pytest.fixture
def server(workspace: Workspace) -> Iterator[Serving]:
    """At work, on a free port."""
    with open_server(workspace, ServerOptions(port=0)) as serving:
        thread = threading.Thread(target=serving.run)
        thread.start()
        yield serving
        serving.end()
        thread.join(10)
        assert not thread.is_alive()


@pytest.fixture
def context(chromium: Browser, server: Serving) -> Iterator[BrowserContext]:
    """A browser that is signed in; relative addresses are the server's."""
    opened = chromium.new_context(base_url=server.url, locale="en-GB")
    opened.set_default_timeout(20_000)
    yield opened
    opened.close()


@pytest.fixture
def new_page(context: BrowserContext, server: Serving) -> Iterator[Callable[[], Page]]:
    """Opens tabs. At the end none may have complained or asked anybody else."""
    watched: list[Watched] = []

    def opened() -> Page:
        page = context.new_page()
        watched.append(Watched(page, server.url))
        if len(watched) == 1:
            page.goto(server.link())
        return page

    yield opened
    for each in watched:
        each.check()


@pytest.fixture
def page(new_page: Callable[[], Page]) -> Page:
    """A tab at home."""
    return new_page()
