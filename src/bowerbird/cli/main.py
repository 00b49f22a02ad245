"""The `bowerbird` command: nouns meet here, and errors become sentences."""

import gc
import sys
import traceback
from collections.abc import Iterable
from typing import Any, NoReturn

import typer

from bowerbird.cli.commands import COMMANDS, add_commands
from bowerbird.cli.output import err, print_json
from bowerbird.model.errors import BowerbirdError, UsageError
from bowerbird.model.version import VERSION
from bowerbird.workspace.audit import acting_by_command
from bowerbird.workspace.leaving import leave

# Every call that typer does not understand raises this; no public name of typer is that class.
WrongCall: type[Exception] = typer.BadParameter.__bases__[0]


def whole_app(names: Iterable[str] = tuple(COMMANDS)) -> typer.Typer:
    """The command with all commands, or with these."""
    app = typer.Typer(
        name="bowerbird",
        help="Give it a topic or a site: it crawls the part of the web that matters, politely.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_whole)
    return add_commands(app, names)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"bowerbird {VERSION}")
        raise typer.Exit


def _whole(
    version: bool = typer.Option(
        False, "--version", is_eager=True, callback=_print_version, help="Print the version."
    ),
) -> None:
    """Every command takes --help; add --debug to any of them to see a fault's traceback."""


def command() -> NoReturn:
    """What the installed command calls: `main`, and then nothing that takes time."""
    gc.set_threshold(100_000, 50, 100)  # loading makes no garbage; to look for it costs a sixth
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
        with acting_by_command():
            ended = whole_app(_wanted(arguments))(arguments, standalone_mode=False)
        sys.exit(ended if isinstance(ended, int) else 0)
    except WrongCall as error:
        _refuse_call(error, arguments)
    except typer.Abort:
        sys.exit(1)
    except BowerbirdError as error:
        _complain(str(error), arguments, debug=debug)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:  # noqa: BLE001 - the last resort: a sentence, not a traceback
        sentence = f"a fault of Bowerbird: {type(error).__name__}: {error}; --debug shows where"
        _complain(sentence, arguments, debug=debug)
        sys.exit(1)


def _wanted(arguments: list[str]) -> Iterable[str]:
    """The command that is called, if it is one that there is: nobody waits for the others."""
    called = next((argument for argument in arguments if not argument.startswith("-")), "")
    return (called,) if called in COMMANDS else tuple(COMMANDS)


def _refuse_call(error: Any, arguments: list[str]) -> NoReturn:
    """A name, option or value that the command does not have; or no word at all, which is help."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
    else:
        sentence = error.format_message().rstrip(".")
        remedy = f"`{error.ctx.command_path} --help` shows what there is"
        _complain(f"{sentence[0].lower()}{sentence[1:]}; {remedy}", arguments, debug=False)
    sys.exit(error.exit_code)


def _complain(sentence: str, arguments: list[str], *, debug: bool) -> None:
    if debug:
        traceback.print_exc()
    if "--json" in arguments:
        print_json({"error": sentence})
    err.print(f"bowerbird: {sentence}", markup=False, highlight=False, soft_wrap=True)
