"""Crawl: start a run, and the runs there were."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from bowerbird.server.asked import TheProject, WhoAsks
from bowerbird.server.once import TheOnce
from bowerbird.server.paging import Cursor, Limit, part_of
from bowerbird.server.reach import check_changes
from bowerbird.server.sections import Section

section = Section("runs", tab="crawl")


class NewRun(BaseModel):
    """What a run is to do; what is left out is as the plan has it."""

    model_config = ConfigDict(extra="forbid")
    targets: list[str] = Field([], description="URLs to start from, or words of the topic.")
    preset: str | None = Field(None, description="A ready-made plan, by name.")
    changes: dict[str, Any] = Field({}, description="Dotted keys of the plan with their values.")
    max_pages: int | None = Field(None, ge=1, description="`budget.max_pages`, for short.")


@section.page("/p/{project}/crawl", twin="/projects/{project}/runs", template="crawl.html")
def runs(project: TheProject, cursor: Cursor = "", limit: Limit = 50) -> Any:
    """The runs of a project, the newest first."""
    part = part_of(project.runs()[::-1], cursor, limit)
    part.items[:] = [run.summary() for run in part.items]
    return part


@section.action(
    "/p/{project}/crawl", twin="/projects/{project}/runs", then="/p/{project}/runs/{run}"
)
def start_run(
    project: TheProject, identity: WhoAsks, once: TheOnce, body: NewRun
) -> dict[str, Any]:
    """Start a run; it goes on when the server ends."""
    check_changes(identity, project.plan, body.changes)

    def start() -> dict[str, Any]:
        targets, changes, preset = body.targets, dict(body.changes), body.preset or None
        if body.max_pages is not None:
            changes.setdefault("budget.max_pages", body.max_pages)
        run = project.crawl(*targets, attached=False, preset=preset, changes=changes)
        return run.summary()

    return dict(once.done(project.name, body.model_dump_json(), start))
