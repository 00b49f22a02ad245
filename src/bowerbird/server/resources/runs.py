"""Runs beyond their page: steering, what they were made of, statistics as a table."""

from typing import Annotated, Any

from fastapi import Query, Response
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, TheRun, TheWorkspace, WhoAsks
from bowerbird.server.paging import MOST
from bowerbird.server.reach import check_changes
from bowerbird.server.sections import Section
from bowerbird.workspace.run_table import run_table

section = Section("runs")
HERE = "/projects/{project}/runs/{run}"


class Steering(Options):
    """Dotted keys of the plan about judges, topic, scope, links to follow and budget."""

    changes: dict[str, Any]
    preview: bool = Field(False, description="Say what would come of it, and change nothing.")


class Release(Options):
    """What a trap brake holds back."""

    host: str | None = Field(None, max_length=255, description="Of this host only.")


@section.get("/projects/{project}/runs.csv")
def run_statistics(project: TheProject) -> Response:
    """The statistics of all runs as CSV, a row for each."""
    table = run_table(run.summary() for run in project.runs())
    return Response(table, media_type="text/csv; charset=utf-8")


@section.get("/runs/latest")
def latest_runs(
    workspace: TheWorkspace, limit: Annotated[int, Query(ge=1, le=MOST)] = 50
) -> dict[str, Any]:
    """Runs of all projects, the newest first."""
    return {"items": [run.summary() for run in workspace.runs(limit)], "next": None}


@section.get("/runs/states")
def states(workspace: TheWorkspace) -> dict[str, Any]:
    """The states of each project's last run and of every run at work, at one look."""
    found = workspace.states().items()
    told = [{"project": name, "run": run, "state": state} for (name, run), state in found]
    return {"items": told, "next": None}


@section.get(HERE + "/plan")
def run_plan(run: TheRun) -> Any:
    """What the run was made of, with what was changed since."""
    return run.plan


@section.get(HERE + "/changes")
def run_changes(run: TheRun) -> dict[str, Any]:
    """How it was steered, in order."""
    return {"items": run.changes, "next": None}


@section.post(HERE + "/steer")
def steer_run(run: TheRun, identity: WhoAsks, body: Steering) -> dict[str, Any]:
    """Change what the run goes by, or say what would come of it."""
    check_changes(identity, run.plan, body.changes)
    return run.steer(body.changes, preview=body.preview)


@section.get(HERE + "/why-nothing")
def why_nothing(project: TheProject, run: TheRun) -> dict[str, str]:
    """One sentence on a run that read no page: what became of its seeds."""
    return {"sentence": project.why_nothing(run)}


@section.post("/projects/{project}/release")
def release(project: TheProject, body: Release) -> dict[str, int]:
    """Bring URLs that a trap brake holds back into the queue."""
    return {"released": project.release(body.host)}
