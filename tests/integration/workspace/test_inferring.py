"""Templates from examples on saved pages, through the Python API."""

import json
from pathlib import Path

import pytest

from bowerbird import Workspace
from bowerbird.model.errors import RunError, UsageError
from bowerbird.testing.little_web import serve_little_web

ROWS = [("Cedar chair", "€80.00", "Basel"), ("Oak table", "€300.00", "Graz")]
ROWS += [("Elm shelf", "€120.00", "Lille"), ("Ash bench", "€95.50", "Porto")]


def shop(rows=ROWS, card="card", price="price") -> str:
    cards = "".join(
        f"<div class='{card}'><h2><a href='/p/{n}'>{name}</a></h2><b class='{price}'>{cost}</b>"
        f"<i class='city'>{city}</i></div>"
        for n, (name, cost, city) in enumerate(rows)
    )
    return f"<nav><a href='/'>Home</a></nav><div id='list'>{cards}</div>"


@pytest.fixture
def project(tmp_path):
    return Workspace(tmp_path / "home").project("default")


@pytest.fixture
def page(tmp_path) -> str:
    return saved(tmp_path, "page.html", shop())


def saved(folder: Path, name: str, html: str) -> str:
    path = folder / name
    path.write_text(html, "utf-8")
    return str(path)


def columns(told, *names: str) -> list[tuple[object, ...]]:
    return [tuple(record.get(name) for name in names) for record in told["records"]]


def test_examples_become_a_template_and_its_records(project, page):
    told = project.infer_fields([page], ["Oak table", "€300.00"], url="https://shop.example/l")

    assert columns(told, "title", "price") == [(name, cost) for name, cost, _ in ROWS]
    assert {record["url"] for record in told["records"]} == {"https://shop.example/l"}
    assert told["coverage"] == {"title": 1.0, "price": 1.0}
    assert not told["unplaced"]


def test_columns_can_be_named(project, page):
    told = project.infer_fields([page], ["thing=Oak table", "where = Graz"])

    assert columns(told, "thing", "where") == [(name, city) for name, _, city in ROWS]


def test_without_examples_the_lists_of_the_page_are_found(project, page):
    told = project.infer_fields([page], url="https://shop.example/l")

    assert columns(told, "title", "price", "city")[1] == ("Oak table", 300, "Graz")
    assert told["records"][1]["link"] == "https://shop.example/p/1"
    assert told["lists"][0]["records"] == 4


@pytest.mark.parametrize("suffix", ["toml", "json"])
def test_a_written_template_extracts_the_same(project, page, tmp_path, suffix):
    out = str(tmp_path / f"shop.{suffix}")
    told = project.infer_fields([page], ["Oak table"], wanted={"out": out, "name": "goods"})

    tried = project.test_fields(page, [out])

    assert tried["records"] == told["records"]
    assert tried["templates"][0]["name"] == "goods"


def test_another_choice_takes_more_or_less(project, page):
    told = project.infer_fields([page], ["Oak table"])
    other = next(n for n in range(len(told["choices"])) if n != told["chosen"])

    again = project.infer_fields([page], ["Oak table"], wanted={"choice": other})

    assert again["chosen"] == other
    assert again["template"]["record"] == told["choices"][other]["record"]


def test_examples_may_stand_on_different_pages(project, page, tmp_path):
    second = saved(tmp_path, "second.html", shop([("Fir stool", "€20.00", "Lund")] * 3))

    told = project.infer_fields([page, second], ["Oak table", "Fir stool"])

    assert len(told["records"]) == len(ROWS) + 3


@pytest.mark.parametrize(
    ("examples", "wanted", "error"),
    [
        (["Birch bed"], {}, "no example stands on the page"),
        (["Oak table"], {"choice": 99}, "there is no choice 99"),
        ([], {"choice": 99}, "there is no choice 99"),
        (["Oak table"], {"out": "/nowhere/at/all.toml"}, "cannot write the template"),
    ],
)
def test_what_cannot_be_done_is_said(project, page, examples, wanted, error):
    with pytest.raises((RunError, UsageError), match=error):
        project.infer_fields([page], examples, wanted=wanted)


def test_a_page_without_lists_says_so(project, tmp_path):
    page = saved(tmp_path, "plain.html", "<h1>Hello</h1><p>Nothing to see.")

    with pytest.raises(RunError, match="shows no list"):
        project.infer_fields([page])


def test_a_template_that_broke_is_repaired_with_rows_before_and_after(project, page, tmp_path):
    out = str(tmp_path / "shop.toml")
    project.infer_fields([page], ["Oak table", "€300.00", "Graz"], wanted={"out": out})
    rows = [("Fir stool", "€20.00", "Lund"), ("Teak desk", "€700.00", "Cork"), *ROWS]
    rebuilt = saved(tmp_path, "new.html", shop(rows, card="tile", price="amount"))

    told = project.repair_fields([rebuilt], [out], out=str(tmp_path / "mended.toml"))

    assert told["broken"] == ["title", "price", "city"]
    assert told["before"] == []
    assert told["after"][0] == {"title": "Fir stool", "price": "€20.00", "city": "Lund"}
    assert {each["field"]: each["after"] for each in told["fields"]}["price"] == ".amount"
    tried = project.test_fields(rebuilt, [str(tmp_path / "mended.toml")])
    assert columns(tried, "title", "price", "city") == rows


def test_a_template_that_fits_is_left_alone(project, page, tmp_path):
    out = str(tmp_path / "shop.toml")
    project.infer_fields([page], ["Oak table", "€300.00"], wanted={"out": out})

    told = project.repair_fields([page], [out])

    assert told["template"] is None
    assert told["broken"] == []


def test_nothing_is_proposed_where_nothing_looks_like_it(project, page, tmp_path):
    out = str(tmp_path / "shop.json")
    project.infer_fields([page], ["€300.00"], wanted={"out": out})
    other = saved(tmp_path, "other.html", "<h1>Gone</h1><p>We have moved.</p>" * 4)

    told = project.repair_fields([other], [out])

    assert told["template"] is None
    assert told["broken"] == ["price"]
    assert json.dumps(told)


def test_repair_wants_one_template(project, page):
    with pytest.raises(UsageError, match="give the one template"):
        project.repair_fields([page])


@pytest.fixture
def fetching():
    """Options under which the little web can be asked."""
    with serve_little_web() as web:
        yield {"fetch__allow_private": True, "fetch__resolve": [web.resolve]}


def test_a_page_of_the_web_is_asked_for_and_its_robots_txt_before(project, fetching):
    told = project.infer_fields(["http://gearshop.test/mice?page=1"], **fetching)

    assert told["document"] == "http://gearshop.test/mice?page=1"
    assert len(told["records"]) > 3


def test_what_robots_txt_forbids_is_not_asked_for(project, fetching):
    diary = "http://rodents.test/private/diary"

    with pytest.raises(RunError, match=r"its robots\.txt says 'Disallow: /private/'"):
        project.infer_fields([diary], ["mice"], **fetching)

    with pytest.raises(RunError, match="no example stands on the page"):
        project.infer_fields([diary], ["Elephants?"], politeness__obey_robots=False, **fetching)
