"""The files shown in docs/tuning.md are read as the page says."""

import re
from pathlib import Path
from typing import Any

import pytest

from bowerbird import Workspace
from bowerbird.index.entry import Entry
from bowerbird.tuning.judgement_files import read_judgements

PAGE = Path(__file__).resolve().parents[3] / "docs" / "tuning.md"


@pytest.fixture
def shown(tmp_path):
    blocks = dict(re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S))
    for form, text in blocks.items():
        (tmp_path / form).write_text(text, "utf-8")
    return lambda form: tmp_path / form


def test_the_qrels_and_the_json_of_the_page_say_the_same(shown):
    qrels = read_judgements(shown("qrels"), shown("queries"))

    assert qrels == read_judgements(shown("json"))
    assert [query.documents for query in qrels.queries] == [
        {"d-101": 3, "d-102": 0},
        {"d-103": 1},
    ]


def test_the_benchmark_of_the_page_is_read(shown):
    read = read_judgements(shown("benchmark"))

    assert [query.id for query in read.queries] == ["1", "2"]
    assert read.queries[0].documents == {"d-101": 1, "d-104": 1}


def test_the_python_of_the_page_runs(shown, capsys):
    entries = [
        Entry(b"1", 1, {"title": "virtual environment", "text": "set up"}, stored={"id": "d-101"}),
        Entry(b"2", 2, {"title": "library", "text": "import panda"}, stored={"id": "d-103"}),
    ]
    given = {"entries": entries, "qrels": shown("qrels"), "queries": shown("queries")}

    exec(shown("python").read_text("utf-8"), given)

    said = capsys.readouterr().out.splitlines()
    assert said[0] == "1.0 {'d-101': 1}"
    assert said[-1].startswith("Too few queries to tell: 2 have relevant documents")


def test_the_session_of_the_page_runs(shown, tmp_path, monkeypatch):
    monkeypatch.setenv("BOWERBIRD_HOME", str(tmp_path / "home"))
    rows = tmp_path / "rows.csv"
    rows.write_text("id,title\nd-103,import panda library\nd-101,virtual environment\n")
    project = Workspace().project("posts")
    project.import_records(rows, key=["id"])
    project.build_index()
    lines = shown("pycon").read_text("utf-8").splitlines()
    said: dict[str, Any] = {}

    exec("\n".join(line[4:] for line in lines), said)

    assert said["tuning"].evaluate().result.measures["map"] == 1
    assert said["found"].verdict == "too-few"
