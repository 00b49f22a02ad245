"""`bowerbird records …`: records out of a project, and into it."""

from pathlib import Path
from typing import Annotated, Any

import typer

from bowerbird.cli.output import AsJson, Home, ProjectName, err, out, print_json
from bowerbird.cli.values import pairs, split
from bowerbird.workspace import Workspace

app = typer.Typer(help="Records out to files, and in from them.", no_args_is_help=True)
NAMED = 10  # bad rows that people are shown


@app.command("export")
def export(
    to: Annotated[str, typer.Option("--out", metavar="FILE", help="Where to write them.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    form: Annotated[
        str,
        typer.Option(
            "--format", metavar="csv|jsonl|xlsx|parquet", help="Which form; else by FILE's name."
        ),
    ] = "",
    columns: Annotated[
        str, typer.Option(metavar="A,B,…", help="Only these fields, in this order.")
    ] = "",
    kind: Annotated[
        list[str] | None, typer.Option(help="Only records of this kind; repeatable.")
    ] = None,
) -> None:
    """Write the project's records to a file, whole or not at all."""
    place = Workspace(home).project(project)
    options = {"columns": split(columns)} if columns else {}
    form = form or Path(to).suffix.lstrip(".") or "jsonl"
    count = place.export(form, to, kinds=kind or (), **options)
    if as_json:
        print_json({"records": count, "format": form, "file": to})
    else:
        out.print(f"{count} records written to {to}.", highlight=False, markup=False)


@app.command("import")
def import_(  # noqa: PLR0913 - a command's options are its parameters
    file: Annotated[str, typer.Argument(metavar="FILE", help="CSV or JSONL.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    key: Annotated[
        str,
        typer.Option(metavar="FIELD,…", help="What tells records apart; else all that one says."),
    ] = "",
    types: Annotated[
        str, typer.Option(metavar="FIELD=TYPE,…", help="TYPE: text, number, date or list.")
    ] = "",
    kind: Annotated[str, typer.Option(help="The kind the records get.")] = "imported",
    encoding: Annotated[str, typer.Option(help="Of the file; found out if left out.")] = "",
    delimiter: Annotated[str, typer.Option(help="Between two cells; found out.")] = "",
    strict: Annotated[
        bool, typer.Option("--strict", help="One bad row, and nothing is imported.")
    ] = False,
) -> None:
    """Put the rows of a file into the project, as records; twice is the same as once."""
    done = (
        Workspace(home)
        .project(project)
        .import_records(
            file,
            key=split(key),
            types=pairs(types, "--types"),
            kind=kind,
            encoding=encoding,
            delimiter=delimiter,
            strict=strict,
        )
    )
    print_json(done) if as_json else _tell(done)
    if done["bad"] and done["bad"] == done["rows"]:
        raise typer.Exit(1)


def _tell(done: dict[str, Any]) -> None:
    out.print(
        f"{done['rows']} rows of {done['file']} ({done['format']}, {done['encoding']}): "
        f"{done['records']} new or changed records, {done['unchanged']} as they were, "
        f"{done['bad']} bad rows.",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )
    for bad in done["errors"][:NAMED]:
        err.print(f"line {bad['line']}: {bad['reason']}", markup=False, highlight=False)
    if done["bad"] > NAMED:
        err.print(f"… and {done['bad'] - NAMED} more; --json names them", markup=False)
