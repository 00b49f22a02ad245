"""German compounds, split into words of the index: `haustür` is found by `tür`, too."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

SHORTEST = 4  # letters of a part; shorter ones are found in everything
LONGEST = 40  # letters of a compound; what is longer is no German
_JOINTS = ("", "s", "es", "n", "en", "er", "e")


class Compounds:
    """Splits words into given parts."""

    def __init__(self, parts: Iterable[str]) -> None:
        self._parts = frozenset(parts)
        self.parts_of = lru_cache(1 << 16)(self._parts_of)

    def _parts_of(self, word: str) -> tuple[str, ...]:
        """The parts in order, as few as will do, the longest first; none if it is no compound."""
        if not 2 * SHORTEST <= len(word) <= LONGEST:
            return ()
        # best[i]: the parts of word[i:], which begins a part.
        best: list[tuple[str, ...] | None] = [None] * len(word)
        for start in range(len(word) - SHORTEST, -1, -1):
            for stop in range(len(word), start + SHORTEST - 1, -1):
                found = self._split(word, start, stop, best)
                if found and (best[start] is None or len(found) < len(best[start] or ())):
                    best[start] = found
        return best[0] or ()

    def _split(
        self, word: str, start: int, stop: int, best: list[tuple[str, ...] | None]
    ) -> tuple[str, ...] | None:
        part = word[start:stop]
        if part == word or part not in self._parts:
            return None
        if stop == len(word):
            return (part,)
        for joint in _JOINTS:
            after = stop + len(joint)
            if word.startswith(joint, stop) and after < len(word) and best[after]:
                return (part, *(best[after] or ()))
        return None


def parts_in(words: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """What compounds of an index may be split into: words of letters that two documents have.
    `words`: in how many documents each is; the same may come several times."""
    counts: Counter[str] = Counter()
    for word, documents in words:
        if SHORTEST <= len(word) <= LONGEST and word.isalpha():
            counts[word] += documents
    return tuple(sorted(word for word, documents in counts.items() if documents > 1))
