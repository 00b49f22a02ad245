"""Searching and tuning in a browser: suggestions, hits judged by key, sliders, the map."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.ui.watching import assert_accessible

from bowerbird.workspace import Project, Workspace

BIRDS = [
    {"title": f"The {name} bowerbird", "url": f"https://birds.test/{name}", "text": text}
    for name, text in (
        ("satin", "He loves blue things, and dances before his bower."),
        ("golden", "Two towers of sticks around a branch, and blue flowers on it."),
        ("spotted", "Bones and pebbles, sorted by size, make a gallery."),
    )
]


@pytest.fixture
def birds(workspace: Workspace, tmp_path: Path) -> Project:
    file = tmp_path / "birds.jsonl"
    file.write_text("".join(json.dumps(bird) + "\n" for bird in BIRDS))
    project = workspace.project("birds")
    project.plan = project.plan
    project.import_records(file, key=["url"])
    project.build_index(fields=["title", "text"])
    return project


@pytest.mark.usefixtures("birds")
def test_what_is_typed_is_suggested_and_a_choice_searches_at_once(page: Page):
    page.goto("/p/birds/search")
    box = page.get_by_role("combobox", name="Search")
    box.press_sequentially("bow")
    expect(page.get_by_role("listbox").get_by_role("option").first).to_be_visible()
    expect(box).to_have_attribute("aria-expanded", "true")

    box.press("ArrowDown")
    chosen = page.get_by_role("listbox").get_by_role("option", selected=True).inner_text()
    box.press("Enter")

    expect(box).to_have_value(chosen.strip())
    expect(page.locator("#suggestions")).to_be_hidden()
    expect(page.get_by_role("link", name="The satin bowerbird")).to_be_visible()


@pytest.mark.usefixtures("birds")
def test_escape_closes_the_suggestions_and_keeps_the_text(page: Page):
    page.goto("/p/birds/search")
    box = page.get_by_role("combobox", name="Search")
    box.press_sequentially("bow")
    expect(page.get_by_role("listbox")).to_be_visible()

    box.press("Escape")

    expect(page.locator("#suggestions")).to_be_hidden()
    expect(box).to_have_value("bow")


def test_hits_are_gone_through_and_judged_by_key(page: Page, birds: Project):
    page.goto("/p/birds/search?q=blue+bowerbird")
    page.keyboard.press("j")
    page.keyboard.press("j")

    page.keyboard.press("3")

    second = page.locator("[data-hit]").nth(1)
    expect(second.get_by_role("button", name="3: exactly what was wanted")).to_have_attribute(
        "aria-pressed", "true"
    )
    judged = birds.judgements_of("blue bowerbird")
    assert [(each.document.startswith("https://"), each.grade) for each in judged] == [(True, 3)]


@pytest.mark.slow
@pytest.mark.usefixtures("birds")
def test_results_with_everything_open_are_accessible(page: Page):
    query = "/p/birds/search?q=blue+bowerbird&b=0.3"
    assert_accessible(page, query)
    assert_accessible(page, f"{query}&show=title&show=text")


def test_a_slider_moves_the_measures_and_a_cell_of_the_map_turns_b_and_k(
    page: Page, birds: Project
):
    birds.judge("blue bowerbird", "https://birds.test/golden", 3)
    page.goto("/p/birds/tune")

    page.get_by_role("slider", name="b", exact=True).press("ArrowLeft")
    expect(page).to_have_url(re.compile("b=0.74"))
    page.get_by_role("link", name="Map of b and k").click()
    page.get_by_title("b 1.00, k 0.10").click()

    expect(page.get_by_role("spinbutton", name="b")).to_have_value("1.0")
    expect(page).to_have_url(re.compile("b=1.0&k=0.1"))


@pytest.mark.slow
def test_the_tuning_page_is_accessible(page: Page, birds: Project):
    birds.judge("blue bowerbird", "https://birds.test/golden", 3)

    assert_accessible(page, "/p/birds/tune?b=0.3&query=blue+bowerbird")
    assert_accessible(page, "/p/birds/tune/map")
    assert_accessible(page, "/p/birds/tune/auto")
