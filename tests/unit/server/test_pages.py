"""Every page is there, says what it must, and has a JSON twin that says the same."""

import pytest
from starlette.testclient import TestClient
from tests.unit.server.conftest import BIRDS

from bowerbird.server.registry import sections
from bowerbird.server.sections import API

TABS = ("sources", "fields", "crawl", "records", "index", "search", "tune")
TWINS = [(path, twin) for section in sections() for path, twin in section.twins.items()]


def test_without_projects_home_says_what_to_do_first(browser):
    page = browser.get("/")

    assert "Nothing gathered yet" in page.text
    assert 'action="/projects"' in page.text


def test_a_project_is_made_with_a_form_and_opens(browser, workspace):
    page = browser.post("/projects", data={"name": "mice"})

    assert workspace.projects() == ["mice"]
    assert page.url.path == "/p/mice/crawl"


@pytest.mark.parametrize("tab", TABS)
def test_every_tab_of_an_empty_project_says_how_to_go_on(browser, tab):
    browser.post("/projects", data={"name": "mice"})

    page = browser.get(f"/p/mice/{tab}")

    assert page.status_code == 200
    assert f'<a href="/p/mice/{tab}"' in page.text
    assert page.text.count('aria-current="page"') == 1


def test_a_page_speaks_the_language_that_the_browser_asks_for(browser):
    page = browser.get("/settings", headers={"accept-language": "fr, de;q=0.8, en;q=0.5"})

    assert '<html lang="de">' in page.text
    assert "Einstellungen" in page.text


def test_a_chosen_language_is_remembered(browser):
    browser.post("/settings/language", data={"language": "de"})

    assert "Projekte" in browser.get("/").text


@pytest.mark.parametrize(("path", "twin"), TWINS)
def test_every_page_names_its_json_twin(browser, birds, path, twin):
    birds.judge("blue", BIRDS[0]["url"], 3)
    if "{run}" in path or path.endswith("/kept"):
        return  # tests/ui has runs
    if "{template}" in path or "{step}" in path:
        return  # test_picking.py and test_wizard.py have them
    key = birds.tables.records().rows[0]["_key"]
    page = browser.get(path.format(project="birds", key=key))

    address = API + twin.format(project="birds", key=key)
    assert f'<link rel="alternate" type="application/json" href="{address}">' in page.text
    assert browser.get(address).headers["content-type"] == "application/json"


@pytest.mark.usefixtures("birds")
def test_page_and_twin_show_the_same_records(browser):
    page = browser.get("/p/birds/records").text
    told = browser.get("/api/v1/projects/birds/records").json()["items"]

    assert [each["fields"]["title"] for each in told] == [bird["title"] for bird in BIRDS]
    assert all(bird["title"] in page for bird in BIRDS)


@pytest.mark.usefixtures("birds")
def test_htmx_gets_the_block_it_asks_for_alone(browser):
    asked = {"hx-request": "true", "hx-target": "section#results"}
    part = browser.get("/p/birds/search?q=blue", headers=asked).text

    assert part.lstrip().startswith('<section id="results"')
    assert "The satin bowerbird" in part
    assert "<html" not in part


def test_an_error_is_a_page_for_people_and_a_problem_for_programs(browser):
    page = browser.get("/p/nobody/records")
    told = browser.get("/api/v1/projects/nobody/records")

    assert page.status_code == told.status_code == 404
    assert "there is no project &#39;nobody&#39;" in page.text
    assert told.headers["content-type"] == "application/problem+json"
    assert told.json()["detail"].startswith("there is no project 'nobody'")


def test_a_mistake_in_a_body_is_told_with_its_place(client: TestClient):
    told = client.post("/api/v1/projects", json={"name": "Mice!"})

    assert told.status_code == 422
    assert told.json()["errors"][0]["pointer"] == "/body/name"
