"""Indexes, searches and suggestions as a person and as a script call them."""

import json
from pathlib import Path

import pytest
from tests.e2e.commands import Bowerbird

POSTS = [
    {"id": 1, "url": "https://q.test/1", "title": "How to set up a virtual environment",
     "text": "Use virtualenv, or python -m venv.", "votes": 3, "tag": ["venv"]},
    {"id": 2, "url": "https://q.test/2", "title": "Import a library",
     "text": "After import pandas the environment is empty.", "votes": 12, "tag": ["pandas"]},
    {"id": 3, "url": "https://q.test/3", "title": "For loops", "text": "Loops over lists.",
     "votes": -1, "tag": ["loops"]},
]  # fmt: skip


@pytest.fixture(scope="module")
def bowerbird(tmp_path_factory) -> Bowerbird:
    folder: Path = tmp_path_factory.mktemp("search")
    bowerbird = Bowerbird(folder / "home")
    posts = folder / "posts.jsonl"
    posts.write_text("".join(json.dumps(post) + "\n" for post in POSTS))
    assert bowerbird("records", "import", str(posts), "--key", "id").status == 0
    return bowerbird


@pytest.fixture(scope="module")
def built(bowerbird: Bowerbird) -> Bowerbird:
    said = bowerbird(
        "index", "build", "--fields", "title,text", "--weights", "title=3,text=1", "--b", "0.5",
        "--k", "1.2", "--stop-words", "the,and", "--min-length", "1", "--words", "venv=5", "--json",
    )  # fmt: skip
    assert said.status == 0
    facts = said.document
    assert facts.keys() >= {"name", "documents", "terms", "bytes", "seconds"}
    assert (facts["name"], facts["documents"]) == ("default", 3)
    return bowerbird


def test_indexes_are_listed_and_shown(built):
    listed = built("index", "list", "--json").document
    shown = built("index", "show", "--check", "--json").document

    assert [facts["name"] for facts in listed] == ["default"]
    assert shown == listed[0] | {"damaged": []}
    ranking = shown["options"]["ranking"]
    assert (ranking["b"], ranking["k"], ranking["words"]) == (0.5, 1.2, {"venv": 5.0})
    assert "3 documents" in built("index", "show").out


def test_a_search_answers_in_one_document(built):
    found = built(
        "search", "virtual invironment", "--explain", "--facets", "tag", "--json"
    ).document

    assert found["total"] == 2
    assert found["corrected"] == "searched for “environment”, instead of “invironment”"
    assert found["warnings"] == []
    assert {each["label"]: each["count"] for each in found["facets"]["tag"]} == {
        "venv": 1,
        "pandas": 1,
    }
    first = found["hits"][0]
    assert (first["rank"], first["url"]) == (1, "https://q.test/1")
    assert first["score"] > found["hits"][1]["score"]
    assert first["fields"]["votes"] == 3
    assert first["explain"]["terms"][0]["word"] == "virtual"
    marked = [first["snippet"][start:end] for start, end in first["marked"]]
    assert found["took_ms"] > 0
    assert {word.lower() for word in marked} <= {"virtual", "environment"}


def test_the_number_of_hits_and_the_k_of_the_ranking_are_two_options(built):
    usual = built("search", "environment", "-k", "1", "--json").document
    other = built("search", "environment", "-k", "1", "--k", "9", "--b", "0", "--json").document

    assert len(usual["hits"]) == len(other["hits"]) == 1
    assert usual["total"] == other["total"] == 2
    assert usual["hits"][0]["score"] != other["hits"][0]["score"]


def test_knobs_sorting_and_pages(built):
    def urls(*arguments: str) -> list[str]:
        hits = built("search", *arguments, "--json").document["hits"]
        return [hit["url"].rpartition("/")[2] for hit in hits]

    assert urls("environment", "--formula", "votes") == ["2", "1"]
    assert urls("environment", "--sort", "votes") == ["1", "2"]
    assert urls("environment", "--offset", "1") == ["2"]
    assert urls("environment", "--fields", "text") == ["2"]
    assert urls("invironment", "--exact") == []
    assert urls("votes>=3 -import") == ["1"]


def test_people_read_titles_marks_and_what_was_understood(built):
    said = built("search", "virtual", "invironment)", "--explain")

    assert said.status == 0
    assert "searched for “environment”, instead of “invironment”" in said.out
    assert "How to set up a virtual environment" in said.out
    assert "https://q.test/1" in said.out
    assert "records in" in said.out
    assert "column 20: this parenthesis closes nothing" in said.err
    assert "Nothing was found" in built("search", "zzzzzz", "--exact").out


def test_suggestions_forgive_typing_errors(built):
    found = built("suggest", "vertual", "--json").document["suggestions"]

    assert found
    assert found[0].keys() >= {"text", "entity", "distance"}
    assert found[0]["text"].startswith(("virtual", "How to"))
    assert "virtual" in built("suggest", "virtu").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("search", "x", "--index", "other"), "there is no index 'other'; known: default"),
        (("search", "x", "--idf", "log3"), "search, `idf`"),
        (("search", "x", "--weights", "title"), "--weights 'title' needs the form NAME=VALUE"),
        (("search", "x", "--weights", "title=many"), "'many' is not a number"),
        (("index", "build", "--b", "7"), "indexes.default.ranking.b"),
        (("index", "build", "--qgram", "9"), "indexes.default.qgram"),
        (("index", "build", "--stop-words", "@/nowhere"), "give a UTF-8 file, a word a line"),
        (("index", "build", "--fields", "title"), "bowerbird index build --name default --rebuild"),
    ],
)
def test_a_wrong_call_is_one_sentence(built, arguments, sentence):
    said = built.here(*arguments)

    assert said.status == 2
    assert sentence in said.complaint
