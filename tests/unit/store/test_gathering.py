"""Files with one field a row."""

from pathlib import Path
from typing import Any

import pytest

from bowerbird.model.errors import UsageError
from bowerbird.model.record import Record
from bowerbird.store.gathering import Cells, gathered
from bowerbird.store.importing import Reading, records_of
from bowerbird.store.rows import BadRow, Row, layout_of

CELLS = Cells("post", "field", "value")


def rows(*cells: tuple[str, str, str], **others: str) -> list[Row | BadRow]:
    return [
        Row(line, {"post": post, "field": name, "value": value, **others})
        for line, (post, name, value) in enumerate(cells, 2)
    ]


def values(found: Row | BadRow) -> dict[str, Any]:
    assert isinstance(found, Row)
    return found.values


def test_rows_of_one_record_become_one_row_wherever_they_stand():
    found = list(
        gathered(rows(("1", "title", "A"), ("2", "title", "B"), ("1", "votes", "3")), CELLS)
    )

    assert [values(row) for row in found] == [
        {"post": "1", "title": "A", "votes": "3"},
        {"post": "2", "title": "B"},
    ]
    assert [row.line for row in found] == [2, 3]


def test_a_field_that_comes_twice_is_a_list_unless_it_says_the_same():
    found = list(
        gathered(rows(("1", "tag", "red"), ("1", "tag", "shy"), ("1", "tag", "red")), CELLS)
    )

    assert values(found[0])["tag"] == ["red", "shy"]


def test_of_other_columns_those_stay_in_which_all_rows_agree():
    first = rows(("1", "title", "A"), url="https://a.test/", number="7")
    second = rows(("1", "votes", "3"), url="https://a.test/", number="8")

    (found,) = gathered(first + second, CELLS)

    assert values(found) == {"post": "1", "url": "https://a.test/", "title": "A", "votes": "3"}


def test_a_row_that_says_nothing_of_a_record_or_a_field_is_bad():
    bad, other = BadRow(9, "torn"), rows((" ", "title", "A"), ("1", "", "B"))

    assert list(gathered([bad, *other], CELLS)) == [
        bad,
        BadRow(2, "its post is empty"),
        BadRow(3, "its field is empty"),
    ]


def records(path: Path, reading: Reading) -> list[Record | BadRow]:
    return list(records_of(path, layout_of(path), reading, 0.0))


def test_a_file_of_cells_becomes_records_with_types(tmp_path):
    file = tmp_path / "cells.csv"
    file.write_text(
        'post,field,value,url\n1,Votes,"3\nvotes",u\n1,Title,How,u\n1,Year,2024,u\n'
        "2,Votes,0 votes,u\n2,Votes,29 votes,u\n2,Year,2019,u\n"
    )
    reading = Reading("post", key=["post"], types={"Votes": "number"}, cells=CELLS)

    first, second = records(file, reading)

    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert first.fields == {"post": 1, "Votes": 3, "Title": "How", "Year": 2024}
    assert first.url == "u"
    assert second.fields == {"post": 2, "Votes": 0, "Year": 2019}


def test_a_column_that_the_file_does_not_have_is_named(tmp_path):
    file = tmp_path / "cells.csv"
    file.write_text("post,field,value\n1,a,b\n")

    with pytest.raises(UsageError, match="has no field 'name'; it has: post, field, value"):
        records(file, Reading("post", cells=Cells("post", "name", "value")))
