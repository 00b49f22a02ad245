"""The queue and the quarantine of the last run as rows: a snapshot, made anew when it is old."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bowerbird.frontier.listing import waiting_in
from bowerbird.frontier.quarantine import Held
from bowerbird.model.candidate import Candidate
from bowerbird.store.shard import open_shard
from bowerbird.workspace.places import shard_folder
from bowerbird.workspace.tables.asking import Column
from bowerbird.workspace.tables.file import TableFile, cursor, set_cursor
from bowerbird.workspace.tables.pages import stamp_of

YOUNG = 1.0  # seconds for which a snapshot is good …
SHARE = 20  # … or so many times as long as it took: at most a twentieth of a core

COLUMNS = {
    "url": Column("url", "link"),
    "host": Column("host"),
    "state": Column("state"),
    "priority": Column("priority", "number"),
    "depth": Column("depth", "number"),
    "via": Column("via"),
    "found_on": Column("found_on", "link"),
    "anchor": Column("anchor"),
    "attempt": Column("attempt", "number"),
    "rule": Column("rule"),
    "pattern": Column("pattern"),
}
_PUT = (
    f"insert into queue ({', '.join(COLUMNS)}) "  # noqa: S608 - our own names
    f"values ({', '.join('?' * len(COLUMNS))})"
)


class Snapshot(Struct, frozen=True):
    """Of which moment the rows are."""

    run: int = 0
    stamp: str = ""
    at: float = 0.0
    took: float = 0.0

    def is_good(self, run: int, stamp: str, now: float) -> bool:
        if self.run != run:
            return False
        return self.stamp == stamp or 0 <= now - self.at < max(YOUNG, SHARE * self.took)


def follow_queue(file: TableFile, folder: Path, run: int) -> None:
    """Make another snapshot if the one there is too old."""
    with file.reading() as connection:
        text = cursor(connection, "queue")
    known = msgspec.json.decode(text, type=Snapshot) if text else Snapshot()
    stamp, now = stamp_of(folder), time.time()
    if known.is_good(run, stamp, now):
        return
    started = time.monotonic()
    with open_shard(shard_folder(folder), read_only=True) as store, file.writing() as connection:
        connection.execute("delete from queue")
        connection.executemany(_PUT, _rows(waiting_in(store, run)))
        made = Snapshot(run, stamp, now, time.monotonic() - started)
        set_cursor(connection, "queue", msgspec.json.encode(made).decode())


def _rows(found: Iterator[Candidate | Held]) -> Iterator[list[Any]]:
    for each in found:
        if isinstance(each, Held):
            yield _row(each.candidate, "quarantined", each.rule, each.pattern)
        else:
            yield _row(each, "queued", None, None)


def _row(candidate: Candidate, state: str, rule: str | None, pattern: str | None) -> list[Any]:
    return [
        candidate.url.href,
        candidate.url.host,
        state,
        candidate.priority,
        candidate.depth,
        candidate.via,
        candidate.found_on or None,
        candidate.anchor or None,
        candidate.attempt,
        rule,
        pattern,
    ]


def why(row: dict[str, Any]) -> str:
    """A sentence on a queued URL: how it came there, and what it waits for."""
    if row["state"] == "quarantined":
        return f"In quarantine: {row['rule']}."
    origin = "A seed" if not row["found_on"] else f"Found on {row['found_on']}"
    named = f" as “{row['anchor']}”" if row["anchor"] else ""
    links = "1 link" if row["depth"] == 1 else f"{row['depth']} links"
    steps = f", {links} from a seed" if row["depth"] else ""
    tried = f"; tried {row['attempt']} times before" if row["attempt"] else ""
    return f"{origin}{named}{steps}; priority {row['priority']:.2f}{tried}."
