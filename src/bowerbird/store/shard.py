"""The transactional store of one shard: nine sorted families, one atomic batch."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Literal

import msgspec

from bowerbird.model.errors import CorruptError, StoreError
from bowerbird.model.storage import Family
from bowerbird.store import rocks, trouble
from bowerbird.store.direct import DirectShard
from bowerbird.store.grouped import GroupedShard
from bowerbird.store.lock import only_one
from bowerbird.store.software import SOFTWARE

Durability = Literal["process", "power"]
ShardStore = DirectShard | GroupedShard

FORMAT = 1  # of everything below db/; docs/file-formats.md tells what changed and how to migrate
FORMAT_KEY = b"store:format"  # in META


class Header(msgspec.Struct, frozen=True):
    """What META says of the shard itself."""

    format: int
    software: str


@contextmanager
def open_shard(
    path: str | Path,
    *,
    durability: Durability = "process",
    read_only: bool = False,
    before_sync: Callable[[], None] | None = None,
) -> Iterator[ShardStore]:
    """Open the shard in the folder `path`; it is created if it is new.

    "process": a commit survives the death of this process. "power": commits are seen at once and
    survive power loss once `sync` has returned; `before_sync` runs first in it (pages before what
    refers to them). Read-only takes no lock and shows what was committed when it was opened, even
    while a run is at work. Scans that are still going on when the shard closes come to their end.
    """
    shard = Path(path)
    if not read_only:
        _make_folder(shard / "db")
    with nullcontext() if read_only else only_one(shard):
        store = _open(shard, durability, read_only=read_only)
        store.before_sync = before_sync
        try:
            yield store
        except BaseException:
            with suppress(StoreError):  # the first trouble is the one to tell
                store.close()
            raise
        store.close()


def _open(shard: Path, durability: Durability, *, read_only: bool) -> ShardStore:
    opener = rocks.open_reader if read_only else rocks.open_writer
    direct = DirectShard(shard, opener, read_only=read_only)
    try:
        _check_header(direct, shard, read_only=read_only)
    except BaseException:
        direct.close()
        raise
    return GroupedShard(direct) if durability == "power" and not read_only else direct


def _check_header(store: DirectShard, shard: Path, *, read_only: bool) -> None:
    written = store.get(Family.META, FORMAT_KEY)
    if written is None:
        if not _is_empty(store):
            raise CorruptError(
                f"{shard / 'db'} has lost its format header: put back a checkpoint or a backup,"
                " or crawl into a new project"
            )
        if not read_only:
            _write_header(store)
        return
    try:
        header = msgspec.msgpack.decode(written, type=Header)
    except msgspec.MsgspecError as error:
        raise CorruptError(
            f"{shard / 'db'} has a format header that cannot be read: put back a checkpoint or a"
            " backup, or crawl into a new project"
        ) from error
    if header.format != FORMAT:
        raise CorruptError(
            f"{shard / 'db'} has format {header.format}, written by {header.software}; this"
            f" Bowerbird reads format {FORMAT}: use the version that wrote it, or see"
            " docs/file-formats.md on migrating"
        )


def _write_header(store: DirectShard) -> None:
    header = Header(format=FORMAT, software=SOFTWARE)
    batch = store.batch()
    batch.put(Family.META, FORMAT_KEY, msgspec.msgpack.encode(header))
    store.commit(batch)
    store.sync()


def _is_empty(store: DirectShard) -> bool:
    return all(next(store.scan(family, b"", b"\xff" * 64), None) is None for family in Family)


def _make_folder(folder: Path) -> None:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise trouble.of_system(error, folder) from error
