"""A shard whose every commit is with the operating system when it returns."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import cast
from weakref import WeakSet

from rocksdict import Checkpoint, ColumnFamily, Rdict, ReadOptions, WriteBatch, WriteOptions

from bowerbird.model.errors import StoreError
from bowerbird.model.storage import Batch, Family
from bowerbird.store import trouble
from bowerbird.store.rocks import Opened

Pair = tuple[bytes, bytes]


class DirectBatch:
    """RocksDB's own write batch, spoken to in families."""

    __slots__ = ("_delete", "_delete_range", "_handles", "_put", "writes")

    def __init__(self, handles: dict[str, ColumnFamily]) -> None:
        self.writes: WriteBatch | None = WriteBatch(raw_mode=True)
        self._put = self.writes.put
        self._delete = self.writes.delete
        self._delete_range = self.writes.delete_range
        self._handles = handles

    def put(self, family: Family, key: bytes, value: bytes) -> None:
        """Set a key."""
        self._put(key, value, self._handles[family])

    def delete(self, family: Family, key: bytes) -> None:
        """Remove a key; removing what is not there is fine."""
        self._delete(key, self._handles[family])

    def delete_range(self, family: Family, start: bytes, end: bytes) -> None:
        """Remove the keys in [start, end) that were put before this call."""
        if start < end:  # RocksDB calls any other range a mistake
            self._delete_range(start, end, self._handles[family])


class DirectShard:
    """Reads and writes go straight to RocksDB; its log makes a commit survive `kill -9`."""

    def __init__(
        self, shard: Path, open_database: Callable[[Path], Opened], *, read_only: bool
    ) -> None:
        self.path = shard
        self.before_sync: Callable[[], None] | None = None
        self._db = shard / "db"
        self._open_database = open_database
        self._read_only = read_only
        self._readers: dict[str, Rdict] = {}
        self._handles: dict[str, ColumnFamily] = {}
        self._scans: WeakSet[Iterator[Pair]] = WeakSet()
        self._to_disk = WriteOptions()
        self._to_disk.sync = True
        self.remark = ""  # one sentence, if something had to be given up on opening
        self._failed = False  # RocksDB refuses every write after one that failed
        self._open()

    @property
    def staged(self) -> int:
        """Commits that wait for `sync`: none."""
        return 0

    def get(self, family: Family, key: bytes) -> bytes | None:
        """The value of a key."""
        reader = self._readers.get(family)
        if reader is None:
            self._has(family)
            return None
        try:
            return reader.get(key)
        except Exception as error:
            raise trouble.of_rocksdb(error, self._db) from error

    def scan(
        self, family: Family, start: bytes, end: bytes, *, reverse: bool = False
    ) -> Iterator[Pair]:
        """Keys in [start, end) as they were when the scan began.

        Mind the tombstones: whoever takes from the head of a range again and again must start
        behind the last key it deleted, or each scan steps over all that were deleted (measured:
        940 a second instead of 164,000).
        """
        if start >= end or not self._has(family):
            return iter(())
        bounds = ReadOptions()
        bounds.set_iterate_upper_bound(end)
        scan = _Scan(self._readers[family], bounds, start, end)
        try:
            pairs = scan.down() if reverse else scan.up()
        except Exception as error:
            raise trouble.of_rocksdb(error, self._db) from error
        told = self._told(pairs)
        self._scans.add(told)
        return told

    def batch(self) -> DirectBatch:
        """An empty batch."""
        return DirectBatch(self._handles)

    def commit(self, batch: Batch, *, to_disk: bool = False) -> None:
        """All of the batch becomes true, or nothing; once."""
        if not isinstance(batch, DirectBatch):
            raise TypeError("a batch is committed to the store that made it")
        if self._read_only:
            raise StoreError(f"{self.path} was opened read-only: open it for writing")
        writes, batch.writes = batch.writes, None
        if writes is None:
            raise ValueError("this batch was committed before")
        if self._failed:
            self._open_again()
        try:
            if to_disk:
                self._database.write(writes, self._to_disk)
            else:
                self._database.write(writes)
        except Exception as error:
            self._failed = True
            raise trouble.of_rocksdb(error, self._db) from error

    def sync(self) -> None:
        """What was committed is on the disk when this returns."""
        if self.before_sync is not None:
            self.before_sync()
        if self._failed:
            self._open_again()
        try:
            self._database.flush_wal(True)
        except Exception as error:
            self._failed = True
            raise trouble.of_rocksdb(error, self._db) from error

    def checkpoint(self, path: str | Path) -> None:
        """A consistent copy of the database in the new folder `path`, made of hard links."""
        self.sync()
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Checkpoint(self._database).create_checkpoint(str(path))
        except Exception as error:
            raise trouble.of_rocksdb(error, path) from error

    def size_on_disk(self) -> int:
        """Bytes of the database's files."""
        sizes = 0
        for entry in os.scandir(self._db):
            try:
                sizes += entry.stat().st_size
            except FileNotFoundError:
                continue  # compaction was quicker
        return sizes

    def close(self) -> None:
        """Let go of the database, scans included."""
        try:
            self._release()
        except Exception as error:
            if self._failed:
                return  # it was told when it failed; the log has all that was committed
            raise trouble.of_rocksdb(error, self._db) from error

    def _open(self) -> None:
        self._database, names, remark = self._open_database(self._db)
        self.remark = self.remark or remark
        for name in names:
            self._readers[name] = self._database.get_column_family(name)
            self._handles[name] = self._database.get_column_family_handle(name)

    def _open_again(self) -> None:
        """After a write that failed, once there is room: what was committed is all there."""
        _probe(self._db)
        with suppress(Exception):  # it cannot write its memory out; its log has all of it
            self._release()
        self._open()
        self._failed = False

    def _release(self) -> None:
        """RocksDB stays open, and locked, while a scan, a reader or a handle of it lives."""
        for scan in list(self._scans):
            scan.close()  # type: ignore[attr-defined]  # every scan here is a generator
        self._handles.clear()  # batches that outlive the shard look into it
        readers = list(self._readers.values())
        self._readers.clear()
        try:
            for reader in readers:
                reader.close()
        finally:
            readers.clear()
            self._database.close()

    def _told(self, pairs: Iterator[Pair]) -> Iterator[Pair]:
        try:
            yield from pairs
        except Exception as error:
            raise trouble.of_rocksdb(error, self._db) from error

    def _has(self, family: Family) -> bool:
        """A reader of an older shard finds families empty that it does not have yet."""
        if not self._readers:
            raise StoreError(f"{self.path} is not open: open it again once its disk has room")
        return family in self._readers


def _probe(db: Path) -> None:
    """Raise what the disk has to say to 64 KiB more."""
    probe = db / "room.probe"
    try:
        try:
            probe.write_bytes(bytes(1 << 16))
        finally:
            probe.unlink(missing_ok=True)
    except OSError as error:
        raise trouble.of_system(error, db) from error


class _Scan:
    """RocksDB's iterator, asked at its end whether it really was the end.

    At a damaged block the iterator stops as if there were no more; only its status tells, and
    rocksdict does not ask for it. So the last step is taken once more, and asked about.
    (Its `set_iterate_lower_bound` sets the upper bound; hence the comparison on the way down.)
    """

    def __init__(self, reader: Rdict, bounds: ReadOptions, start: bytes, end: bytes) -> None:
        self._reader, self._bounds, self._start, self._end = reader, bounds, start, end

    def up(self) -> Iterator[Pair]:
        items = self._reader.items(from_key=self._start, read_opt=self._bounds)
        return self._up(cast(Iterator[Pair], items))

    def down(self) -> Iterator[Pair]:
        items = self._reader.items(backwards=True, from_key=self._end, read_opt=self._bounds)
        return self._down(cast(Iterator[Pair], items))

    def _up(self, items: Iterator[Pair]) -> Iterator[Pair]:
        pair = None
        for pair in items:
            yield pair
        again = self._reader.iter(self._bounds)
        again.seek(pair[0] if pair else self._start)
        if pair and again.valid():
            again.next()
        again.status()

    def _down(self, items: Iterator[Pair]) -> Iterator[Pair]:
        pair = None
        for pair in items:
            if pair[0] < self._start:
                return
            yield pair
        again = self._reader.iter(self._bounds)
        again.seek_for_prev(pair[0] if pair else self._end)
        if pair and again.valid():
            again.prev()
        again.status()
