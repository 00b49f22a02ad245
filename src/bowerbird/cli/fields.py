"""`bowerbird fields …`: templates, tried out."""

from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from bowerbird.cli.inferred import shown, tell_inferred, tell_repair, tell_rows
from bowerbird.cli.output import AsJson, Home, ProjectName, err, out, print_json
from bowerbird.workspace import Workspace

app = typer.Typer(help="Templates: which fields stand where on a page.", no_args_is_help=True)
SHOWN = 10  # records that people are shown

AllowPrivate = Annotated[
    bool, typer.Option("--allow-private", help="Also ask private and loopback addresses.")
]
Resolve = Annotated[
    list[str] | None, typer.Option(metavar="PATTERN=ADDRESS[:PORT]", help="Where a name lives.")
]
Browser = Annotated[
    str | None,
    typer.Option(metavar="never|auto|always", help="Whether to render pages; else as in the plan."),
]
Actions = Annotated[
    list[str] | None,
    typer.Option(metavar="ACTION", help="Done on each page in the browser; repeatable."),
]


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
    allow_private: AllowPrivate = False,
    resolve: Resolve = None,
    browser: Browser = None,
    action: Actions = None,
) -> None:
    """Show what a template extracts from a page, and how well each field does."""
    place = Workspace(home).project(project)
    options = _fetching(allow_private, resolve, browser, action)
    told = place.test_fields(document, template or (), url=url, details=details, **options)
    print_json(told) if as_json else _tell(told)
    if not told["records"]:
        raise typer.Exit(1)


@app.command("infer")
def infer(  # noqa: PLR0913 - a command's options are its parameters
    documents: Annotated[
        list[str],
        typer.Argument(metavar="URL|FILE…", help="A page, or a saved one; more of the same kind."),
    ],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    example: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT", help="A value, as the page shows it; or COLUMN=TEXT. Repeatable."
        ),
    ] = None,
    unwanted: Annotated[
        list[str] | None,
        typer.Option("--not", metavar="TEXT", help="No value, though it was taken. Repeatable."),
    ] = None,
    name: Annotated[str, typer.Option(help="What the template is called.")] = "items",
    out_: Annotated[
        str, typer.Option("--out", metavar="FILE", help="Write the template there: TOML or JSON.")
    ] = "",
    choice: Annotated[
        int | None, typer.Option(min=0, help="Another understanding: 0 is the narrowest.")
    ] = None,
    url: Annotated[str, typer.Option(help="Where FILE was saved from.")] = "",
    allow_private: AllowPrivate = False,
    resolve: Resolve = None,
    browser: Browser = None,
    action: Actions = None,
) -> None:
    """Propose a template from examples; without any, from the lists that the page shows."""
    wanted = {"name": name, "out": out_, "choice": choice}
    told = (
        Workspace(home)
        .project(project)
        .infer_fields(
            documents,
            example or (),
            unwanted or (),
            url=url,
            wanted=wanted,
            **_fetching(allow_private, resolve, browser, action),
        )
    )
    print_json(told) if as_json else tell_inferred(told, out_)


@app.command("repair")
def repair(  # noqa: PLR0913 - a command's options are its parameters
    documents: Annotated[
        list[str], typer.Argument(metavar="URL|FILE…", help="Pages that it should fit.")
    ],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    template: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="The template; else the project's only one."),
    ] = None,
    out_: Annotated[
        str, typer.Option("--out", metavar="FILE", help="Write the repaired one there.")
    ] = "",
    url: Annotated[str, typer.Option(help="Where FILE was saved from.")] = "",
    allow_private: AllowPrivate = False,
    resolve: Resolve = None,
    browser: Browser = None,
    action: Actions = None,
) -> None:
    """Propose new selectors for a template that no longer fits, with rows before and after."""
    place = Workspace(home).project(project)
    told = place.repair_fields(
        documents,
        template or (),
        url=url,
        out=out_,
        **_fetching(allow_private, resolve, browser, action),
    )
    print_json(told) if as_json else tell_repair(told, out_)
    if told["template"] is None and told["broken"]:
        raise typer.Exit(1)


def _fetching(
    allow_private: bool,
    resolve: list[str] | None,
    browser: str | None,
    action: list[str] | None,
) -> dict[str, Any]:
    options: dict[str, Any] = {"fetch__allow_private": True} if allow_private else {}
    if resolve:
        options["fetch__resolve"] = resolve
    if browser or action:
        options["browser__use"] = browser or "auto"
    if action:
        options["browser__chains"] = [{"actions": action}]
    return options


def _tell(told: dict[str, Any]) -> None:
    for each in told["templates"]:
        _tell_template(each)
    records = told["records"]
    if not records:
        signs = told["signs"]
        hint = f"; {signs}: --browser auto shows what scripts draw" if signs else ""
        err.print(f"no record was found here{hint}", markup=False)
        return
    tell_rows(records, f"{len(records)} records")


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
    lines = [shown(steps[0]["before"])]
    lines += [
        f"{step['step']} → {shown(step['after'])}"
        for step in steps
        if step["before"] != step["after"]
    ]
    return "\n".join(lines)
