"""A `Store` of dictionaries: everything the shard store promises, except surviving."""

from bisect import bisect_left, insort
from collections.abc import Iterator

from bowerbird.model.storage import Batch, Family


class MemoryBatch:
    """Changes in the order they were asked for. Committed at most once."""

    def __init__(self) -> None:
        self.changes: list[tuple[Family, bytes, bytes | None, bytes | None]] = []
        self.spent = False

    def put(self, family: Family, key: bytes, value: bytes) -> None:
        """Set a key."""
        self.changes.append((family, bytes(key), bytes(value), None))

    def delete(self, family: Family, key: bytes) -> None:
        """Remove a key; removing what is not there is fine."""
        self.changes.append((family, bytes(key), None, None))

    def delete_range(self, family: Family, start: bytes, end: bytes) -> None:
        """Remove the keys in [start, end) that were put before this call."""
        self.changes.append((family, bytes(start), None, bytes(end)))


class MemoryStore:
    """Sorted maps in memory, one per family; `commits` counts the batches that became true."""

    def __init__(self) -> None:
        self.commits = 0
        self.syncs = 0
        self._families = {family: _SortedMap() for family in Family}

    def get(self, family: Family, key: bytes) -> bytes | None:
        """The value of a key."""
        return self._families[family].values.get(key)

    def scan(
        self, family: Family, start: bytes, end: bytes, *, reverse: bool = False
    ) -> Iterator[tuple[bytes, bytes]]:
        """Keys in [start, end) as they were when the scan began."""
        chosen = self._families[family]
        pairs = [(key, chosen.values[key]) for key in chosen.between(start, end)]
        return iter(reversed(pairs) if reverse else pairs)

    def batch(self) -> MemoryBatch:
        """An empty batch."""
        return MemoryBatch()

    def commit(self, batch: Batch) -> None:
        """Make every change of the batch true."""
        if not isinstance(batch, MemoryBatch):
            raise TypeError("a batch is committed to the store that made it")
        if batch.spent:
            raise ValueError("this batch was committed before")
        batch.spent = True
        for family, key, value, end in batch.changes:
            chosen = self._families[family]
            if value is not None:
                chosen.put(key, value)
            elif end is not None:
                chosen.delete_range(key, end)
            else:
                chosen.delete(key)
        self.commits += 1

    def sync(self) -> None:
        """Nothing waits here; counted so that tests can see when it was asked for."""
        self.syncs += 1


class _SortedMap:
    def __init__(self) -> None:
        self.values: dict[bytes, bytes] = {}
        self._keys: list[bytes] = []

    def put(self, key: bytes, value: bytes) -> None:
        if key not in self.values:
            insort(self._keys, key)
        self.values[key] = value

    def delete(self, key: bytes) -> None:
        if self.values.pop(key, None) is not None:
            del self._keys[bisect_left(self._keys, key)]

    def between(self, start: bytes, end: bytes) -> list[bytes]:
        return self._keys[bisect_left(self._keys, start) : bisect_left(self._keys, end)]

    def delete_range(self, start: bytes, end: bytes) -> None:
        for key in self.between(start, end):
            del self.values[key]
        self._keys[bisect_left(self._keys, start) : bisect_left(self._keys, end)] = []
