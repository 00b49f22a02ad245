"""`bowerbird seeds …`: where a crawl might start, and why."""

from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from bowerbird.cli.output import AsJson, Home, ProjectName, err, out, print_json
from bowerbird.model.errors import UsageError
from bowerbird.workspace import Workspace

app = typer.Typer(help="Seeds by search engines and bookmarks.", no_args_is_help=True)
SHOWN = 20


AllowPrivate = Annotated[
    bool, typer.Option("--allow-private", help="Also loopback and private addresses.")
]
Resolve = Annotated[
    list[str] | None, typer.Option(metavar="PATTERN=ADDRESS[:PORT]", help="Where a name lives.")
]
Key = Annotated[
    str | None,
    typer.Option(metavar="'${NAME}'", help="Variable that holds the key of what is named."),
]


@app.command("find")
def find(  # noqa: PLR0913 - a command's options are its parameters
    query: Annotated[
        str | None, typer.Argument(metavar="QUERY", help="Else the project's topic.")
    ] = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    provider: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=ADDRESS]", help="A search engine to ask; repeatable."),
    ] = None,
    key: Key = None,
    judge: Annotated[
        bool, typer.Option(help="Read what is found, and keep what the page judge finds relevant.")
    ] = True,
    allow_private: AllowPrivate = False,
    resolve: Resolve = None,
) -> None:
    """Ask search engines and the project's own index; keep the best as seeds."""
    changes = _changes("providers", provider, key, allow_private=allow_private, resolve=resolve)
    if not judge:
        changes["seeding.judged"] = False
    place = Workspace(home).project(project)
    found = place.find_seeds(query, provider or (), changes=changes)
    if as_json:
        print_json(found)
        return
    _print(found["seeds"])
    _say_troubles(found["providers"])
    if found["left_out"]:
        said = f"note: {len(found['left_out'])} more were looked at and left out; --json says why"
        err.print(said, highlight=False)


@app.command("import")
def import_(  # noqa: PLR0913 - a command's options are its parameters
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Bookmarks of any browser or site.")
    ] = "",
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    topic: Annotated[
        str | None, typer.Option(metavar="QUERY", help="Only what is tagged so; else the plan's.")
    ] = None,
    source: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=ADDRESS]", help="A bookmarking service; repeatable."),
    ] = None,
    key: Key = None,
    allow_private: AllowPrivate = False,
    resolve: Resolve = None,
) -> None:
    """Keep the bookmarks of a file or service that match the topic; without a topic, all."""
    if bool(file) == bool(source):
        raise UsageError("give one of the two: a FILE of bookmarks, or --source NAME[=ADDRESS]")
    changes = _changes("sources", source, key, allow_private=allow_private, resolve=resolve)
    place = Workspace(home).project(project)
    done = place.import_seeds(file, topic, sources=source or (), changes=changes)
    if as_json:
        print_json(done)
        return
    what = done.get("format") or ", ".join(done["sources"])
    out.print(
        f"{done['bookmarks']} bookmarks ({what}); {done['kept']} are seeds now, "
        f"{done['left_out']} have no address that can be crawled.",
        highlight=False,
    )
    _print(done["seeds"])
    _say_troubles(done.get("sources", {}))
    if done["suggested"]:
        tags = ", ".join(each["tag"] for each in done["suggested"])
        out.print(f"Often tagged together with the topic: {tags}.", highlight=False, markup=False)


def _changes(
    kind: str,
    named: list[str] | None,
    key: str | None,
    *,
    allow_private: bool,
    resolve: list[str] | None,
) -> dict[str, Any]:
    changes: dict[str, Any] = {"fetch.allow_private": True} if allow_private else {}
    if resolve:
        changes["fetch.resolve"] = resolve
    if key:
        names = {each.partition("=")[0] for each in named or ()}
        if len(names) != 1:
            raise UsageError(f"--key is for one of the {kind}: name exactly one")
        changes[f"seeding.{kind}.{names.pop()}.key"] = key
    return changes


def _say_troubles(services: dict[str, Any]) -> None:
    for said in services.values():
        if said["trouble"]:
            err.print(f"note: {said['trouble']}", markup=False, highlight=False, soft_wrap=True)


@app.command("list")
def list_(
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    run: Annotated[str | None, typer.Option(metavar="RUN", help="Only seeds of that run.")] = None,
) -> None:
    """Seeds that were found, imported or given, the best first, and the pages each earned."""
    seeds = Workspace(home).project(project).seeds(run)
    if as_json:
        print_json({"seeds": seeds})
    elif seeds:
        _print(seeds)
    else:
        out.print("No seeds yet; `bowerbird seeds find` or `bowerbird seeds import` bring some.")


def _print(seeds: list[dict[str, Any]]) -> None:
    earned = any(seed.get("runs") for seed in seeds)
    table = Table("score", *(["pages", "relevant"] if earned else []), "url", "because")
    for seed in seeds[:SHOWN]:
        figures = [str(seed["pages"]), str(seed["relevant"])] if earned else []
        because = escape(seed["because"])
        table.add_row(f"{seed['score']:.2f}", *figures, escape(seed["url"]), because)
    out.print(table)
    if len(seeds) > SHOWN:
        out.print(f"{len(seeds) - SHOWN} more; --json names them.", highlight=False)
