"""A shard that survives power loss: commits gather, are seen at once, and reach the disk together.

One sync of the disk costs as much as thousands of writes, so a group of commits shares it. Until
then they lie in an overlay that every read looks through. A process killed meanwhile loses the
group: what is acknowledged before `sync` has returned is acknowledged too early.
"""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from bowerbird.model.storage import Batch, Family
from bowerbird.store.direct import DirectBatch, DirectShard

Change = tuple[Family, bytes, bytes | None]  # None: deleted
Pair = tuple[bytes, bytes]
StagedPair = tuple[bytes, bytes | None]


class GroupedBatch:
    """Changes in the order they were asked for."""

    __slots__ = ("_add", "changes", "ranges", "spent")

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.ranges: list[tuple[int, Family, bytes, bytes]] = []  # after how many changes
        self.spent = False
        self._add = self.changes.append

    def put(self, family: Family, key: bytes, value: bytes) -> None:
        """Set a key."""
        self._add((family, key, value))

    def delete(self, family: Family, key: bytes) -> None:
        """Remove a key; removing what is not there is fine."""
        self._add((family, key, None))

    def delete_range(self, family: Family, start: bytes, end: bytes) -> None:
        """Remove the keys in [start, end) that were put before this call."""
        self.ranges.append((len(self.changes), family, start, end))


class GroupedShard:
    """`sync` is to be called at least every 100 ms or 100 commits: that is the caller's clock."""

    def __init__(self, direct: DirectShard) -> None:
        self.path = direct.path
        self.before_sync: Callable[[], None] | None = None
        self.staged = 0  # commits that wait for `sync`
        self._direct = direct
        self._overlay: dict[Family, _Layer] = {}

    @property
    def remark(self) -> str:
        """One sentence, if something had to be given up on opening."""
        return self._direct.remark

    def get(self, family: Family, key: bytes) -> bytes | None:
        """The value of a key."""
        layer = self._overlay.get(family)
        if layer is not None and key in layer.values:
            return layer.values[key]
        return self._direct.get(family, key)

    def scan(
        self, family: Family, start: bytes, end: bytes, *, reverse: bool = False
    ) -> Iterator[Pair]:
        """Keys in [start, end) as they were when the scan began; see `DirectShard.scan`."""
        on_disk = self._direct.scan(family, start, end, reverse=reverse)
        layer = self._overlay.get(family)
        staged = layer.between(start, end) if layer else []
        if not staged:
            return on_disk
        return _merged(on_disk, staged[::-1] if reverse else staged, down=reverse)

    def batch(self) -> GroupedBatch:
        """An empty batch."""
        return GroupedBatch()

    def commit(self, batch: Batch) -> None:
        """Seen by every read from now on; on the disk after the next `sync`."""
        if not isinstance(batch, GroupedBatch):
            raise TypeError("a batch is committed to the store that made it")
        if batch.spent:
            raise ValueError("this batch was committed before")
        batch.spent = True
        if batch.ranges:
            self._write_through(batch)
            return
        overlay = self._overlay
        for family, key, value in batch.changes:
            layer = overlay.get(family)
            if layer is None:
                layer = overlay[family] = _Layer()
            layer.set(key, value)
        self.staged += 1

    def sync(self) -> None:
        """Everything committed so far is on the disk when this returns.

        If it raises, nothing is lost: the group stays in the overlay for the next call.
        """
        if self.before_sync is not None:
            self.before_sync()
        if not self._overlay:
            return
        group = self._direct.batch()
        for family, layer in self._overlay.items():
            _copy(((family, key, value) for key, value in layer.values.items()), group)
        self._direct.commit(group, to_disk=True)
        self._overlay = {}
        self.staged = 0

    def checkpoint(self, path: str | Path) -> None:
        """A consistent copy of the database in the new folder `path`, made of hard links."""
        self.sync()
        self._direct.checkpoint(path)

    def size_on_disk(self) -> int:
        """Bytes of the database's files."""
        return self._direct.size_on_disk()

    def close(self) -> None:
        """Sync, and let go of the database."""
        try:
            self.sync()
        finally:
            self._direct.close()

    def _write_through(self, batch: GroupedBatch) -> None:
        """A range is rare (a frontier is cleared): it goes to the disk at once, in order."""
        self.sync()
        group = self._direct.batch()
        done = 0
        for after, family, start, end in batch.ranges:
            _copy(batch.changes[done:after], group)
            group.delete_range(family, start, end)
            done = after
        _copy(batch.changes[done:], group)
        self._direct.commit(group, to_disk=True)


class _Layer:
    """What is staged of one family; kept sorted from the first scan on."""

    def __init__(self) -> None:
        self.values: dict[bytes, bytes | None] = {}
        self._order: list[bytes] | None = None

    def set(self, key: bytes, value: bytes | None) -> None:
        if self._order is not None and key not in self.values:
            insort(self._order, key)
        self.values[key] = value

    def between(self, start: bytes, end: bytes) -> list[StagedPair]:
        if self._order is None:
            self._order = sorted(self.values)
        order = self._order
        chosen = order[bisect_left(order, start) : bisect_left(order, end)]
        return [(key, self.values[key]) for key in chosen]


def _copy(changes: Iterable[Change], group: DirectBatch) -> None:
    for family, key, value in changes:
        if value is None:
            group.delete(family, key)
        else:
            group.put(family, key, value)


def _merged(on_disk: Iterator[Pair], staged: Sequence[StagedPair], *, down: bool) -> Iterator[Pair]:
    """Both in one order; where both have a key, the staged one is the newer."""
    waiting = iter(staged)
    key, value = next(waiting, (None, None))
    for pair in on_disk:
        while key is not None and (key > pair[0] if down else key < pair[0]):
            if value is not None:
                yield key, value
            key, value = next(waiting, (None, None))
        if key != pair[0]:
            yield pair
            continue
        if value is not None:
            yield key, value
        key, value = next(waiting, (None, None))
    while key is not None:
        if value is not None:
            yield key, value
        key, value = next(waiting, (None, None))
