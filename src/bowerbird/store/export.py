"""Records out of the house: as JSON, one document a line, or as a table for spreadsheets."""

import csv
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.model.record import Record
from bowerbird.store.tables import BETWEEN, beside, row_of, spool

# A cell that begins so is a formula to a spreadsheet: opening the file would run it.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_ESCAPED = re.compile(r"'+[=+\-@\t\r]")


class JsonLinesOptions(Options):
    """What is written of each record."""

    columns: list[str] = Field([], description="Only these fields, in this order; empty takes all.")


class JsonLinesExporter:
    """Writes UTF-8; the file appears whole or not at all."""

    def __init__(self, options: JsonLinesOptions) -> None:
        self._columns = options.columns

    def export(self, records: Iterable[Record], path: str) -> int:
        """How many records were written."""
        count = 0
        with _whole(Path(path), "utf-8") as file:
            for record in records:
                row = row_of(record)
                if self._columns:
                    row = {name: row[name] for name in self._columns if name in row}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
                count += 1
        return count


class CsvOptions(Options):
    """How the table looks."""

    columns: list[str] = Field(
        [], description="Only these columns, in this order; empty takes every field there is."
    )
    delimiter: str = Field(
        ",", min_length=1, max_length=1, description="What stands between two cells."
    )
    mark: bool = Field(
        False, description="Begin with a byte order mark, for programs that need it to see UTF-8."
    )


class CsvExporter:
    """Writes a header and a row for each record; no cell can be taken for a formula."""

    def __init__(self, options: CsvOptions) -> None:
        self._options = options

    def export(self, records: Iterable[Record], path: str) -> int:
        """How many records were written."""
        target, rows = Path(path), (row_of(record) for record in records)
        encoding = "utf-8-sig" if self._options.mark else "utf-8"
        if self._options.columns:
            return self._write(self._options.columns, rows, target, encoding)
        # Which columns there are is known after the last record: until then, rows wait on disk.
        with spool(target) as kept:
            columns = dict.fromkeys(name for row in kept.keep(rows) for name in row)
            return self._write(list(columns), kept.rows(), target, encoding)

    def _write(
        self, columns: list[str], rows: Iterable[dict[str, Any]], target: Path, encoding: str
    ) -> int:
        count = 0
        with _whole(target, encoding) as file:
            writer = csv.writer(file, delimiter=self._options.delimiter, lineterminator="\r\n")
            writer.writerow([cell(name) for name in columns])
            for row in rows:
                writer.writerow([cell(row.get(name)) for name in columns])
                count += 1
        return count


def unescaped(cell: str) -> str:
    """The text that `cell` made safe."""
    return cell[1:] if _ESCAPED.match(cell) else cell


def cell(value: Any) -> Any:
    """Numbers stay numbers; a text that looks like a formula gets the ' that spreadsheets know."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int() | float():
            return value
        case list():
            text = BETWEEN.join(value)
        case _:
            text = str(value)
    return f"'{text}" if _FORMULA.match(text) else text


@contextmanager
def _whole(target: Path, encoding: str) -> Iterator[IO[str]]:
    """A text that takes its place only once it is complete."""
    # A lone surrogate, which JSON can carry into a record, has no place in UTF-8.
    with (
        beside(target) as place,
        place.open("w", encoding=encoding, errors="replace", newline="") as file,
    ):
        yield file
