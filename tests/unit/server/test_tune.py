"""The tuning page: settings tried, measured, mapped, found, accepted and taken back."""

import json
import re

import pytest


@pytest.fixture
def judged(birds):
    """Shorter texts do better here: with b 1 the relevant one comes first."""
    birds.judge("bowerbird", "https://birds.test/golden", 3)
    birds.judge("bowerbird", "https://birds.test/satin", 0)
    return birds


def setting_on(page: str) -> str:
    found = re.search(r'name="setting" value="([^"]*)"', page)
    assert found
    return found[1].replace("&#34;", '"')


@pytest.mark.usefixtures("judged")
def test_what_is_tried_is_measured_beside_what_holds(client):
    told = client.get("/api/v1/projects/birds/tuning?b=0.1&weights=title%3D0").json()["compared"]

    assert told["first"]["setting"]["b"] == 0.75
    assert told["second"]["setting"]["b"] == 0.1
    assert told["second"]["setting"]["weights"] == {"title": 0.0}
    assert told["second"]["result"]["measures"]["map"] == 0  # “bowerbird” stands in titles alone
    assert told["comparison"]["map"]["gain"] < 0


@pytest.mark.usefixtures("judged")
def test_a_page_shows_every_measure_and_every_query(browser):
    page = browser.get("/p/birds/tune?k=0.5").text

    assert all(name in page for name in ("MAP", "NDCG@10", "MP@5", "MRR"))
    assert "bowerbird</a>" in page
    assert "too few queries to tell" in browser.get("/p/birds/tune?weights=title%3D0").text


@pytest.mark.usefixtures("judged")
def test_a_query_is_shown_under_both_settings(browser):
    page = browser.get("/p/birds/tune?query=bowerbird&formula=0-1").text

    assert page.count('class="hits"') == 2
    assert page.count("The golden bowerbird") == 2


@pytest.mark.usefixtures("judged")
def test_the_map_has_a_cell_for_each_pair_and_names_the_best(browser):
    page = browser.get("/p/birds/tune/map?by=mrr").text

    assert page.count("data-b=") == 12 * 14
    assert "MRR is best with b" in page


@pytest.mark.usefixtures("judged")
def test_better_settings_are_looked_for_and_few_queries_are_said_to_be_few(browser):
    assert "Too few queries to tell" in browser.get("/p/birds/tune/auto").text


def test_settings_are_accepted_and_taken_back(browser, judged):
    setting = setting_on(browser.get("/p/birds/tune?b=0.2").text)

    page = browser.post("/p/birds/tune/accept", data={"setting": setting})

    assert json.loads(setting)["b"] == 0.2
    assert page.url.path == "/p/birds/tune"
    assert judged.plan.indexes["default"].ranking.b == 0.2
    assert "by hand" in page.text

    browser.post("/p/birds/tune/revert", data={"number": "1"})

    assert judged.plan.indexes["default"].ranking.b == 0.75


def test_without_judgements_the_page_says_how_to_begin(browser, judged):
    judged.forget_judgements()

    assert "Nothing judged yet" in browser.get("/p/birds/tune").text
