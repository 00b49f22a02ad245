"""Records, known URLs and the queue as tables: sorted, filtered, in pages, however long."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject
from bowerbird.server.paging import MOST
from bowerbird.server.sections import Section
from bowerbird.workspace import Project

section = Section("tables")
HERE = "/projects/{project}/tables"
PATIENCE = 2.0  # seconds that a program waits for what is new; then `behind` says so


class TableQuery(Options):
    """Which rows, and in which order."""

    filter: list[str] = Field([], max_length=50, description="As `price>=10` or `title~tapir`.")
    sort: str = Field("", max_length=200, description="A column; -price: largest first.")
    offset: int = Field(0, ge=0, le=10_000_000)
    limit: int = Field(100, ge=1, le=MOST)

    def asked(self) -> dict[str, Any]:
        return {
            "filters": self.filter,
            "sort": self.sort,
            "offset": self.offset,
            "limit": self.limit,
            "patience": PATIENCE,
        }


Asked = Annotated[TableQuery, Query()]


class RecordQuery(TableQuery):
    """The same of records."""

    kind: str | None = Field(None, max_length=200)
    duplicates: Literal["", "only", "once"] = ""


@section.get(HERE + "/records")
def table_of_records(project: TheProject, asked: Annotated[RecordQuery, Query()]) -> Any:
    """Records of a kind, or of all."""
    rest = {"duplicates": asked.duplicates, **asked.asked()}
    return _told(project, lambda: project.tables.records(asked.kind, **rest))


@section.get(HERE + "/pages")
def table_of_pages(project: TheProject, asked: Asked) -> Any:
    """Known URLs, with what became of each."""
    return _told(project, lambda: project.tables.pages(**asked.asked()))


@section.get(HERE + "/queue")
def table_of_queue(project: TheProject, asked: Asked) -> Any:
    """What waits in the last run, and why."""
    return _told(project, lambda: project.tables.queue(**asked.asked()))


@section.get(HERE + "/kinds")
def kinds(project: TheProject) -> Any:
    """How many records there are of each kind."""
    return project.tables.kinds(patience=PATIENCE) if project.has_records else {}


@section.get(HERE + "/columns")
def columns(
    project: TheProject, kind: Annotated[str | None, Query(max_length=200)] = None
) -> dict[str, Any]:
    """The columns of a kind: name, type, and in how many records each is filled."""
    found = project.tables.columns(kind, patience=PATIENCE) if project.has_records else []
    return {"items": found, "next": None}


@section.get(HERE + "/links")
def table_of_links(
    project: TheProject,
    by: Literal["host", "page"] = "host",
    limit: Annotated[int, Query(ge=1, le=2_000)] = 500,
) -> Any:
    """How what was read hangs together, by host or by page."""
    if not project.has_records:
        return {"nodes": [], "links": [], "left_out": 0}
    return project.tables.link_map(by, limit=limit, patience=PATIENCE)


@section.get(HERE + "/records/{key}")
def record_of_table(project: TheProject, key: Annotated[str, Path(max_length=128)]) -> Any:
    """The whole record of a row's `_key`, and where each of its values was found."""
    return project.tables.record(key)


@section.get(HERE + "/{table}/facets/{column}")
def facet(
    project: TheProject,
    table: Literal["records", "pages", "queue"],
    column: str,
    kind: Annotated[str | None, Query(max_length=200)] = None,
    filter: Annotated[list[str], Query(max_length=50)] = [],  # noqa: A002, B006
) -> dict[str, Any]:
    """The labels of a column, and how often each stands there."""
    if not project.has_records:
        return {"items": [], "next": None}
    return {"items": project.tables.facet(table, column, kind=kind, filters=filter), "next": None}


def _told(project: Project, read: Callable[[], Any]) -> Any:
    if project.has_records:
        return read()
    return {"rows": [], "matching": 0, "total": 0, "offset": 0, "next": None, "columns": {}}
