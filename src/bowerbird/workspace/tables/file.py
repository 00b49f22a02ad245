"""The file behind the tables: SQLite, opened for each question, made anew when it is not ours."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from bowerbird.model.errors import StoreError

FORMAT = 2  # another one is thrown away and made again
WAIT_FOR_OTHERS = 10.0  # seconds, while another process writes

# The columns of what people know by name are added as they come: f1, f2, … of `fields`.
_TABLES = (
    "create table cursors (what text primary key, value text not null)",
    """create table records (
        id integer primary key,
        key blob not null unique,
        kind text not null,
        url text,
        run text,
        created_at real,
        content integer not null
    )""",
    "create index records_by_kind on records (kind, id)",
    "create index records_by_content on records (kind, content, id)",
    "create table names (id integer primary key, name text not null unique)",
    """create table fields (
        kind text not null,
        name integer not null,
        types integer not null,
        primary key (kind, name)
    )""",
    """create table pages (
        id integer primary key,
        key blob not null unique,
        url text, host text, state text, change text, reason text, rule text, status integer,
        media_type text, depth integer, priority real, via text, found_on text, final_url text,
        fetched_at real, bytes integer, content_hash text, fingerprint integer,
        near_duplicate_of text, title text, language text, relevance real,
        relevant text, noindex text, rendered text, run integer, place integer, identity text
    )""",
    "create index pages_by_fingerprint on pages (fingerprint, identity)",
    "create index pages_by_identity on pages (identity, host)",
    """create table queue (
        id integer primary key,
        url text, host text, state text, priority real, depth integer, via text, found_on text,
        anchor text, attempt integer, rule text, pattern text
    )""",
)


class TableFile:
    """Reading and writing may go on side by side, in any number of threads and processes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._making = Lock()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """As of the last change."""
        with self._open() as connection:
            connection.execute("begin")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All that is done in here becomes true together, or nothing."""
        with self._open() as connection:
            connection.execute("begin immediate")
            yield connection
            connection.commit()

    def has_index(self, table: str, columns: str) -> bool:
        """Is there an index for this order?"""
        with self._open() as connection:
            found = connection.execute(
                "select 1 from sqlite_master where name = ?", (_index_name(table, columns),)
            )
            return found.fetchone() is not None

    def make_index(self, table: str, columns: str) -> None:
        """It is kept from then on."""
        with self._open() as connection:
            connection.execute(
                f"create index if not exists {_index_name(table, columns)} on {table} ({columns})"
            )

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            connection = self._connected()
            try:
                connection.create_function("folded", 1, _folded, deterministic=True)
                yield connection
            finally:
                connection.close()
        except sqlite3.OperationalError as error:
            raise StoreError(f"cannot use {self._path}: {error}; check the disk") from error
        except sqlite3.DatabaseError as error:
            self._throw_away()
            raise StoreError(
                f"{self._path} was damaged ({error}) and thrown away; ask again, it is made anew"
            ) from error

    def _connected(self) -> sqlite3.Connection:
        with self._making:
            connection = self._connect()
            (found,) = connection.execute("pragma user_version").fetchone()
            if found == FORMAT:
                return connection
            if found:
                connection.close()
                self._throw_away()
                connection = self._connect()
            _make(connection)
            return connection

    def _connect(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._path, timeout=WAIT_FOR_OTHERS, isolation_level=None)
        connection.execute("pragma synchronous = off")  # what a power cut takes is made again
        return connection

    def _throw_away(self) -> None:
        for suffix in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                self._path.with_name(self._path.name + suffix).unlink()


def _index_name(table: str, columns: str) -> str:
    return "by_" + "".join(sign if sign.isalnum() else "_" for sign in f"{table}_{columns}")


def _make(connection: sqlite3.Connection) -> None:
    connection.execute("pragma journal_mode = wal")
    connection.execute("begin immediate")
    (found,) = connection.execute("pragma user_version").fetchone()
    if found != FORMAT:  # another process may have been quicker
        for table in _TABLES:
            connection.execute(table)
        connection.execute(f"pragma user_version = {FORMAT}")
    connection.commit()


def cursor(connection: sqlite3.Connection, what: str) -> str:
    """How far something was followed; empty at first."""
    row = connection.execute("select value from cursors where what = ?", (what,)).fetchone()
    return "" if row is None else str(row[0])


def set_cursor(connection: sqlite3.Connection, what: str, value: str) -> None:
    """Remember how far."""
    connection.execute("insert or replace into cursors (what, value) values (?, ?)", (what, value))


def _folded(text: object) -> str | None:
    return None if text is None else str(text).casefold()
