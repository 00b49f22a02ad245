"""Tables with one field a row, as some scrapers write them: rows of one record become one row."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from bowerbird.store.rows import BadRow, Row


class Cells(Struct, frozen=True):
    """Which column says what of a field."""

    record: str  # what the rows of one record have in common
    name: str  # of the field
    value: str


def gathered(rows: Iterable[Row | BadRow], cells: Cells) -> Iterator[Row | BadRow]:
    """Record after record, in the order of their first rows; all are in memory until then.

    A field that comes several times with different values is a list of them. Of the other columns
    those stay in which all rows of a record agree. Bad rows come first.
    """
    found: dict[Any, _Gathering] = {}
    for row in rows:
        if isinstance(row, BadRow):
            yield row
        elif why := _lacks(row, cells):
            yield BadRow(row.line, why)
        else:
            key = row.values[cells.record]
            found.setdefault(key, _Gathering(row, cells)).take(row)
    for each in found.values():
        yield each.row()


class _Gathering:
    def __init__(self, first: Row, cells: Cells) -> None:
        self._line = first.line
        self._cells = cells
        self._common = {
            name: value
            for name, value in first.values.items()
            if name not in (cells.name, cells.value)
        }
        self._fields: dict[str, list[Any]] = {}

    def take(self, row: Row) -> None:
        values = self._fields.setdefault(str(row.values[self._cells.name]).strip(), [])
        value = row.values.get(self._cells.value)
        if value not in values:
            values.append(value)
        for name in [name for name, value in self._common.items() if row.values[name] != value]:
            del self._common[name]

    def row(self) -> Row:
        fields = {name: each if len(each) > 1 else each[0] for name, each in self._fields.items()}
        return Row(self._line, {**self._common, **fields})


def _lacks(row: Row, cells: Cells) -> str:
    for name in (cells.record, cells.name):
        if not str(row.values.get(name, "")).strip():
            return f"its {name} is empty"
    return ""
