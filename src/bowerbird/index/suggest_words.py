"""Words of an index as suggestions: the last word typed is completed, in company of the others."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bowerbird.index.analysis import is_unspaced
from bowerbird.index.lists import numbers_of
from bowerbird.index.near import Closest, Engine, Wanted, as_wanted, keys_of, nearest_in
from bowerbird.index.ranked import Ranked
from bowerbird.index.reading import Counts, Segment, Snapshot

Among = NDArray[np.bool_]  # which documents of a segment
_STANDING = 4  # times as many words as are wanted stand for election in each segment
_READ = 1 << 14  # postings of a word that are looked at for its company


class Completed(NamedTuple):
    """What was typed, with its last word completed."""

    distance: int
    documents: int  # that hold all of its words
    text: str


class WordsOf:
    """The words of one segment as they stand in its texts."""

    def __init__(self, segment: Segment, engine: Engine) -> None:
        self.segment, self.engine = segment, engine
        starts = segment.counted_starts
        counts = np.flatnonzero(starts[1:] > starts[:-1])
        self._documents = np.zeros(len(segment.raw), np.uint32)
        self._documents[counts] = segment.df[segment.counted[starts[counts].astype(np.int64)]]
        self._ranked = Ranked(engine, keys_of(self._documents))
        self.closest = Closest(segment.raw, self._documents, engine)

    def best(self, wanted: Wanted, edits: int, limit: int) -> list[tuple[int, str]]:
        """(distance, word): the nearest, then those in the most documents."""
        picks = self._ranked.best(wanted, edits, limit)
        return [(pick.distance, self.segment.raw.word(pick.row)) for pick in picks]

    def documents(self, words: Sequence[str], among: Among | None) -> Counts:
        """How many documents hold each of these words, of those that are looked at."""
        numbers = np.array(numbers_of(words, self.segment.raw), np.int64)
        found = np.where(numbers < 0, 0, self._documents[numbers])
        if among is not None:
            for place in np.flatnonzero(found).tolist():
                found[place] = among[self._postings(self._counted(int(numbers[place])))].sum()
        return found

    def among(self, words: Sequence[str]) -> Among:
        """The living documents that hold all of these words, which must be words that count."""
        among = self.segment.alive.copy()
        for number in numbers_of(words, self.segment.vocabulary):
            holding = np.zeros(len(among), np.bool_)
            if number >= 0:
                first, end = self.segment.postings.starts[number : number + 2].tolist()
                holding[self.segment.postings.documents[first:end]] = True
            among &= holding
        return among

    def _counted(self, number: int) -> int:
        return int(self.segment.counted[int(self.segment.counted_starts[number])])

    def _postings(self, number: int) -> Counts:
        first, end = self.segment.postings.starts[number : number + 2].tolist()
        return self.segment.postings.documents[first : min(end, first + _READ)]


def complete(
    snapshot: Snapshot, parts: Sequence[WordsOf], typed: str, edits: int, limit: int
) -> list[Completed]:
    """Complete the last word of what was typed: by distance, then by how many documents hold all
    of its words; where none holds them all, by how many hold the last. Words before that the index
    does not have become the nearest that it has."""
    *before, last = typed.split(" ")
    if not last or is_unspaced(last[:1]):  # there, the index has pairs of characters, not words
        return []
    mended = [_mended(snapshot, parts, word) for word in before]
    company = " ".join(word for word, _ in mended)
    nearest: dict[str, int] = {}
    wanted = as_wanted(last)
    for part in parts:
        for distance, word in part.best(wanted, edits, _STANDING * limit):
            nearest[word] = min(distance, nearest.get(word, distance))
    words = list(nearest)
    documents = _documents(parts, words, snapshot.analyse(company))
    wrong = sum(edits for _, edits in mended)
    ranked = sorted(
        (wrong + nearest[word], -count, f"{company} {word}".strip())
        for word, count in zip(words, documents, strict=True)
        if count
    )
    return [Completed(distance, -count, text) for distance, count, text in ranked[:limit]]


def _mended(snapshot: Snapshot, parts: Sequence[WordsOf], word: str) -> tuple[str, int]:
    """A word, or the nearest one of the index; and how many edits that is away."""
    if all(map(snapshot.df, snapshot.analyse(word))):
        return word, 0
    found = nearest_in([part.closest for part in parts], word, 1)
    held = dict(zip(found, _documents(parts, list(found), []), strict=True))
    ranked = sorted((*apart, -held[text], text) for text, apart in found.items())
    return (ranked[0][-1], ranked[0][0]) if ranked else (word, 0)


def _documents(parts: Sequence[WordsOf], words: list[str], company: list[str]) -> list[int]:
    total = np.zeros(len(words), np.int64)
    if company:
        for part in parts:
            among = part.among(company)
            if among.any():
                total += part.documents(words, among)
    if not total.any():
        for part in parts:
            total += part.documents(words, None)
    counts: list[int] = total.tolist()
    return counts
