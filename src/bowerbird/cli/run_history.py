"""`bowerbird run log`, `changes` and `compare`: what runs said, found different, and differ in."""

from datetime import datetime
from typing import Annotated, Any

import typer
from rich.table import Table

from bowerbird.cli.output import AsJson, Home, ProjectName, out, print_json
from bowerbird.workspace import Workspace

RunNumber = Annotated[str | None, typer.Argument(metavar="RUN", help="Its number; else the last.")]
FigureRows = ("state", "seconds", "pages", "relevant", "harvest_rate", "records", "bytes")


def log(
    number: RunNumber = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    types: Annotated[
        list[str] | None,
        typer.Option("--type", help="visited, state, health or steered; repeatable."),
    ] = None,
    text: Annotated[str, typer.Option("--text", help="Only lines with this in them.")] = "",
    limit: Annotated[int, typer.Option(help="How many at most.", min=1)] = 50,
) -> None:
    """What a run said, the newest first."""
    run = Workspace(home).project(project).run(number)
    page = run.log(types=types or (), text=text, limit=limit)
    if as_json:
        return print_json({"lines": page.lines, "next": page.next})
    for line in page.lines:
        at = datetime.fromtimestamp(line["at"]).astimezone().strftime("%Y-%m-%d %H:%M:%S")
        out.print(f"{at}  {line['type']:8}  {_said(line)}", markup=False, highlight=False)
    return None


def changes(
    number: RunNumber = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """What a run found of pages that were read before: new, changed, gone, in trouble."""
    place = Workspace(home).project(project)
    told = place.changes(place.run(number))
    if as_json:
        return print_json(told)
    counted = ("new", "changed", "unchanged", "gone", "failed")
    out.print(", ".join(f"{told[what]} {what}" for what in counted), highlight=False)
    for what, pages in told["pages"].items():
        for page in pages:
            out.print(f"{what:9} {page['url']}", markup=False, highlight=False)
    return None


def compare(
    first: Annotated[str, typer.Argument(metavar="RUN", help="A run's number.")],
    second: Annotated[str, typer.Argument(metavar="RUN", help="Another's.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """What two runs differ in: settings, figures, pages."""
    place = Workspace(home).project(project)
    told = place.compare_runs(place.run(first), place.run(second))
    if as_json:
        return print_json(told)
    table = Table("", f"run {first}", f"run {second}")
    for name in FigureRows:
        table.add_row(name, *(str(figures.get(name, "")) for figures in told["figures"]))
    for key, (ours, theirs) in told["settings"].items():
        table.add_row(key, str(ours), str(theirs))
    out.print(table)
    pages = told["pages"]
    return out.print(
        f"{pages['both']} pages in both, {pages['only_first']} only in run {first}, "
        f"{pages['only_second']} only in run {second}, {pages['changed']} changed.",
        highlight=False,
    )


def _said(line: dict[str, Any]) -> str:
    match line["type"]:
        case "visited":
            return f"{line['state']} {line['url']} {line['reason']}".rstrip()
        case "health":
            return str(line["sentence"])
        case "state":
            return f"{line['state']}: {line['reason']}" if line["reason"] else str(line["state"])
        case _:
            return ", ".join(f"{name} = {value}" for name, value in line["changes"].items())
