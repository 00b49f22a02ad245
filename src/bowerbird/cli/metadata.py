"""`bowerbird metadata`: who wrote a document, when, where it appeared, and who says so."""

from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from bowerbird.cli.output import AsJson, Home, ProjectName, out, print_json
from bowerbird.workspace import Workspace

LONGEST = 400  # characters of a value that people are shown; --json has all of it


class Form(StrEnum):
    """How metadata are written for other programs."""

    BIBTEX = "bibtex"
    CSL = "csl"
    DC = "dc"


def metadata(
    document: Annotated[str, typer.Argument(metavar="FILE|URL", help="A file or a URL.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    form: Annotated[
        Form | None,
        typer.Option(
            "--format",
            metavar="bibtex|csl|dc",
            help="Write it for other programs; with --json, Dublin Core is JSON, too.",
        ),
    ] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Also ask private and loopback addresses.")
    ] = False,
) -> None:
    """Title, authors, abstract, date, identifiers …, each with its source and confidence."""
    options = {"fetch__allow_private": True} if allow_private else {}
    found = Workspace(home).project(project).metadata(document, **options)
    if form is Form.CSL:
        print_json([found.csl()])
    elif form is Form.DC and as_json:
        print_json(found.dublin_core())
    elif form is not None:
        text = found.bibtex() if form is Form.BIBTEX else found.dublin_core_xml()
        print_json({"format": form, "text": text}) if as_json else typer.echo(text, nl=False)
    elif as_json:
        print_json(found.document)
    else:
        _print_table(found.document)


def _print_table(told: dict[str, Any]) -> None:
    table = Table(title=escape(told["document"]), title_justify="left")
    table.add_column("field", no_wrap=True)
    table.add_column("value", overflow="fold", ratio=4)
    table.add_column("source", ratio=1)
    table.add_column("sure", justify="right", no_wrap=True)
    for name, field in {**told, **told["identifiers"]}.items():
        if isinstance(field, dict) and "source" in field:
            others = [f"\n≠ {_shown(name, each)} ({each['source']})" for each in field["conflicts"]]
            value = _shown(name, field) + "".join(others)
            backed = ", ".join([field["source"], *field["agreeing"]])
            table.add_row(name, escape(value), backed, f"{field['confidence']:.2f}")
    out.print(table)


def _shown(name: str, field: dict[str, Any]) -> str:
    value: Any = field["value"]
    if name == "references":
        return f"{len(value)} entries"
    if isinstance(value, list):
        value = "; ".join(each if isinstance(each, str) else _person(each) for each in value)
    return f"{value[:LONGEST]} …" if len(value) > LONGEST else str(value)


def _person(person: dict[str, Any]) -> str:
    work = ", ".join(person["affiliations"])
    return f"{person['name']} ({work})" if work else str(person["name"])
