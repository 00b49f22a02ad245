"""What else there is to see of a run: how its pages hang together, hubs, statistics, pictures, the
log, what it was made of, and how it differs from another."""

from typing import Annotated, Any, Literal

from fastapi import Path, Query, Response
from fastapi.responses import FileResponse

from bowerbird.server.asked import TheProject, TheRun
from bowerbird.server.forms import form_groups
from bowerbird.server.pages.run import HERE, THERE, line_of
from bowerbird.server.paging import Limit
from bowerbird.server.sections import Section
from bowerbird.server.tables import PATIENCE
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.run_table import flat_summary

section = Section("runs", tab="crawl")
LogType = Annotated[Literal["", "visited", "state", "health", "steered"], Query(alias="type")]
LogText = Annotated[str, Query(max_length=500, description="Only lines that have this in them.")]
LogCursor = Annotated[str, Query(max_length=100, description="The `next` of the part before.")]
FEW = 25
HEAD = ("run", "project", "state", "reason")  # stand above


@section.page(HERE + "/links", twin=THERE + "/links", template="run_links.html")
def links_of_run(
    project: TheProject,
    run: TheRun,
    by: Literal["host", "page"] = "host",
    limit: Annotated[int, Query(ge=1, le=2_000)] = 300,
) -> dict[str, Any]:
    """How what was read hangs together, by host or by page."""
    found = project.tables.link_map(by, limit=limit, patience=PATIENCE)
    return {"run": line_of(run), "by": by, "limit": limit, **found}


@section.page(HERE + "/hubs", twin=THERE + "/hubs", template="run_hubs.html")
def hubs_of_run(project: TheProject, run: TheRun, limit: Limit = 100) -> dict[str, Any]:
    """Pages of the last run that lead to most of what is relevant."""
    is_last = run.number == project.run().number
    hubs = project.hubs()[:limit] if is_last else []
    return {"run": line_of(run), "is_last": is_last, "items": hubs, "next": None}


@section.page(HERE + "/statistics", twin=THERE + "/statistics", template="run_statistics.html")
def statistics_of_run(project: TheProject, run: TheRun) -> dict[str, Any]:
    """Every number of the run, and those of the runs before it."""
    before = [each for each in project.runs() if each.number < run.number][-3:]
    columns = [flat_summary(each.summary()) for each in (run, *before[::-1])]
    names = dict.fromkeys(name for column in columns for name in column)
    rows = [{"name": n, "values": [c.get(n) for c in columns]} for n in names if n not in HEAD]
    return {"run": line_of(run), "before": [each.number for each in before[::-1]], "figures": rows}


@section.page(HERE + "/watch", twin=THERE + "/watch", template="run_watch.html")
def watch_run(run: TheRun) -> dict[str, Any]:
    """What was read just now, and pictures that the browser took."""
    last = run.log(types=["visited"], limit=FEW).lines
    use = run.plan.browser.use
    return {"run": line_of(run), "browser": use, "pictures": run.pictures(), "visits": last}


@section.html.get(HERE + "/watch/{name}")
def picture_of_run(run: TheRun, name: Annotated[str, Path(max_length=300)]) -> Response:
    """One of the pictures."""
    return FileResponse(run.picture(name), media_type="image/png")


@section.page(HERE + "/log", twin=THERE + "/log-lines", template="run_log.html")
def log_of_run(
    run: TheRun, kind: LogType = "", text: LogText = "", cursor: LogCursor = "", limit: Limit = 100
) -> dict[str, Any]:
    """What the run said, the newest first."""
    types = [kind] if kind else []
    found = run.log(types=types, text=text, limit=limit, after=cursor)
    return {
        "run": line_of(run),
        "type": kind,
        "text": text,
        "items": found.lines,
        "next": found.next or None,
    }


@section.page(HERE + "/settings", twin=THERE + "/settings", template="run_settings.html")
def settings_of_run(run: TheRun) -> dict[str, Any]:
    """What the run was made of, and how it was steered since."""
    plan = run.plan
    values = plan.model_dump(mode="json")
    return {
        "run": line_of(run),
        "plan": plan.model_dump(mode="json", exclude_defaults=True),
        "changes": run.changes,
        "groups": form_groups(Plan, values),
    }


@section.page(HERE + "/compare", twin=THERE + "/compare", template="run_compare.html")
def compare_with(
    project: TheProject,
    run: TheRun,
    other: Annotated[int | None, Query(alias="with", ge=1, description="The other run.")] = None,
) -> dict[str, Any]:
    """What two runs differ in: settings, figures and pages."""
    others = [each.number for each in project.runs() if each.number != run.number]
    chosen = other if other is not None else (others[-1] if others else None)
    told = {"run": line_of(run), "others": others, "with": chosen, "compared": None}
    if chosen is not None:
        told["compared"] = project.compare_runs(project.run(chosen), run)
    return told


@section.page(HERE + "/changes-found", twin=THERE + "/changes-found", template="run_changes.html")
def changes_found(project: TheProject, run: TheRun) -> dict[str, Any]:
    """Pages that were read before: what of them is new, changed, gone."""
    return {"run": line_of(run), "found": project.changes(run)}
