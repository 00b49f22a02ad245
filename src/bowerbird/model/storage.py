"""The shard store as the rooms see it: families of sorted keys, one atomic batch."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Protocol


class Family(StrEnum):
    """One sorted map of the store. Which room writes which is in docs/file-formats.md."""

    SEEN = "seen"  # frontier: URL key → where it waits
    FRONTIER = "frontier"  # frontier: the queue
    HOSTS = "hosts"  # politeness and frontier: per host state, robots.txt
    CONTENT = "content"  # dedup: fingerprints
    PAGES = "pages"  # crawl: URL key → page row
    RECORDS = "records"  # store.records: the record log
    OUTBOX = "outbox"  # cluster
    INBOX = "inbox"  # cluster
    META = "meta"  # format version, counters, run state


class Batch(Protocol):
    """Changes that become true together, or not at all. Only `crawl` commits one."""

    def put(self, family: Family, key: bytes, value: bytes) -> None: ...

    def delete(self, family: Family, key: bytes) -> None: ...

    def delete_range(self, family: Family, start: bytes, end: bytes) -> None: ...


class Store(Protocol):
    """Reads see every commit before them, whatever the durability."""

    def get(self, family: Family, key: bytes) -> bytes | None: ...

    def scan(
        self, family: Family, start: bytes, end: bytes, *, reverse: bool = False
    ) -> Iterator[tuple[bytes, bytes]]:
        """Keys in [start, end), in order; with `reverse`, from the end down."""

    def batch(self) -> Batch: ...

    def commit(self, batch: Batch) -> None: ...
