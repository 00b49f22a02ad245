"""A run's care for its follower: the process that brings indexes up to date while the run works.

Indexing has a process of its own, of low priority, so that the crawl does not wait for it; it is
started anew if it dies. It hears of the run's end, even of a kill, because a pipe closes.
"""

import logging
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from bowerbird.model.errors import BowerbirdError, LockedError, StoreError
from bowerbird.workspace.indexes import (
    followed,
    index_folder,
    is_ahead,
    only_follower,
    planned,
)
from bowerbird.workspace.plan import Plan

log = logging.getLogger(__name__)

FOLLOWER = "bowerbird.workspace.follower"
PAUSE = 0.5  # seconds before a follower that died is started again …
LONGEST_PAUSE = 300.0  # … twice as long each time, up to this
LIVED = 60.0  # seconds after which a death is no sign that the next start will fail, too

Start = Callable[..., subprocess.Popen[bytes]]


class Following:
    """Starts the follower of a project, and looks after it until the run ends."""

    def __init__(
        self, folder: Path, plan: Plan, start: Start = subprocess.Popen, pause: float = PAUSE
    ) -> None:
        self._folder = folder
        self._start_process = start
        self._first_pause = pause
        self._wanted = bool(followed(plan))
        self._process: subprocess.Popen[bytes] | None = None
        self._pause = pause
        self._started = 0.0
        self._not_before = 0.0

    def look(self) -> None:
        """Call it about once a second."""
        if self._process is not None and (status := self._process.poll()) is not None:
            self._ended(status)
        if self._wanted and self._process is None and time.monotonic() >= self._not_before:
            try:
                self._start()
            except (OSError, StoreError) as error:  # a disk or a table that is full: the crawl's
                self._rest(f"the follower cannot be started ({error})")  # own trouble comes first

    def want(self) -> None:
        """There is an index to follow with, from now on."""
        self._wanted = True
        self._not_before = 0.0
        self.look()

    def let_go(self) -> None:
        """The run has ended: the follower takes in what is left, and ends by itself."""
        self._wanted = False
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    def _start(self) -> None:
        """The follower holds its lock from its first moment on, so that whoever waits for it waits;
        unless an earlier one is still busy: then it waits for that itself."""
        self._started = time.monotonic()
        with ExitStack() as ours:
            passed: tuple[int, ...] = ()
            with suppress(LockedError):
                passed = (ours.enter_context(only_follower(self._folder, patience=0.0)),)
            self._process = self._start_process(
                [sys.executable, "-m", FOLLOWER, str(self._folder), *map(str, passed)],
                stdin=subprocess.PIPE,  # never written to: its end says that the run has ended
                stdout=subprocess.DEVNULL,
                pass_fds=passed,
                start_new_session=True,
            )

    def _ended(self, status: int) -> None:
        self._process = None
        if time.monotonic() - self._started > LIVED:
            self._pause = self._first_pause
        self._rest(f"the follower ended with status {status}")

    def _rest(self, why: str) -> None:
        log.warning("%s; it is started again in %g s", why, self._pause)
        self._not_before = time.monotonic() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)


def begin_anew_what_is_ahead(folder: Path, plan: Plan, last: int) -> None:
    """Empty each index that knows more than the log ever had, before other records get these
    numbers. A power cut can bring this about: the log may lose its last seconds, an index does
    not."""
    for name, options in planned(plan).items():
        index = index_folder(folder, name)
        if not is_ahead(index, last):
            continue
        log.warning("index %r knows records that the log has lost; it is made anew", name)
        # Hardly ever needed, and half a second of imports.
        from bowerbird.index.writer import open_index

        try:
            with open_index(index, options, rebuild=True) as writer:
                writer.commit(0)
        except BowerbirdError as error:
            log.warning("%s", error)
