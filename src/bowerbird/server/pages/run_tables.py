"""The tables of a run: pages it settled, URLs that wait, records it made; and what can be done with
them while it works."""

from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Query
from fastapi.responses import RedirectResponse
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, TheRun, WhoAsks
from bowerbird.server.pages.run import HERE, THERE, line_of
from bowerbird.server.reach import check_changes
from bowerbird.server.sections import Section
from bowerbird.server.tables import AskedTable, TablePart, part_of_table
from bowerbird.workspace import Project, Run

section = Section("runs", tab="crawl")
Rule = Annotated[str, Query(max_length=2_000, description="A rule of the scope.")]


@section.page(HERE + "/pages", twin=THERE + "/pages", template="run_pages.html")
def pages_of_run(project: TheProject, run: TheRun, asked: AskedTable) -> TablePart:
    """What the run settled: a row for each URL."""
    more = {"run": line_of(run)}
    return part_of_table(project.tables.pages, asked, always=[f"run={run.number}"], more=more)


@section.page(HERE + "/queue", twin=THERE + "/queue", template="run_queue.html")
def queue_of_run(
    project: TheProject, run: TheRun, asked: AskedTable, exclude: Rule = ""
) -> TablePart:
    """What waits in the queue or in quarantine; with a rule, how much of it that would hide."""
    is_last = run.number == project.run().number
    hides = run.steer(_excluding(run, exclude), preview=True) if exclude.strip() else None
    more = {"run": line_of(run), "is_last": is_last, "exclude": exclude, "hides": hides}
    if not is_last:  # the queue is the last run's
        return TablePart([], None, 0, more=more)
    return part_of_table(project.tables.queue, asked, more=more)


@section.page(HERE + "/records", twin=THERE + "/records", template="run_records.html")
def records_of_run(project: TheProject, run: TheRun, asked: AskedTable) -> TablePart:
    """The records that the run made and that hold."""
    more = {"run": line_of(run)}
    if not project.has_records:
        return TablePart([], None, 0, more=more)
    return part_of_table(project.tables.records, asked, always=[f"_run={run.number}"], more=more)


class Excluded(Options):
    """A rule of the scope: a host, or what the scope's language knows."""

    exclude: str = Field(min_length=1, max_length=2_000)


@section.action(HERE + "/exclude", twin=THERE + "/exclude", then=HERE + "/queue")
def exclude(run: TheRun, identity: WhoAsks, body: Excluded) -> dict[str, Any]:
    """Take what fits a rule out of the queue, and leave it out from now on."""
    changes = _excluding(run, body.exclude)
    check_changes(identity, run.plan, changes)
    return run.steer(changes)


class Released(Options):
    """What a trap brake holds back."""

    host: str = Field("", max_length=255, description="Of this host only.")


@section.choice(HERE + "/release")
def release_held(project: TheProject, run: TheRun, body: Released) -> Any:
    """URLs out of the quarantine, back into the queue."""
    project.release(body.host or None)
    return RedirectResponse(f"/p/{project.name}/runs/{run.number}/queue", 303)


class Rated(Options):
    """What a person says of a page."""

    url: str = Field(min_length=1, max_length=65_536)
    relevant: bool
    back: str = Field("", max_length=4_000, description="The query of the table, to go back to.")


@section.choice(HERE + "/rate")
def rate_in_run(project: TheProject, run: TheRun, body: Rated) -> Any:
    """A thumb up or down: the judge learns from it."""
    project.rate_page(body.url, body.relevant)
    return RedirectResponse(_back_to(project, run, body.back), 303)


def _excluding(run: Run, rule: str) -> dict[str, Any]:
    """Rules are added to those that hold."""
    rules = dict.fromkeys([*run.plan.scope.exclude, rule.strip()])
    return {"scope.exclude": list(rules)}


def _back_to(project: Project, run: Run, query: str) -> str:
    # Of what a form says only the query is taken: it cannot lead anywhere else.
    kept = quote(query, safe="=&%+-._~")
    return f"/p/{project.name}/runs/{run.number}/pages{'?' + kept if kept else ''}"
