"""Whoever searches at rest finds what the log holds, even if nobody was left to take it in."""

from collections.abc import Callable
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
from bowerbird.workspace.record_source import OpenLog, at_rest

PATIENCE = 3.0  # seconds; a follower is seldom further behind when its run ends
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
