"""One run: a sentence on where it is, its figures, its health, and what can be done with it."""

from typing import Any

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field

from bowerbird.server.asked import TheRun
from bowerbird.server.rendering import wanted_block
from bowerbird.server.sections import Section
from bowerbird.server.sentences import share_of
from bowerbird.workspace import Run

section = Section("runs", tab="crawl")
HERE, THERE = "/p/{project}/runs/{run}", "/projects/{project}/runs/{run}"
MOST_HEALTH = 30


class Resumed(BaseModel):
    """Budgets that are raised on the way."""

    model_config = ConfigDict(extra="forbid")
    max_pages: int | None = Field(None, ge=1)
    max_records: int | None = Field(None, ge=1)
    max_seconds: float | None = Field(None, gt=0)


@section.page(HERE, twin=THERE, template="run.html")
def summary(request: Request, run: TheRun) -> dict[str, Any]:
    """The run summary, how far it is, what is to be said of it, and its course for charts."""
    block = wanted_block(request)  # what is drawn anew each second is not read with all the rest
    told = line_of(run)
    if block in ("", "run_health"):
        told["health"] = warnings_of(run)
    if block in ("", "run_charts"):
        told["series"] = run.series()
    return told


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


def line_of(run: Run) -> dict[str, Any]:
    """What is said of the run above each of its pages."""
    told = run.summary()
    return told | {"progress": run.progress(), "share": share_of(told, run.plan)}


def warnings_of(run: Run) -> list[dict[str, Any]]:
    """What its health watch said, the newest first, each rule and site once."""
    said: dict[tuple[str, str], dict[str, Any]] = {}
    for line in run.log(types=["health"], text='"health"', limit=MOST_HEALTH).lines:
        evidence = line.get("evidence") or {}
        said.setdefault((line["rule"], str(evidence.get("host", ""))), line)
    return list(said.values())
