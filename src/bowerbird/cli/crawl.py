"""`bowerbird crawl`: start a run and watch it."""

import tomllib
from typing import Annotated, Any

import typer

from bowerbird.cli.live import watch
from bowerbird.cli.output import AsJson, Home, ProjectName, err, out, print_json, say_waiting
from bowerbird.cli.summary import print_summary
from bowerbird.model.errors import UsageError
from bowerbird.workspace import Project, Run, Workspace

Many = list[str] | None


def crawl(  # noqa: PLR0913 - a command's options are its parameters
    targets: Annotated[
        Many,
        typer.Argument(
            metavar="TARGET…", help="URLs, bare hosts, @FILE with a URL a line, or topic words."
        ),
    ] = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    detach: Annotated[bool, typer.Option(help="Leave it working and return at once.")] = False,
    max_pages: Annotated[int | None, typer.Option(help="Stop after so many pages.")] = None,
    max_records: Annotated[int | None, typer.Option(help="Stop after so many records.")] = None,
    max_depth: Annotated[int | None, typer.Option(help="Links followed from a seed.")] = None,
    max_seconds: Annotated[float | None, typer.Option(help="Stop after so many seconds.")] = None,
    delay: Annotated[
        float | None, typer.Option(help="Seconds between two requests to one host (default 1).")
    ] = None,
    concurrency: Annotated[int | None, typer.Option(help="Visits at the same time.")] = None,
    connections_per_host: Annotated[
        int | None, typer.Option(help="Requests under way at one host (default 1).")
    ] = None,
    shards: Annotated[int, typer.Option(help="Shards of the crawl; this version has one.")] = 1,
    stay: Annotated[
        str | None, typer.Option(metavar="host|domain|seeds|any", help="How far links may lead.")
    ] = None,
    include: Annotated[Many, typer.Option(metavar="RULE", help="Only these URLs.")] = None,
    exclude: Annotated[Many, typer.Option(metavar="RULE", help="Not these URLs.")] = None,
    sitemaps: Annotated[
        bool, typer.Option("--sitemaps", help="Also read the sitemaps that robots.txt names.")
    ] = False,
    order: Annotated[
        str | None, typer.Option(metavar="breadth-first|depth-first|best-first", help="What next.")
    ] = None,
    preset: Annotated[str | None, typer.Option(metavar="NAME", help="A ready-made plan.")] = None,
    topic: Annotated[str | None, typer.Option(metavar="QUERY", help="What it is about.")] = None,
    threshold: Annotated[
        float | None,
        typer.Option(help="From which score of the page judge a page is relevant."),
    ] = None,
    sense: Annotated[
        Many, typer.Option(help="A sense of the topic that is meant, by id or word; repeatable.")
    ] = None,
    not_sense: Annotated[Many, typer.Option(help="A sense that is not meant; repeatable.")] = None,
    browser: Annotated[
        str | None, typer.Option(metavar="never|auto|always", help="Whether to render pages.")
    ] = None,
    action: Annotated[
        Many,
        typer.Option(metavar="ACTION", help="Done on each page in the browser; repeatable."),
    ] = None,
    show_browser: Annotated[
        bool, typer.Option("--show-browser", help="Show the browser's window.")
    ] = False,
    template: Annotated[
        Many, typer.Option(metavar="FILE", help="Fields to take, as TOML or JSON; repeatable.")
    ] = None,
    user_agent: Annotated[str | None, typer.Option(help="How Bowerbird introduces itself.")] = None,
    proxy: Annotated[Many, typer.Option(metavar="URL", help="A proxy; repeatable.")] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Also loopback and private addresses.")
    ] = False,
    resolve: Annotated[
        Many, typer.Option(metavar="PATTERN=ADDRESS[:PORT]", help="Where a name lives.")
    ] = None,
    ignore_robots: Annotated[
        bool, typer.Option("--ignore-robots", help="Do not ask robots.txt. Prints a warning.")
    ] = False,
    durability: Annotated[
        str | None, typer.Option(metavar="process|power", help="What a crash may not take.")
    ] = None,
    settings: Annotated[
        Many, typer.Option("--set", metavar="KEY=VALUE", help="Any key of the plan; repeatable.")
    ] = None,
) -> None:
    """Crawl from TARGETs until the queue is empty or a budget is spent."""
    _refuse_what_is_not_there(shards=shards)
    changes = {
        "budget.max_pages": max_pages,
        "budget.max_records": max_records,
        "budget.max_seconds": max_seconds,
        "scope.max_depth": max_depth,
        "scope.stay": stay,
        "scope.include": include,
        "scope.exclude": exclude,
        "follow.sitemaps": True if sitemaps else None,
        "frontier.order": order,
        "politeness.delay": delay,
        "politeness.connections_per_host": connections_per_host,
        "politeness.obey_robots": False if ignore_robots else None,
        "speed.concurrency": concurrency,
        "topic.query": topic,
        "topic.senses": sense,
        "topic.rejected": not_sense,
        "page_judge.options.threshold": threshold,
        "fetch.user_agent": user_agent,
        "fetch.proxies.urls": proxy,
        "fetch.allow_private": True if allow_private else None,
        "fetch.resolve": resolve,
        "store.durability": durability,
        "browser.use": browser or ("auto" if action else None),
        "browser.chains": [{"actions": action}] if action else None,
        "browser.show": True if show_browser else None,
    }
    given: dict[str, Any] = {
        key: value for key, value in changes.items() if value not in (None, [])
    }
    if template:
        from bowerbird.workspace.templates import templates_in  # loads what reads XPath

        given |= {f"templates.{name}": each for name, each in templates_in(template).items()}
    given |= settings_of(settings or [])
    if ignore_robots:
        err.print("warning: robots.txt is ignored; only do this on sites that are yours.")
    place = Workspace(home).project(project)
    run = place.crawl(
        *(targets or []), attached=not detach, waiting=say_waiting, preset=preset, changes=given
    )
    if detach:
        _report_start(run, as_json=as_json)
        return
    watch(run, quiet=as_json)
    report(place, run, as_json=as_json)


def report(place: Project, run: Run, *, as_json: bool) -> None:
    """The summary of a run that ended; exit status 1 if it brought nothing."""
    summary = run.wait()
    trouble = "" if summary["pages"] or summary["state"] != "completed" else place.why_nothing(run)
    if as_json:
        print_json(summary | ({"trouble": trouble} if trouble else {}))
    else:
        print_summary(summary)
    if trouble:
        err.print(f"bowerbird: {trouble}", markup=False, highlight=False, soft_wrap=True)
    if trouble or summary["state"] == "failed":
        raise typer.Exit(1)


def _report_start(run: Run, *, as_json: bool) -> None:
    if as_json:
        print_json({"run": run.id, "state": run.state})
    else:
        out.print(f"Run {run.id} is at work; `bowerbird run show {run.id}` tells how it goes.")


def _refuse_what_is_not_there(*, shards: int) -> None:
    if shards != 1:
        raise UsageError(f"--shards {shards}: this version works with one shard; leave it out")


def settings_of(texts: list[str]) -> dict[str, Any]:
    """`KEY=VALUE` each, the value as TOML; a bare word is a string."""
    values: dict[str, Any] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise UsageError(
                f"--set {text!r} needs the form KEY=VALUE, for example speed.concurrency=8"
            )
        try:
            values[key.strip()] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            values[key.strip()] = value  # a bare word is a string
    return values
