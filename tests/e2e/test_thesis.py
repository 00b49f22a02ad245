"""The posts of the thesis, from its own file to its queries, through the commands alone."""

from typing import Any

import pytest
from benchmarks.judged_collections import DATA
from tests.e2e.commands import Bowerbird

POSTS = DATA / "thesis" / "stack_overflow_posts_dataset.csv"
QUERIES = DATA / "thesis" / "benchmark.txt"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not DATA.exists(), reason="the collections are not here"),
]


@pytest.fixture(scope="module")
def bowerbird(tmp_path_factory: pytest.TempPathFactory) -> Bowerbird:
    return Bowerbird(tmp_path_factory.mktemp("thesis") / "home")


@pytest.fixture(scope="module")
def indexed(bowerbird: Bowerbird) -> Bowerbird:
    cells = "document id,inspetor name,value"
    taken = bowerbird("records", "import", str(POSTS), "--cells", cells,
                      "--types", "Votes=number", "--json").document  # fmt: skip
    assert (taken["records"], taken["bad"]) == (2415, 0)
    built = bowerbird("index", "build", "--fields", "Title,Summary", "--json").document
    assert built["documents"] == 2415
    assert built["warnings"] == []
    return bowerbird


def judged() -> list[tuple[str, set[str]]]:
    """(query, the posts that are relevant for it)."""
    lines = (line.split("\t") for line in QUERIES.read_text("utf-8").splitlines() if line.strip())
    return [(query, set(posts.split(", "))) for query, posts in lines]


def search(bowerbird: Bowerbird, *arguments: str) -> dict[str, Any]:
    return dict(bowerbird.here("search", "--json", *arguments).document)


def posts(found: dict[str, Any]) -> list[str]:
    return [str(hit["fields"]["document id"]) for hit in found["hits"]]


def test_the_misspelt_query_finds_what_the_other_finds_in_the_same_order(indexed):
    (right, relevant), (misspelt, also_relevant) = judged()[:2]

    first = search(indexed, right, "-k", "100")
    second = search(indexed, misspelt, "-k", "100")

    assert relevant == also_relevant
    assert first["corrected"] == ""
    assert "searched for “environment” “virtualenv”" in second["corrected"]
    assert posts(first) == posts(second)
    assert len(relevant & set(posts(first)[:25])) >= 5


def test_the_first_page_of_each_query_holds_what_was_judged_relevant(indexed):
    shares = [
        len(relevant & set(posts(search(indexed, query)))) / len(relevant)
        for query, relevant in judged()
    ]

    assert sum(shares) / len(shares) > 0.8  # 0.816 when this was written


def test_votes_count_as_much_as_the_formula_says(indexed):
    query = judged()[2][0]

    plain = search(indexed, query, "-k", "500")
    voted = search(indexed, query, "-k", "500", "--formula", "Votes / 10", "--explain")

    scores = {hit["key"]: hit["score"] for hit in plain["hits"]}
    assert plain["total"] == voted["total"] == len(scores)
    for hit in voted["hits"]:
        added = hit["fields"]["Votes"] / 10
        assert hit["score"] == pytest.approx(scores[hit["key"]] + added)
        assert hit["explain"]["formula"] == pytest.approx(added)
    assert posts(plain) != posts(voted)
