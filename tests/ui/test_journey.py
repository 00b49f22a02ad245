"""From nothing to an export, through every tab, in a real browser: by mouse, and by keyboard alone.

What a hand cannot do here is said before it begins: that this machine's web may be crawled.
"""

import csv
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Locator, Page, expect

from bowerbird.testing.little_web import LITTLE_WEB, serve_little_web
from bowerbird.testing.serving import ServedWeb
from bowerbird.workspace import Project, Workspace

LIST = "http://gearshop.test/mice?page=1"
LISTED = [item for item in LITTLE_WEB.records if item.listed_on == LIST]
LONG = 60_000  # ms: runs and browsers are processes, and machines are busy
FAR = 200  # how often Tab is pressed before something counts as out of reach


class Hand(Protocol):
    """How somebody works on a page."""

    def press(self, wanted: Locator) -> None: ...
    def write(self, wanted: Locator, text: str) -> None: ...
    def lower(self, slider: Locator) -> None: ...
    def open_tab(self, name: str, key: str) -> None: ...


class Mouse:
    def __init__(self, page: Page) -> None:
        self._page = page

    def press(self, wanted: Locator) -> None:
        wanted.click(timeout=LONG)

    def write(self, wanted: Locator, text: str) -> None:
        wanted.click()
        wanted.press_sequentially(text)

    def lower(self, slider: Locator) -> None:
        box = slider.bounding_box()
        assert box is not None
        slider.click(position={"x": box["width"] / 5, "y": box["height"] / 2})

    def open_tab(self, name: str, key: str) -> None:
        del key
        self._page.get_by_role("navigation", name="Project").get_by_role("link", name=name).click()


class Keyboard:
    def __init__(self, page: Page) -> None:
        self._page = page

    def press(self, wanted: Locator) -> None:
        self._reach(wanted)
        self._page.keyboard.press("Enter")

    def write(self, wanted: Locator, text: str) -> None:
        self._reach(wanted)
        self._page.keyboard.type(text)

    def lower(self, slider: Locator) -> None:
        self._reach(slider)
        for _ in range(5):
            self._page.keyboard.press("ArrowLeft")

    def open_tab(self, name: str, key: str) -> None:
        self._page.evaluate("document.activeElement.blur()")  # what somebody types is no command
        self._page.keyboard.press("g")
        self._page.keyboard.press(key)
        expect(self._page.locator("[aria-current=page]").first).to_contain_text(name)

    def _reach(self, wanted: Locator) -> None:
        expect(wanted).to_be_visible(timeout=LONG)
        for _ in range(FAR):
            if wanted.evaluate("it => it === document.activeElement"):
                return
            self._page.keyboard.press("Tab")
        raise AssertionError(f"{wanted} cannot be reached by Tab")


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve_little_web() as served:
        yield served


def allow(project: Project, web: ServedWeb) -> None:
    project.plan = project.plan.model_validate(
        {
            "fetch": {"allow_private": True, "resolve": [web.resolve]},
            "politeness": {"delay": 0.05},
            "budget": {"max_pages": 40},
        }
    )


def set_up(page: Page, hand: Hand, web: ServedWeb, workspace: Workspace) -> None:
    hand.write(page.get_by_label("Name"), "mice")
    hand.press(page.get_by_role("button", name="Make a project"))
    expect(page.get_by_label("What is it about?")).to_be_visible()
    allow(workspace.project("mice"), web)
    onward(page, hand, "Where")
    hand.write(page.get_by_label("Start from these addresses"), LIST)
    onward(page, hand, "What")


def onward(page: Page, hand: Hand, step: str) -> None:
    hand.press(page.get_by_role("button", name=f"Next: {step}"))
    expect(page.locator("[aria-current=step]")).to_have_text(step, timeout=LONG)


def point(page: Page, hand: Hand) -> None:
    """The list of the page is a table before anybody points at it, and is kept."""
    hand.press(page.get_by_role("link", name="Point at a page"))
    hand.press(page.get_by_role("button", name="Open"))
    expect(page.locator(".picked tbody tr")).to_have_count(len(LISTED), timeout=LONG)
    hand.press(page.get_by_role("button", name="Keep this list"))
    expect(page.get_by_text("kept", exact=True)).to_be_visible()


def start(page: Page, hand: Hand) -> None:
    while not page.url.endswith("/new/what"):
        assert page.go_back() is not None
    onward(page, hand, "Limits")
    onward(page, hand, "Check")
    hand.press(page.get_by_role("button", name="Start the crawl"))


def watch(page: Page) -> None:
    """Nobody reloads it: the page follows the run to its end."""
    expect(page).to_have_url(re.compile("/p/mice/runs/1$"), timeout=LONG)
    expect(page.get_by_role("heading", level=1)).to_contain_text("completed", timeout=LONG)
    expect(page.locator(".figure", has_text="pages").first).not_to_have_text(re.compile("^0"))


def find(page: Page, hand: Hand) -> str:
    """A word that is suggested is taken; its first hit says why; three are judged. The word."""
    box = page.get_by_role("combobox", name="Search")
    hand.write(box, "mou")
    expect(page.get_by_role("option").first).to_be_visible(timeout=LONG)
    box.press("ArrowDown")
    box.press("Enter")
    hits = page.locator("[data-hit]")
    expect(hits.nth(2)).to_be_visible()

    hand.press(hits.first.locator("summary"))
    expect(hits.first.get_by_role("table", name="How the score came about")).to_be_visible()
    for number, grade in enumerate((1, 0, 3)):
        button = hits.nth(number).get_by_role("button", name=re.compile(f"^{grade}:"))
        hand.press(button)
        expect(button).to_have_attribute("aria-pressed", "true")
    return box.input_value()


def tune(page: Page, hand: Hand) -> None:
    accept = page.get_by_role("button", name="Let these hold").first
    expect(accept).to_be_disabled()
    hand.lower(page.get_by_role("slider", name="b", exact=True))
    expect(page).to_have_url(re.compile(r"b=0\.\d"))
    expect(accept).to_be_enabled()
    hand.press(accept)
    expect(page.get_by_text("holds", exact=True)).to_be_visible()


def export(page: Page, hand: Hand) -> list[dict[str, str]]:
    hand.press(page.locator("summary", has_text="Export"))
    with page.expect_download() as download:
        hand.press(page.get_by_role("button", name="Save the file"))
    with Path(download.value.path()).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.slow
@pytest.mark.parametrize("hand_of", [Mouse, Keyboard])
def test_from_a_new_project_to_an_export(
    page: Page, workspace: Workspace, web: ServedWeb, hand_of: Callable[[Page], Hand]
):
    hand = hand_of(page)
    project = workspace.project("mice")

    set_up(page, hand, web, workspace)
    point(page, hand)
    start(page, hand)
    watch(page)
    hand.open_tab("Records", "r")
    [kind] = project.plan.templates
    kinds = page.get_by_role("navigation", name="Kinds")
    hand.press(kinds.get_by_role("link", name=re.compile(kind)))
    expect(page.get_by_text(LISTED[0].title).first).to_be_visible()
    hand.open_tab("Index", "i")
    hand.press(page.get_by_role("button", name="Bring up to date"))
    expect(page.get_by_text("ready", exact=True)).to_be_visible(timeout=LONG)
    hand.open_tab("Search", "q")
    query = find(page, hand)
    hand.open_tab("Tune", "t")
    tune(page, hand)
    hand.open_tab("Records", "r")
    rows = export(page, hand)

    assert {item.title for item in LISTED} <= {row["title"] for row in rows}
    assert {each.grade for each in project.judgements_of(query)} == {0, 1, 3}
    tuning = project.tuning()
    accepted = tuning.history()[-1]
    assert accepted.settings.ranking["b"] < 0.75
    assert accepted.number == tuning.holding()
