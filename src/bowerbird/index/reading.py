"""An index as whoever ranks, suggests or tunes sees it: frozen arrays, mapped from disk.

Everything derives from two things: which words each field of each document holds, in order (the
forward arrays), and which words count (the analysis). Postings are those two turned around.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bowerbird.model.record import Scalar

Bytes = NDArray[np.uint8]
Counts = NDArray[np.uint32]
Places = NDArray[np.uint64]
Numbers = NDArray[np.float64]

GAP = 0xFFFFFFFF  # in forward arrays, between the values of a list: no phrase reaches across
MANY = 255  # in `tf`: the exact count is in `large_tf`


@dataclass(frozen=True)
class Vocabulary:
    """Distinct words, sorted by their UTF-8 bytes: word i is blob[offsets[i]:offsets[i + 1]]."""

    blob: Bytes
    offsets: Places  # one more than there are words

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def word(self, number: int) -> str:
        return bytes(self.blob[self.offsets[number] : self.offsets[number + 1]]).decode()

    def find(self, word: str) -> int | None:
        """The word's number."""
        at = self._place(_encoded(word))
        return at if at < len(self) and self.word(at) == word else None

    def beginning_with(self, prefix: str) -> range:
        """The numbers of the words that begin so."""
        start = _encoded(prefix)
        # No UTF-8 text contains the byte FF, so this is above everything that begins with `start`.
        return range(self._place(start), self._place(start + b"\xff"))

    def _place(self, wanted: bytes) -> int:
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            found = bytes(self.blob[self.offsets[middle] : self.offsets[middle + 1]])
            low, high = (middle + 1, high) if found < wanted else (low, middle)
        return low


NO_BANDS: Bytes = np.empty(0, np.uint8)
BANDS = 256  # of lengths: a byte beside a count says how much it can be worth at most


def _encoded(text: str) -> bytes:
    """No word has half of a surrogate pair in it, nor the question mark that it becomes."""
    return text.encode("utf-8", "replace")


@dataclass(frozen=True)
class Facet:
    """A column of labels; a document may carry several."""

    starts: Places  # document → first place in `ordinals`; one more than there are documents
    ordinals: Counts  # which labels, ascending within a document
    labels: Vocabulary


@dataclass(frozen=True)
class Postings:
    """Word → documents. The lists of word w are at starts[w]:starts[w + 1]."""

    starts: Places
    documents: Counts  # ascending within a word
    tf: Bytes  # (fields, postings): how often the word stands in each field; MANY: see below
    large_at: Places  # sorted: field * postings + posting, for the counts that are MANY or more
    large_tf: Counts  # the exact counts of those
    # With a single field, of each posting: which band the length of its document is in.
    bands: Bytes = field(default_factory=lambda: NO_BANDS)


@dataclass(frozen=True)
class Lengths:
    """How many words that count a field of a document has, exactly, by classes of equal length."""

    classes: NDArray[Any]  # (fields, documents), uint16 or uint32: places in `distinct`
    distinct: Counts  # ascending

    @property
    def bands(self) -> Bytes:
        """The band of each class: neighbours share one where there are many."""
        many = max(len(self.distinct), BANDS)
        return (np.arange(len(self.distinct)) * BANDS // many).astype(np.uint8)

    def of(self, field: int) -> Counts:
        lengths: Counts = self.distinct[self.classes[field]]
        return lengths


@dataclass(frozen=True)
class Forward:
    """The words of one field of each document as they stand there, whether they count or not."""

    starts: Places  # document → first place in `words`; one more than there are documents
    words: Counts  # numbers in the segment's raw vocabulary, or GAP


@dataclass(frozen=True)
class Segment:
    """An immutable part of an index under its current analysis. Documents are numbered from 0 in
    the order of their serials; dead ones keep their numbers until a merge."""

    name: str
    fields: tuple[str, ...]
    serials: Places  # the record's number in the record log; ascending, also across segments
    alive: NDArray[np.bool_]
    vocabulary: Vocabulary  # the words that count
    postings: Postings  # over `vocabulary`, dead documents included
    df: Counts  # per word: living documents that hold it in any field
    lengths: Lengths
    totals: tuple[int, ...]  # per field: the sum of the lengths of living documents
    raw: Vocabulary  # every word as it stands in the text, folded
    counted: Counts  # CSR with `counted_starts`: raw word → numbers in `vocabulary`; none: left out
    counted_starts: Places
    forward: tuple[Forward, ...]  # per field
    numbers: Mapping[str, Numbers]  # numeric columns; NaN where a record has none
    facets: Mapping[str, Facet]
    stored: Callable[[int], Mapping[str, Scalar | list[str]]]  # a document's fields, for showing
    keys: Callable[[int], bytes]  # a document's record key
    contents: Places  # equal for documents of equal content; 0: nobody can tell

    def __len__(self) -> int:
        """Documents, dead ones included."""
        return len(self.serials)

    @cached_property
    def living(self) -> int:
        return int(self.alive.sum())


@dataclass(frozen=True)
class Snapshot:
    """One state of an index; it stays as it is while the index grows."""

    generation: int
    fields: tuple[str, ...]
    segments: tuple[Segment, ...]
    analyse: Callable[
        [str], list[str]
    ]  # a text → the words of it that count, as the index has them

    @cached_property
    def documents(self) -> int:
        """N: living documents."""
        return sum(segment.living for segment in self.segments)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Per field: the sum of all lengths."""
        each = [segment.totals for segment in self.segments]
        return tuple(sum(lengths) for lengths in zip(*each, strict=True)) or (0,) * len(self.fields)

    def df(self, word: str) -> int:
        """How many living documents hold this word, in any field."""
        found = 0
        for segment in self.segments:
            number = segment.vocabulary.find(word)
            if number is not None:
                found += int(segment.df[number])
        return found
