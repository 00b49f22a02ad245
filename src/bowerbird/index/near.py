"""Words that are nearly as wanted: prefix edit distance over sorted texts.

PED(x, y) is the least edit distance between x and any beginning of y: how far what somebody has
typed so far is from y. One edit puts a code point in, takes one out or changes one; two that are
swapped are two edits.
"""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from types import ModuleType
from typing import NamedTuple, Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bowerbird.index.reading import Counts, Segment, Snapshot, Vocabulary

LONGEST = 80  # code points; what is longer was pasted, not typed
Ranges = NDArray[np.int64]  # (n, 2): rows from, rows below
Trie = tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.uint8]]  # see `trie_kernel.build`
_ROOM = 1 << 12  # ranges, at first
_ELECTED = 8  # words of each segment, at least, that may turn out to be the most frequent


class Wanted(NamedTuple):
    """A text to look for, as the kernels take it."""

    points: NDArray[np.int32]
    utf8: NDArray[np.uint8]
    starts: NDArray[np.int64]  # where in `utf8` each code point begins


class Engine(Protocol):
    """A way to find texts by prefix edit distance."""

    def within(self, wanted: Wanted, edits: int) -> Ranges:
        """The rows whose PED is at most so much: all of them, none else; some perhaps twice."""


class SortedWalk:
    """The default engine: it needs nothing but the sorted texts."""

    def __init__(self, texts: Vocabulary, trie: Trie | None = None) -> None:
        """`trie`: the large nodes, if they are known already."""
        self._texts = texts.blob, texts.offsets
        self._trie = trie or _trie_kernel().build(self._texts)

    def within(self, wanted: Wanted, edits: int) -> Ranges:
        """See `Engine`."""
        room = _ROOM
        while True:
            found = np.empty((room, 2), np.int64)  # of this call alone: several threads may ask
            size = _walking().walk(self._texts, self._trie, tuple(wanted), edits, found)
            if size <= room:
                return found[:size]
            room = size


class Nearby(Struct, frozen=True):
    """A word of the index that stands for one that is not in it."""

    word: str
    edits: int  # prefix edit distance
    df: int


class Closest:
    """Words of one segment that living documents hold, by how far whole words are apart."""

    def __init__(self, texts: Vocabulary, df: Counts, engine: Engine) -> None:
        self._texts, self._keys, self._engine = texts, keys_of(df), engine

    def within(self, wanted: Wanted, edits: int, limit: int) -> Iterator[tuple[str, int]]:
        """Those that are nearest in this segment alone, each with the edits to the whole word.

        What is rare here may be frequent elsewhere, so more than `limit` stand for election."""
        chosen = np.empty((4 * limit, 3), np.int64)
        texts = self._texts.blob, self._texts.offsets
        ranges = self._engine.within(wanted, edits)
        size = _choosing().closest(texts, ranges, wanted.points, self._keys, chosen, 0)
        for key, row, _ in chosen[:size].tolist():
            yield self._texts.word(row), key >> 32


class NearestWords:
    """What to search for instead of a word that the index does not have."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._walks: dict[int, tuple[Vocabulary, SortedWalk]] = {}  # by the identity of the first

    def renewed(self, snapshot: Snapshot) -> "NearestWords":
        """For another snapshot: what is known of segments that are in both is kept."""
        other = NearestWords(snapshot)
        other._walks = {
            id(it.vocabulary): self._walks[id(it.vocabulary)]
            for it in snapshot.segments
            if id(it.vocabulary) in self._walks
        }
        return other

    @cached_property
    def _parts(self) -> list[Closest]:
        """Made for the first word that is not there: it takes a while, and most words are."""
        return [Closest(it.vocabulary, it.df, self._walk(it)) for it in self._snapshot.segments]

    def _walk(self, segment: Segment) -> SortedWalk:
        texts = segment.vocabulary
        if id(texts) not in self._walks:
            self._walks[id(texts)] = texts, SortedWalk(texts)
        return self._walks[id(texts)][1]

    def nearest_one(self, word: str) -> list[Nearby]:
        """The first of those, without looking further than it is away."""
        return self.nearest(word, 1)

    def nearest(self, word: str, limit: int = 8) -> list[Nearby]:
        """Words that living documents hold, nearest first: by PED, then by the edits that the whole
        words are apart, then by df, then by text. Give the word as the index has its words: folded,
        stemmed. A word that the index does have is its own nearest."""
        found = nearest_in(self._parts, word, limit)
        ranked = sorted(
            (edits, apart, -self._snapshot.df(text), text) for text, (edits, apart) in found.items()
        )
        return [Nearby(text, edits, -df) for edits, _, df, text in ranked[:limit]]


def nearest_in(parts: Iterable[Closest], word: str, limit: int) -> dict[str, tuple[int, int]]:
    """The nearest words of all parts: (PED, edits between the whole words) of each."""
    found: dict[str, tuple[int, int]] = {}
    if not 0 < len(word) <= LONGEST:
        return found
    wanted = as_wanted(word)
    for edits in range(edits_forgiven(len(word)) + 1):
        for part in parts:
            for text, apart in part.within(wanted, edits, max(limit, _ELECTED)):
                found.setdefault(text, (edits, apart))
        if len(found) >= limit:
            break
    return found


def edits_forgiven(length: int) -> int:
    """How many edits a word of so many code points may be away: one error in about four, at most
    two, as in P4 (which asks for every fourth); none in words that almost anything is near to."""
    if length < 3:
        return 0
    return 1 if length < 8 else 2


def keys_of(df: Counts) -> Counts:
    """Keys for the kernels: the more documents, the less; a word of none is never chosen."""
    return np.uint32(0xFFFFFFFF) - df.astype(np.uint32)


def as_wanted(text: str) -> Wanted:
    """Half a surrogate pair becomes a question mark: no sorted text has one."""
    data = text.encode("utf-8", "replace")
    utf8 = np.frombuffer(data, np.uint8)
    points = np.frombuffer(data.decode().encode("utf-32-le"), np.int32).copy()
    starts = np.flatnonzero((utf8 & 0xC0) != 0x80)
    return Wanted(points, utf8, starts)


@cache
def _walking() -> ModuleType:
    """Imported with the first look: numba takes a while to load."""
    from bowerbird.index import near_kernel

    return near_kernel


@cache
def _trie_kernel() -> ModuleType:
    from bowerbird.index import trie_kernel

    return trie_kernel


@cache
def _choosing() -> ModuleType:
    from bowerbird.index import choice_kernel

    return choice_kernel
