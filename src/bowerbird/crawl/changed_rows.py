"""Which rows of pages changed last, for whoever shows them while the run works."""

from itertools import islice
from secrets import token_hex

from msgspec import Struct

KEPT = 50_000  # keys; who comes later than that reads all rows again


class Changes(Struct, frozen=True):
    """The keys that changed after a number, oldest change first."""

    keys: list[bytes]
    token: str
    last: int  # the number of the last of them; ask for what comes after it
    lost: bool = False  # the numbers of the asker are of another time, or too old


class ChangedRows:
    """Each change has a number; a key that changes again moves to the end."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._numbers: dict[bytes, int] = {}
        self._token = token_hex(8)  # numbers begin anew with each process
        self._last = 0
        self._forgotten = 0  # the largest number that was let go

    def note(self, key: bytes) -> None:
        self._numbers.pop(key, None)
        self._last += 1
        self._numbers[key] = self._last
        if len(self._numbers) > self._kept:
            oldest = next(iter(self._numbers))
            self._forgotten = self._numbers.pop(oldest)

    def after(self, token: str, number: int, limit: int) -> Changes:
        """At most so many of the changes after that number."""
        if token != self._token or number < self._forgotten:
            return Changes([], self._token, self._last, lost=True)
        # From the end, because whoever asks has mostly seen all but the last few.
        newest_first = reversed(self._numbers.items())
        found = []
        for key, changed in newest_first:
            if changed <= number:
                break
            found.append((key, changed))
        found.reverse()
        some = list(islice(found, limit))
        last = some[-1][1] if some else number
        return Changes([key for key, _ in some], self._token, last)
