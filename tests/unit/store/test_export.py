import json
from collections.abc import Iterator

import pytest

from bowerbird.model.errors import StoreError
from bowerbird.model.record import Record
from bowerbird.store.export import JsonLinesExporter, JsonLinesOptions


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
