"""The shell of the UI in a browser: what is on every page."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.ui.sites import SITE, crawling
from tests.ui.watching import assert_accessible

from bowerbird.server.registry import sections
from bowerbird.testing.serving import ServedWeb
from bowerbird.testing.site import serve_site
from bowerbird.workspace import Project, Workspace

TABS = (
    "sources",
    "sources/places",
    "topic",
    "fields",
    "crawl",
    "runs/1",
    "records",
    "index",
    "search?q=word",
    "tune",
)
OTHERS = ("/", "/runs", "/settings", "/api", "/sign-in", "/nowhere")
PAGES = (*OTHERS, *(f"/p/site/{tab}" for tab in TABS))
# With what has to be there first, in these files:
ELSEWHERE = {
    "test_runs.py": (
        *("/runs/1/pages", "/runs/1/queue", "/runs/1/records", "/runs/1/steer", "/runs/1/links"),
        *("/runs/1/hubs", "/runs/1/statistics", "/runs/1/watch", "/runs/1/log"),
        *("/runs/1/settings", "/runs/1/compare", "/runs/1/changes-found"),
        *("/explain", "/kept", "/records/0f", "/rebuild", "/plan"),
        *("/notices", "/schedules", "/users", "/audit"),
    ),
    "test_searching.py": ("/tune/map", "/tune/auto"),
    "test_picking.py": ("/fields/mice",),
    "test_wizard.py": ("/new/topic",),
}


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve_site(SITE, delay=0.02) as served:
        yield served


@pytest.fixture
def project(workspace: Workspace, web: ServedWeb) -> Project:
    """Ready to crawl a site on loopback."""
    return crawling(workspace, web)


@pytest.mark.slow
def test_axe_finds_nothing_on_any_page(page: Page, project: Project):
    project.crawl(changes={"budget.max_pages": 30}).wait()

    for path in PAGES:
        assert_accessible(page, path)


def test_axe_forgets_no_page():
    elsewhere = (path for paths in ELSEWHERE.values() for path in paths)
    known = [path.partition("?")[0].removeprefix("/p/site") for path in (*PAGES, *elsewhere)]

    for page in (path for section in sections() for path in section.twins):
        pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", page.removeprefix("/p/{project}")))
        assert any(map(pattern.fullmatch, known)), page


def test_the_address_with_the_token_is_left_at_once(page: Page):
    assert "token" not in page.url
    expect(page.get_by_role("heading", level=1)).to_have_text("Projects")


def test_a_project_is_made_and_gone_through_by_keyboard(page: Page):
    page.get_by_label("Name").fill("mice")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/p/mice/new/topic$"))

    for key, heading in (("s", "Sources"), ("r", "Records"), ("t", "Tune"), ("h", "Projects")):
        page.keyboard.press("g")
        page.keyboard.press(key)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)


def test_the_list_of_keys_opens_and_closes(page: Page):
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()

    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_hidden()


def test_a_slash_goes_to_the_search_box(page: Page, project: Project):
    page.goto(f"/p/{project.name}/search")
    page.keyboard.press("/")

    expect(page.get_by_role("combobox", name="Search")).to_be_focused()


def test_the_theme_is_chosen_and_kept(page: Page):
    page.emulate_media(color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    for _ in range(2):  # light, then dark
        page.get_by_role("button", name="Change the theme").click()
    assert page.evaluate(ground) != light

    page.reload()
    assert page.evaluate(ground) != light


def test_a_run_is_started_watched_paused_resumed_and_stopped(page: Page, project: Project):
    page.goto("/p/site/crawl")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("/p/site/runs/1$"))
    pages = page.locator(".figure", has_text="pages").first
    expect(pages).not_to_have_text(re.compile("^0"))

    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("paused")
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("running")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("stopped")
    assert project.run().state == "stopped"


def test_an_error_is_said_where_the_person_is(page: Page, project: Project):
    page.goto("/p/site/crawl")
    page.evaluate("""htmx.ajax("POST", "/p/site/runs/7/stop", {target: "#runs"})""")

    expect(page.get_by_role("alert")).to_contain_text("has no run")


def test_pages_work_without_scripts(server, chromium, workspace: Workspace, tmp_path: Path):
    file = tmp_path / "one.jsonl"
    file.write_text(json.dumps({"title": "The lyrebird", "text": "He sings."}))
    context = chromium.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(server.link())

    page.get_by_label("Name").fill("mice")
    page.get_by_role("button", name="Make a project").click()
    workspace.project("mice").import_records(file)
    workspace.project("mice").build_index(fields=["title", "text"])
    page.get_by_role("link", name="Search").click()
    page.get_by_role("searchbox").fill("sings")
    page.get_by_role("button", name="Search").click()

    expect(page.get_by_role("link", name="The lyrebird")).to_be_visible()
    context.close()
