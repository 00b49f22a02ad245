"""Records: what a crawl brought, as a table whose columns have types; and where each came from."""

from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import Path, Query, Response

from bowerbird.server.answers import Slice
from bowerbird.server.asked import TheProject
from bowerbird.server.kept_frames import still
from bowerbird.server.paging import Cursor, Limit, offset_of
from bowerbird.server.sections import Section
from bowerbird.server.tables import PATIENCE, AskedTable, TablePart, part_of_table
from bowerbird.workspace import Project
from bowerbird.workspace.told import record_document

section = Section("records")
Kind = Annotated[str, Query(max_length=500, description="Only records of this kind.")]
Duplicates = Annotated[
    Literal["", "only", "once"],
    Query(description="`only` those that repeat another, or each content `once`."),
]
Key = Annotated[str, Path(max_length=128)]
Url = Annotated[str, Query(max_length=65_536)]
Field = Annotated[str, Query(max_length=500, description="A field, whose element is marked.")]


@section.page(
    "/p/{project}/records", twin="/projects/{project}/records/table", template="records.html"
)
def record_table(
    project: TheProject, asked: AskedTable, kind: Kind = "", duplicates: Duplicates = ""
) -> TablePart:
    """Records as rows of typed columns: filtered, in any order, a part at a time."""
    if not project.has_records:
        return TablePart([], None, 0, more={"kinds": {}, "kind": "", "duplicates": ""})
    tables = project.tables
    more = {"kinds": tables.kinds(patience=PATIENCE), "kind": kind, "duplicates": duplicates}
    found = part_of_table(
        tables.records, asked, more=more, kind=kind or None, duplicates=duplicates
    )
    more["filled"] = {
        each["name"]: each["filled"] for each in tables.columns(kind or None, patience=PATIENCE)
    }
    more["pictures"] = sorted(_pictures(project, found))
    return found


@section.page(
    "/p/{project}/records/{key}",
    twin="/projects/{project}/records/{key}",
    template="record.html",
)
def record(project: TheProject, key: Key, field: Field = "") -> dict[str, Any]:
    """A whole record, and where each of its values was found."""
    told = project.tables.record(key)
    chosen = field or next(iter(told["cells"]), "")
    page = told["page"]
    if chosen and told["cells"].get(chosen, {}).get("page") == "detail":
        page = told["url"]
    return told | {"chosen": chosen, "shown_page": page}


@section.page("/p/{project}/kept", twin="/projects/{project}/kept", template="kept.html")
def kept(project: TheProject, url: Url) -> dict[str, Any]:
    """What is known of the copy that was kept of a page."""
    found = project.kept_page(url)
    return {
        "url": found.url,
        "media_type": found.media_type,
        "status": found.status,
        "fetched_at": found.fetched_at,
        "run": found.run,
        "remarks": found.remarks,
        "is_shown": bool(found.html),
    }


@section.html.get("/p/{project}/kept/frame")
def kept_frame(
    project: TheProject,
    url: Url,
    record: Annotated[str, Query(max_length=128)] = "",
    field: Field = "",
) -> Response:
    """The page as it was kept, for a frame in which nothing acts."""
    return still(project.kept_page(url, record=record, field=field).html)


@section.html.get("/p/{project}/kept/picture")
def kept_picture(project: TheProject, url: Url) -> Response:
    """A picture that was kept."""
    media_type, content = project.kept_picture(url)
    return Response(content, media_type=media_type, headers={"cache-control": "max-age=3600"})


def _pictures(project: Project, found: TablePart) -> set[str]:
    columns = [name for name, kind in found.columns.items() if kind in ("image", "link")]
    urls = {row[name] for row in found.items for name in columns if isinstance(row[name], str)}
    return project.kept_pictures(sorted(urls))


@section.get("/projects/{project}/records")
def records(project: TheProject, cursor: Cursor = "", limit: Limit = 50, kind: str = "") -> Slice:
    """The records that hold, whole, in the order in which they became true."""
    if not project.has_records:
        return Slice([], None, 0)
    after = offset_of(cursor)
    wanted = (it for it in project.records() if it.seq > after and kind in ("", it.kind))
    found = list(islice(wanted, limit + 1))
    following = str(found[limit - 1].seq) if len(found) > limit else None
    return Slice([record_document(each) for each in found[:limit]], following)
