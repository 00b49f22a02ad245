"""Schedules: projects that are crawled again by themselves."""

from typing import Annotated, Any, Literal

from fastapi import Path, Query
from fastapi.responses import RedirectResponse
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, TheWorkspace
from bowerbird.server.sections import Section
from bowerbird.workspace.schedules import MOST_UPCOMING

section = Section("schedules")
Number = Annotated[int, Path(ge=1, le=2**53)]
Doing = Literal["pause", "resume", "run-now", "remove"]


@section.page("/schedules", twin="/schedules", template="schedules.html")
def schedules(
    workspace: TheWorkspace,
    project: Annotated[str | None, Query(max_length=64)] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_UPCOMING, description="Of `upcoming`.")] = 20,
) -> dict[str, Any]:
    """What is crawled again, and when."""
    upcoming = workspace.schedules.upcoming(limit)
    return {
        "items": workspace.schedules.all(project),
        "upcoming": upcoming,
        "projects": workspace.projects(),
        "next": None,
    }


class RhythmForm(Options):
    """When a project is crawled again."""

    project: str = Field(max_length=64)
    rhythm: str = Field(min_length=1, max_length=200)
    missed: Literal["once", "skip"] = "once"


@section.choice("/schedules")
def add_schedule(workspace: TheWorkspace, body: RhythmForm) -> Any:
    """One more."""
    workspace.schedules.add(body.project, body.rhythm, missed=body.missed)
    return RedirectResponse("/schedules", 303)


@section.choice("/schedules/{number}/{doing}")
def change_schedule(workspace: TheWorkspace, number: Number, doing: Doing) -> Any:
    """Paused, resumed, due at once, or gone."""
    book = workspace.schedules
    {"pause": book.pause, "resume": book.resume, "run-now": book.run_now, "remove": book.remove}[
        doing
    ](number)
    return RedirectResponse("/schedules", 303)


@section.html.get("/p/{project}/schedules")
def of_project(project: TheProject) -> Any:
    """Those of a project."""
    return RedirectResponse(f"/schedules?project={project.name}", 303)
