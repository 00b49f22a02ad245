"""Runs in a browser: watched, stopped, killed and resumed; steered and curated while they work; and
where a cell of a record came from."""

import os
import re
import signal
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.ui.watching import EXTREMES, assert_accessible

from bowerbird.testing.serving import ServedWeb
from bowerbird.testing.site import generated_site, serve_site
from bowerbird.workspace import Project, Run, Workspace

SITE = generated_site(hosts=3, pages=600, words=30)
LINKS = {
    "record": "//li",
    "fields": [
        {"name": "name", "selector": "./a"},
        {"name": "target", "selector": "./a/@href", "type": "link"},
    ],
}
OF_A_RUN = (
    "", "/pages", "/queue?exclude=prefix(/p/)", "/records", "/links", "/links?by=page", "/hubs",
    "/statistics", "/watch", "/log", "/steer", "/steer?page_judge.options.threshold=0.01",
    "/settings", "/changes-found", "/compare",
)  # fmt: skip


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve_site(SITE, delay=0.02) as served:
        yield served


@pytest.fixture
def project(workspace: Workspace, web: ServedWeb) -> Project:
    """With a topic, and a template for the lists of links."""
    found = workspace.project("site")
    found.plan = found.plan.model_validate(
        {
            "seeds": SITE.seeds,
            "scope": {"stay": "any"},
            "topic": {"query": "bikes"},
            "templates": {"links": LINKS},
            "politeness": {"delay": 0.0},
            "fetch": {"allow_private": True, "resolve": [web.resolve]},
        }
    )
    return found


@pytest.fixture
def working(project: Project) -> Iterator[Run]:
    """A run that has read some pages and has many to go."""
    run = project.crawl(changes={"speed.concurrency": 2})
    while run.summary().get("pages", 0) < 10:
        time.sleep(0.05)  # for the first pages
    yield run
    run.stop()
    run.wait()  # its own process, if the page had ended it
    while run.is_alive:
        time.sleep(0.05)  # for that which went on with it


@pytest.fixture
def done(project: Project) -> Run:
    run = project.crawl(changes={"budget.max_pages": 30})
    run.wait()
    return run


@pytest.mark.slow
def test_axe_finds_nothing_on_any_page_of_a_run(page: Page, project: Project, done: Run):
    project.crawl(changes={"budget.max_pages": 40}).wait()
    read = next(row["url"] for row in project.tables.pages().rows if row["state"] == "fetched")
    key = project.tables.records("links").rows[0]["_key"]

    for path in OF_A_RUN:
        assert_accessible(page, f"/p/site/runs/2{path}", EXTREMES)
    for path in (
        f"explain?url={read}",
        f"kept?url={read}",
        f"records/{key}",
        "rebuild",
        "plan",
        "index",
    ):
        assert_accessible(page, f"/p/site/{path}", EXTREMES)
    for path in ("/notices", "/schedules?project=site", "/users", "/audit", "/runs"):
        assert_accessible(page, path, EXTREMES)
    assert done.number == 1


def test_a_run_that_is_killed_is_said_to_be_dead_and_can_be_resumed(page: Page, working: Run):
    page.goto("/p/site/runs/1")
    expect(page.get_by_role("heading", level=1)).to_contain_text("running")

    os.kill(working._entry().pid or 0, signal.SIGKILL)

    expect(page.get_by_role("heading", level=1)).to_contain_text("failed", timeout=5_000)
    expect(page.locator(".sentence").first).to_contain_text("can be resumed")
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("running", timeout=60_000)


def test_stop_ends_a_run_within_ten_seconds(page: Page, working: Run):
    page.goto("/p/site/runs/1")
    began = time.monotonic()

    page.get_by_role("button", name="Stop").click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("stopped", timeout=10_000)
    assert time.monotonic() - began < 10
    assert not working.is_alive


def test_a_pattern_is_left_out_after_it_was_said_what_that_hides(page: Page, working: Run):
    working.pause()
    page.goto("/p/site/runs/1/queue")
    page.get_by_label("Rule", exact=True).fill("host(h001.site.test)")

    said = page.get_by_text(re.compile(r"It hides \d+ queued page"))
    expect(said).to_be_visible()
    hidden = int(re.search(r"\d+", said.inner_text())[0])  # type: ignore[index]
    assert hidden > 0
    assert working.plan.scope.exclude == []  # nothing happened yet
    page.get_by_role("button", name="Leave it out").click()

    expect(page.get_by_role("heading", name="Leave something out")).to_be_visible()
    expect(page.get_by_label("Rule", exact=True)).to_have_value("")
    assert working.plan.scope.exclude == ["host(h001.site.test)"]


def test_a_threshold_is_tried_on_what_was_fetched_before_it_holds(page: Page, done: Run):
    page.goto("/p/site/runs/1/steer")
    page.get_by_role("spinbutton", name="Threshold").fill("0")

    expect(page.get_by_text(re.compile(r"Keeps \d+, drops 0, takes in \d+"))).to_be_visible()
    assert done.changes == []
    page.get_by_role("button", name="Let the run go by these").click()

    expect(page.get_by_text("It was steered 1 time before")).to_be_visible()
    assert done.plan.page_judge.options["threshold"] == 0


def test_a_thumb_teaches_the_judge(page: Page, project: Project, done: Run):
    page.goto(f"/p/site/runs/{done.number}/pages?filter=state%3Dfetched&sort=url")
    row = page.get_by_role("row").nth(1)
    url = row.get_by_role("link").inner_text()
    row.get_by_role("button", name=re.compile("is relevant$")).click()

    expect(page).to_have_url(re.compile(r"/pages\?filter=state%3Dfetched&sort=url$"))
    assert project.explain(url)["rating"]["relevant"] is True


def test_a_cell_leads_to_the_element_that_it_came_from(page: Page, project: Project, done: Run):
    record = project.tables.records("links", sort="name").rows[0]
    page.goto("/p/site/records?kind=links&sort=name")
    page.get_by_role("link", name="Where from?").first.click()

    frame = page.frame_locator("iframe")
    expect(frame.locator("#bowerbird-mark")).to_have_text(record["name"])
    page.get_by_role("link", name="target", exact=True).click()
    expect(page.get_by_text("./a/@href")).to_be_visible()
    expect(frame.locator("#bowerbird-mark")).to_have_text(record["name"])  # its attribute
    assert record["_run"] == str(done.number)
