"""The `bowerbird` command: nouns meet here, and errors become sentences."""

import sys
import traceback
from typing import NoReturn

import typer

from bowerbird.cli import (
    crawl,
    demo,
    doctor,
    fields,
    index,
    judge,
    metadata,
    pages,
    records,
    run,
    search,
    tune,
)
from bowerbird.cli.output import err, print_json
from bowerbird.model.errors import BowerbirdError, UsageError
from bowerbird.model.version import VERSION
from bowerbird.workspace.leaving import leave

app = typer.Typer(
    name="bowerbird",
    help="Give it a topic or a site: it crawls the part of the web that matters, politely.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("demo")(demo.demo)
app.command("crawl")(crawl.crawl)
app.add_typer(run.app, name="run")
app.command("pages")(pages.pages)
app.command("explain")(pages.explain)
app.add_typer(fields.app, name="fields")
app.add_typer(records.app, name="records")
app.add_typer(judge.app, name="judge")
app.add_typer(tune.app, name="tune")
app.add_typer(index.app, name="index")
app.command("search")(search.search)
app.command("suggest")(search.suggest)
app.command("metadata")(metadata.metadata)
app.command("doctor")(doctor.doctor)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"bowerbird {VERSION}")
        raise typer.Exit


@app.callback()
def _whole(
    version: bool = typer.Option(
        False, "--version", is_eager=True, callback=_print_version, help="Print the version."
    ),
) -> None:
    """Every command takes --help; add --debug to any of them to see a fault's traceback."""


def command() -> NoReturn:
    """What the installed command calls: `main`, and then nothing that takes time."""
    try:
        main()
    except SystemExit as ended:
        leave(ended.code if isinstance(ended.code, int) else 0)
    leave(0)


def main() -> None:
    """Exit status 0: done. 1: the work failed. 2: the call was wrong."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--debug"]
    debug = len(arguments) < len(sys.argv) - 1
    try:
        app(arguments)
    except BowerbirdError as error:
        _complain(str(error), arguments, debug=debug)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:  # noqa: BLE001 - the last resort: a sentence, not a traceback
        sentence = f"a fault of Bowerbird: {type(error).__name__}: {error}; --debug shows where"
        _complain(sentence, arguments, debug=debug)
        sys.exit(1)


def _complain(sentence: str, arguments: list[str], *, debug: bool) -> None:
    if debug:
        traceback.print_exc()
    if "--json" in arguments:
        print_json({"error": sentence})
    err.print(f"bowerbird: {sentence}", markup=False, highlight=False, soft_wrap=True)
