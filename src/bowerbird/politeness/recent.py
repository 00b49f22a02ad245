"""A bounded memory of what was used lately, at the price of a plain dictionary."""

from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """Two generations: when the young one is full it becomes the old one, and the old is forgotten.

    Nothing is forgotten before half the capacity was put in, or used anew, after its last use.
    Values may weigh more than one.
    """

    __slots__ = ("_old", "_room", "_weight", "_young")

    def __init__(self, capacity: int) -> None:
        self._room = max(1, capacity // 2)
        self._weight = 0
        self._young: dict[str, Value] = {}
        self._old: dict[str, Value] = {}

    def get(self, key: str) -> Value | None:
        """What is remembered, which counts as use."""
        value = self._young.get(key)
        if value is None and self._old:
            value = self._old.pop(key, None)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: str, value: Value, weight: int = 1) -> None:
        """Remember; `weight` is in the units of the capacity."""
        self._weight += weight
        self._young[key] = value
        if self._weight > self._room:
            self._old = self._young
            self._young = {}
            self._weight = 0

    def __len__(self) -> int:
        return len(self._young) + len(self._old)
