"""Nothing of ours may crawl a server of ours, whatever a plan allows: a page might make it."""

import time
from collections.abc import Callable, Collection
from pathlib import Path

from bowerbird.fetch.guard import Guard
from bowerbird.fetch.options import FetchOptions
from bowerbird.workspace.presence import servers

LOOK_EVERY = 1.0  # seconds


def guard_of(options: FetchOptions, home: Path) -> Guard:
    """The guard for what is fetched for a project of that home."""
    return Guard(allow_private=options.allow_private, own_servers=own_servers(home))


def own_servers(home: Path) -> Callable[[], Collection[tuple[str, int]]]:
    """Tells where the servers of a home listen; it is looked at once a second."""
    known: set[tuple[str, int]] = set()
    looked = -LOOK_EVERY

    def tell() -> Collection[tuple[str, int]]:
        nonlocal known, looked
        if time.monotonic() >= looked + LOOK_EVERY:
            known = {(each.host.strip("[]"), each.port) for each in servers(home)}
            looked = time.monotonic()
        return known

    return tell
