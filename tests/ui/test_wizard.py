"""From nothing to a run at work, by the steps of a new project, in a real browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.ui.watching import assert_accessible

from bowerbird.server.pages.wizard import STEPS
from bowerbird.testing.little_web import serve_little_web
from bowerbird.testing.serving import ServedWeb
from bowerbird.workspace import Workspace

LONG = 60_000  # ms: a run is a process, and machines are busy
START = "http://gearshop.test/mice?page=1"


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve_little_web() as served:
        yield served


def onward(page: Page, step: str) -> None:
    page.get_by_role("button", name=f"Next: {step}").click()
    expect(page.locator("[aria-current=step]")).to_have_text(step, timeout=LONG)


@pytest.mark.slow
def test_a_new_project_is_set_up_tried_and_started(
    page: Page, workspace: Workspace, web: ServedWeb
):
    page.get_by_label("Name").fill("mice")
    page.get_by_role("button", name="Make a project").click()
    project = workspace.project("mice")
    project.plan = project.plan.model_validate(
        {"fetch": {"allow_private": True, "resolve": [web.resolve]}, "politeness": {"delay": 0.0}}
    )

    page.get_by_label("What is it about?").fill("computer mouse")
    page.get_by_role("button", name="Show what it comes to").click()
    page.get_by_role("checkbox", name="mouse (electronic device)").check(timeout=LONG)
    onward(page, "Where")
    page.get_by_label("Start from these addresses").fill(START)
    onward(page, "What")
    page.get_by_role("checkbox", name="pictures").check()
    onward(page, "Limits")
    page.get_by_role("radio", name="Quick look").check()
    onward(page, "Check")
    page.go_back()
    page.go_back()
    expect(page.get_by_role("checkbox", name="pictures")).to_be_checked()
    page.get_by_role("link", name="Check").click()

    page.get_by_role("button", name="Try five pages").click()
    tried = page.get_by_role("table", name="Pages that were tried")
    expect(tried.get_by_text(START)).to_be_visible(timeout=LONG)
    assert project.runs() == []
    page.get_by_role("button", name="Start the crawl").click()

    expect(page).to_have_url(re.compile("/p/mice/runs/1$"), timeout=LONG)
    project.run().wait(timeout=60)
    plan = project.run().plan
    assert plan.seeds == [START]
    assert (plan.budget.max_pages, plan.media.kinds) == (50, ["image"])
    assert len(plan.topic.senses) == 1


@pytest.mark.slow
def test_axe_finds_nothing_on_any_step(page: Page, workspace: Workspace):
    project = workspace.project("mice")
    project.plan = project.plan.model_validate({"topic": {"query": "mouse"}})

    for path in ("/new", *(f"/p/mice/new/{step}" for step in (*STEPS, "all"))):
        assert_accessible(page, path)


@pytest.mark.slow
def test_a_sample_project_is_at_work_with_one_click(page: Page, workspace: Workspace):
    page.get_by_role("button", name="Start with a sample project").click()

    expect(page).to_have_url(re.compile("/p/sample/runs/1$"), timeout=LONG)
    run = workspace.project("sample").run()
    run.stop()
    assert run.state in ("stopped", "completed")
