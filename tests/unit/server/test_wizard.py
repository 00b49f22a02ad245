"""Setting up a project step by step: each step is in the plan at once, and stays there."""

import pytest

from bowerbird.server.pages.wizard import STEPS
from bowerbird.workspace import Project, Workspace

HERE = "/p/mice/new/"


@pytest.fixture
def mice(workspace: Workspace) -> Project:
    project = workspace.project("mice")
    project.plan = project.plan
    return project


def test_a_new_project_leads_to_the_first_step(browser, workspace):
    assert browser.get("/new").status_code == 200

    made = browser.post(
        "/projects", data={"name": "mice", "go": "new/topic"}, follow_redirects=False
    )

    assert made.headers["location"] == "/p/mice/new/topic"
    assert workspace.projects() == ["mice"]


@pytest.mark.parametrize("step", [*STEPS, "all"])
def test_every_step_has_an_address_and_a_twin(browser, client, mice, step):
    assert f'href="/api/v1/projects/mice/setup/{step}"' in browser.get(HERE + step).text


def test_a_step_that_is_none_is_a_sentence(browser, mice):
    assert browser.get(HERE + "nothing").status_code == 422


def test_what_is_said_is_in_the_plan_and_still_there_on_the_way_back(browser, mice):
    said = {
        "topic": {"query": "computer mouse", "reader": "advanced", "go": "where"},
        "where": {"seeds": "http://a.test/\nhttp://b.test/", "stay": "any", "go": "what"},
        "what": {"kinds": ["image", "video"], "go": "limits"},
        "limits": {"size": "500", "max_depth": "3", "delay": "0.5", "preset": "mercator"},
    }
    went = [
        browser.post(HERE + step, data=form, follow_redirects=False).headers["location"]
        for step, form in said.items()
    ]

    assert went == [HERE + each for each in ("where", "what", "limits", "check")]
    plan = mice.plan
    assert (plan.topic.query, plan.topic.reader) == ("computer mouse", "advanced")
    assert plan.seeds == ["http://a.test/", "http://b.test/"]
    assert (plan.scope.stay, plan.scope.max_depth) == ("any", 3)
    assert plan.media.kinds == ["image", "video"]
    assert (plan.budget.max_pages, plan.politeness.delay) == (500, 0.5)
    assert plan.page_judge.use == "everything"
    assert 'value="mercator" checked' in browser.get(HERE + "limits").text
    assert "http://b.test/" in browser.get(HERE + "where").text


def test_terms_that_are_switched_off_no_longer_count_and_can_come_back(browser, mice):
    form = {"query": "mouse", "go": "topic"}
    browser.post(HERE + "topic", data=form)
    terms = [term["term"] for term in mice.expand_topic()["terms"]]
    assert "rodent" in terms or len(terms) > 1
    off = next(term for term in terms if term != "mouse")

    kept = [term for term in terms if term != off]
    page = browser.post(HERE + "topic", data=form | {"shown": terms, "kept": kept}).text
    assert mice.plan.topic.terms == {off: 0.0}
    assert off not in [term["term"] for term in mice.expand_topic()["terms"]]
    assert f'name="shown" value="{off}"' in page

    browser.post(HERE + "topic", data=form | {"shown": terms, "kept": terms})
    assert mice.plan.topic.terms == {}


def test_a_sense_is_chosen_and_the_cards_stay(browser, mice):
    browser.post(HERE + "topic", data={"query": "mouse", "go": "topic"})
    [question] = mice.expand_topic()["senses"]
    chosen = question["senses"][1]["id"]

    page = browser.post(
        HERE + "topic", data={"query": "mouse", "senses": chosen, "go": "topic"}
    ).text

    assert mice.plan.topic.senses == [chosen]
    assert f'value="{chosen}" checked' in page
    assert question["senses"][0]["id"] in page


def test_all_settings_at_once_leave_alone_what_the_form_did_not_hold(browser, mice):
    browser.post(HERE + "limits", data={"preset": "mercator", "size": "50"})

    browser.post(HERE + "all", data={"politeness.delay": "2", "scope.exclude": "*.zip\n/private/"})

    plan = mice.plan
    assert plan.politeness.delay == 2
    assert plan.scope.exclude == ["*.zip", "/private/"]
    assert (plan.page_judge.use, plan.budget.max_pages) == ("everything", 50)


def test_a_mistake_is_a_sentence_and_nothing_is_kept(browser, mice):
    before = mice.plan

    answer = browser.post(HERE + "all", data={"politeness.delay": "-3"})

    assert answer.status_code == 422
    assert "politeness.delay" in answer.text
    assert mice.plan == before
