"""`bowerbird demo`: see it work in half a minute, without touching anybody's server."""

from shlex import quote
from time import monotonic
from typing import Annotated

import typer
from rich.markup import escape

from bowerbird.cli.hits import print_results
from bowerbird.cli.live import watch
from bowerbird.cli.output import AsJson, Home, human_seconds, out, print_json, say_waiting
from bowerbird.model.errors import UsageError
from bowerbird.workspace import Workspace
from bowerbird.workspace.told import result_document


def demo(
    home: Home = None,
    as_json: AsJson = False,
    serve: Annotated[bool, typer.Option("--serve", help="Open the UI afterwards.")] = False,
) -> None:
    """Crawl the bundled little web on loopback, search it, and show what came of it."""
    if serve:
        raise UsageError("--serve: this version has no web UI yet; leave it out")
    # The little web is a large module that no other command needs: it is loaded only here.
    from bowerbird.workspace.demo import demonstration

    started = monotonic()
    with demonstration(Workspace(home), say_waiting) as shown:
        watch(shown.run, quiet=as_json)
        summary = shown.run.wait()
        pages = list(shown.project.pages())
        searches = shown.searches()
    seconds = round(monotonic() - started, 2)
    if as_json:
        facts = {name: summary[name] for name in ("pages", "relevant", "records")}
        found = [{"query": it.query, **result_document(it.results)} for it in searches]
        print_json({**facts, "seconds": seconds, "searches": found, "run": summary})
        return
    out.print(
        f"Read {summary['pages']} pages of a small web on this machine in {human_seconds(seconds)};"
        f" {summary['relevant']} of them are about “{shown.topic}”.",
        highlight=False,
    )
    for it in searches:
        out.print(f"\n[bold]$ bowerbird search --project demo {escape(quote(it.query))}[/]")
        print_results(it.query, it.results)
    refused = [page["url"] for page in pages if page["state"] == "refused"]
    _print_what_next(refused[0] if refused else pages[0]["url"])


def _print_what_next(refused: str) -> None:
    out.print("\nTry next:", highlight=False)
    for command, purpose in (
        ("bowerbird search --project demo 'tapir -mountain' --explain", "a search of your own"),
        ("bowerbird pages --project demo", "every URL, and what became of it"),
        (f"bowerbird explain --project demo {refused}", "why this one was not asked for"),
        ("bowerbird crawl https://example.org --max-pages 20", "a site of your choice"),
    ):
        out.print(f"  {command}\n      {purpose}", highlight=False, markup=False)
