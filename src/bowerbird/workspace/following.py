"""A run's care for its follower: the process that brings indexes up to date while the run works.

Indexing has a process of its own, of low priority, so that the crawl does not wait for it; it is
started anew if it dies. It hears of the run's end, even of a kill, because a pipe closes.
"""

import logging
import subprocess
import sys
import time
from pathlib import Path

log = logging.getLogger(__name__)

FOLLOWER = "bowerbird.workspace.follower"
PAUSE = 2.0  # seconds before a follower that died is started again …
LONGEST_PAUSE = 300.0  # … twice as long each time, up to this


class Following:
    """Starts the follower of a project, and looks after it."""

    def __init__(self, folder: Path, last: int, *, wanted: bool) -> None:
        self._folder = folder
        self._last = last  # of the record log when the run opened it
        self._wanted = wanted
        self._process: subprocess.Popen[bytes] | None = None
        self._pause = PAUSE
        self._not_before = 0.0

    def want(self) -> None:
        """There is an index to follow with, from now on."""
        self._wanted = True
        self._not_before = 0.0
        self.look()

    def look(self) -> None:
        """Call it about once a second."""
        if self._process is not None and (status := self._process.poll()) is not None:
            self._ended(status)
        if self._wanted and self._process is None and time.monotonic() >= self._not_before:
            self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-m", FOLLOWER, str(self._folder), str(self._last)],
            stdin=subprocess.PIPE,  # never written to: its end says that the run has ended
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _ended(self, status: int) -> None:
        self._process = None
        if status == 0:  # nothing to follow with any more
            self._wanted = False
            return
        log.warning("the follower ended with status %d; starting it again", status)
        self._not_before = time.monotonic() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
