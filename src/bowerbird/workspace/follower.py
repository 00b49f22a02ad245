"""The process that keeps a project's indexes up to date beside a run, and after it until all is in.

    python -m bowerbird.workspace.follower PROJECT_FOLDER [DESCRIPTOR]

DESCRIPTOR is that of the lock, if whoever started it could take it. Its standard input is never
written to: where it ends, the run has ended, however it did. What is in an index is known by its
cursor alone, so a follower may die at any moment.
"""

import logging
import os
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bowerbird.model.errors import BowerbirdError, LockedError, RunError, StoreError
from bowerbird.model.record import Record
from bowerbird.workspace.control import ControlClient, socket_path
from bowerbird.workspace.followed import FollowedIndex
from bowerbird.workspace.indexes import followed, index_folder, only_follower
from bowerbird.workspace.plan import read_plan
from bowerbird.workspace.record_source import ReadOn, at_rest, from_run

log = logging.getLogger(__name__)

LOWLY = 10  # of 19: what the crawl leaves, without starving where others work, too
LOOK_EVERY = 0.2  # seconds
AFTER_TROUBLE = 5.0


def main() -> int:
    """Follow until the run has ended and everything is in."""
    folder = Path(sys.argv[1])
    logging.basicConfig(format="follower: %(message)s")
    os.nice(LOWLY)
    try:
        with _held(folder, sys.argv[2:]):
            Follower(folder).follow(_run_ends_within)
    except BowerbirdError as error:
        log.error("%s", error)
        return 1
    return 0


@contextmanager
def _held(folder: Path, passed: list[str]) -> Iterator[None]:
    """The lock of this project, unless it was passed."""
    if not passed:
        with only_follower(folder):
            yield
        return
    yield
    os.close(int(passed[0]))


def _run_ends_within(seconds: float) -> bool:
    stdin = sys.stdin.fileno()
    ready, _, _ = select.select([stdin], [], [], seconds)
    return bool(ready) and not os.read(stdin, 1024)


class Follower:
    """Follows the record log of one project with every index that its plan wants followed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._indexes: dict[str, FollowedIndex] = {}
        self._plan_seen: tuple[int, int] | None = (-1, -1)
        self._told: set[str] = set()

    def follow(self, run_ends_within: Callable[[float], bool]) -> None:
        """Beside the run, then what is left of the log."""
        ask = _if_it_answers(from_run(ControlClient(str(socket_path(self._folder)))))
        pause = 0.0
        while not run_ends_within(pause):
            began = time.monotonic()
            if self._has_new_plan():
                self._catch_up()
            for index in self._indexes.values():
                self._try(index, lambda it: it.look(ask))
            # As long as it worked, so that another run on this machine has its turn, too.
            pause = min(max(LOOK_EVERY, time.monotonic() - began), 1.5 * LOOK_EVERY)
        self._has_new_plan()
        self._catch_up()
        for index in self._indexes.values():
            self._try(index, lambda it: it.tidy())

    def _has_new_plan(self) -> bool:
        """Take over what the plan says now; has anything changed?"""
        try:
            found = (self._folder / "project.toml").stat()
            seen = found.st_ino, found.st_mtime_ns
        except FileNotFoundError:
            seen = None
        if seen == self._plan_seen:
            return False
        self._plan_seen = seen
        try:
            wanted = followed(read_plan(self._folder / "project.toml"))
        except BowerbirdError as error:
            self._tell(str(error))  # somebody is in the middle of editing it
            return False
        self._indexes = {
            name: FollowedIndex(index_folder(self._folder, name), options)
            for name, options in wanted.items()
        }
        return True

    def _catch_up(self) -> None:
        """From the disk, as a run has better things to do than to tell what happened long ago."""
        with at_rest(self._folder) as disk:
            for index in self._indexes.values():
                self._try(index, lambda it: it.catch_up(disk.read))

    def _try(self, index: FollowedIndex, do: Callable[[FollowedIndex], None]) -> None:
        """One index in trouble must not keep the others from being followed."""
        if index.rests_until > time.monotonic():
            return
        try:
            do(index)
        except LockedError:
            index.rests_until = time.monotonic() + LOOK_EVERY  # it is being built
        except StoreError as error:
            self._tell(str(error))
            index.rests_until = time.monotonic() + AFTER_TROUBLE
        for remark in index.remarks:
            self._tell(remark)
        index.remarks.clear()

    def _tell(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            log.warning("%s", sentence)


def _if_it_answers(ask: ReadOn) -> ReadOn:
    """A run that is just ending, or in the middle of something, has nothing new."""

    def read(after: int) -> list[Record]:
        try:
            return ask(after)
        except RunError:
            return []

    return read


if __name__ == "__main__":
    sys.exit(main())
