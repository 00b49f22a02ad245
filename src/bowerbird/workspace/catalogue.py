"""The catalogue: which runs there are, and the database in which judgements and accepted settings
lie beside them. Small, shared by every process, in SQLite.

A run's state here is what its process last said; `workspace.runs` derives the truth from it and
from the heartbeat, so that a dead run is never shown as running.
"""

import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bowerbird.model.errors import CorruptError, OutOfSpaceError, StoreError
from bowerbird.model.events import RunState
from bowerbird.workspace.catalogue_schema import PROJECT_TABLES, SCHEMA, bring_up_to_date

WAIT_FOR_OTHERS = 10.0  # seconds, while another process writes
LEAST_FREE = 256 << 10  # bytes; SQLite wants room for its shared memory and a few pages


class RunEntry(Struct, frozen=True):
    """One line of the catalogue."""

    project: str
    number: int
    state: RunState
    reason: str
    created_at: float
    started_at: float | None
    ended_at: float | None
    heartbeat_at: float | None
    pid: int | None
    socket: str
    summary: dict[str, Any]


_COLUMNS = RunEntry.__struct_fields__
_SELECT = f"select {', '.join(_COLUMNS)} from runs where project = ?"  # noqa: S608 - our own names


class Catalogue:
    """Opens the database for each question, so that no process holds it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._path = home / "catalogue.sqlite"
        with self.connection() as connection:
            version = bring_up_to_date(connection)
        if version > SCHEMA:
            raise CorruptError(
                f"{self._path} has schema {version}, this Bowerbird knows {SCHEMA}; "
                "use the version of Bowerbird that wrote it"
            )

    def new_run(self, project: str) -> RunEntry:
        """The next run of a project, not started yet."""
        with self.connection() as connection:
            connection.execute("begin immediate")
            (last,) = connection.execute(
                "select coalesce(max(number), 0) from runs where project = ?", (project,)
            ).fetchone()
            connection.execute(
                "insert into runs (project, number, state, created_at) values (?, ?, ?, ?)",
                (project, last + 1, RunState.NEW, time.time()),
            )
            entry = _find(connection, project, last + 1)
            assert entry is not None
            return entry

    def run(self, project: str, number: int) -> RunEntry | None:
        with self.connection() as connection:
            return _find(connection, project, number)

    def runs(self, project: str) -> list[RunEntry]:
        """Oldest first."""
        with self.connection() as connection:
            rows = connection.execute(f"{_SELECT} order by number", (project,))
            return [_as_entry(row) for row in rows]

    def count(self, table: str, project: str) -> int:
        """How many rows of a table are of a project."""
        assert table in PROJECT_TABLES
        with self.connection() as connection:
            counting = f"select count(*) from {table} where project = ?"  # noqa: S608
            return int(connection.execute(counting, (project,)).fetchone()[0])

    def forget(self, project: str) -> None:
        """Everything that it knows of a project but what was done: the audit stays."""
        with self.connection() as connection:
            connection.execute("begin immediate")
            for table in PROJECT_TABLES:
                connection.execute(
                    f"delete from {table} where project = ?",  # noqa: S608 - our own names
                    (project,),
                )

    def latest_runs(self, limit: int) -> list[RunEntry]:
        """Of all projects, the newest first."""
        with self.connection() as connection:
            rows = connection.execute(
                f"select {', '.join(_COLUMNS)} from runs "  # noqa: S608 - our own names
                "order by created_at desc, number desc limit ?",
                (limit,),
            )
            return [_as_entry(row) for row in rows]

    def latest(self) -> list[RunEntry]:
        """The last run of each project, and whichever has not ended."""
        last = "select max(number) from runs as r where r.project = runs.project"
        with self.connection() as connection:
            rows = connection.execute(
                f"select {', '.join(_COLUMNS)} from runs "  # noqa: S608 - our own names
                f"where number = ({last}) or (ended_at is null and pid is not null)"
            )
            return [_as_entry(row) for row in rows]

    def update(self, project: str, number: int, **changes: Any) -> None:
        """Write what a run says of itself."""
        if unknown := changes.keys() - set(_COLUMNS):
            raise TypeError(f"the catalogue has no column {', '.join(sorted(unknown))}")
        if "summary" in changes:
            changes["summary"] = json.dumps(changes["summary"])
        assignments = ", ".join(f"{name} = ?" for name in changes)
        with self.connection() as connection:
            connection.execute(
                f"update runs set {assignments} where project = ? and number = ?",  # noqa: S608
                (*changes.values(), project, number),
            )

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """For one question or one change: what was begun is committed at the end, or undone."""
        try:
            connection = sqlite3.connect(self._path, timeout=WAIT_FOR_OTHERS, isolation_level=None)
            try:
                connection.execute("pragma synchronous = normal")
                connection.execute("pragma foreign_keys = on")
                yield connection
                if connection.in_transaction:
                    connection.commit()
            finally:
                connection.close()
        except sqlite3.Error as error:
            free = shutil.disk_usage(self._path.parent).free
            raise as_store_error(self._path, error, free) from error


def _find(connection: sqlite3.Connection, project: str, number: int) -> RunEntry | None:
    row = connection.execute(f"{_SELECT} and number = ?", (project, number)).fetchone()
    return None if row is None else _as_entry(row)


def _as_entry(row: tuple[Any, ...]) -> RunEntry:
    values = dict(zip(_COLUMNS, row, strict=True))
    return msgspec.convert(values | {"summary": json.loads(values["summary"])}, RunEntry)


def as_store_error(path: Path, error: sqlite3.Error, free_bytes: int) -> StoreError:
    """What happened to the catalogue, with the remedy. SQLite calls a full disk an I/O error."""
    if "not a database" in str(error) or "malformed" in str(error):
        return CorruptError(
            f"{path} is not a catalogue any more ({error}); move it away, "
            "projects and their pages are safe beside it"
        )
    if free_bytes < LEAST_FREE:
        return OutOfSpaceError(f"cannot use {path}: the disk is full; free some space.")
    return StoreError(f"cannot use {path}: {error}; check the disk and the permissions")
