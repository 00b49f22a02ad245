"""Records in from a file and out to another, as a person does it."""

import json
from pathlib import Path

import pytest
from tests.e2e.commands import Bowerbird

from bowerbird.store.lock import only_one

BOOKS = "isbn;title;published;copies\n1;Der Prozeß;1925-04-26;3 left\n2;Ulysses;1922;7 left\n"


@pytest.fixture
def bowerbird(tmp_path: Path) -> Bowerbird:
    return Bowerbird(tmp_path / "home")


@pytest.fixture
def books(tmp_path: Path) -> str:
    path = tmp_path / "books.csv"
    path.write_bytes(BOOKS.encode("cp1252"))
    return str(path)


USUAL = ("--key", "isbn", "--types", "copies=number,published=date", "--kind", "book", "--json")


def test_a_table_becomes_records_and_twice_is_once(bowerbird, books, tmp_path):
    once = bowerbird("records", "import", books, *USUAL).document
    twice = bowerbird("records", "import", books, *USUAL).document
    said = bowerbird("records", "export", "--out", str(tmp_path / "out.jsonl"), "--json")

    assert (once["rows"], once["records"], once["bad"], once["encoding"]) == (2, 2, 0, "cp1252")
    assert (twice["records"], twice["unchanged"]) == (0, 2)
    assert said.document == {"records": 2, "format": "jsonl", "file": str(tmp_path / "out.jsonl")}
    first = json.loads((tmp_path / "out.jsonl").read_text().splitlines()[0])
    assert first["_kind"] == "book"
    assert (first["title"], first["published"], first["copies"]) == ("Der Prozeß", "1925-04-26", 3)


def test_a_later_row_of_the_same_key_replaces_the_earlier(bowerbird, books, tmp_path):
    bowerbird("records", "import", books, *USUAL)
    Path(books).write_text(BOOKS.replace("3 left", "2 left"))

    assert bowerbird("records", "import", books, *USUAL).document["records"] == 1

    bowerbird("records", "export", "--out", str(tmp_path / "o.csv"), "--columns", "isbn,copies")
    assert sorted((tmp_path / "o.csv").read_text().split()) == ["1,2", "2,7", "isbn,copies"]


def test_bad_rows_are_named_and_the_others_imported(bowerbird, books):
    Path(books).write_text(BOOKS + "3;Emma;once;9 left\n;Nameless;1900;1\n")

    said = bowerbird("records", "import", books, *USUAL)

    assert said.status == 0
    assert (said.document["records"], said.document["bad"]) == (2, 2)
    assert [bad["line"] for bad in said.document["errors"]] == [4, 5]
    assert "'once' is not a date" in said.document["errors"][0]["reason"]


def test_strictly_one_bad_row_and_nothing_is_imported(bowerbird, books, tmp_path):
    Path(books).write_text(BOOKS + "3;Emma;once;9 left\n")

    said = bowerbird("records", "import", books, *USUAL, "--strict")
    out = bowerbird("records", "export", "--out", str(tmp_path / "o.csv"))

    assert said.status == 2
    assert "line 4: published: 'once' is not a date" in said.complaint
    assert out.status == 2
    assert "no records yet" in out.complaint


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--key", "ident"], ["no field 'ident'", "isbn, title"]),
        (["--types", "copies"], ["--types 'copies'", "NAME=VALUE"]),
        (["--types", "copies=numeric"], ["types.copies", "'numeric'"]),
        (["--encoding", "utf-9"], ["utf-9"]),
    ],
)
def test_a_wrong_call_is_one_sentence(bowerbird, books, arguments, parts):
    said = bowerbird.here("records", "import", books, *arguments)

    assert said.status == 2
    for part in parts:
        assert part in said.complaint


def test_what_is_not_there_is_named(bowerbird, tmp_path):
    file = bowerbird.here("records", "import", str(tmp_path / "none.csv"))
    form = bowerbird.here("records", "export", "--out", "a.docx")

    assert (file.status, form.status) == (2, 2)
    assert "none.csv" in file.complaint
    assert "unknown exporter 'docx'; known: csv, jsonl" in form.complaint


def test_a_shard_in_use_is_left_alone(bowerbird, books):
    bowerbird("records", "import", books, *USUAL)

    with only_one(bowerbird.home / "projects" / "default" / "shards" / "s000"):
        said = bowerbird("records", "import", books, "--key", "isbn")

    assert said.status == 1
    assert "in use by process" in said.complaint
