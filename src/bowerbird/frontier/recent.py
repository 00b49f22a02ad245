"""A bounded memory of what was touched last, in front of the store."""

from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """At least the last `capacity / 2` entries before the current batch, and all since.

    Two dictionaries take turns: when the young one is half the capacity it becomes the old one and
    the old one is forgotten. That costs nothing per access, unlike a list in order of use.
    """

    def __init__(self, capacity: int) -> None:
        self._half = max(1, capacity // 2)
        self._young: dict[str, V] = {}
        self._old: dict[str, V] = {}
        self._batch: object = None

    def begin(self, batch: object) -> None:
        """Called with every batch that is written into. Entries of the same batch stay together:
        until it is committed the store does not know them."""
        if batch is not self._batch:
            self._batch = batch
            if len(self._young) >= self._half:
                self._old, self._young = self._young, {}

    def get(self, name: str) -> V | None:
        """What is remembered of this name."""
        value = self._young.get(name)
        if value is None:
            value = self._old.get(name)
            if value is not None:
                self._young[name] = value
        return value

    def put(self, name: str, value: V) -> None:
        """Remember, or remember anew."""
        self._young[name] = value

    def forget(self, name: str) -> None:
        """The store no longer holds it either."""
        self._young.pop(name, None)
        self._old.pop(name, None)
