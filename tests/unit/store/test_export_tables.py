"""Workbooks and Parquet, read back by other programs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from pyarrow import parquet

from bowerbird.model.record import Origin, PageRef, Record
from bowerbird.store.export_parquet import ParquetExporter, ParquetOptions
from bowerbird.store.export_xlsx import LONGEST_CELL, XlsxExporter, XlsxOptions


def record(number: int, kind: str = "mice", **fields: Any) -> Record:
    return Record(
        key=bytes([number]), kind=kind, url=f"http://zoo.test/{number}", fields=fields, run="1",
        created_at=3.0, seq=number,
    )  # fmt: skip


def workbook(path: Path, *records: Record, **options: Any) -> Any:
    count = XlsxExporter(XlsxOptions(**options)).export(records, str(path))
    assert count == len(records)
    return load_workbook(path)


def rows(sheet: Any) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def test_a_workbook_has_a_sheet_for_each_kind_with_its_own_columns(tmp_path):
    book = workbook(
        tmp_path / "o.xlsx", record(1, price=2.5), record(2, "page", title="T"), record(3, price=7)
    )

    assert book.sheetnames == ["mice", "page"]
    header, first, second = rows(book["mice"])
    assert header[-2:] == ["url", "price"]
    assert (first[-1], second[-1]) == (2.5, 7)
    assert rows(book["page"])[0][-1] == "title"


def test_only_the_chosen_columns_are_written_in_their_order(tmp_path):
    book = workbook(tmp_path / "o.xlsx", record(1, a="x", b="y"), columns=["b", "a", "none"])

    assert rows(book["mice"]) == [["b", "a", "none"], ["y", "x", None]]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "{=1}", "http://x.test"])
def test_no_text_is_a_formula_or_anything_but_a_text(tmp_path, text):
    sheet = workbook(tmp_path / "o.xlsx", record(1, a=text), columns=["a"])["mice"]

    cell = sheet["A2"]
    assert (cell.data_type, cell.value) == ("s", text)
    assert cell.hyperlink is None


def test_what_a_cell_cannot_hold_is_made_so_that_it_can(tmp_path):
    values: dict[str, Any] = {
        "a": ["x", "y"], "b": True, "c": None, "d": float("nan"), "e": 2**60,
        "f": "long" * LONGEST_CELL, "g": "bell \x07",
    }  # fmt: skip

    sheet = workbook(tmp_path / "o.xlsx", record(1, **values), columns=list(values))["mice"]

    a, b, c, d, e, f, g = rows(sheet)[1]
    assert (a, b, c, d, e) == ("x; y", True, None, "nan", str(2**60))
    assert len(f) == LONGEST_CELL
    assert g.startswith("bell ")


def test_sheets_get_names_that_spreadsheets_allow(tmp_path):
    kinds = ["a/b", "A_b", "History", "x" * 40, "x" * 41]

    book = workbook(tmp_path / "o.xlsx", *(record(n, kind) for n, kind in enumerate(kinds)))

    assert len({name.lower() for name in book.sheetnames}) == 5
    assert all(len(name) <= 31 and "/" not in name for name in book.sheetnames)


def test_a_workbook_of_nothing_can_be_opened(tmp_path):
    assert workbook(tmp_path / "o.xlsx").sheetnames == ["records"]


def test_a_sheet_that_is_full_goes_on_in_another(tmp_path, monkeypatch):
    monkeypatch.setattr("bowerbird.store.export_xlsx.MOST_ROWS", 2)

    book = workbook(tmp_path / "o.xlsx", *(record(n) for n in range(5)), columns=["url"])

    assert [len(rows(book[name])) - 1 for name in book.sheetnames] == [2, 2, 1]


def test_a_failed_export_leaves_what_was_there(tmp_path):
    path = tmp_path / "o.xlsx"
    path.write_text("before")

    def records() -> Iterator[Record]:
        yield record(1)
        raise ZeroDivisionError

    for exporter in (XlsxExporter(XlsxOptions()), ParquetExporter(ParquetOptions())):
        with pytest.raises(ZeroDivisionError):
            exporter.export(records(), str(path))

    assert path.read_text() == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["o.xlsx"]


# ---- Parquet -------------------------------------------------------------------------------------


def table(path: Path, *records: Record, **options: Any) -> Any:
    count = ParquetExporter(ParquetOptions(**options)).export(records, str(path))
    read = parquet.read_table(path)
    assert count == len(records) == read.num_rows
    return read


def test_columns_have_the_type_that_holds_all_their_values(tmp_path):
    many = [
        record(1, n=1, f=1, t="x", b=True, l=["a"], m=1, none=None),
        record(2, n=2, f=2.5, t="y", b=False, l="b", m="two"),
        record(3),
    ]

    read = table(tmp_path / "o.parquet", *many, columns=[*"nftblm", "none"])

    types = {field.name: str(field.type) for field in read.schema}
    assert types == {
        "n": "int64", "f": "double", "t": "string", "b": "bool", "l": "list<element: string>",
        "m": "string", "none": "string",
    }  # fmt: skip
    assert read.to_pydict() == {
        "n": [1, 2, None], "f": [1.0, 2.5, None], "t": ["x", "y", None],
        "b": [True, False, None], "l": [["a"], ["b"], None], "m": ["1", "two", None],
        "none": [None, None, None],
    }  # fmt: skip


def test_every_field_is_a_column_and_where_it_came_from_others(tmp_path):
    one = Record(
        b"k", "mice", "http://a.test/", {"t": "x"}, "1",
        page=PageRef(2, 40, 700), origin=Origin("http://b/", "mice", "li.item", 3),
    )  # fmt: skip

    read = table(tmp_path / "o.parquet", one)

    assert read.column_names[-5:] == ["_page", "_selector", "_warc", "url", "t"]
    row = read.to_pylist()[0]
    assert (row["_page"], row["_selector"]) == ("http://b/", "li.item")
    assert row["_warc"] == "e00002.warc.gz 40+700"


def test_a_table_of_nothing_can_be_read(tmp_path):
    assert table(tmp_path / "o.parquet").num_rows == 0


def test_many_rows_are_written_in_groups(tmp_path, monkeypatch):
    monkeypatch.setattr("bowerbird.store.export_parquet.TOGETHER", 10)

    read = table(tmp_path / "o.parquet", *(record(n, n=n) for n in range(35)), columns=["n"])

    assert read["n"].to_pylist() == list(range(35))
    assert parquet.ParquetFile(tmp_path / "o.parquet").num_row_groups == 4
