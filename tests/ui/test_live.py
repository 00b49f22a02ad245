"""Pages follow runs while they work: one stream for a browser, the truth when a run dies."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.commands import COMMAND, until
from tests.ui.sites import SITE, crawling

from bowerbird.server.live import Newsroom
from bowerbird.server.serving import Serving
from bowerbird.testing.serving import ServedWeb
from bowerbird.testing.site import serve_site
from bowerbird.workspace import Project, Run, Workspace
from bowerbird.workspace.catalogue import Catalogue

TABS = 6
MOST_GROWTH = 30e6  # bytes


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve_site(SITE, delay=0.05) as served:
        yield served


@pytest.fixture
def run(workspace: Workspace, web: ServedWeb) -> Iterator[Run]:
    """At work, for longer than a test takes."""
    started = crawling(workspace, web).crawl(attached=False)
    yield started
    started.stop()


def pages_told(page: Page) -> int:
    text = page.locator(".figure", has_text="pages").first.inner_text()
    return int(re.sub(r"\D", "", text.partition("\n")[0]) or 0)


def listeners(server: Serving) -> int:
    newsroom: Newsroom = server.newsroom
    return newsroom.listeners()


def test_many_tabs_share_one_stream_and_all_stay_live(
    server: Serving, new_page: Callable[[], Page], run: Run
):
    tabs = [new_page() for _ in range(TABS)]
    for tab in tabs:
        tab.goto(f"/p/site/runs/{run.id}")
    told = [pages_told(tab) for tab in tabs]

    for tab, before in zip(tabs, told, strict=True):
        until(lambda tab=tab, before=before: pages_told(tab) > before)  # type: ignore[misc]
    assert listeners(server) == 1


def test_when_the_tab_that_leads_is_closed_another_takes_over(
    server: Serving, new_page: Callable[[], Page], run: Run
):
    leading, other = new_page(), new_page()
    for tab in (leading, other):
        tab.goto(f"/p/site/runs/{run.id}")
    until(lambda: listeners(server) == 1)
    leading.close()

    before = pages_told(other)
    until(lambda: pages_told(other) > before)
    until(lambda: listeners(server) == 1)


def test_a_run_that_is_killed_is_said_to_be_dead_within_five_seconds(
    page: Page, workspace: Workspace, run: Run
):
    page.goto(f"/p/site/runs/{run.id}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("running")
    entry = Catalogue(workspace.home).run("site", run.number)
    assert entry
    assert entry.pid

    os.kill(entry.pid, signal.SIGKILL)

    expect(page.get_by_role("heading", level=1)).to_contain_text("failed", timeout=5_000)
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()


def test_a_card_at_home_follows_its_run(page: Page, workspace: Workspace, web: ServedWeb):
    run = crawling(workspace, web).crawl(changes={"budget.max_pages": 30})
    page.goto("/")

    expect(page.locator(".card")).to_contain_text("completed", timeout=30_000)
    run.wait(10)


@pytest.mark.slow
def test_six_tabs_on_running_crawls_cost_the_server_little(
    chromium: Browser, tmp_path: Path, web: ServedWeb
):
    workspace = Workspace(tmp_path / "home")
    projects: list[Project] = [crawling(workspace, web, name) for name in ("one", "two")]
    with subprocess.Popen(
        [COMMAND, "serve", "--port", "0", "--json", "--home", str(workspace.home)],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        told = json.loads(process.stdout.readline())
        context = chromium.new_context(base_url=told["url"])
        first = context.new_page()
        first.goto(told["link"])
        for path in ("/p/one/crawl", "/p/one/records", "/p/two/search?q=word"):
            first.goto(path)  # what every page needs is loaded by now
        runs = [project.crawl(attached=False) for project in projects]
        serving = psutil.Process(process.pid)
        first.goto("/p/one/runs/1")
        before = serving.memory_info().rss

        tabs = [first, *(context.new_page() for _ in range(TABS - 1))]
        for number, tab in enumerate(tabs):
            tab.goto(f"/p/{projects[number % 2].name}/runs/1")
        end = time.monotonic() + 8
        most = before
        while time.monotonic() < end:
            tabs[0].wait_for_timeout(500)
            most = max(most, serving.memory_info().rss)

        context.close()
        for run in runs:
            run.stop()
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    sys.stderr.write(f"grew by {(most - before) / 1e6:.1f} MB\n")
    assert most - before < MOST_GROWTH
    assert not list((workspace.home / "servers").iterdir()), os.listdir(workspace.home)
