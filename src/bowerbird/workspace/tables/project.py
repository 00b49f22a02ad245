"""The tables of a project: brought up to date while somebody asks, and asked.

Bringing up to date is done by threads of its own: whoever asks waits for them as long as it has
patience, and sees what is there by then, with a word on whether that is all.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from bowerbird.model.errors import RunError, UsageError
from bowerbird.workspace.places import has_shard
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.project_runs import ProjectRuns
from bowerbird.workspace.provenance import record_told
from bowerbird.workspace.record_source import OpenLog, at_rest, from_run
from bowerbird.workspace.tables import changes, queue
from bowerbird.workspace.tables.asking import Column, Conditions, TablePage, asked
from bowerbird.workspace.tables.columns import record_columns, shown
from bowerbird.workspace.tables.file import TableFile, cursor, set_cursor
from bowerbird.workspace.tables.links import link_map
from bowerbird.workspace.tables.pages import follow_pages, stamp_of
from bowerbird.workspace.tables.queue import follow_queue
from bowerbird.workspace.tables.records import follow_records

PATIENCE = 0.1  # seconds that who asks waits for what is new
FILE = Path("cache") / "tables.sqlite"  # in the project's folder
COUNTED = 20_000  # records whose filled cells are counted
COUNTS_KEPT = 500
LARGE = 5_000  # records; smaller tables are sorted as quickly without an index
FORESEEN = 16  # columns
MOST_LABELS = 50  # of a facet
DUPLICATES = ("", "only", "once")


class ProjectTables:
    """Safe to ask from many threads at once. `patience` None waits for everything."""

    def __init__(self, folder: Path, plan: Callable[[], Plan], runs: ProjectRuns) -> None:
        self._folder = folder
        self._plan = plan
        self._runs = runs
        self._file = TableFile(folder / FILE)
        self._lock = Lock()
        self._threads = ThreadPoolExecutor(3, thread_name_prefix="tables")
        self._followers = {
            "records": self._follow_records,
            "pages": self._follow_pages,
            "queue": lambda: self._follow_queue(self._last_run()),
        }
        self._counts: dict[tuple[Any, ...], tuple[str, int]] = {}
        self._foreseen: set[str] = set()
        self._indexing: dict[str, Future[None]] = {}
        self._counted: dict[str | None, tuple[object, list[dict[str, Any]]]] = {}
        self._at_work: dict[str, Future[None]] = {}

    # ---- what can be asked -----------------------------------------------------------------------

    def records(
        self,
        kind: str | None = None,
        *,
        duplicates: str = "",
        patience: float | None = None,
        **page: Any,
    ) -> TablePage:
        """A page of the records of a kind, or of all: `filters=["price>=10", "title~tapir"]`,
        `sort="-price"`, `offset`, `limit`. `duplicates`: `only` those whose content another record
        has, too, or each content `once`. With `patience`, in seconds, what is not taken in by then
        is missing, and `behind` says so."""
        behind = self._follow("records", patience)
        conditions = self._of_records(kind, duplicates)
        return self._page("records", conditions, behind=behind, patience=patience, **page)

    def kinds(self, *, patience: float | None = None) -> dict[str, int]:
        """How many records there are of each, the most first."""
        self._follow("records", patience)
        with self._file.reading() as connection:
            return dict(
                connection.execute(
                    "select kind, count(*) from records group by kind order by 2 desc, 1"
                )
            )

    def columns(
        self, kind: str | None = None, *, patience: float | None = None
    ) -> list[dict[str, Any]]:
        """The columns of a kind: `name`, `type`, and in how many `of` the newest 20,000 records
        each is `filled`."""
        self._follow("records", patience)
        conditions = self._of_records(kind, "")
        with self._file.reading() as connection:
            state = cursor(connection, "records"), tuple(conditions.columns.items())
        if (known := self._counted.get(kind)) is not None and known[0] == state:
            return known[1]
        counts = ", ".join(f"count({column.sql})" for column in conditions.columns.values())
        with self._file.reading() as connection:
            ((of, *filled),) = connection.execute(
                f"select count(*), {counts} from "  # noqa: S608 - our own names
                f"(select * from records {conditions.where} order by id desc limit {COUNTED})",
                conditions.values,
            )
        told = [
            {"name": name, "type": column.type, "filled": count, "of": of}
            for (name, column), count in zip(conditions.columns.items(), filled, strict=True)
        ]
        self._counted[kind] = state, told
        return told

    def pages(self, *, patience: float | None = None, **page: Any) -> TablePage:
        """A page of the known URLs; filters, order and patience as in `records`."""
        behind = self._follow("pages", patience)
        conditions = Conditions(changes.COLUMNS)
        found = self._page(
            "pages", conditions, behind=behind, patience=patience, extra=("fingerprint",), **page
        )
        self._name_duplicates(found.rows)
        return found

    def queue(self, *, patience: float | None = None, **page: Any) -> TablePage:
        """What waits in the last run: `state` is `queued` or `quarantined`, `why` a
        sentence. The rows are of a moment ago: of a second, or longer where there are many."""
        behind = self._follow("queue", patience)
        conditions = Conditions(queue.COLUMNS)
        found = self._page("queue", conditions, behind=behind, patience=patience, **page)
        for row in found.rows:
            row["why"] = queue.why(row)
        return found

    def facet(
        self,
        table: str,
        column: str,
        *,
        kind: str | None = None,
        filters: Sequence[str] = (),
        patience: float | None = None,
    ) -> list[dict[str, Any]]:
        """The labels of a column of `records`, `pages` or `queue`, and how often each stands there;
        the most frequent first."""
        known = {"pages": changes.COLUMNS, "queue": queue.COLUMNS}
        self._follow(table, patience)
        conditions = Conditions(known[table]) if table in known else self._of_records(kind, "")
        sql = conditions.column(column).sql
        conditions.add(asked(filters).filters)
        conditions.also(f"{sql} is not null")
        self._index(table, f"{sql} collate nocase, id", patience)
        with self._file.reading() as connection:
            rows = connection.execute(
                f"select {sql}, count(*) from {table} {conditions.where} "  # noqa: S608
                f"group by {sql} order by 2 desc, 1 limit {MOST_LABELS}",
                conditions.values,
            )
            return [{"label": label, "count": count} for label, count in rows]

    def link_map(
        self, by: str = "host", *, limit: int = 500, patience: float | None = None
    ) -> dict[str, Any]:
        """How what was read hangs together, by `host` or by `page`: `nodes`, `links`, and how many
        nodes there is no room for (`left_out`); at most 2,000."""
        self._follow("pages", patience)
        with self._file.reading() as connection:
            return link_map(connection, by, limit)

    def record(self, key: str) -> dict[str, Any]:
        """The whole record of a row's `_key`: `fields`, `page`, `run`, `warc`, and for each of its
        `cells` the selector that found it."""
        return record_told(self._folder, key, self._plan())

    def close(self) -> None:
        """Wait for what goes on behind; nothing can be asked after that."""
        self._threads.shutdown()

    # ---- a page of a table -----------------------------------------------------------------------

    def _of_records(self, kind: str | None, duplicates: str) -> Conditions:
        if duplicates not in DUPLICATES:
            raise UsageError(f"duplicates={duplicates!r}: say 'only', 'once', or nothing")
        with self._file.reading() as connection:
            columns = record_columns(connection, kind, self._plan())
        conditions = Conditions(columns)
        if kind is not None:
            conditions.also("kind = ?", kind)
        same = (
            "select 1 from records as r where r.kind = records.kind and r.content = records.content"
        )
        if duplicates == "only":
            conditions.also(f"exists ({same} and r.id != records.id)")
        elif duplicates == "once":
            conditions.also(f"not exists ({same} and r.id < records.id)")
        return conditions

    def _page(
        self,
        table: str,
        conditions: Conditions,
        *,
        behind: bool,
        patience: float | None,
        extra: Sequence[str] = (),
        **page: Any,
    ) -> TablePage:
        wanted = asked(**page)
        always, values = conditions.where, list(conditions.values)
        conditions.add(wanted.filters)
        order, indexed = conditions.order(wanted.sort)
        if indexed:
            self._index(table, f"{indexed}, id", patience)
        columns = dict(conditions.columns)
        if table == "records":
            columns = {"_key": Column("lower(hex(key))"), **columns}
        columns |= {name: Column(name) for name in extra}
        cells = ", ".join(column.sql for column in columns.values())
        with self._file.reading() as connection:
            total = self._count(connection, table, always, values)
            matching = self._count(connection, table, conditions.where, conditions.values)
            rows = connection.execute(
                # Which rows is found out before they are read: sorting whole rows takes ten times
                # as long.
                f"select {cells} from {table} join (select id as picked from {table} "  # noqa: S608
                f"{conditions.where} {order} limit ? offset ?) on id = picked {order}",
                [*conditions.values, wanted.limit, wanted.offset],
            ).fetchall()
        if table == "records" and total > LARGE:
            self._foresee(conditions.columns)
        after = wanted.offset + len(rows)
        return TablePage(
            rows=[shown(columns, row) for row in rows],
            matching=matching,
            total=total,
            offset=wanted.offset,
            next=after if after < matching else None,
            behind=behind,
            columns={name: column.type for name, column in conditions.columns.items()},
        )

    def _count(
        self, connection: sqlite3.Connection, table: str, where: str, values: Sequence[Any]
    ) -> int:
        """Counted once for each state of the table: whoever turns pages asks the same again."""
        asked_for = (table, where, *values)
        state = cursor(connection, table)
        if (known := self._counts.get(asked_for)) is not None and known[0] == state:
            return known[1]
        counting = f"select count(*) from {table} {where}"  # noqa: S608 - our own names
        count = int(connection.execute(counting, values).fetchone()[0])
        if len(self._counts) >= COUNTS_KEPT:
            self._counts.clear()
        self._counts[asked_for] = state, count
        return count

    def _index(self, table: str, columns: str, patience: float | None) -> None:
        """An order that is asked for the first time gets an index. Who has no patience does not
        wait for it: the table is sorted without one meanwhile."""
        columns = f"kind, {columns}" if table == "records" else columns
        if self._file.has_index(table, columns):
            return
        with self._lock:
            making = self._indexing.get(columns)
            if making is None or making.done():
                making = self._threads.submit(self._file.make_index, table, columns)
                self._indexing[columns] = making
        if patience is None:
            making.result()

    def _foresee(self, columns: Mapping[str, Column]) -> None:
        """Whoever looks at a large table may sort it next: its first columns get their indexes."""
        shown = [column.sql for column in list(columns.values())[:FORESEEN]]
        with self._lock:
            if self._foreseen >= set(shown):
                return
            self._foreseen.update(shown)
        self._threads.submit(self._make_all, [f"kind, {sql} collate nocase, id" for sql in shown])

    def _make_all(self, orders: Sequence[str]) -> None:
        for order in orders:
            self._file.make_index("records", order)

    def _name_duplicates(self, rows: list[dict[str, Any]]) -> None:
        """Whose content each row repeats: the shortest identity stands for all, as in `dedup`."""
        with self._file.reading() as connection:
            for row in rows:
                fingerprint = row.pop("fingerprint")
                row["duplicate_of"] = ""
                if fingerprint is None:
                    continue
                (first,) = connection.execute(
                    "select url from pages where fingerprint = ? "
                    "order by length(identity), identity limit 1",
                    (fingerprint,),
                ).fetchone()
                row["duplicate_of"] = "" if first == row["url"] else first

    # ---- up to date ------------------------------------------------------------------------------

    def _follow(self, what: str, patience: float | None) -> bool:
        """Answers whether there is still more to take in."""
        if what not in self._followers:
            raise UsageError(f"there is no table {what!r}; tables: {', '.join(self._followers)}")
        if not has_shard(self._folder):
            return False
        with self._lock:
            going = self._at_work.get(what)
            if going is None or going.done():
                going = self._at_work[what] = self._threads.submit(self._followers[what])
        try:
            going.result(timeout=patience)
        except NotYet:
            return True
        return False

    def _last_run(self) -> int:
        return max((run.number for run in self._runs.all()), default=0)

    def _follow_records(self) -> None:
        busy = self._runs.busy()
        if busy is not None:
            with suppress(RunError):  # it has just ended
                if (last := busy.ask("last-record")) is not None:
                    return follow_records(self._file, OpenLog(int(last), from_run(busy)))
        stamp = stamp_of(self._folder)
        with self._file.reading() as connection:
            if cursor(connection, "records-stamp") == stamp:
                return None
        with at_rest(self._folder) as log:
            follow_records(self._file, log)
        with self._file.writing() as connection:
            set_cursor(connection, "records-stamp", stamp)
        return None

    def _follow_pages(self) -> None:
        follow_pages(self._file, self._folder, self._runs.busy())

    def _follow_queue(self, run: int) -> None:
        follow_queue(self._file, self._folder, run)
