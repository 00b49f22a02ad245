"""`bowerbird demo`: see it work in half a minute, without touching anybody's server."""

from functools import partial
from shlex import quote
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from bowerbird.cli.hits import print_results
from bowerbird.cli.live import watch
from bowerbird.cli.output import AsJson, Home, human_seconds, out, print_json, say_waiting
from bowerbird.cli.serve import say_link, serve_workspace
from bowerbird.workspace import Project, Workspace
from bowerbird.workspace.told import result_document

if TYPE_CHECKING:
    from bowerbird.workspace.demo import Searched


def demo(
    home: Home = None,
    as_json: AsJson = False,
    serve: Annotated[bool, typer.Option("--serve", help="Open the UI afterwards.")] = False,
) -> None:
    """Crawl the bundled little web on loopback, search it, and show what came of it."""
    # The little web is a large module that no other command needs: it is loaded only here.
    from bowerbird.workspace.demo import demonstration

    workspace = Workspace(home)
    started = monotonic()
    with demonstration(workspace, say_waiting) as shown:
        watch(shown.run, quiet=as_json)
        summary = shown.run.wait()
        searches = shown.searches()
        seconds = round(monotonic() - started, 2)
        told = _document(summary, searches) | {"seconds": seconds}
        if not as_json:
            _print(f"{summary['relevant']} of them are about “{shown.topic}”.", told, searches)
            _print_what_next(_one_refused(shown.project))
        if serve:  # the little web stays: it can be crawled again from the UI
            tell = partial(_tell_both, told) if as_json else say_link
            serve_workspace(workspace, {"port": 0}, tell, open_it=not as_json)
        elif as_json:
            print_json(told)


def _document(summary: dict[str, Any], searches: list["Searched"]) -> dict[str, Any]:
    facts = {name: summary[name] for name in ("pages", "relevant", "records")}
    found = [{"query": it.query, **result_document(it.results)} for it in searches]
    return {**facts, "searches": found, "run": summary}


def _tell_both(told: dict[str, Any], url: str, link: str) -> None:
    print_json(told | {"url": url, "link": link})


def _print(relevant: str, told: dict[str, Any], searches: list["Searched"]) -> None:
    time = human_seconds(told["seconds"])
    read = f"Read {told['pages']} pages of a small web on this machine in {time}"
    out.print(f"{read}; {relevant}", highlight=False)
    for it in searches:
        out.print(f"\n[bold]$ bowerbird search --project demo {escape(quote(it.query))}[/]")
        print_results(it.query, it.results)


def _one_refused(project: Project) -> str:
    pages = list(project.pages())
    return str(next((page for page in pages if page["state"] == "refused"), pages[0])["url"])


def _print_what_next(refused: str) -> None:
    out.print("\nTry next:", highlight=False)
    for command, purpose in (
        ("bowerbird search --project demo 'tapir -mountain' --explain", "a search of your own"),
        ("bowerbird pages --project demo", "every URL, and what became of it"),
        (f"bowerbird explain --project demo {refused}", "why this one was not asked for"),
        ("bowerbird crawl https://example.org --max-pages 20", "a site of your choice"),
    ):
        out.print(f"  {command}\n      {purpose}", highlight=False, markup=False)
