"""Records out to files, in from files, and made anew from stored pages."""

from functools import partial
from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import Header, Query, Request, Response, UploadFile
from pydantic import Field

from bowerbird.model.errors import UsageError
from bowerbird.model.options import Options
from bowerbird.server.answers import Slice
from bowerbird.server.asked import TheProject
from bowerbird.server.documents import Templates, template_files
from bowerbird.server.paging import Cursor, Limit, offset_of
from bowerbird.server.sections import Section
from bowerbird.server.uploads import OptionsText, made_file, on_disk, options_in
from bowerbird.workspace import Project
from bowerbird.workspace.records import ImportOptions
from bowerbird.workspace.told import record_document

section = Section("records")
MEDIA_TYPES = {
    "jsonl": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "parquet": "application/vnd.apache.parquet",
}
Format = Literal["jsonl", "csv", "xlsx", "parquet"]
Columns = Annotated[
    list[str] | None, Query(max_length=1_000, description="Only these fields, in this order.")
]
Kinds = Annotated[list[str], Query(max_length=100, description="Only records of these kinds.")]


class Rebuilding(Options):
    """What is to be made of the stored pages."""

    templates: Templates = Field({})
    commit: bool = Field(False, description="Let it become true, and the templates the plan's.")


@section.get("/projects/{project}/record-log")
def record_log(project: TheProject, cursor: Cursor = "", limit: Limit = 1_000) -> Slice:
    """The records that hold, in the order in which they became true."""
    after = offset_of(cursor)
    wanted = (record for record in project.records() if record.seq > after)
    found = list(islice(wanted, limit + 1))
    following = str(found[limit - 1].seq) if len(found) > limit else None
    return Slice([record_document(each) for each in found[:limit]], following)


@section.get("/projects/{project}/records.{format}")
def export_as(
    project: TheProject,
    format: Format,  # noqa: A002 - the word of the surface
    columns: Columns = None,
    kind: Kinds = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """All records as a file of that form."""
    return _exported(project, format, columns, kind)


@section.get("/projects/{project}/export")
def export(
    request: Request,
    project: TheProject,
    columns: Columns = None,
    kind: Kinds = [],  # noqa: B006 - FastAPI copies it
    accept: Annotated[str, Header()] = "*/*",
) -> Response:
    """All records in the form that `Accept` names; JSON lines if it does not say."""
    wanted = [part.partition(";")[0].strip() for part in accept.split(",")]
    for form, media_type in MEDIA_TYPES.items():
        if media_type.partition(";")[0] in wanted:
            return _exported(project, form, columns, kind)
    if not {"*/*", "application/*", "application/json", ""} & set(wanted):
        raise UsageError(
            f"records do not come as {accept}; known: {', '.join(MEDIA_TYPES.values())}"
        )
    return _exported(project, "jsonl", columns, kind)


@section.post("/projects/{project}/records/import")
def import_records(
    project: TheProject, file: UploadFile, options: OptionsText = "{}"
) -> dict[str, Any]:
    """Put the rows of a CSV or JSONL file into the record log; twice is the same as once."""
    checked = options_in(options, ImportOptions)
    with on_disk(file) as path:
        done = project.import_records(path, **checked.model_dump(exclude_unset=True))
    return {**done, "file": file.filename or ""}


@section.post("/projects/{project}/records/rebuild")
def rebuild_records(project: TheProject, body: Rebuilding) -> dict[str, Any]:
    """What the plan, with these templates, makes of the stored pages; nothing is fetched."""
    with template_files(body.templates) as files:
        return project.rebuild_records(files, commit=body.commit)


def _exported(project: Project, form: str, columns: list[str] | None, kinds: list[str]) -> Response:
    options: dict[str, Any] = {"columns": columns} if columns else {}
    write = partial(project.export, form, kinds=kinds, **options)
    return made_file(f"{project.name}.{form}", MEDIA_TYPES[form], write)
