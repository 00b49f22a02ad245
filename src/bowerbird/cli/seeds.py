"""`bowerbird seeds …`: where a crawl might start, and why."""

from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from bowerbird.cli.output import AsJson, Home, ProjectName, err, out, print_json
from bowerbird.workspace import Workspace

app = typer.Typer(help="Seeds by search engines and bookmarks.", no_args_is_help=True)
SHOWN = 20


@app.command("find")
def find(
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
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Also loopback and private addresses.")
    ] = False,
    resolve: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN=ADDRESS[:PORT]", help="Where a name lives."),
    ] = None,
) -> None:
    """Ask search engines and the project's own index; keep the best as seeds."""
    changes: dict[str, Any] = {"fetch.allow_private": True} if allow_private else {}
    if resolve:
        changes["fetch.resolve"] = resolve
    place = Workspace(home).project(project)
    found = place.find_seeds(query, provider or (), changes=changes)
    if as_json:
        print_json(found)
        return
    _print(found["seeds"])
    for said in found["providers"].values():
        if said["trouble"]:
            err.print(f"note: {said['trouble']}", markup=False, highlight=False, soft_wrap=True)


@app.command("import")
def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Bookmarks of any browser or site.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    topic: Annotated[
        str | None, typer.Option(metavar="QUERY", help="Only what is tagged so; else the plan's.")
    ] = None,
) -> None:
    """Keep the bookmarks of a file that match the topic; without a topic, all of them."""
    done = Workspace(home).project(project).import_seeds(file, topic)
    if as_json:
        print_json(done)
        return
    out.print(
        f"{done['bookmarks']} bookmarks ({done['format']}); {done['kept']} are seeds now, "
        f"{done['left_out']} have no address that can be crawled.",
        highlight=False,
    )
    _print(done["seeds"])


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
