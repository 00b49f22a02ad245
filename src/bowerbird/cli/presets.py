"""`bowerbird presets`: ready-made plans, to be read."""

from typing import Annotated

import typer
from rich.table import Table

from bowerbird.cli.output import AsJson, out, print_json
from bowerbird.workspace.presets import PRESETS, SENTENCES, preset_as_toml, preset_changes


def presets(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Else all of them.")] = None,
    as_json: AsJson = False,
) -> None:
    """Ready-made plans by name; one of them as TOML, as it would stand in project.toml."""
    if as_json:
        print_json({each: preset_changes(each) for each in ([name] if name else PRESETS)})
    elif name is not None:
        typer.echo(preset_as_toml(name), nl=False)
    else:
        table = Table("preset", "what it is")
        for each in PRESETS:
            table.add_row(each, SENTENCES[each])
        out.print(table)
