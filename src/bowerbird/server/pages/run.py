"""One run: a sentence on where it is, its figures, and what can be done with it."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from bowerbird.server.asked import TheRun
from bowerbird.server.sections import Section

section = Section("runs", tab="crawl")
HERE, THERE = "/p/{project}/runs/{run}", "/projects/{project}/runs/{run}"


class Resumed(BaseModel):
    """Budgets that are raised on the way."""

    model_config = ConfigDict(extra="forbid")
    max_pages: int | None = Field(None, ge=1)
    max_records: int | None = Field(None, ge=1)
    max_seconds: float | None = Field(None, gt=0)


@section.page(HERE, twin=THERE, template="run.html")
def summary(run: TheRun) -> dict[str, Any]:
    """The run summary; while it works, as of now."""
    return run.summary()


@section.action(HERE + "/pause", twin=THERE + "/pause", then=HERE)
def pause_run(run: TheRun) -> dict[str, Any]:
    """Stop handing out URLs; the run stays at hand."""
    run.pause()
    return run.summary()


@section.action(HERE + "/stop", twin=THERE + "/stop", then=HERE)
def stop_run(run: TheRun) -> dict[str, Any]:
    """End the run in order; what does not end in time is killed."""
    run.stop()
    return run.summary()


@section.action(HERE + "/resume", twin=THERE + "/resume", then=HERE)
def resume_run(run: TheRun, body: Resumed) -> dict[str, Any]:
    """Go on after a pause, a stop, a crash or a kill."""
    return run.resume(attached=False, **body.model_dump()).summary()
