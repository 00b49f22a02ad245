"""`bowerbird records …`: records out of a project, and into it."""

from pathlib import Path
from typing import Annotated, Any

import typer

from bowerbird.cli.output import AsJson, Home, ProjectName, err, out, print_json
from bowerbird.workspace import Workspace
from bowerbird.workspace.written import pairs, split

app = typer.Typer(help="Records out to files, and in from them.", no_args_is_help=True)
LONGEST = 100  # characters of a value that people are shown
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
    cells: Annotated[
        str,
        typer.Option(
            metavar="RECORD,FIELD,VALUE",
            help="FILE has one field a row: the columns that say of which record, which, and what.",
        ),
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
            cells=split(cells),
            kind=kind,
            encoding=encoding,
            delimiter=delimiter,
            strict=strict,
        )
    )
    print_json(done) if as_json else _tell(done)
    if done["bad"] and done["bad"] == done["rows"]:
        raise typer.Exit(1)


@app.command("rebuild")
def rebuild(
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    template: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Templates that are put into the plan; repeatable."),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Make it true; else it is only shown.")
    ] = False,
) -> None:
    """Read the stored pages again under the plan as it is now, and show what would change."""
    told = Workspace(home).project(project).rebuild_records(template or (), commit=yes)
    print_json(told) if as_json else _tell_rebuilt(told)


def _tell_rebuilt(told: dict[str, Any]) -> None:
    for change, sign in (("added", "+"), ("changed", "~"), ("gone", "-")):
        for sample in told["samples"][change]:
            _tell_sample(sample, sign)
        kinds = ", ".join(f"{n} {kind}" for kind, n in told["by_kind"][change].items())
        out.print(f"{told[change]} records {change}" + (f" ({kinds})" if kinds else ""))
    unread = f", {told['unread']} could not be read and stay as they are" if told["unread"] else ""
    out.print(f"{told['pages']} stored pages read again{unread}.")
    if not told["committed"] and any(told[change] for change in ("added", "changed", "gone")):
        out.print("Nothing has been changed yet; the same with --yes makes it true.")


def _tell_sample(sample: dict[str, Any], sign: str) -> None:
    out.print(f"{sign} {sample['kind']} {sample['url']}", markup=False, highlight=False)
    before, after = sample.get("before"), sample.get("after", sample.get("fields", {}))
    for name, value in after.items():
        was = f"{_short(before[name])} → " if before is not None else ""
        line = f"    {name}: {was}{_short(value)}"
        out.print(line, markup=False, highlight=False, soft_wrap=True)


def _short(value: Any) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


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
