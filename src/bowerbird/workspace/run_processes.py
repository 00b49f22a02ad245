"""Processes of runs as others see them: is it alive, has it gone, and a word to it."""

import os
import select
import signal
import sys
from pathlib import Path

PROCESS = "bowerbird.workspace.process"


def is_run(pid: int | None) -> bool:
    """Is that process alive, and a run of ours? Process ids are used again."""
    if pid is None:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return sys.platform != "linux"
    is_zombie = status.rpartition(")")[2].split()[0] == "Z"
    return PROCESS.encode() in command and not is_zombie


def has_gone(pid: int | None, timeout: float | None) -> bool:
    """Wait for a process that somebody else started; True once it is gone."""
    if pid is None or not is_run(pid):
        return True
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        ready, _, _ = select.select([handle], [], [], timeout)
        return bool(ready)
    finally:
        os.close(handle)


def send(pid: int | None, what: signal.Signals) -> None:
    if pid is not None and is_run(pid):
        os.kill(pid, what)
