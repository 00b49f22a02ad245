"""Where a follower reads the record log on: from the run at work, which alone sees every commit,
or from the shard at rest."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bowerbird.model.record import Record
from bowerbird.store.records import Records
from bowerbird.store.shard import open_shard
from bowerbird.workspace.control import ControlClient
from bowerbird.workspace.shard import has_shard, shard_folder

ReadOn = Callable[[int], list[Record]]  # the next records after this number; none at the end

MOST_RECORDS = 500  # of one portion
MOST_TEXT = 4 << 20  # characters of one portion: a run must not be kept from crawling


def from_run(client: ControlClient) -> ReadOn:
    """Ask the run at work, portion by portion."""

    def read(after: int) -> list[Record]:
        return msgspec.convert(client.ask("records", after=after), list[Record])

    return read


@contextmanager
def at_rest(folder: Path) -> Iterator[ReadOn]:
    """Read the shard of a project, as committed now."""
    if not has_shard(folder):
        yield lambda _: []
        return
    with open_shard(shard_folder(folder), read_only=True) as store:
        log = Records(store)
        yield lambda after: portion(log.read(after, MOST_RECORDS))


def portion(records: Iterable[Record]) -> list[Record]:
    """The first of these, as many as go together."""
    taken, text = [], 0
    for record in records:
        taken.append(record)
        text += sum(len(value) for value in record.fields.values() if isinstance(value, str))
        if text >= MOST_TEXT:
            break
    return taken
