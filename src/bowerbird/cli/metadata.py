"""`bowerbird metadata …`: who wrote a document, when, where it appeared, and who says so."""

from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table
from typer.core import TyperGroup

from bowerbird.cli.output import AsJson, Home, ProjectName, out, print_json
from bowerbird.model.errors import UsageError
from bowerbird.workspace import Workspace

LONGEST = 400  # characters of a value that people are shown; --json has all of it
SHOWN = 100  # of a block


class _ShowsByDefault(TyperGroup):
    """`metadata FILE` is short for `metadata show FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and not {"-h", "--help"} & set(args[:1]):
            args = ["show", *args]
        parsed: list[str] = super().parse_args(ctx, args)
        return parsed


app = typer.Typer(
    cls=_ShowsByDefault,
    help="Who wrote a document, when, and where it appeared: `bowerbird metadata FILE|URL`.",
    no_args_is_help=True,
)


class Form(StrEnum):
    """How metadata are written for other programs."""

    BIBTEX = "bibtex"
    CSL = "csl"
    DC = "dc"


@app.command("show")
def show(
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
    """Title, authors, abstract, date, identifiers …, each with its source and confidence.

    The word `show` may be left out: `bowerbird metadata paper.pdf`.
    """
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


@app.command("teach")
def teach(  # noqa: PLR0913 - a command's options are its parameters
    file: Annotated[str, typer.Argument(metavar="FILE", help="A PDF of the layout.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    title: Annotated[str, typer.Option(metavar="TEXT", help="Its title, as printed.")] = "",
    author: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="An author; repeatable.")
    ] = None,
    affiliation: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="An affiliation; repeatable.")
    ] = None,
    abstract: Annotated[str, typer.Option(metavar="TEXT", help="Its abstract.")] = "",
    keywords: Annotated[str, typer.Option(metavar="TEXT", help="Its keywords.")] = "",
    date: Annotated[str, typer.Option(metavar="TEXT", help="Its date.")] = "",
    label: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N=LABEL",
            help="A block by its number: title, authors, affiliations, abstract, keywords, date, "
            "references or other; repeatable.",
        ),
    ] = None,
    name: Annotated[str, typer.Option(help="The layout's name; the file's if left out.")] = "",
    blocks: Annotated[
        bool, typer.Option("--blocks", help="Only show the blocks with their numbers.")
    ] = False,
) -> None:
    """Teach the project a layout: label one page, and papers like it are read by that."""
    place = Workspace(home).project(project)
    if blocks:
        shown = place.paper_blocks(file)
    else:
        fields = {
            "title": [title], "authors": author or [], "affiliations": affiliation or [],
            "abstract": [abstract], "keywords": [keywords], "date": [date],
        }  # fmt: skip
        known = {kind: texts for kind, texts in fields.items() if any(texts)}
        shown = place.teach_layout(file, known, _numbers(label or []), name=name)
    if as_json:
        print_json({"blocks": shown, "layouts": place.layouts()})
        return
    _print_blocks(shown)
    if not blocks:
        out.print(f"{len(place.layouts())} layouts are known to the project.", highlight=False)


def _numbers(labels: list[str]) -> dict[int, str]:
    found = {}
    for text in labels:
        number, equals, label = text.partition("=")
        if not (equals and number.strip().isdecimal() and label.strip()):
            raise UsageError(f"--label {text!r} needs the form NUMBER=LABEL, for example 0=title")
        found[int(number)] = label.strip()
    return found


def _print_blocks(blocks: list[dict[str, Any]]) -> None:
    table = Table()
    table.add_column("block", justify="right")
    table.add_column("label", no_wrap=True)
    table.add_column("text", overflow="fold")
    for block in blocks:
        table.add_row(str(block["number"]), block["label"], escape(block["text"][:SHOWN]))
    out.print(table)


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
