"""The `bowerbird` command as a person or a script calls it: a process of its own."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from bowerbird.cli.main import main

COMMAND = str(Path(sys.executable).with_name("bowerbird"))


class Said(Struct, frozen=True):
    """What a command said, and how it ended."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output; nothing else may be there."""
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one sentence on standard error."""
        (line,) = self.err.splitlines()
        assert line.startswith("bowerbird: ")
        return line.removeprefix("bowerbird: ")


class Bowerbird:
    """Calls the command with one home folder."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def __call__(self, *arguments: str, timeout: float = 60.0) -> Said:
        with self.begin(*arguments) as process:
            out, err = process.communicate(timeout=timeout)
        return Said(process.returncode, out, err)

    def here(self, *arguments: str) -> Said:
        """The same in this process: quicker, for calls that are refused before anything is done."""
        out, err = io.StringIO(), io.StringIO()
        given, sys.argv = sys.argv, [COMMAND, *arguments, "--home", str(self.home)]
        try:
            with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
                main()
        finally:
            sys.argv = given
        return Said(int(ended.value.code or 0), out.getvalue(), err.getvalue())

    def begin(self, *arguments: str) -> subprocess.Popen[str]:
        # A shell that runs the tests in the background lets its children ignore Ctrl-C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        return subprocess.Popen(
            [COMMAND, *arguments],
            env={**os.environ, "BOWERBIRD_HOME": str(self.home), "COLUMNS": "200"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def show(self, *arguments: str) -> dict[str, Any]:
        """The summary of a run."""
        return dict(self("run", "show", "--json", *arguments).document)


def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait for it; fail after so many seconds."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.05)
