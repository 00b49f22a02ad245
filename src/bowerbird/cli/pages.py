"""`bowerbird pages` and `bowerbird explain`: what is known of URLs, and why."""

import sys
from datetime import UTC, datetime
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from bowerbird.cli.output import AsJson, Home, ProjectName, human_bytes, out, print_json
from bowerbird.model.errors import UsageError
from bowerbird.model.pagerow import PageState
from bowerbird.workspace import Workspace

SHOWN = 200  # rows of a table; more are for --jsonl


def pages(
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    as_lines: Annotated[bool, typer.Option("--jsonl", help="One JSON document a line.")] = False,
    state: Annotated[
        str | None, typer.Option(help="Only these: fetched, refused, redirected, failed …")
    ] = None,
) -> None:
    """One row for each known page."""
    if state is not None and state not in list(PageState):
        raise UsageError(f"no page is {state!r}; known: {', '.join(PageState)}")
    rows = Workspace(home).project(project).pages()
    wanted = (row for row in rows if state in (None, row["state"]))
    if as_lines:
        for row in wanted:
            print_json(row)
    elif as_json:
        print_json(list(wanted))
    else:
        _print_table(list(wanted))


def explain(
    url: Annotated[str, typer.Argument(metavar="URL")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Why this URL was, or was not, crawled; when, in what order, and what it scored."""
    facts = Workspace(home).project(project).explain(url)
    if as_json:
        print_json(facts)
        return
    out.print(f"[bold]{facts['url']}[/]: {facts['state']}", highlight=False)
    out.print(facts["sentence"], highlight=False, markup=False)
    if (browser := facts.get("browser")) and browser["learnt"]:
        out.print(f"  {browser['pages_like_it']}: {browser['learnt']}", markup=False)
    for term in facts["score_terms"]:
        out.print(f"  {term['value']:+.2f}  {term['name']}  {term['because']}", markup=False)
    if facts["link_terms"] and facts["link_terms"] != facts["score_terms"]:
        out.print("It was asked for when it was, because of its links:")
        for term in facts["link_terms"]:
            out.print(f"  {term['value']:+.2f}  {term['name']}  {term['because']}", markup=False)
    for moment in facts["history"]:
        out.print(f"  {_when(moment['at'])}  {moment['state']} {moment['reason']}", markup=False)


def _print_table(rows: list[dict[str, Any]]) -> None:
    table = Table()
    for name in ("state", "status"):
        table.add_column(name, no_wrap=True)
    table.add_column("url", overflow="fold", ratio=3)
    table.add_column("title", ratio=2)
    table.add_column("size", no_wrap=True, justify="right")
    table.add_column("why", ratio=2)
    for row in rows[:SHOWN]:
        why = row["rule"] or row["reason"] or (row["duplicate_of"] and "repeats another")
        why = why or (row["rendered"] and f"rendered: {row['rendered']}")
        size = human_bytes(row["bytes"]) if row["bytes"] else ""
        status = str(row["status"] or "")
        table.add_row(
            row["state"], status, escape(row["url"]), escape(row["title"][:60]), size, escape(why)
        )
    out.print(table)
    if len(rows) > SHOWN:
        sys.stderr.write(f"{len(rows) - SHOWN} more rows; --jsonl prints all of them\n")


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
