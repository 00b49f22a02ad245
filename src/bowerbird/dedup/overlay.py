"""Reads through a bounded memory, so that rows of a batch are seen before it is committed."""

from bowerbird.model.storage import Batch, Family, Store


class Overlay:
    """Rows of one family. What was put into the current batch stays in memory at least until
    another batch comes; after its commit the store knows it."""

    def __init__(self, store: Store, family: Family, remembered: int) -> None:
        self._store = store
        self._family = family
        self._half = max(1, remembered // 2)
        self._young: dict[bytes, bytes] = {}
        self._old: dict[bytes, bytes] = {}
        self._batch: object = None

    def begin(self, batch: object) -> None:
        """Called with every batch that is written into."""
        if batch is not self._batch:
            self._batch = batch
            if len(self._young) >= self._half:
                self._old, self._young = self._young, {}

    def get(self, key: bytes) -> bytes:
        """The row; empty if there is none. Absence is remembered too."""
        row = self._young.get(key)
        if row is None:
            row = self._old.get(key)
            if row is None:
                row = self._store.get(self._family, key) or b""
            self._young[key] = row
        return row

    def put(self, key: bytes, row: bytes, batch: Batch) -> None:
        """Write, and see it from now on."""
        batch.put(self._family, key, row)
        self._young[key] = row
