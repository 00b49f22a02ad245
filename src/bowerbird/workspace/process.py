"""The process of one run, from its start to its exit status.

    python -m bowerbird.workspace.process PROJECT_FOLDER RUN_NUMBER [--attached]

Its first line on standard output says that it is at work, or in one sentence why it is not. What
does the work is loaded last: how this process treats memory has to be settled before.
"""

import ctypes
import gc
import json
import logging
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

from bowerbird.model.errors import BowerbirdError
from bowerbird.workspace.leaving import leave

log = logging.getLogger(__name__)

PATIENCE = 2.0  # seconds of silence before the starter is told what it waits for


def main() -> int:
    """Work for one run; the exit status says whether it came to rest in order."""
    folder, number = Path(sys.argv[1]), int(sys.argv[2])
    attached = "--attached" in sys.argv[3:]
    # Loading makes no cycles, and a crawl few; looking for them costs a sixth and a twentieth.
    gc.set_threshold(50_000, 20, 100)
    _hold_on_to_memory()
    try:
        return _work(folder, number, attached=attached)
    except BowerbirdError as error:
        _greet({"error": str(error)})
        return 1


def _work(folder: Path, number: int, *, attached: bool) -> int:
    import uvloop

    from bowerbird.workspace import places
    from bowerbird.workspace.kernels import load_kernels
    from bowerbird.workspace.plan import read_plan
    from bowerbird.workspace.run_at_work import RunAtWork

    topic = read_plan(places.run_folder(folder, number) / "plan.toml").topic
    with _told_if_slow("compiling what reads pages: once after an install, about half a minute"):
        load_kernels(learning=bool(topic.query or topic.terms))
    return uvloop.run(RunAtWork(folder, number, _greet).work(attached=attached))


def _hold_on_to_memory() -> None:
    """glibc gives pages back to the system after each document and asks for them again with the
    next: holding on to at most 128 MB saves 7 % of the CPU of a crawl."""
    if not platform.libc_ver()[0].startswith("glibc"):
        return
    trim_threshold, mmap_threshold, enough = -1, -3, 128 << 20
    library = ctypes.CDLL(None)
    library.mallopt(trim_threshold, enough)
    library.mallopt(mmap_threshold, enough)


@contextmanager
def _told_if_slow(what: str) -> Iterator[None]:
    """The starter waits for the greeting; it may tell a person why."""
    timer = Timer(PATIENCE, lambda: print(json.dumps({"wait": what}), flush=True))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _greet(message: dict[str, Any]) -> None:
    """Tell the starter, once; it may be gone already."""
    try:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.close()
    except (OSError, ValueError):
        log.info("nobody listens to the greeting")


if __name__ == "__main__":
    leave(main())
