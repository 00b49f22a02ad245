"""`bowerbird rate`: thumbs up and down."""

from typing import Annotated

import typer

from bowerbird.cli.output import AsJson, Home, ProjectName, out, print_json
from bowerbird.model.errors import UsageError
from bowerbird.workspace import Workspace


def rate(
    url: Annotated[str, typer.Argument(metavar="URL")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    up: Annotated[bool, typer.Option("--up", help="It is about the topic.")] = False,
    down: Annotated[bool, typer.Option("--down", help="It is not.")] = False,
) -> None:
    """Say of a page that was read whether it is relevant; its judge learns from it."""
    if up == down:
        raise UsageError("say either --up, for a page that is about the topic, or --down")
    done = Workspace(home).project(project).rate_page(url, relevant=up)
    if as_json:
        print_json(done)
        return
    what = "relevant" if up else "not relevant"
    out.print(f"Noted: {done['url']} is {what}.", highlight=False, markup=False)
