"""A store as it would be: changes are kept beside it, reads see them, and nothing becomes true."""

from collections.abc import Iterator
from heapq import merge

from bowerbird.model.storage import Batch, Family, Store

PUT = b"+"  # before a value that was put
DELETED = b"-"

Change = tuple[Family, bytes, bytes]  # what to write beside the store; DELETED alone hides a key


class DraftBatch:
    """Changes in the order they were asked for."""

    def __init__(self, draft: "DraftStore") -> None:
        self._draft = draft
        self.changes: dict[tuple[Family, bytes], bytes] = {}
        self.spent = False

    def put(self, family: Family, key: bytes, value: bytes) -> None:
        """Set a key."""
        self.changes[family, key] = PUT + value

    def delete(self, family: Family, key: bytes) -> None:
        """Remove a key; removing what is not there is fine."""
        self.changes[family, key] = DELETED

    def delete_range(self, family: Family, start: bytes, end: bytes) -> None:
        """Remove the keys in [start, end) that were put before this call."""
        for key, _ in self._draft.scan(family, start, end):
            self.delete(family, key)
        for changed, key in list(self.changes):
            if changed is family and start <= key < end:
                self.delete(family, key)


class DraftStore:
    """Reads `base` under the changes that lie in `beside`, an empty store of its own."""

    def __init__(self, base: Store, beside: Store) -> None:
        self._base = base
        self._beside = beside

    def get(self, family: Family, key: bytes) -> bytes | None:
        """The value of a key, as it would be."""
        changed = self._beside.get(family, key)
        if changed is None:
            return self._base.get(family, key)
        return None if changed == DELETED else changed[1:]

    def scan(
        self, family: Family, start: bytes, end: bytes, *, reverse: bool = False
    ) -> Iterator[tuple[bytes, bytes]]:
        """Keys in [start, end) as they would be, in order."""
        # Of two pairs of one key the change comes first: it is the one that counts.
        changes = ((key, 0, v) for key, v in self._beside.scan(family, start, end, reverse=reverse))
        stored = ((key, 1, v) for key, v in self._base.scan(family, start, end, reverse=reverse))
        last = None
        both = merge(changes, stored, key=lambda each: each[0], reverse=reverse)
        for key, origin, value in both:
            if key == last:
                continue
            last = key
            if origin == 1:
                yield key, value
            elif value != DELETED:
                yield key, value[1:]

    def batch(self) -> DraftBatch:
        """An empty batch."""
        return DraftBatch(self)

    def commit(self, batch: Batch) -> None:
        """Every change of the batch is seen from now on, here and nowhere else."""
        if not isinstance(batch, DraftBatch):
            raise TypeError("a batch is committed to the store that made it")
        if batch.spent:
            raise ValueError("this batch was committed before")
        batch.spent = True
        written = self._beside.batch()
        for (family, key), value in batch.changes.items():
            written.put(family, key, value)
        self._beside.commit(written)
