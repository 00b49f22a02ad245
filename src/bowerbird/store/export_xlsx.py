"""Records as a workbook for spreadsheets: one sheet for each kind, no cell a formula."""

import math
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.model.record import Record
from bowerbird.store.tables import BETWEEN, beside, row_of, spool

MOST_ROWS = 1_048_575  # of a sheet, below its header; what is more goes on in another sheet
LONGEST_CELL = 32_767  # characters
EXACT = 2**53  # a larger number is kept as text: spreadsheets reckon in doubles

_NOT_IN_A_NAME = re.compile(r"[\[\]:*?/\\]|^'|'$")


class XlsxOptions(Options):
    """What is written of each record."""

    columns: list[str] = Field(
        [], description="Only these columns, in this order; empty takes every field there is."
    )


class XlsxExporter:
    """Writes a sheet for each kind; the file appears whole or not at all."""

    def __init__(self, options: XlsxOptions) -> None:
        self._columns = options.columns

    def export(self, records: Iterable[Record], path: str) -> int:
        """How many records were written."""
        target, count = Path(path), 0
        columns: dict[str, dict[str, None]] = {}
        with spool(target) as rows, beside(target) as place:
            for row in rows.keep(map(row_of, records)):
                columns.setdefault(row["_kind"], {}).update(dict.fromkeys(row))
            with _Workbook(place, target.parent) as book:
                sheets = {
                    kind: _Sheets(book, kind, self._columns or list(named))
                    for kind, named in columns.items()
                }
                for row in rows.rows():
                    sheets[row["_kind"]].write(row)
                    count += 1
        return count


class _Workbook:
    """A workbook that is written row by row, with names that no two sheets share."""

    def __init__(self, place: Path, folder: Path) -> None:
        # Asked for only when a workbook is written: every other command starts without it.
        from xlsxwriter import Workbook

        self.book = Workbook(
            str(place),
            {
                "constant_memory": True,
                "tmpdir": str(folder),
                "strings_to_formulas": False,
                "strings_to_urls": False,
                "strings_to_numbers": False,
            },
        )
        self.heading = self.book.add_format({"bold": True})
        self._names: set[str] = set()

    def __enter__(self) -> "_Workbook":
        return self

    def __exit__(self, *_: object) -> None:
        if not self._names:
            self.sheet("records")  # a workbook has at least one
        self.book.close()

    def sheet(self, wanted: str) -> Any:
        base = _NOT_IN_A_NAME.sub("_", wanted)[:28] or "records"
        base = "_History" if base.lower() == "history" else base  # Excel keeps that name
        name, number = base, 1
        while name.lower() in self._names:
            number += 1
            name = f"{base[:27]} {number}"[:31]
        self._names.add(name.lower())
        return self.book.add_worksheet(name)


class _Sheets:
    """The rows of one kind, over as many sheets as they need."""

    def __init__(self, book: _Workbook, kind: str, columns: list[str]) -> None:
        self._book = book
        self._kind = kind
        self._columns = columns
        self._begin()

    def write(self, row: dict[str, Any]) -> None:
        if self._line > MOST_ROWS:
            self._begin()
        for place, name in enumerate(self._columns):
            _write_cell(self._sheet, self._line, place, row.get(name))
        self._line += 1

    def _begin(self) -> None:
        self._sheet = self._book.sheet(self._kind)
        self._sheet.freeze_panes(1, 0)
        for place, name in enumerate(self._columns):
            self._sheet.write_string(0, place, _text(name), self._book.heading)
        self._line = 1


def _write_cell(sheet: Any, line: int, place: int, value: Any) -> None:
    """Texts are written as texts, whatever they begin with: only what is written as a formula is
    one in this format."""
    match value:
        case None | "" | []:
            return
        case bool():
            sheet.write_boolean(line, place, value)
        case int() | float() if math.isfinite(value) and abs(value) <= EXACT:
            sheet.write_number(line, place, value)
        case list():
            sheet.write_string(line, place, _text(BETWEEN.join(value)))
        case _:
            sheet.write_string(line, place, _text(str(value)))


def _text(text: str) -> str:
    return text if len(text) <= LONGEST_CELL else text[: LONGEST_CELL - 1] + "…"
