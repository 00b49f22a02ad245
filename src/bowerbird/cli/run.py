"""`bowerbird run …`: the runs of a project."""

from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from bowerbird.cli import run_history
from bowerbird.cli.crawl import report, settings_of
from bowerbird.cli.live import watch
from bowerbird.cli.output import (
    AsJson,
    Home,
    ProjectName,
    human_seconds,
    out,
    print_json,
    say_waiting,
)
from bowerbird.cli.summary import print_summary
from bowerbird.model.errors import UsageError
from bowerbird.workspace import Run, Workspace
from bowerbird.workspace.run_table import run_table

app = typer.Typer(help="List, show, stop, pause and resume runs.", no_args_is_help=True)
RunNumber = Annotated[str | None, typer.Argument(metavar="RUN", help="Its number; else the last.")]

AsCsv = Annotated[
    bool, typer.Option("--csv", help="Print the statistics as CSV, a row for each run.")
]


@app.command("list")
def list_runs(
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Every run of the project, oldest first."""
    summaries = [run.summary() for run in Workspace(home).project(project).runs()]
    if as_csv:
        return _print_csv(summaries, as_json=as_json)
    if as_json:
        return print_json(summaries)
    if not summaries:
        return out.print(
            f"Project {project!r} has no run yet; start one with `bowerbird crawl URL`."
        )
    table = Table("run", "state", "pages", "relevant", "time", "reason")
    for summary in summaries:
        table.add_row(
            summary["run"],
            summary["state"],
            str(summary.get("pages", 0)),
            str(summary.get("relevant", 0)),
            human_seconds(summary.get("seconds", 0.0)),
            summary["reason"],
        )
    return out.print(table)


@app.command("show")
def show(
    number: RunNumber = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """The summary of a run."""
    summary = Workspace(home).project(project).run(number).summary()
    if as_csv:
        return _print_csv([summary], as_json=as_json)
    return print_json(summary) if as_json else print_summary(summary)


def _print_csv(summaries: list[dict[str, Any]], *, as_json: bool) -> None:
    if as_json:
        raise UsageError("--csv and --json are two forms of one thing; give one of them")
    typer.echo(run_table(summaries), nl=False)


@app.command("stop")
def stop(
    number: RunNumber = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """End a run in order; what does not end in time is killed. Always ends."""
    run = Workspace(home).project(project).run(number)
    run.stop()
    summary = run.summary()
    print_json(summary) if as_json else print_summary(summary)


@app.command("pause")
def pause(
    number: RunNumber = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Stop handing out URLs; the run stays at hand."""
    run = Workspace(home).project(project).run(number)
    run.pause()
    summary = run.summary()
    print_json(summary) if as_json else print_summary(summary)


@app.command("release")
def release(
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    host: Annotated[str | None, typer.Option(help="Only URLs of this host.")] = None,
) -> None:
    """Take URLs out of quarantine: what looked like a trap is crawled after all."""
    place = Workspace(home).project(project)
    released = place.release(host)
    if as_json:
        print_json({"released": released})
    elif released and place.busy_run() is None:
        out.print(f"{released} URLs are queued again; `bowerbird run resume` asks for them.")
    else:
        out.print(f"{released} URLs are queued again.")


Threshold = Annotated[
    float | None, typer.Option(help="From which score of the page judge a page is relevant.")
]
Include = Annotated[list[str] | None, typer.Option(metavar="RULE", help="Only these URLs, too.")]
Exclude = Annotated[list[str] | None, typer.Option(metavar="RULE", help="Not these URLs, too.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Any key that may change; repeatable."),
]


@app.command("steer")
def steer(  # noqa: PLR0913 - a command's options are its parameters
    number: RunNumber = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    threshold: Threshold = None,
    include: Include = None,
    exclude: Exclude = None,
    settings: Settings = None,
    preview: Annotated[
        bool, typer.Option("--preview", help="Say what it would do to the queue; change nothing.")
    ] = False,
) -> None:
    """Change judges, topic, scope or budget of a run; one at rest takes it up when resumed."""
    run = Workspace(home).project(project).run(number)
    changes = _changes(run, threshold, include, exclude, settings)
    done = run.steer(changes, preview=preview)
    if as_json:
        print_json(done)
        return
    when = "It would hide" if preview else "It hides" if run.is_alive else "Resumed, it will hide"
    out.print(
        f"{when} {done['hidden']} queued pages and bring back {done['back']} that were refused.",
        highlight=False,
    )


@app.command("replay")
def replay(  # noqa: PLR0913 - a command's options are its parameters
    number: RunNumber = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    threshold: Threshold = None,
    include: Include = None,
    exclude: Exclude = None,
    settings: Settings = None,
    max_pages: Annotated[int | None, typer.Option(help="End after so many pages.")] = None,
    limit: Annotated[int, typer.Option("-k", "--limit", min=1, help="Pages that are shown.")] = 25,
) -> None:
    """What a run would have kept, and in which order, under other settings. Nothing is fetched."""
    place = Workspace(home).project(project)
    run = place.run(number)
    changes = _changes(run, threshold, include, exclude, settings)
    told = place.replay(changes, run=run.number, max_pages=max_pages)
    if as_json:
        print_json(told)
        return
    now, then = told["now"], told["then"]
    out.print(
        f"Of {told['pages']} stored pages {then['kept']} would be kept, {now['kept']} are now: "
        f"{told['added']} come in, {told['dropped']} drop out. {then['unknown']} URLs were never "
        "asked for.",
        highlight=False,
    )
    table = Table("order", "now", "score", "", "url")
    for row in told["rows"][:limit]:
        score = "" if row["relevance"] is None else f"{row['relevance']:.2f}"
        said = row["change"] or ("kept" if row["kept"] else "")
        places = ("" if at is None else str(at) for at in (row["order"], row["order_now"]))
        table.add_row(*places, score, said, escape(row["url"]))
    out.print(table)


def _changes(
    run: Run,
    threshold: float | None,
    include: list[str] | None,
    exclude: list[str] | None,
    settings: list[str] | None,
) -> dict[str, Any]:
    """Rules are added to those that hold."""
    changes = settings_of(settings or [])
    if threshold is not None:
        changes["page_judge.options.threshold"] = threshold
    if include or exclude:
        scope = run.plan.scope
        changes["scope.include"] = [*scope.include, *(include or ())]
        changes["scope.exclude"] = [*scope.exclude, *(exclude or ())]
    return changes


@app.command("hubs")
def hubs(
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    most: Annotated[int, typer.Option("-k", "--limit", min=1, help="No more than this many.")] = 25,
) -> None:
    """Pages of the last run that lead to most of what is relevant, the best first."""
    found = Workspace(home).project(project).hubs()[:most]
    if as_json:
        return print_json({"hubs": found})
    if not found:
        return out.print(
            "No hubs are known: a run with a topic looks for them every hundred pages."
        )
    table = Table("score", "leads to", "relevance", "url")
    for hub in found:
        leads = f"{hub['relevant_links']} relevant"
        table.add_row(f"{hub['score']:.2f}", leads, f"{hub['relevance']:.2f}", escape(hub["url"]))
    return out.print(table)


@app.command("resume")
def resume(  # noqa: PLR0913 - a command's options are its parameters
    number: RunNumber = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    detach: Annotated[bool, typer.Option(help="Leave it working and return at once.")] = False,
    max_pages: Annotated[int | None, typer.Option(help="Raise the budget on the way.")] = None,
    max_records: Annotated[int | None, typer.Option(help="Raise the budget on the way.")] = None,
    max_seconds: Annotated[float | None, typer.Option(help="Raise the budget on the way.")] = None,
) -> None:
    """Go on after a pause, a stop, a crash or a kill."""
    place = Workspace(home).project(project)
    run = place.run(number)
    was_alive = run.is_alive
    run.resume(
        attached=not detach,
        waiting=say_waiting,
        max_pages=max_pages,
        max_records=max_records,
        max_seconds=max_seconds,
    )
    if detach or was_alive:
        summary = run.summary()
        print_json(summary) if as_json else print_summary(summary)
        return
    watch(run, quiet=as_json)
    report(place, run, as_json=as_json)


app.command("log")(run_history.log)
app.command("changes")(run_history.changes)
app.command("compare")(run_history.compare)
