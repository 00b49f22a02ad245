"""The catalogue: which projects and runs there are. Small, shared by every process, in SQLite.

A run's state here is what its process last said; `workspace.runs` derives the truth from it and
from the heartbeat, so that a dead run is never shown as running.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DatabaseError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from bowerbird.model.errors import CorruptError, StoreError
from bowerbird.model.events import RunState

SCHEMA = 1
_metadata = MetaData()

_schema = Table("schema", _metadata, Column("version", Integer, primary_key=True))

_runs = Table(
    "runs",
    _metadata,
    Column("project", String(64), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("state", String(16), nullable=False),
    Column("reason", Text, nullable=False, default=""),
    Column("created_at", Float, nullable=False),
    Column("started_at", Float),
    Column("ended_at", Float),
    Column("heartbeat_at", Float),
    Column("pid", Integer),
    Column("socket", Text, nullable=False, default=""),
    Column("summary", Text, nullable=False, default="{}"),
)


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


class Catalogue:
    """Opens the database for each question, so that no process holds it."""

    def __init__(self, home: Path) -> None:
        self._path = home / "catalogue.sqlite"
        # NullPool: a run and the shells around it ask seldom; nobody keeps a connection.
        self._engine = create_engine(f"sqlite:///{self._path}", poolclass=NullPool)
        event.listen(self._engine, "connect", _prepare)
        with self._connection() as connection:
            _metadata.create_all(connection)
            self._check_version(connection)

    def new_run(self, project: str) -> RunEntry:
        """The next run of a project, not started yet."""
        with self._connection() as connection:
            last = connection.scalar(
                select(func.max(_runs.c.number)).where(_runs.c.project == project)
            )
            number = (last or 0) + 1
            connection.execute(
                insert(_runs).values(
                    project=project, number=number, state=RunState.NEW, created_at=time.time()
                )
            )
            return self._entry(connection, project, number)

    def run(self, project: str, number: int) -> RunEntry | None:
        with self._connection() as connection:
            row = connection.execute(
                select(_runs).where(_runs.c.project == project, _runs.c.number == number)
            ).one_or_none()
            return None if row is None else _as_entry(row)

    def runs(self, project: str) -> list[RunEntry]:
        """Oldest first."""
        with self._connection() as connection:
            rows = connection.execute(
                select(_runs).where(_runs.c.project == project).order_by(_runs.c.number)
            )
            return [_as_entry(row) for row in rows]

    def update(self, project: str, number: int, **changes: Any) -> None:
        """Write what a run says of itself."""
        if "summary" in changes:
            changes["summary"] = json.dumps(changes["summary"])
        with self._connection() as connection:
            connection.execute(
                update(_runs)
                .where(_runs.c.project == project, _runs.c.number == number)
                .values(**changes)
            )

    def _entry(self, connection: Connection, project: str, number: int) -> RunEntry:
        return _as_entry(
            connection.execute(
                select(_runs).where(_runs.c.project == project, _runs.c.number == number)
            ).one()
        )

    def _check_version(self, connection: Connection) -> None:
        version = connection.scalar(select(func.max(_schema.c.version)))
        if version is None:
            connection.execute(insert(_schema).values(version=SCHEMA))
        elif version != SCHEMA:
            raise CorruptError(
                f"{self._path} has schema {version}, this Bowerbird knows {SCHEMA}; "
                "use the version of Bowerbird that wrote it"
            )

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except DatabaseError as error:
            raise _as_store_error(self._path, error) from error


def _prepare(connection: Any, _: object) -> None:
    connection.execute("pragma busy_timeout = 10000")
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = normal")


def _as_entry(row: Any) -> RunEntry:
    values = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's documented way to a row's columns
    values["state"] = RunState(values["state"])
    values["summary"] = json.loads(values["summary"])
    return RunEntry(**values)


def _as_store_error(path: Path, error: SQLAlchemyError) -> StoreError:
    text = str(getattr(error, "orig", error))
    if "not a database" in text or "malformed" in text:
        return CorruptError(
            f"{path} is not a catalogue any more ({text}); move it away, "
            "projects and their pages are safe beside it"
        )
    return StoreError(f"cannot use {path}: {text}; check the disk and the permissions")
