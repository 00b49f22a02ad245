"""Records out to files, in from files, and made anew from stored pages."""

from itertools import islice
from typing import Annotated, Any

from fastapi import Header, Request, Response, UploadFile
from pydantic import Field

from bowerbird.model.errors import UsageError
from bowerbird.model.options import Options
from bowerbird.server.answers import Slice
from bowerbird.server.asked import TheProject
from bowerbird.server.documents import Templates, template_files
from bowerbird.server.exports import MEDIA_TYPES, Columns, Format, Kinds, exported
from bowerbird.server.paging import Cursor, Limit, offset_of
from bowerbird.server.sections import Section
from bowerbird.server.uploads import OptionsText, on_disk, options_in
from bowerbird.workspace.records import ImportOptions
from bowerbird.workspace.told import record_document

section = Section("records")


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
    return exported(project, format, columns, kind)


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
            return exported(project, form, columns, kind)
    if not {"*/*", "application/*", "application/json", ""} & set(wanted):
        raise UsageError(
            f"records do not come as {accept}; known: {', '.join(MEDIA_TYPES.values())}"
        )
    return exported(project, "jsonl", columns, kind)


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
