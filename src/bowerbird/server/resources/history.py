"""What runs said and found: logs, curves, hubs, changed pages, what differs between two runs."""

from typing import Annotated, Any

from fastapi import Path, Query
from fastapi.responses import FileResponse
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, TheRun, WhoAsks
from bowerbird.server.paging import Cursor, Limit
from bowerbird.server.reach import check_changes
from bowerbird.server.sections import Section

section = Section("runs")
HERE = "/projects/{project}/runs/{run}"


class Rehearsed(Options):
    """Other settings for the pages of a run."""

    changes: dict[str, Any] = Field({}, description="Dotted keys of the plan.")
    max_pages: int | None = Field(None, ge=1, le=10_000_000)


class DryRun(Options):
    """A few pages, to see what a run would bring."""

    changes: dict[str, Any] = Field({}, description="Dotted keys of the plan.")
    pages: int = Field(5, ge=1, le=20)
    seconds: float = Field(30.0, gt=0, le=120)


@section.get(HERE + "/log")
def run_log(
    run: TheRun,
    cursor: Cursor = "",
    limit: Limit = 100,
    types: Annotated[list[str] | None, Query(max_length=10)] = None,
    text: Annotated[str, Query(max_length=200)] = "",
) -> Any:
    """What a run said, the newest first; `next` is the cursor of the part after."""
    asked: dict[str, Any] = {"limit": limit, "text": text}
    asked |= {"after": cursor} if cursor else {}
    return run.log(**asked, **({"types": types} if types else {}))


@section.get(HERE + "/series")
def run_series(run: TheRun) -> Any:
    """How a run went, for charts."""
    return run.series()


@section.get(HERE + "/sentence")
def run_sentence(run: TheRun) -> dict[str, str]:
    """What is happening, why it is slow, what to do."""
    return {"sentence": run.sentence()}


@section.get(HERE + "/progress")
def run_progress(run: TheRun) -> dict[str, Any]:
    """Its last look at itself; null of a run that is not at work."""
    return {"progress": run.progress()}


@section.get(HERE + "/pictures")
def pictures(run: TheRun) -> dict[str, Any]:
    """Those that a run took of pages in its browser, the newest first."""
    return {"items": run.pictures(), "next": None}


@section.get(HERE + "/pictures/{name}")
def picture(run: TheRun, name: Annotated[str, Path(max_length=300)]) -> FileResponse:
    """One of them, as PNG."""
    return FileResponse(run.picture(name), media_type="image/png")


@section.get(HERE + "/pages-changed")
def changed_pages(project: TheProject, run: TheRun) -> dict[str, Any]:
    """What a run found of pages that were read before."""
    return project.changes(run)


@section.get(HERE + "/compared-to/{other}")
def compare_runs(project: TheProject, run: TheRun, other: str) -> dict[str, Any]:
    """What two runs differ in: settings, figures, pages."""
    return project.compare_runs(run, project.run(other))


@section.post(HERE + "/replay")
def replay(project: TheProject, run: TheRun, identity: WhoAsks, body: Rehearsed) -> dict[str, Any]:
    """What a run would have kept under other settings; nothing is fetched or changed."""
    check_changes(identity, run.plan, body.changes)
    return project.replay(body.changes, run=run.number, max_pages=body.max_pages)


@section.post("/projects/{project}/dry-run")
def dry_run(project: TheProject, identity: WhoAsks, body: DryRun) -> dict[str, Any]:
    """Crawl a few pages elsewhere, and tell what came of each; nothing of the project changes."""
    check_changes(identity, project.plan, body.changes)
    return project.dry_run(body.changes, pages=body.pages, seconds=body.seconds)


@section.get("/projects/{project}/hubs")
def hubs(project: TheProject) -> dict[str, Any]:
    """Pages of the last run that lead to most of what is relevant."""
    return {"items": project.hubs(), "next": None}


@section.get("/projects/{project}/words")
def words(project: TheProject) -> dict[str, Any]:
    """The words that the project was asked for, and those that were found around them."""
    return {"items": project.words(), "next": None}


@section.get("/projects/{project}/page-source")
def page_source(
    project: TheProject, url: Annotated[str, Query(max_length=65_536)]
) -> dict[str, Any]:
    """The page that was kept of a URL, as text."""
    return project.page_source(url)
