"""A list over five pages becomes records, through the command alone."""

import json
import re
from pathlib import Path

import pytest
from tests.e2e.commands import Bowerbird

from bowerbird.testing.little_web import LITTLE_WEB, serve_little_web

DOCS = Path(__file__).resolve().parents[2] / "docs" / "fields.md"
START = "http://gearshop.test/mice?page=1"


@pytest.fixture
def bowerbird(tmp_path: Path) -> Bowerbird:
    return Bowerbird(tmp_path / "home")


@pytest.fixture
def web():
    with serve_little_web() as web:
        yield web


@pytest.fixture
def mice(tmp_path: Path) -> str:
    """The template that the documentation shows."""
    found = re.search(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert found
    path = tmp_path / "template.toml"
    path.write_text(found[1], "utf-8")
    return str(path)


def usual(web) -> tuple[str, ...]:
    return ("--allow-private", "--resolve", web.resolve, "--delay", "0", "--json")


def exported(bowerbird: Bowerbird, folder: Path) -> list[dict[str, object]]:
    out = folder / "out.jsonl"
    bowerbird("records", "export", "--kind", "mice", "--out", str(out))
    return [json.loads(line) for line in out.read_text("utf-8").splitlines()]


def test_a_list_over_five_pages_yields_exactly_its_true_records(bowerbird, web, mice, tmp_path):
    summary = bowerbird("crawl", START, "--template", mice, *usual(web)).document

    found = exported(bowerbird, tmp_path)
    truth = [
        {
            "url": item.url,
            "title": item.title,
            "price": float(item.price.split()[0]),
            "rating": float(item.rating),
            "image": item.image,
            "weight": int(dict(item.facts)["Weight"].split()[0]),
        }
        for item in LITTLE_WEB.records
    ]
    assert len(truth) == 30
    by_url = {row["url"]: {k: v for k, v in row.items() if k[0] != "_"} for row in found}
    assert len(found) == len(by_url)
    assert by_url == {row["url"]: row for row in truth}
    assert summary["records_by_kind"] == {"mice": 30, "page": 35}
    assert summary["pages"] == 35  # five lists and thirty details: no other link was followed


def test_crawling_again_changes_nothing_and_rebuilds_nothing(bowerbird, web, mice, tmp_path):
    bowerbird("crawl", START, "--template", mice, *usual(web))
    before = exported(bowerbird, tmp_path)

    again = bowerbird("crawl", START, *usual(web)).document

    assert exported(bowerbird, tmp_path) == before
    assert again["items"]["found"] == again["items"]["gone"] == 0


def test_a_run_ends_at_exactly_as_many_records_as_wanted(bowerbird, web, mice, tmp_path):
    bowerbird("crawl", START, "--template", mice, "--max-records", "10", *usual(web))

    assert len(exported(bowerbird, tmp_path)) == 10


def test_a_template_that_cannot_be_read_is_refused_in_a_sentence(bowerbird, tmp_path):
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('record = "li"\n[[fields]]\nname = "a"\nselector = "//b["\n')

    said = bowerbird("crawl", START, "--template", str(wrong))

    assert said.status == 2
    assert "fields.0.selector" in said.complaint
    assert "is not XPath" in said.complaint


def test_a_template_is_tried_on_a_page_and_on_the_page_behind_its_first_item(bowerbird, web, mice):
    reach = ("--allow-private", "--resolve", web.resolve, "--json")

    said = bowerbird("fields", "test", START, "--template", mice, *reach).document

    assert [record["title"] for record in said["records"]] == [
        item.title for item in LITTLE_WEB.records[:6]
    ]
    assert said["records"][0]["weight"] == 98
    (told,) = said["templates"]
    assert (told["applies"], told["items"], told["pagination"]) == (True, 6, 1)
    price = next(field for field in told["fields"] if field["field"] == "price")
    assert (price["found"], price["coverage"]) == (6, 1.0)
    steps = [(step["step"], step["before"], step["after"]) for step in price["steps"]]
    assert steps[:2] == [("replace", "29.00 €", "29.00 "), ("strip", "29.00 ", "29.00")]


def test_a_saved_page_is_read_as_if_it_came_from_its_url(bowerbird, mice, tmp_path):
    page = tmp_path / "page.html"
    page.write_text('<ul class=items><li class=item><h3><a href="x">A</a></h3></ul>')
    call = ("fields", "test", str(page), "--template", mice, "--details", "0", "--json")

    alone = bowerbird(*call).document
    placed = bowerbird(*call, "--url", START).document

    assert alone["templates"][0]["applies"] is False
    assert placed["templates"][0]["applies"] is True
    assert placed["records"][0]["url"] == "http://gearshop.test/x"


def test_a_template_that_finds_nothing_says_so(bowerbird, mice, tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<p>nothing")

    said = bowerbird("fields", "test", str(page), "--template", mice)

    assert said.status == 1
    assert "no record was found" in said.err


def test_a_template_inferred_from_two_examples_crawls_the_whole_list(bowerbird, web, tmp_path):
    truth = {item.title: item for item in LITTLE_WEB.records}
    first = bowerbird("fields", "infer", START, *usual(web)[:3], "--json").document
    shown = [record["title"] for record in first["records"] if record.get("title") in truth]
    out = str(tmp_path / "mice.toml")

    told = bowerbird(
        *("fields", "infer", START, *usual(web)[:3], "--json", "--out", out, "--name", "mice"),
        *("--example", shown[1], "--example", truth[shown[1]].price),
    ).document
    bowerbird("crawl", START, "--template", out, *usual(web))

    assert len(told["records"]) == len(shown)
    found = {record["title"] for record in exported(bowerbird, tmp_path)}
    assert found == set(truth)
