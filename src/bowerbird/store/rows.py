"""Rows of files that people bring: CSV in the encodings and dialects it comes in, and JSON lines.

A row that cannot be read is a value with its line and the reason; the rows after it are read.
"""

import codecs
import csv
import io
import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any, Literal

from msgspec import Struct

from bowerbird.model.errors import UsageError
from bowerbird.store import trouble

Format = Literal["csv", "jsonl"]
LONGEST_LINE = 64 << 20  # characters; whatever is longer is no line
LONGEST_CELL = 16 << 20
DELIMITERS = (",", ";", "\t", "|")
SAMPLE = 1 << 18  # characters that tell the dialect

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SUFFIXES: dict[str, Format] = {
    ".csv": "csv", ".tsv": "csv", ".tab": "csv",
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".jsonlines": "jsonl",
}  # fmt: skip


class Row(Struct, frozen=True):
    """One row, by the names of its columns."""

    line: int
    values: dict[str, Any]


class BadRow(Struct, frozen=True):
    """A row that says nothing, and why."""

    line: int
    reason: str


class Layout(Struct, frozen=True):
    """How a file is to be read."""

    format: Format
    encoding: str
    delimiter: str = ""


def layout_of(path: Path, encoding: str = "", delimiter: str = "") -> Layout:
    """Look at the file; what the caller knows need not be found out."""
    try:
        encoding = _known(encoding) if encoding else _encoding(path)
        sample = _sample(path, encoding)
    except OSError as error:
        raise trouble.of_system(error, path) from error
    form = _SUFFIXES.get(path.suffix.lower()) or _format(sample)
    if form == "jsonl" and sample.lstrip().startswith("["):
        raise UsageError(
            f"{path} is one JSON array: give one JSON object a line, for example with `jq -c '.[]'`"
        )
    if form == "jsonl":
        return Layout(form, encoding)
    return Layout(form, encoding, delimiter or _delimiter(sample))


def rows_of(path: Path, layout: Layout) -> Iterator[Row | BadRow]:
    """Row after row; never more than one in memory."""
    read = _json_rows if layout.format == "jsonl" else _csv_rows
    try:
        with path.open(encoding=layout.encoding, errors="replace", newline="") as file:
            yield from read(file, layout, path)
    except OSError as error:
        raise trouble.of_system(error, path) from error


# ---- JSON lines ----------------------------------------------------------------------------------


def _json_rows(file: IO[str], _: Layout, path: Path) -> Iterator[Row | BadRow]:
    for number, line in enumerate(_lines(file, path), 1):
        if not line.strip():
            continue
        try:
            values = json.loads(line, parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            yield BadRow(number, f"not JSON: {error}")
            continue
        if isinstance(values, dict):
            yield Row(number, values)
        else:
            yield BadRow(number, "not a JSON object: each line must be {…}")


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is not a number in JSON")


def _lines(file: IO[str], path: Path) -> Iterator[str]:
    while line := file.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE:
            raise UsageError(f"{path} has a line of more than {LONGEST_LINE} characters: split it")
        yield line


# ---- CSV -----------------------------------------------------------------------------------------


def _csv_rows(file: IO[str], layout: Layout, path: Path) -> Iterator[Row | BadRow]:
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(_lines(file, path), delimiter=layout.delimiter)
    header: list[str] | None = None
    while True:
        before = reader.line_num
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield BadRow(before + 1, f"{error}: is a quotation mark open?")
            continue
        if not any(cells):
            continue
        if header is None:
            header = _header(cells, path)
        elif len(cells) > len(header) and any(cells[len(header) :]):
            yield BadRow(before + 1, f"{len(cells)} cells, but the header has {len(header)}")
        else:
            yield Row(before + 1, dict(zip(header, cells + [""] * len(header), strict=False)))


def _header(cells: list[str], path: Path) -> list[str]:
    names = [cell.strip() or f"column_{number}" for number, cell in enumerate(cells, 1)]
    name, times = Counter(names).most_common(1)[0]
    if times > 1:
        raise UsageError(f"{path} has {times} columns called {name!r}: rename all but one")
    return names


# ---- what kind of file ---------------------------------------------------------------------------


def _known(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        raise UsageError(f"unknown encoding {encoding!r}; for example utf-8, cp1252") from None


def _encoding(path: Path) -> str:
    """By its mark; else UTF-8 if all of it is; else what Western spreadsheets write."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    with path.open("rb") as file:
        chunk = file.read(1 << 20)
        for mark, name in _MARKS:
            if chunk.startswith(mark):
                return name
        try:
            while chunk:
                decoder.decode(chunk)
                chunk = file.read(1 << 20)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return "cp1252"
    return "utf-8"


def _sample(path: Path, encoding: str) -> str:
    with path.open(encoding=encoding, errors="replace", newline="") as file:
        return file.read(SAMPLE)


def _format(sample: str) -> Format:
    return "jsonl" if sample.lstrip()[:1] in ("{", "[") else "csv"


def _delimiter(sample: str) -> str:
    """The sign that cuts the most lines into equally many cells."""
    return max(DELIMITERS, key=lambda sign: _agreement(sample, sign))


def _agreement(sample: str, delimiter: str) -> tuple[float, int]:
    csv.field_size_limit(LONGEST_CELL)
    try:
        rows = islice(csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter), 200)
        widths = [len(row) for row in rows if row]
    except csv.Error:
        return 0.0, 0
    if not widths or widths[0] < 2:
        return 0.0, 0
    same = sum(width == widths[0] for width in widths) / len(widths)
    return round(same, 1), widths[0]
