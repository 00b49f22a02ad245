"""Records out to files and in from files, on their page; and made anew, seen before it is true."""

from typing import Annotated, Any

from fastapi import Form, Query, Response, UploadFile
from fastapi.responses import RedirectResponse
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject
from bowerbird.server.exports import Columns, Format, Kinds, exported
from bowerbird.server.sections import Section
from bowerbird.server.uploads import on_disk

section = Section("records")
Short = Annotated[str, Form(max_length=2_000)]


@section.html.get("/p/{project}/records/export")
def export_form(
    project: TheProject,
    format: Annotated[Format, Query()],  # noqa: A002 - the word of the surface
    columns: Columns = None,
    kind: Kinds = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """The file that a form asks for."""
    return exported(project, format, columns, kind)


@section.choice("/p/{project}/records/import")
def import_form(project: TheProject, file: UploadFile, key: Short = "", kind: Short = "") -> Any:
    """Take in the rows of a file that was chosen."""
    named = [part.strip() for part in key.split(",") if part.strip()]
    options: dict[str, Any] = {"key": named} if named else {}
    name = (file.filename or "").rpartition("/")[2].partition(".")[0]
    if said := kind.strip() or name:
        options["kind"] = said
    with on_disk(file) as path:
        project.import_records(path, **options)
    return RedirectResponse(f"/p/{project.name}/records", 303)


@section.page(
    "/p/{project}/rebuild", twin="/projects/{project}/records/rebuilt", template="rebuild.html"
)
def rebuilt(project: TheProject) -> dict[str, Any]:
    """What the plan would make of the stored pages now; nothing changes."""
    return {"diff": project.rebuild_records() if project.runs() else None}


class Committed(Options):
    """Let it become true."""

    commit: bool = Field(True)


@section.choice("/p/{project}/rebuild")
def rebuild_form(project: TheProject, body: Committed) -> Any:
    """Put what was shown into the record log."""
    project.rebuild_records(commit=body.commit)
    return RedirectResponse(f"/p/{project.name}/records", 303)
