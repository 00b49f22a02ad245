"""Records as rows: what the record log says, taken in from where it was left."""

import re
import sqlite3
from collections.abc import Iterable

import msgspec
import xxhash

from bowerbird.model.record import Record, Scalar
from bowerbird.store.tables import BETWEEN
from bowerbird.workspace.record_source import OpenLog
from bowerbird.workspace.tables.file import TableFile, cursor, set_cursor

MOST_FIELDS = 500  # that are columns; what pages make up beyond is shown with the record alone
LONGEST = 300  # characters of a cell; the whole value is shown with the record

# Bits of what the values of a field were seen to be.
TEXT, NUMBER, BOOLEAN, DATE, LINK, IMAGE, LIST = (1 << bit for bit in range(7))
TYPES = {NUMBER: "number", BOOLEAN: "boolean", DATE: "date", LINK: "link", IMAGE: "image",
         LINK | IMAGE: "link", LIST: "list"}  # fmt: skip

_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d.*)?)?")
_LINK = re.compile(r"(?:https?|ftp)://\S+", re.IGNORECASE)
_IMAGE = re.compile(r"https?://\S+\.(?:png|jpe?g|gif|webp|avif|svg|bmp)(?:[?#]\S*)?", re.IGNORECASE)
_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def follow_records(file: TableFile, log: OpenLog) -> None:
    """Take in what is new. A log that is shorter than what was read of it is another one."""
    with file.reading() as connection:
        after = int(cursor(connection, "records") or 0)
    if log.last < after:
        _begin_anew(file)
        after = 0
    while records := log.read(after):
        with file.writing() as connection:
            if int(cursor(connection, "records") or 0) != after:
                return  # another process takes it in at the same time
            _Rows(connection).take(records)
            after = records[-1].seq
            set_cursor(connection, "records", str(after))


def _begin_anew(file: TableFile) -> None:
    with file.writing() as connection:
        connection.execute("delete from records")
        connection.execute("delete from fields")
        set_cursor(connection, "records", "0")


class _Rows:
    """The table of records, while some are taken in."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._names = dict(connection.execute("select name, id from names"))
        self._types = {
            (kind, name): types
            for kind, name, types in connection.execute("select kind, name, types from fields")
        }
        self._changed: set[tuple[str, int]] = set()

    def take(self, records: Iterable[Record]) -> None:
        for record in records:
            if record.gone:
                self._connection.execute("delete from records where key = ?", (record.key,))
            else:
                self._put(record)
        self._connection.executemany(
            "insert or replace into fields (kind, name, types) values (?, ?, ?)",
            [(*field, self._types[field]) for field in self._changed],
        )

    def _put(self, record: Record) -> None:
        columns = ["id", "key", "kind", "url", "run", "created_at", "content"]
        values: list[object] = [record.seq, record.key, record.kind, record.url, record.run,
                                record.created_at, content_of(record)]  # fmt: skip
        for field, value in record.fields.items():
            cell, types = cell_of(value)
            if cell is None or (name := self._name(field)) is None:
                continue
            columns.append(f"f{name}")
            values.append(cell)
            seen = self._types.get((record.kind, name), 0)
            if seen | types != seen or not seen:
                self._types[record.kind, name] = seen | types
                self._changed.add((record.kind, name))
        self._connection.execute(
            f"insert or replace into records ({', '.join(columns)}) "  # noqa: S608 - our own names
            f"values ({', '.join('?' * len(values))})",
            values,
        )

    def _name(self, field: str) -> int | None:
        """The number of a column; a new one is added."""
        known = self._names.get(field)
        if known is None and len(self._names) < MOST_FIELDS:
            known = self._names[field] = len(self._names) + 1
            self._connection.execute("insert into names (id, name) values (?, ?)", (known, field))
            self._connection.execute(f"alter table records add column f{known}")
        return known


def content_of(record: Record) -> int:
    """Equal for records that say the same: pages by their text, others by all fields."""
    fingerprint = record.fields.get("fingerprint") if record.kind == "page" else None
    if isinstance(fingerprint, str) and int(fingerprint, 16):
        number = int(fingerprint, 16)
    else:
        number = xxhash.xxh3_64_intdigest(_encode(record.fields))
    return number - (1 << 63)


def cell_of(value: Scalar | list[str]) -> tuple[str | int | float | None, int]:
    """A value as a cell, and what it is."""
    match value:
        case None | "" | []:
            return None, 0
        case bool():
            return ("true" if value else "false"), BOOLEAN
        case int() if not -(1 << 63) <= value < 1 << 63:
            return float(value), NUMBER
        case int() | float():
            return value, NUMBER
        case list():
            return _short(BETWEEN.join(value)), LIST
        case str():
            return _short(value), _type_of(value)


def _type_of(text: str) -> int:
    if _IMAGE.fullmatch(text):
        return IMAGE
    if _LINK.fullmatch(text):
        return LINK
    return DATE if _DATE.fullmatch(text) else TEXT


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
