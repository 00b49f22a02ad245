"""Notices, schedules, people, the book of who did what; indexes, the plan, a project as a whole."""

import re

import pytest


def test_unread_notices_are_counted_on_every_page_until_they_are_seen(browser, workspace, birds):
    for mark in ("one", "two"):
        workspace.notices.tell(mark, birds.name, None, "health", "warn", f"{mark} thing happened")

    assert ", 2 unread</span>" in browser.get("/").text
    page = browser.get("/notices").text
    assert "one thing happened" in page
    number = re.search(r'name="number" value="(\d+)"', page)
    assert number
    browser.post("/notices/read", data={"number": number[1]})
    assert workspace.notices.unread() == 1
    browser.post("/notices/read", data={})
    assert workspace.notices.unread() == 0
    assert " unread</span>" not in browser.get("/settings").text


def test_a_schedule_is_made_paused_and_removed(browser, workspace, birds):
    browser.post("/schedules", data={"project": birds.name, "rhythm": "every 6 hours"})
    (made,) = workspace.schedules.all()
    assert "every 6 hours" in browser.get(f"/p/{birds.name}/schedules").text

    browser.post(f"/schedules/{made.number}/pause")
    assert workspace.schedules.find(made.number).paused
    browser.post(f"/schedules/{made.number}/resume")
    assert not workspace.schedules.find(made.number).paused
    browser.post(f"/schedules/{made.number}/remove")
    assert workspace.schedules.all() == []


@pytest.mark.usefixtures("birds")
def test_a_rhythm_that_is_none_is_refused_in_a_sentence(browser):
    page = browser.post("/schedules", data={"project": "birds", "rhythm": "now and then"})

    assert page.status_code == 422
    assert "now and then" in page.text


def test_people_are_let_in_changed_and_removed(browser, workspace):
    page = browser.post(
        "/users", data={"name": "anna", "password": "a long password", "role": "viewer"}
    )
    assert "anna" in page.text

    browser.post("/users/anna", data={"role": "admin", "password": ""})
    assert workspace.users.find("anna").role == "admin"
    assert workspace.users.verify("anna", "a long password")
    workspace.users.add("bert", "another password", "admin")
    browser.post("/users/anna/remove")
    assert workspace.users.find("anna") is None


@pytest.mark.parametrize("path", ["/users", "/audit", "/api/v1/audit"])
def test_only_admins_see_people_and_what_they_did(stranger, workspace, path):
    workspace.users.add("anna", "a long password", "editor")
    stranger.headers["accept"] = "text/html"
    stranger.post("/sign-in", data={"name": "anna", "password": "a long password"})

    assert stranger.get("/").status_code == 200
    assert stranger.get(path).status_code == 403


@pytest.mark.usefixtures("birds")
def test_the_book_of_who_did_what_is_filtered(browser):
    browser.post("/p/birds/search/judge", data={"query": "x", "document": "y", "grade": "2"})

    actions = {each["action"] for each in browser.get("/api/v1/audit").json()["items"]}
    assert len(actions) > 1
    one = sorted(actions)[0]
    told = browser.get(f"/api/v1/audit?action={one}").json()["items"]
    assert {each["action"] for each in told} == {one}
    assert one in browser.get(f"/audit?action={one}").text


def test_an_index_is_set_by_its_form_and_says_what_it_was_made_with(browser, birds):
    page = browser.get("/p/birds/index").text
    assert 'name="options.analysis.minimum_length"' in page

    browser.post(
        "/p/birds/index/settings",
        data={
            "name": "default",
            "options.fields": "title\ntext",
            "options.analysis.minimum_length": "3",
            "options.ranking.weights": "title = 3",
        },
    )

    options = birds.plan.indexes["default"]
    assert options.analysis.minimum_length == 3
    assert options.ranking.weights == {"title": 3.0}
    assert "Every byte was read" in browser.get("/p/birds/index?check=default").text


def test_indexes_are_added_and_removed(browser, birds):
    browser.post("/p/birds/index", data={"name": "titles"})
    assert [each["name"] for each in birds.indexes()] == ["default", "titles"]

    browser.post("/p/birds/index/remove", data={"name": "titles"})

    assert [each["name"] for each in birds.indexes()] == ["default"]
    assert not (birds.folder / "indexes" / "titles").exists()
    assert birds.search("blue").total == 1


def test_only_what_was_changed_in_the_form_of_a_plan_is_written(browser, birds):
    before = birds.plan
    page = browser.get("/p/birds/plan").text
    assert 'name="budget.max_pages"' in page

    browser.post(
        "/p/birds/plan", data={"topic.query": "tapirs", "budget.max_pages": "12", "seeds": ""}
    )
    assert birds.plan.topic.query == "tapirs"
    assert birds.plan.budget.max_pages == 12
    assert birds.plan.indexes == before.indexes
    browser.post("/p/birds/plan", data={"topic.query": "tapirs", "budget.max_pages": ""})
    assert birds.plan.budget.max_pages is None


def test_a_project_is_copied_and_removed_by_its_name(browser, workspace, birds):
    browser.post("/p/birds/clone", data={"name": "birds-2"})
    assert workspace.projects() == ["birds", "birds-2"]

    kept = browser.post("/p/birds-2/delete", data={"confirm": "birds"})
    assert kept.status_code == 422
    browser.post("/p/birds-2/delete", data={"confirm": "birds-2"})
    assert workspace.projects() == [birds.name]


def test_a_project_goes_into_a_file_and_comes_out_of_it(browser, workspace, birds):
    file = browser.get("/p/birds/file")

    browser.post("/import", files={"file": ("b.bowerbird", file.content)}, data={"name": "again"})

    assert workspace.project("again").plan.indexes == birds.plan.indexes
