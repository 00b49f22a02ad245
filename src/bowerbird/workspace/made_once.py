"""What an object makes when it is first asked for and then keeps, whoever asks at the same time."""

from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")


class made_once(Generic[Value]):  # noqa: N801 - it is written as a decorator
    """A property. From Python 3.12 on `functools.cached_property` may make two for two threads."""

    def __init__(self, make: Callable[[Any], Value]) -> None:
        self._make = make
        self._lock = RLock()
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, owner: None, kind: type) -> "made_once[Value]": ...

    @overload
    def __get__(self, owner: object, kind: type | None = None) -> Value: ...

    def __get__(self, owner: object | None, kind: type | None = None) -> "made_once[Value] | Value":
        if owner is None:
            return self
        with self._lock:
            # Once it lies among the attributes of the object, nobody comes here any more.
            if self._name not in owner.__dict__:
                owner.__dict__[self._name] = self._make(owner)
            found: Value = owner.__dict__[self._name]
            return found
