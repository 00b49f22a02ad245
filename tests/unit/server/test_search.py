"""The search page: every knob, why a record is found, and what it is worth."""

import pytest

from bowerbird.server.searches import Asked, elsewhere


@pytest.mark.usefixtures("birds")
def test_a_hit_says_why_it_is_there_in_words_and_figures(browser):
    page = browser.get("/p/birds/search?q=blue").text

    assert "Why this result?" in page
    assert "blue +" in page  # the sentence
    assert '<svg class="bar"' in page


@pytest.mark.usefixtures("birds")
def test_chosen_columns_are_a_table(browser):
    page = browser.get("/p/birds/search?q=bowerbird&show=title&show=text").text

    assert '<th scope="col">text</th>' in page
    assert "Two towers." in page


@pytest.mark.usefixtures("birds")
def test_knobs_turn_for_one_query_and_empty_ones_mean_as_usual(browser, client):
    here = "/api/v1/projects/birds/search?q=blue+golden"
    plain = client.get(here).json()
    turned = client.get(f"{here}&b=0&k=&idf=&words=golden%3D50&limit=1").json()

    assert len(plain["hits"]) == 2
    assert plain["hits"][0]["score"] < 50
    assert [hit["fields"]["title"] for hit in turned["hits"]] == ["The golden bowerbird"]
    assert turned["hits"][0]["score"] > 50


@pytest.mark.usefixtures("birds")
def test_a_least_score_hides_what_is_below_and_says_how_many(client):
    told = client.get("/api/v1/projects/birds/search?q=blue+bowerbird&least=1.5").json()

    assert [hit["fields"]["title"] for hit in told["hits"]] == ["The satin bowerbird"]
    assert told["below"] == 1


@pytest.mark.usefixtures("birds")
def test_a_grade_is_given_beside_a_hit_and_shown_again(browser, birds):
    name = browser.get("/api/v1/projects/birds/search?q=blue").json()["hits"][0]["name"]
    given = {"query": "blue", "document": name, "grade": "3"}

    page = browser.post("/p/birds/search/judge", data=given)

    assert page.url.query == b"q=blue"
    assert [each.grade for each in birds.judgements_of("blue")] == [3]
    assert 'value="3" title="exactly what was wanted"' in page.text
    assert page.text.count('aria-pressed="true"') == 1


@pytest.mark.usefixtures("birds")
def test_a_mistake_in_a_weight_is_a_sentence(browser):
    page = browser.get("/p/birds/search?q=blue&weights=title")

    assert page.status_code == 422
    assert "needs the form NAME=VALUE" in page.text


def test_the_same_search_is_said_as_a_command_in_python_and_as_a_request():
    asked = Asked(q="blue +bird's", b=0.3, weights="title=3", show=["title"], exact=True)

    command, python, request = (text for _, text in elsewhere("birds", asked, "http://x.test"))

    assert command == (
        "bowerbird search --project birds --b 0.3 --weights title=3 --exact -- 'blue +bird'\"'\"'s'"
    )
    assert "search(\"blue +bird's\", b=0.3, weights={'title': 3.0}, forgive=False)" in python
    assert "q=blue+%2Bbird%27s&b=0.3&weights=title%3D3&exact=True" in request
