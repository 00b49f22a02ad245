"""Where an index reads the record log on: from the run at work, which alone sees every commit,
or from the shard at rest."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from bowerbird.model.record import Record
from bowerbird.store.records import Records
from bowerbird.store.shard import open_shard
from bowerbird.workspace.places import has_shard, shard_folder

ReadOn = Callable[[int], list[Record]]  # the next records after this number; none at the end

MOST_RECORDS = 500  # of one portion
MOST_TEXT = 1 << 20  # characters of one portion: 15 ms in which a run does not crawl


class OpenLog(Struct, frozen=True):
    """The record log of a project, to be followed."""

    last: int  # no record had a larger number when it was opened
    read: ReadOn


class Asks(Protocol):
    """A run at work, or a line to one."""

    def ask(self, do: str, **details: Any) -> Any: ...


def from_run(run: Asks) -> ReadOn:
    """Ask the run at work, portion by portion."""

    def read(after: int) -> list[Record]:
        return msgspec.convert(run.ask("records", after=after) or [], list[Record])

    return read


@contextmanager
def at_rest(folder: Path) -> Iterator[OpenLog]:
    """That of a shard as committed now."""
    if not has_shard(folder):
        yield OpenLog(0, lambda _: [])
        return
    with open_shard(shard_folder(folder), read_only=True) as store:
        log = Records(store)
        yield OpenLog(log.last, lambda after: portion(log, after))


def portion(log: Records, after: int) -> list[Record]:
    """The first records after this number, as many as go together."""
    return list(_together(log.read(after, MOST_RECORDS)))


def _together(records: Iterable[Record]) -> Iterator[Record]:
    text = 0
    for record in records:
        yield record
        text += sum(len(value) for value in record.fields.values() if isinstance(value, str))
        if text >= MOST_TEXT:
            return
