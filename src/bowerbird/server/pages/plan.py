"""The plan of a project as a form, and the project as a whole: copied, into a file, removed."""

from typing import Annotated, Any

from fastapi import Form, Query, Response, UploadFile
from fastapi.responses import RedirectResponse
from pydantic import Field

from bowerbird.model.errors import UsageError
from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, TheWorkspace, WhoAsks
from bowerbird.server.pages.home import ProjectName
from bowerbird.server.plan_forms import Sent, plan_of_form
from bowerbird.server.reach import check_plan_change
from bowerbird.server.sections import Section
from bowerbird.server.uploads import made_file, on_disk

section = Section("projects", tab="crawl")


@section.page("/p/{project}/plan", twin="/projects/{project}/plan/values", template="plan.html")
def plan_values(workspace: TheWorkspace, project: TheProject) -> dict[str, Any]:
    """Every setting of the project, and what it amounts to on disk."""
    values = project.plan.model_dump(mode="json")
    return {"plan": values, "amounts": workspace.what_goes(project.name)}


@section.choice("/p/{project}/plan")
def write_plan_form(project: TheProject, identity: WhoAsks, sent: Sent) -> Any:
    """Let what was filled in hold for the next runs."""
    after = plan_of_form(project, sent)
    check_plan_change(identity, project.plan, after)
    project.plan = after
    return RedirectResponse(f"/p/{project.name}/plan", 303)


class CloneForm(Options):
    """A copy under another name."""

    name: ProjectName
    records: bool = False
    pages: bool = False


@section.choice("/p/{project}/clone")
def clone_form(workspace: TheWorkspace, project: TheProject, body: CloneForm) -> Any:
    """Copy it, and go there."""
    workspace.clone_project(project.name, body.name, records=body.records, pages=body.pages)
    return RedirectResponse(f"/p/{body.name}", 303)


class DeleteForm(Options):
    """The name once more."""

    confirm: str = Field(max_length=64)


@section.choice("/p/{project}/delete")
def delete_form(workspace: TheWorkspace, project: TheProject, body: DeleteForm) -> Any:
    """Remove it, with everything of it."""
    if body.confirm != project.name:
        raise UsageError(f"type the name of the project, {project.name}, to remove it")
    workspace.delete_project(project.name)
    return RedirectResponse("/", 303)


@section.html.get("/p/{project}/file")
def file_form(
    project: TheProject,
    records: Annotated[bool, Query()] = False,
    pages: Annotated[bool, Query()] = False,
) -> Response:
    """The project as one file."""
    return made_file(
        f"{project.name}.bowerbird",
        "application/octet-stream",
        lambda path: project.export_project(path, records=records, pages=pages),
    )


@section.choice("/import")
def import_form(
    workspace: TheWorkspace, file: UploadFile, name: Annotated[str, Form(max_length=64)]
) -> Any:
    """Take in a project's file."""
    with on_disk(file) as path:
        workspace.import_project(path, name)
    return RedirectResponse(f"/p/{name}/plan", 303)
