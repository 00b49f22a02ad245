"""Whoever searches at rest finds what the log holds, even if nobody was left to take it in."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from bowerbird.index.options import IndexOptions
from bowerbird.model.errors import LockedError
from bowerbird.workspace.indexes import (
    cursor_of,
    index_folder,
    is_ahead,
    is_built,
    only_follower,
)
from bowerbird.workspace.places import shard_folder
from bowerbird.workspace.record_source import OpenLog, at_rest

PATIENCE = 3.0  # seconds; a follower is seldom further behind when its run ends
State = frozenset[tuple[str, int, int]]  # name, size and last change of files
AT_ONCE = 20_000  # records that are taken in while somebody waits for a search: some seconds


def bring_up_to_date(
    folder: Path, name: str, options: IndexOptions, is_at_work: Callable[[], bool]
) -> list[str]:
    """Take in what is missing, if that is quick; answers what a person has to know otherwise."""
    if is_at_work():
        is_new = not is_built(folder, name)
        return [f"the index {name!r} is only just being made: search again"] if is_new else []
    try:
        with only_follower(folder, PATIENCE), at_rest(folder) as log:
            return _brought(index_folder(folder, name), name, options, log)
    except LockedError:
        return ["the run has ended, but its last records are still being taken in"]


def state_of(folder: Path, name: str) -> State:
    """What the log and an index consist of: the same for as long as nobody writes to either. To
    open the log takes a hundred times as long as to see that."""
    return frozenset((*_files(shard_folder(folder) / "db"), *_files(index_folder(folder, name))))


def _files(folder: Path) -> Iterator[tuple[str, int, int]]:
    with suppress(FileNotFoundError), os.scandir(folder) as files:
        for file in files:
            with suppress(FileNotFoundError):  # somebody writes just now
                about = file.stat()
                yield file.path, about.st_size, about.st_mtime_ns


def _brought(index: Path, name: str, options: IndexOptions, log: OpenLog) -> list[str]:
    behind = log.last - cursor_of(index)
    if not behind:
        return []
    if options.follow and behind <= AT_ONCE:
        from bowerbird.workspace.indexing import build  # half a second, and hardly ever needed

        build(index, options, log, rebuild=is_ahead(index, log.last))
        return []
    what, them = ("change", "it") if behind == 1 else (f"{behind:,} changes", "them")
    return [
        f"the index {name!r} does not know the last {what} of the records: "
        f"`bowerbird index build` takes {them} in"
    ]
