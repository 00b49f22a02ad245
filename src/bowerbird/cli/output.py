"""How commands speak: one JSON document, or tables for people. Progress goes to standard error."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Annotated, Any

import typer
from rich.console import Console

PATIENCE = 3.0  # seconds
WIDE = 200  # columns where nobody looks at a screen: a URL that is cut short is of no use


def _console(*, stderr: bool = False) -> Console:
    console = Console(stderr=stderr)
    return console if console.is_terminal else Console(stderr=stderr, width=WIDE)


out = _console()
err = _console(stderr=True)

Home = Annotated[
    str | None,
    typer.Option("--home", help="The data folder; else $BOWERBIRD_HOME, else the platform's."),
]
ProjectName = Annotated[str, typer.Option("--project", help="The project's name.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document, nothing else.")]


def print_json(document: Any) -> None:
    """Exactly one document on standard output."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, default=str) + "\n")
    sys.stdout.flush()


def say_waiting(what: str) -> None:
    """Something takes longer than a person expects."""
    err.print(f"… {what}", markup=False, highlight=False)


@contextmanager
def said_if_slow(what: str) -> Iterator[None]:
    """Say it if the block takes longer than a person expects."""
    timer = Timer(PATIENCE, say_waiting, [what])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def human_bytes(size: float) -> str:
    """1.5 MB rather than 1500000."""
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"


def human_seconds(seconds: float) -> str:
    """2 min 5 s rather than 125."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"
