"""Known URLs as rows: of a run at work what has changed, of a shard at rest all of them."""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bowerbird.model.errors import RunError
from bowerbird.store.shard import open_shard
from bowerbird.workspace.inspect import page_rows
from bowerbird.workspace.places import shard_folder
from bowerbird.workspace.runs import Run
from bowerbird.workspace.tables.changes import STORED, cells_of
from bowerbird.workspace.tables.file import TableFile, cursor, set_cursor

OVERLAP = 2_000  # changes that are read twice, for a reader may see the disk a little late

_PUT = (
    f"insert or replace into pages ({', '.join(STORED)}) "  # noqa: S608 - our own names
    f"values ({', '.join('?' * len(STORED))})"
)


class Cursor(Struct, frozen=True):
    """How far pages were followed: a moment of a shard at rest, or a change of a run at work."""

    stamp: str = ""
    token: str = ""
    after: int = 0


def follow_pages(file: TableFile, folder: Path, busy: Run | None) -> None:
    """Take in what has changed since the last time."""
    with file.reading() as connection:
        text = cursor(connection, "pages")
    known = msgspec.json.decode(text, type=Cursor) if text else Cursor()
    if busy is None or not _follow_run(file, folder, busy, known):
        stamp = stamp_of(folder)
        if stamp != known.stamp:
            _read_all(file, folder, Cursor(stamp))


def stamp_of(folder: Path) -> str:
    """Another one whenever something was committed to the shard since."""
    files = []
    for entry in os.scandir(shard_folder(folder) / "db"):
        if entry.name.endswith((".sst", ".log")):
            with suppress(FileNotFoundError):  # a run at work has just put it into another one
                files.append(f"{entry.name}:{entry.stat().st_size}")
    return sha256(" ".join(sorted(files)).encode()).hexdigest()


def _follow_run(file: TableFile, folder: Path, busy: Run, known: Cursor) -> bool:
    """False if it has just ended."""
    while True:
        try:
            answer = busy.ask("changed-pages", token=known.token, after=known.after)
        except RunError:
            return False
        if answer is None:
            return False
        if answer["lost"]:
            known = Cursor(token=answer["token"], after=max(0, answer["last"] - OVERLAP))
            _read_all(file, folder, known)
            continue
        known = Cursor(token=answer["token"], after=answer["last"])
        if answer["rows"]:
            with file.writing() as connection:
                _put(connection, answer["rows"])
                set_cursor(connection, "pages", msgspec.json.encode(known).decode())
        if not answer["more"]:
            return True


def _read_all(file: TableFile, folder: Path, now: Cursor) -> None:
    with open_shard(shard_folder(folder), read_only=True) as store, file.writing() as connection:
        connection.execute("delete from pages")
        _put(connection, (cells_of(key, row) for key, row in page_rows(store)))
        set_cursor(connection, "pages", msgspec.json.encode(now).decode())


def _put(connection: sqlite3.Connection, rows: Iterable[Sequence[Any]]) -> None:
    connection.executemany(_PUT, _with_keys(rows))


def _with_keys(rows: Iterable[Sequence[Any]]) -> Iterator[list[Any]]:
    for row in rows:
        yield [bytes.fromhex(row[0]), *row[1:]]
