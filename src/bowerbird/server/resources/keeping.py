"""Projects as a whole: into one file and out of it, copied, removed; what is scheduled and told."""

from typing import Annotated, Any

from fastapi import Form, Path, Query, Response, UploadFile
from pydantic import Field

from bowerbird.model.errors import UsageError
from bowerbird.model.options import Options
from bowerbird.server.asked import Name, TheProject, TheWorkspace, WhoAsks
from bowerbird.server.pages.home import ProjectName
from bowerbird.server.reach import check_admin
from bowerbird.server.sections import Section
from bowerbird.server.uploads import made_file, on_disk

section = Section("projects")
Number = Annotated[int, Path(ge=1, le=2**53)]


class Clone(Options):
    """A copy under another name."""

    name: ProjectName
    records: bool = False
    pages: bool = False


class Rhythm(Options):
    """When a project is crawled again."""

    rhythm: str = Field(min_length=1, max_length=200, description="As `every 6 hours`.")
    missed: str = Field("once", max_length=20, description="What becomes of what was missed.")


@section.get("/projects/{project}/file")
def project_file(project: TheProject, records: bool = False, pages: bool = False) -> Response:
    """The project as one file, with what was crawled if asked for."""
    return made_file(
        f"{project.name}.bowerbird",
        "application/octet-stream",
        lambda path: project.export_project(path, records=records, pages=pages),
    )


@section.post("/projects/import")
def import_project(
    workspace: TheWorkspace,
    identity: WhoAsks,
    file: UploadFile,
    name: Annotated[str, Form(max_length=64)],
    trusted: Annotated[bool, Form(description="Leave in what it would open; for admins.")] = False,
) -> dict[str, Any]:
    """Take in such a file, as a new project; what its plan would open here is left out and told."""
    if trusted:
        check_admin(identity, "import what a plan would open on this machine")
    with on_disk(file) as path:
        return workspace.import_project(path, name, trusted=trusted)


@section.post("/projects/{project}/clone")
def clone_project(workspace: TheWorkspace, project: TheProject, body: Clone) -> dict[str, Any]:
    """The same plan, seeds and judgements under another name."""
    return workspace.clone_project(project.name, body.name, records=body.records, pages=body.pages)


@section.get("/projects/{project}/what-goes")
def what_goes(workspace: TheWorkspace, project: TheProject) -> dict[str, Any]:
    """What would be gone with a project."""
    return workspace.what_goes(project.name)


@section.delete("/projects/{project}")
def delete_project(
    workspace: TheWorkspace,
    project: Name,
    confirm: Annotated[str, Query(max_length=64, description="The name once more.")] = "",
) -> dict[str, Any]:
    """Remove a project and everything of it; there is no way back."""
    if confirm != project:
        gone = workspace.what_goes(project)
        raise UsageError(
            f"{gone['files']} files and {gone['runs']} runs would go; "
            f"say confirm={project} to remove them"
        )
    return workspace.delete_project(project)


@section.post("/projects/{project}/schedules")
def schedule(workspace: TheWorkspace, project: TheProject, body: Rhythm) -> Any:
    """Crawl a project again and again."""
    return workspace.schedules.add(project.name, body.rhythm, missed=body.missed)


@section.post("/schedules/{number}/pause")
def pause_schedule(workspace: TheWorkspace, number: Number) -> Any:
    """Not for now."""
    return workspace.schedules.pause(number)


@section.post("/schedules/{number}/resume")
def resume_schedule(workspace: TheWorkspace, number: Number) -> Any:
    """From now on again."""
    return workspace.schedules.resume(number)


@section.post("/schedules/{number}/run-now")
def run_schedule_now(workspace: TheWorkspace, number: Number) -> Any:
    """Due at once; its rhythm goes on as it was."""
    return workspace.schedules.run_now(number)


@section.delete("/schedules/{number}")
def remove_schedule(workspace: TheWorkspace, number: Number) -> dict[str, int]:
    """No more."""
    workspace.schedules.remove(number)
    return {"removed": number}


@section.post("/notices/read")
def mark_read(
    workspace: TheWorkspace, number: Annotated[int | None, Query(ge=1, le=2**53)] = None
) -> dict[str, int]:
    """That one is seen, or all."""
    workspace.notices.mark_read(number)
    return {"unread": workspace.notices.unread()}
