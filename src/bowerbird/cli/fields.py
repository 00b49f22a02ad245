"""`bowerbird fields …`: templates, tried out."""

from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from bowerbird.cli.output import AsJson, Home, ProjectName, err, out, print_json
from bowerbird.workspace import Workspace

app = typer.Typer(help="Templates: which fields stand where on a page.", no_args_is_help=True)
SHOWN = 10  # records that people are shown
LONGEST = 60  # characters of a value in a table


@app.command("test")
def try_out(  # noqa: PLR0913 - a command's options are its parameters
    document: Annotated[str, typer.Argument(metavar="URL|FILE", help="A page, or a saved one.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    template: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Templates to try; else the project's. Repeatable."),
    ] = None,
    url: Annotated[str, typer.Option(help="Where FILE was saved from.")] = "",
    details: Annotated[
        int, typer.Option(min=0, max=20, help="Detail pages that are asked for at most.")
    ] = 1,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Also ask private and loopback addresses.")
    ] = False,
    resolve: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN=ADDRESS[:PORT]", help="Where a name lives."),
    ] = None,
) -> None:
    """Show what a template extracts from a page, and how well each field does."""
    options: dict[str, Any] = {"fetch__allow_private": True} if allow_private else {}
    if resolve:
        options["fetch__resolve"] = resolve
    place = Workspace(home).project(project)
    told = place.test_fields(document, template or (), url=url, details=details, **options)
    print_json(told) if as_json else _tell(told)
    if not told["records"]:
        raise typer.Exit(1)


def _tell(told: dict[str, Any]) -> None:
    for each in told["templates"]:
        _tell_template(each)
    records = told["records"]
    if not records:
        err.print("no record was found here", markup=False)
        return
    columns = list(dict.fromkeys(name for record in records for name in record))[1:]
    table = Table(title=f"{len(records)} records", title_justify="left")
    for name in columns:
        table.add_column(escape(name), overflow="fold")
    for record in records[:SHOWN]:
        table.add_row(*(_shown(record.get(name)) for name in columns))
    out.print(table)
    if len(records) > SHOWN:
        out.print(f"… and {len(records) - SHOWN} more; --json has all", markup=False)


def _tell_template(each: dict[str, Any]) -> None:
    table = Table(title=escape(f"{each['name']}: {each['items']} items"), title_justify="left")
    for heading in ("field", "coverage", "different", "first: step by step", "trouble"):
        table.add_column(heading, overflow="fold")
    for field in each["fields"]:
        table.add_row(
            escape(field["field"]),
            f"{field['found']} ({field['coverage']:.0%})",
            str(field["distinct"]),
            _steps(field["steps"]),
            escape("; ".join(dict.fromkeys(field["problems"]))),
        )
    out.print(table)
    if not each["applies"]:
        err.print(f"{each['name']}: none of its rules is for this URL", markup=False)
    for dropped in each["dropped"][:SHOWN]:
        err.print(f"dropped, without {', '.join(dropped['missing'])}", markup=False)
    for page, trouble in each["details"].items():
        if trouble:
            err.print(f"{page}: {trouble}", markup=False)


def _steps(steps: list[dict[str, Any]]) -> str:
    if not steps:
        return ""
    shown = [_shown(steps[0]["before"])]
    shown += [
        f"{step['step']} → {_shown(step['after'])}"
        for step in steps
        if step["before"] != step["after"]
    ]
    return "\n".join(shown)


def _shown(value: Any) -> str:
    if value is None:
        return ""
    text = "; ".join(value) if isinstance(value, list) else str(value)
    return escape(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")
