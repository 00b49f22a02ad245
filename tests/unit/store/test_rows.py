from pathlib import Path

import pytest

from bowerbird.model.errors import StoreError, UsageError
from bowerbird.store.rows import BadRow, Row, layout_of, rows_of


def read(path: Path, **known: str) -> list[Row | BadRow]:
    return list(rows_of(path, layout_of(path, **known)))


def values(path: Path, **known: str) -> list[dict[str, object]]:
    return [row.values for row in read(path, **known) if isinstance(row, Row)]


def file(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(tmp_path, delimiter):
    rows = [["name", "note"], ["Bach", '"one, two; three"'], ["Brahms", "x"]]
    path = file(tmp_path, "a.csv", "\n".join(delimiter.join(row) for row in rows))

    assert values(path) == [
        {"name": "Bach", "note": "one, two; three"},
        {"name": "Brahms", "note": "x"},
    ]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"]
)  # fmt: skip
def test_the_encoding_is_found_by_its_mark_or_by_trying(tmp_path, encoding):
    path = file(tmp_path, "a.csv", "Ort,Straße\nKöln,Höhe\n".encode(encoding))

    assert values(path) == [{"Ort": "Köln", "Straße": "Höhe"}]


def test_a_table_of_one_column_is_a_table(tmp_path):
    assert values(file(tmp_path, "a.csv", "word\nsun\nmoon\n")) == [
        {"word": "sun"},
        {"word": "moon"},
    ]


def test_a_cell_may_hold_lines_and_a_row_knows_where_it_begins(tmp_path):
    path = file(tmp_path, "a.csv", 'a,b\n1,"two\nlines"\n3,4,5\n6\n')

    assert read(path) == [
        Row(2, {"a": "1", "b": "two\nlines"}),
        BadRow(4, "3 cells, but the header has 2"),
        Row(5, {"a": "6", "b": ""}),
    ]


def test_bad_lines_of_json_are_told_and_passed_over(tmp_path):
    path = file(tmp_path, "a.jsonl", '{"a": 1}\n\n{"a": \n[1]\n{"a": NaN}\n{"a": 2}')

    rows = read(path)

    assert [row.line for row in rows] == [1, 3, 4, 5, 6]
    assert [type(row) for row in rows] == [Row, BadRow, BadRow, BadRow, Row]
    assert "must be {…}" in rows[2].reason  # type: ignore[union-attr]


def test_deep_json_is_a_bad_row_and_no_crash(tmp_path):
    path = file(tmp_path, "a.jsonl", "[" * 100_000 + '\n{"a": 1}\n')
    path.write_text('{"a": ' + "[" * 100_000 + '\n{"a": 1}\n')

    assert [type(row) for row in read(path)] == [BadRow, Row]


def test_a_format_is_seen_where_the_name_does_not_tell(tmp_path):
    assert values(file(tmp_path, "a.txt", '{"a": 1}\n')) == [{"a": 1}]
    assert values(file(tmp_path, "b.txt", "a,b\n1,2\n")) == [{"a": "1", "b": "2"}]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.csv", "x,x\n1,2\n", "2 columns called 'x'"),
        ("a.json", '[{"a": 1}]', "one JSON object a line"),
    ],
)
def test_a_file_that_cannot_be_meant_is_refused(tmp_path, name, content, sentence):
    with pytest.raises(UsageError, match=sentence):
        read(file(tmp_path, name, content))


def test_an_unknown_encoding_and_a_missing_file_are_named(tmp_path):
    with pytest.raises(UsageError, match="utf-9"):
        read(file(tmp_path, "a.csv", "a\n"), encoding="utf-9")
    with pytest.raises(StoreError, match="gone"):
        read(tmp_path / "gone.csv")


def test_bytes_of_all_kinds_are_read_without_a_crash(tmp_path):
    path = file(tmp_path, "a.csv", b'a,b\n\x00\xff,"\x80\n' + bytes(range(256)) * 50)

    assert read(path)
