"""Files that people bring become records: same file, same records, however often it is read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from bowerbird.model.errors import UsageError
from bowerbird.model.record import Record
from bowerbird.store.export import unescaped
from bowerbird.store.gathering import Cells, gathered
from bowerbird.store.rows import BadRow, Layout, Row, rows_of
from bowerbird.store.typed import FieldType, Value, as_it_came, as_text, plain_number, typed

RUN = "import"  # where a page's record names the run that read it
GUESSED_FROM = 1_000  # rows that tell which columns of a table are numbers
OURS = frozenset(
    {"_kind", "_key", "_seq", "_run", "_created_at", "_page", "_selector", "_warc"}
)  # as our own exports have them

Guessed = Literal["number", "text"]


class Reading(Struct, frozen=True):
    """What is to be made of the rows of a file."""

    kind: str
    key: Sequence[str] = ()  # the fields that tell records apart; empty: all that a record says
    types: Mapping[str, FieldType] = {}
    cells: Cells | None = None  # the file has one field a row


def records_of(
    path: Path, layout: Layout, reading: Reading, now: float
) -> Iterator[Record | BadRow]:
    """Record after record; `now` is when they came."""
    guessed = _guessed(path, layout, reading)
    for row in _rows(path, layout, reading):
        if isinstance(row, BadRow):
            yield row
            continue
        try:
            yield _record(row, layout, reading, guessed, now)
        except ValueError as error:
            yield BadRow(row.line, str(error))


def key_of(kind: str, values: Iterable[object]) -> bytes:
    """The key of an imported record, from the values of its key fields; a byte longer than the key
    of a URL, so that neither is ever taken for the other."""
    said = msgspec.msgpack.encode((kind, [str(value) for value in values]))
    return b"i" + blake2b(said, digest_size=16).digest()


def _record(
    row: Row, layout: Layout, reading: Reading, guessed: Mapping[str, Guessed], now: float
) -> Record:
    is_table = layout.format == "csv"
    ours = {name: row.values[name] for name in OURS if name in row.values}
    exported = "_key" in ours and "_kind" in ours
    fields: dict[str, Value] = {}
    for name, value in _flat(row.values):
        if not (exported and name in OURS):
            raw = unescaped(value) if exported and is_table else value
            fields[name] = _value(name, raw, reading, guessed, is_table=is_table)
    if not any(value not in (None, "", []) for value in fields.values()):
        raise ValueError("nothing in it")
    kind = str(ours.get("_kind") or reading.kind) if exported else reading.kind
    url = fields.pop("url", "")
    return Record(
        key=_exported_key(ours)
        if exported and not reading.key
        else _key(kind, fields, url, reading),
        kind=kind,
        url=url if isinstance(url, str) else "",
        fields=fields,
        run=RUN,
        created_at=now,
    )


def _flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """`{"author": {"name": …}}` is the field `author.name`."""
    for name, value in values.items():
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{before}{name}.")
        else:
            yield as_text(before + name), value


def _value(
    name: str, raw: Any, reading: Reading, guessed: Mapping[str, Guessed], *, is_table: bool
) -> Value:
    if name in reading.types:
        if reading.cells is not None and isinstance(raw, list) and reading.types[name] != "list":
            raw = raw[0]  # it was read several times, from a page that changed
        try:
            return typed(raw, reading.types[name])
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    if is_table and guessed.get(name) == "number" and isinstance(raw, str):
        if raw == "":
            return None
        number = plain_number(raw)
        return raw if number is None else number
    return as_it_came(raw)


def _key(kind: str, fields: Mapping[str, Value], url: Value, reading: Reading) -> bytes:
    if not reading.key:
        said = sorted((name, repr(value)) for name, value in fields.items())
        return key_of(kind, [url, *(part for pair in said for part in pair)])
    values = [url if name == "url" else fields.get(name) for name in reading.key]
    if any(value in (None, "", []) for value in values):
        missing = next(
            name for name, value in zip(reading.key, values, strict=True) if value in (None, "", [])
        )
        raise ValueError(f"its key field `{missing}` is empty")
    return key_of(kind, values)


def _exported_key(ours: Mapping[str, Any]) -> bytes:
    try:
        key = bytes.fromhex(str(ours["_key"]))
    except ValueError:
        key = b""
    if not key:
        raise ValueError(f"_key {str(ours['_key'])[:40]!r} is not hexadecimal")
    return key


def _guessed(path: Path, layout: Layout, reading: Reading) -> dict[str, Guessed]:
    """Columns of a table whose first rows hold nothing but numbers. Also the one place that can
    say that a named column is not there before a row is read."""
    if (cells := reading.cells) is not None:
        _refuse_unknown(path, layout, (cells.record, cells.name, cells.value))
    read = islice(_rows(path, layout, reading), GUESSED_FROM)
    rows = [row for row in read if isinstance(row, Row)]
    names = dict.fromkeys(name for row in rows for name, _ in _flat(row.values))
    if rows and (unknown := [n for n in (*reading.key, *reading.types) if n not in names]):
        raise UsageError(
            f"{path} has no field {unknown[0]!r}; it has: {', '.join(list(names)[:20])}"
        )
    if layout.format != "csv":
        return {}
    return {name: _guess([row.values.get(name, "") for row in rows]) for name in names}


def _rows(path: Path, layout: Layout, reading: Reading) -> Iterator[Row | BadRow]:
    rows = rows_of(path, layout)
    return rows if reading.cells is None else gathered(rows, reading.cells)


def _refuse_unknown(path: Path, layout: Layout, columns: Sequence[str]) -> None:
    first = next((row for row in rows_of(path, layout) if isinstance(row, Row)), None)
    for column in columns:
        if first is not None and column not in first.values:
            raise UsageError(
                f"{path} has no field {column!r}; it has: {', '.join(list(first.values)[:20])}"
            )


def _guess(cells: list[Any]) -> Guessed:
    written = [cell for cell in cells if not isinstance(cell, str) or cell.strip()]
    numbers = bool(written) and all(
        isinstance(cell, str) and plain_number(cell) is not None for cell in written
    )
    return "number" if numbers else "text"
