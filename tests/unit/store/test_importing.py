import json
from pathlib import Path

import pytest

from bowerbird.model.errors import UsageError
from bowerbird.model.record import Record
from bowerbird.store.export import CsvExporter, CsvOptions, JsonLinesExporter, JsonLinesOptions
from bowerbird.store.importing import Reading, records_of
from bowerbird.store.rows import BadRow, layout_of

KIND = Reading("zoo")


def read(path: Path, reading: Reading = KIND) -> list[Record | BadRow]:
    return list(records_of(path, layout_of(path), reading, now=5.0))


def records(path: Path, reading: Reading = KIND) -> list[Record]:
    return [record for record in read(path, reading) if isinstance(record, Record)]


def table(folder: Path, text: str) -> Path:
    path = folder / "in.csv"
    path.write_text(text)
    return path


def lines(folder: Path, *documents: object) -> Path:
    path = folder / "in.jsonl"
    path.write_text("".join(json.dumps(document) + "\n" for document in documents))
    return path


def test_columns_of_numbers_become_numbers_and_codes_stay_texts(tmp_path):
    (tapir, okapi) = records(table(tmp_path, "name,legs,zip\ntapir,4,01234\nokapi,,99\n"))

    assert tapir.fields == {"name": "tapir", "legs": 4, "zip": "01234"}
    assert okapi.fields == {"name": "okapi", "legs": None, "zip": "99"}
    assert (tapir.kind, tapir.run, tapir.created_at) == ("zoo", "import", 5.0)


def test_chosen_types_win_and_a_value_that_has_not_its_type_is_a_bad_row(tmp_path):
    path = table(tmp_path, "name,votes,seen\na,3 votes,2024\nb,none,2023\n")

    good, bad = read(path, Reading("zoo", types={"votes": "number", "seen": "date"}))

    assert isinstance(good, Record)
    assert good.fields == {"name": "a", "votes": 3, "seen": "2024-01-01"}
    assert bad == BadRow(3, "votes: 'none' is not a number")


def test_the_key_is_made_of_the_chosen_fields(tmp_path):
    reading = Reading("zoo", key=["name"])
    (before,) = records(lines(tmp_path, {"name": "tapir", "legs": 4}), reading)
    (after,) = records(lines(tmp_path, {"name": "tapir", "legs": 5}), reading)
    (other,) = records(lines(tmp_path, {"name": "okapi", "legs": 4}), reading)

    assert before.key == after.key != other.key
    assert (
        records(lines(tmp_path, {"name": "tapir"}), Reading("farm", ["name"]))[0].key != after.key
    )


def test_without_a_key_all_that_a_record_says_tells_it_apart(tmp_path):
    once, twice, other = records(lines(tmp_path, {"a": 1}, {"a": 1}, {"a": 2}))

    assert once.key == twice.key != other.key


def test_a_row_without_its_key_is_bad_and_a_key_that_no_row_has_is_a_wrong_call(tmp_path):
    path = table(tmp_path, "id,name\n1,a\n,b\n")

    assert read(path, Reading("zoo", key=["id"]))[1] == BadRow(3, "its key field `id` is empty")
    with pytest.raises(UsageError, match=r"no field 'ident'; it has: id, name"):
        read(path, Reading("zoo", key=["ident"]))


def test_fields_in_fields_are_called_by_their_path(tmp_path):
    (record,) = records(
        lines(tmp_path, {"by": {"name": "A", "at": {"x": 1}}, "url": "http://a.test/"})
    )

    assert record.fields == {"by.name": "A", "by.at.x": 1}
    assert record.url == "http://a.test/"


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_what_was_exported_comes_back_as_it_was(tmp_path, form):
    record = Record(
        key=b"\x01\x02", kind="page", url="http://zoo.test/", run="3", seq=7,
        fields={"title": "=1+1", "quoted": "'=x", "note": "it's", "legs": 4, "worth": -1.5},
    )  # fmt: skip
    path = tmp_path / f"out.{form}"
    if form == "csv":
        CsvExporter(CsvOptions()).export([record], str(path))
    else:
        JsonLinesExporter(JsonLinesOptions()).export([record], str(path))

    (back,) = records(path)

    assert (back.key, back.kind, back.url, back.fields) == (
        record.key, record.kind, record.url, record.fields,
    )  # fmt: skip


def test_a_row_that_says_nothing_is_bad(tmp_path):
    assert read(lines(tmp_path, {}, {"a": None})) == [
        BadRow(1, "nothing in it"),
        BadRow(2, "nothing in it"),
    ]


def test_half_a_character_does_no_harm(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text('{"title": "half \\ud800", "\\udfff": "x"}\n')

    (record,) = records(path)

    assert record.fields["title"] == "half ?"
    assert all(name.encode() for name in record.fields)
