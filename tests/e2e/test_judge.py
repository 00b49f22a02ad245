"""Judgements in, out and away, as a person does it."""

import json
from pathlib import Path

import pytest
from tests.e2e.commands import Bowerbird


@pytest.fixture
def bowerbird(tmp_path: Path) -> Bowerbird:
    return Bowerbird(tmp_path / "home")


@pytest.fixture
def qrels(tmp_path: Path) -> list[str]:
    (tmp_path / "q.tsv").write_text("1\twhat is a tapir\n2\tsolar panels\n")
    (tmp_path / "a.qrels").write_text("1 0 d1 4\n1 0 d2 -1\n2 0 d3 1\n")
    return [str(tmp_path / "a.qrels"), "--queries", str(tmp_path / "q.tsv")]


def test_qrels_come_in_and_twice_is_once(bowerbird, qrels):
    once = bowerbird("judge", "import", *qrels, "--grades", "4=3,-1=", "--json").document
    twice = bowerbird("judge", "import", *qrels, "--grades", "4=3,-1=", "--json").document
    listed = bowerbird("judge", "list", "--json").document

    assert (once["queries"], once["judgements"], once["left_out"]) == (2, 2, 1)
    assert (twice["judgements"], twice["unchanged"]) == (0, 2)
    assert listed == [
        {"id": "1", "text": "what is a tapir", "documents": {"d1": 3}},
        {"id": "2", "text": "solar panels", "documents": {"d3": 1}},
    ]


def test_judgements_are_added_listed_and_removed(bowerbird, tmp_path):
    added = bowerbird.here("judge", "add", "bower birds", "https://a.test/", "2", "--by", "ann",
                           "--json").document  # fmt: skip
    bowerbird.here("judge", "add", "1", "d-7", "0")
    of_one = bowerbird.here("judge", "list", "bower birds", "--json").document
    told = bowerbird.here("judge", "list", "1")
    removed = bowerbird.here("judge", "remove", "1", "d-7", "--json").document
    bowerbird.here("judge", "export", "--out", str(tmp_path / "out.json"))

    assert (added["query"], added["grade"], added["judged_by"]) == ("1", 2, "ann")
    assert [(each["document"], each["grade"]) for each in of_one] == [
        ("https://a.test/", 2),
        ("d-7", 0),
    ]
    assert "“bower birds”" in told.out
    assert removed == {"removed": 1}
    assert json.loads((tmp_path / "out.json").read_text())["queries"] == [
        {"id": "1", "text": "bower birds", "documents": {"https://a.test/": 2}}
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["add", "tapir", "d1", "4"], "the grade 4 is none"),
        (["add", " ", "d1", "1"], "needs a query and a document"),
        (["list", "tapir"], "unknown query 'tapir'; known: none so far"),
        (["remove"], "give a QUERY, or --all"),
        (["import", "none.txt"], "none.txt cannot be read"),
        (["import", "none.txt", "--grades", "a"], "--grades 'a' needs the form NAME=VALUE"),
    ],
)
def test_a_wrong_call_is_one_sentence(bowerbird, arguments, complaint):
    said = bowerbird.here("judge", *arguments)

    assert said.status == 2
    assert complaint in said.complaint


def test_grades_that_mean_something_else_are_refused_with_the_remedy(bowerbird, qrels):
    said = bowerbird.here("judge", "import", *qrels)

    assert said.status == 2
    assert "a.qrels:1: this line has the grade 4" in said.complaint
    assert "--threshold 1" in said.complaint
