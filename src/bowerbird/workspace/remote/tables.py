"""Tables of a server's project, as `ProjectTables` are those of one here."""

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from bowerbird.workspace.remote.connection import Connection, place
from bowerbird.workspace.tables.asking import TablePage


class RemoteTables:
    """The server waits about two seconds for what is new; who has more patience asks again."""

    def __init__(self, connection: Connection, project: str) -> None:
        self._connection = connection
        self._here = place("projects", project, "tables")

    def records(
        self,
        kind: str | None = None,
        *,
        duplicates: str = "",
        patience: float | None = None,
        **page: Any,
    ) -> TablePage:
        """A page of the records of a kind, or of all."""
        return self._page("records", patience, kind=kind, duplicates=duplicates, **page)

    def pages(self, *, patience: float | None = None, **page: Any) -> TablePage:
        """A page of the known URLs."""
        return self._page("pages", patience, **page)

    def queue(self, *, patience: float | None = None, **page: Any) -> TablePage:
        """A page of what waits in the last run."""
        return self._page("queue", patience, **page)

    def kinds(self, *, patience: float | None = None) -> dict[str, int]:
        """How many records there are of each, the most first."""
        self._page("records", patience, limit=1)
        return dict(self._connection.get(f"{self._here}/kinds"))

    def columns(
        self, kind: str | None = None, *, patience: float | None = None
    ) -> list[dict[str, Any]]:
        """The columns of a kind, and in how many records each is filled."""
        self._page("records", patience, limit=1)
        return list(self._connection.get(f"{self._here}/columns", kind=kind)["items"])

    def facet(
        self,
        table: str,
        column: str,
        *,
        kind: str | None = None,
        filters: Sequence[str] = (),
        patience: float | None = None,
    ) -> list[dict[str, Any]]:
        """The labels of a column, and how often each stands there."""
        self._page(table, patience, limit=1)
        path = f"{self._here}{place(table, 'facets', column)}"
        return list(self._connection.get(path, kind=kind, filter=list(filters))["items"])

    def link_map(
        self, by: str = "host", *, limit: int = 500, patience: float | None = None
    ) -> dict[str, Any]:
        """How what was read hangs together, by host or by page."""
        self._page("pages", patience, limit=1)
        return dict(self._connection.get(f"{self._here}/links", by=by, limit=limit))

    def record(self, key: str) -> dict[str, Any]:
        """The whole record of a row's `_key`."""
        return dict(self._connection.get(f"{self._here}{place('records', key)}"))

    def close(self) -> None:
        """Nothing goes on here."""

    def _page(
        self, table: str, patience: float | None, filters: Sequence[str] = (), **asked: Any
    ) -> TablePage:
        end = None if patience is None else time.monotonic() + patience
        while True:
            told = self._connection.get(f"{self._here}/{table}", filter=list(filters), **asked)
            page = msgspec.convert(told, TablePage)
            if not page.behind or (end is not None and time.monotonic() >= end):
                return page
