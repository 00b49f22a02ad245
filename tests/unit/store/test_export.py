import csv
import json
from collections.abc import Iterator

import pytest

from bowerbird.model.errors import StoreError
from bowerbird.model.record import Record
from bowerbird.store.export import CsvExporter, CsvOptions, JsonLinesExporter, JsonLinesOptions


def record(number: int) -> Record:
    return Record(
        key=bytes([number]),
        kind="page",
        url=f"http://zoo.test/{number}",
        fields={"title": "Bücher", "tags": ["a", "b"], "score": 0.5, "seen": True},
        run="1",
        created_at=3.0,
        seq=number,
    )


def exporter() -> JsonLinesExporter:
    return JsonLinesExporter(JsonLinesOptions())


def test_each_record_is_one_line_of_json(tmp_path):
    path = tmp_path / "out.jsonl"

    count = exporter().export([record(1), record(2)], str(path))

    lines = path.read_text(encoding="utf-8").splitlines()
    assert count == len(lines) == 2
    assert "Bücher" in lines[0]
    assert json.loads(lines[1]) == {
        "_kind": "page", "_key": "02", "_seq": 2, "_run": "1", "_created_at": 3.0,
        "url": "http://zoo.test/2",
        "title": "Bücher", "tags": ["a", "b"], "score": 0.5, "seen": True,
    }  # fmt: skip


def test_a_file_is_whole_or_as_it_was(tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text("before")

    def broken() -> Iterator[Record]:
        yield record(1)
        raise StoreError("the record log is damaged")

    with pytest.raises(StoreError, match="the record log"):
        exporter().export(broken(), str(path))

    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(StoreError, match="nowhere"):
        exporter().export([record(1)], str(tmp_path / "nowhere" / "out.jsonl"))


def rows(path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        return list(csv.reader(file))


def test_a_table_has_a_column_for_every_field_of_any_record(tmp_path):
    path = tmp_path / "out.csv"
    other = Record(b"x", "zoo", "", {"legs": 4}, "1")

    assert CsvExporter(CsvOptions()).export([record(1), other], str(path)) == 2

    header, first, second = rows(path)
    assert header == [
        "_kind", "_key", "_seq", "_run", "_created_at", "url", "title", "tags", "score", "seen",
        "legs",
    ]  # fmt: skip
    assert first[6:] == ["Bücher", "a; b", "0.5", "true", ""]
    assert second[-1] == "4"
    assert list(tmp_path.iterdir()) == [path]


def test_columns_are_chosen_and_ordered(tmp_path):
    path = tmp_path / "out.csv"
    options = CsvOptions(columns=["title", "url", "nothing"], delimiter=";", mark=True)

    CsvExporter(options).export([record(1)], str(path))

    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    assert path.read_text("utf-8-sig").splitlines() == [
        "title;url;nothing",
        "Bücher;http://zoo.test/1;",
    ]


def test_json_has_the_chosen_fields_only(tmp_path):
    path = tmp_path / "out.jsonl"

    JsonLinesExporter(JsonLinesOptions(columns=["score", "url"])).export([record(1)], str(path))

    assert list(json.loads(path.read_text()).items()) == [
        ("score", 0.5),
        ("url", "http://zoo.test/1"),
    ]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-cmd|x", "@sum", "\tx", "\rx", "'=1"])
def test_no_cell_can_be_taken_for_a_formula(tmp_path, text):
    path = tmp_path / "out.csv"
    sly = Record(b"x", "zoo", text, {"title": text, text: "head", "n": -1, "tags": [text]}, "1")

    CsvExporter(CsvOptions()).export([sly], str(path))

    header, cells = rows(path)
    assert cells[6] == f"'{text}"
    assert "-1" in cells  # a number is none
    assert not any(cell[:1] in "=+@\t\r" for cell in header + cells if cell)
