"""The records page: typed columns, filters, orders, one record, files out and in."""

import re

import pytest
from tests.unit.server.conftest import BIRDS

TWIN = "/api/v1/projects/birds/records/table"


@pytest.mark.usefixtures("birds")
def test_filters_and_an_order_hold_on_the_page_and_in_its_twin(browser):
    query = "?filter=title~bowerbird&sort=title&show=title"
    page = browser.get(f"/p/birds/records{query}").text
    told = browser.get(TWIN + query).json()

    titles = [row["title"] for row in told["items"]]
    assert titles == ["The golden bowerbird", "The satin bowerbird"]
    assert [page.index(f"<td>{title}</td>") for title in titles] == sorted(
        page.index(f"<td>{title}</td>") for title in titles
    )
    assert "The lyrebird</td>" not in page
    assert (told["total"], told["of"]) == (2, 3)


@pytest.mark.usefixtures("birds")
def test_a_filter_is_added_in_three_parts_and_taken_away_by_its_chip(browser):
    page = browser.get("/p/birds/records?column=title&test=~&value=lyre").text

    assert "The lyrebird</td>" in page
    assert "The satin bowerbird</td>" not in page
    without = re.search(r'<a href="([^"]*)" aria-label="Without the filter title~lyre"', page)
    assert without
    assert "The satin bowerbird</td>" in browser.get(without[1].replace("&amp;", "&")).text


@pytest.mark.usefixtures("birds")
def test_a_page_of_the_table_leads_to_the_next(browser):
    told = browser.get(f"{TWIN}?limit=2").json()
    page = browser.get(f"/p/birds/records?limit=2&cursor={told['next']}").text

    assert "The satin bowerbird</td>" in page  # the newest come first
    assert "The lyrebird</td>" not in page


@pytest.mark.usefixtures("birds")
def test_an_unknown_column_is_said_to_be_unknown(browser):
    page = browser.get("/p/birds/records?sort=weight")

    assert page.status_code == 422
    assert "there is no column &#39;weight&#39;" in page.text


def test_a_record_tells_its_values(browser, birds):
    key = birds.tables.records(filters=["title~lyre"]).rows[0]["_key"]

    page = browser.get(f"/p/birds/records/{key}").text

    assert "He sings of saws." in page
    assert "<iframe" not in page  # it was imported: there is no page to show


@pytest.mark.usefixtures("birds")
def test_the_chosen_columns_are_exported(browser):
    file = browser.get("/p/birds/records/export?format=csv&columns=title")

    assert file.text.splitlines()[0] == "title"
    assert {bird["title"] for bird in BIRDS} <= set(file.text.splitlines())


def test_a_file_is_imported_by_its_form(browser, birds):
    file = {"file": ("more.csv", b"url,title\nhttps://birds.test/emu,The emu\n")}

    page = browser.post("/p/birds/records/import", files=file, data={"key": "url", "kind": "bird"})

    assert page.url.path == "/p/birds/records"
    assert birds.tables.kinds()["bird"] == 1


@pytest.mark.usefixtures("birds")
def test_why_a_page_was_read_can_be_asked_on_every_page(browser):
    assert 'action="/p/birds/explain"' in browser.get("/p/birds/index").text
    assert "Give an address" in browser.get("/p/birds/explain").text


def test_a_picture_that_was_not_kept_is_not_asked_for(browser, birds):
    page = browser.get("/p/birds/kept/picture?url=https://birds.test/satin.png")

    assert page.status_code == 404
    assert birds.kept_pictures(["https://birds.test/satin.png", "not a url"]) == set()
