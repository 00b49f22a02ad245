"""A topic with a sense, from the command line to what is kept."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.e2e.commands import Bowerbird, Said

from bowerbird.testing.little_web import LITTLE_WEB, serve_little_web

pytestmark = pytest.mark.slow

SENSES = {"electronic device": "mouse-device", "rodent": "mouse-rodent"}
BOTH = {"http://mouse.test/", "http://hub.test/mouse"}  # they speak of the animal and the device
Crawl = Callable[..., Said]


@pytest.fixture(scope="module")
def web():
    with serve_little_web() as served:
        yield served


@pytest.fixture
def crawl(web, tmp_path) -> tuple[Bowerbird, Crawl]:
    bowerbird = Bowerbird(tmp_path / "home")

    def crawl(*arguments: str) -> Said:
        return bowerbird(
            "crawl", *arguments, "--stay", "any", "--include", "host(*.test)", "--delay", "0",
            "--allow-private", "--resolve", web.resolve, "--json",
            "--set", "health.lowest_harvest=0.0",
        )  # fmt: skip

    return bowerbird, crawl


def pages(bowerbird: Bowerbird) -> list[dict[str, Any]]:
    """Those that were read, each content once."""
    rows: list[dict[str, Any]] = bowerbird("pages", "--state", "fetched", "--json").document
    return [row for row in rows if not row["duplicate_of"]]


@pytest.mark.parametrize("sense", SENSES)
def test_a_crawl_keeps_the_pages_of_the_sense_that_is_meant_and_not_of_the_other(crawl, sense):
    bowerbird, start = crawl
    meant, other = SENSES[sense], next(t for s, t in SENSES.items() if s != sense)

    said = start("mouse", *LITTLE_WEB.seeds["all"], "--sense", sense)

    assert said.status == 0
    read = {row["url"] for row in pages(bowerbird)}
    kept = {row["url"] for row in pages(bowerbird) if row["relevant"]}
    wanted = LITTLE_WEB.relevant(meant) & read
    unwanted = LITTLE_WEB.relevant(other) - BOTH
    assert len(wanted) >= 25
    assert len(kept & wanted) >= 0.95 * len(wanted)
    assert not kept & unwanted
    assert len(kept - wanted - BOTH) <= 0.05 * len(kept)


def test_a_score_is_explained_by_its_terms_and_their_reasons(crawl):
    bowerbird, start = crawl
    start("mouse", "http://pointers.test/", "--sense", "electronic device", "--max-pages", "12")

    facts = bowerbird("explain", "http://pointers.test/", "--json").document

    assert {term["name"] for term in facts["score_terms"]} >= {"page-weight", "bm25", "concept"}
    assert all("mouse" in term["because"] for term in facts["score_terms"][:3])
    assert "concept" in bowerbird("explain", "http://pointers.test/").out


@pytest.mark.parametrize(
    ("judge", "low", "high"),
    [("auto", 0.01, 1.0), ("page-weight", 0.1, 5000.0), ("concept", 0.01, 0.999)],
)
def test_the_threshold_is_for_whatever_page_judge_there_is(crawl, judge, low, high):
    _, start = crawl
    chosen = ["--set", f"page_judge.use={judge}", "--max-pages", "6"]

    many = start("mouse", "http://pointers.test/", *chosen, "--threshold", str(low)).document
    none = start("mouse", "http://pointers.test/", *chosen, "--threshold", str(high)).document

    assert many["relevant"] == many["pages"] == 6
    assert none["relevant"] == 0


def test_the_social_semantic_preset_ranks_by_level_and_says_so(crawl):
    bowerbird, start = crawl

    said = start(
        "mouse", "http://pointers.test/", "--sense", "electronic device", "--preset",
        "social-semantic", "--max-pages", "12",
    )  # fmt: skip

    assert said.status == 0
    below = [row["url"] for row in pages(bowerbird) if row["depth"] == 1]
    terms = [bowerbird("explain", url, "--json").document["score_terms"] for url in below[:3]]
    assert all(term["name"] == "concept" for each in terms for term in each)
    told = " ".join(term["because"] for each in terms for term in each)
    assert "like http://pointers.test/" in told
    assert "others found there" in told


def test_a_sense_that_is_none_is_told_before_anything_is_crawled(crawl):
    _, start = crawl

    said = start("mouse", "http://pointers.test/", "--sense", "cheese")

    assert said.status == 2
    assert "cheese" in said.complaint
    assert "mouse (rodent)" in said.complaint
