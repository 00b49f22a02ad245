"""Indexes that consist of words alone, and the referee of prefix edit distance."""

from collections.abc import Mapping

import numpy as np

from bowerbird.index.reading import (
    Forward,
    Lengths,
    Postings,
    Segment,
    Snapshot,
    Vocabulary,
)

NO_COUNTS = np.zeros(0, np.uint32)
NO_PLACES = np.zeros(0, np.uint64)


def vocabulary(words) -> Vocabulary:
    encoded = sorted({word.encode() for word in words})
    offsets = np.cumsum([0, *map(len, encoded)]).astype(np.uint64)
    return Vocabulary(np.frombuffer(b"".join(encoded), np.uint8), offsets)


def segment(df: Mapping[str, int], name: str = "s") -> Segment:
    """A segment whose words are in so many documents each."""
    words = vocabulary(df)
    return Segment(
        name=name,
        fields=("title", "text"),
        serials=NO_PLACES,
        alive=np.zeros(0, np.bool_),
        vocabulary=words,
        postings=Postings(NO_PLACES, NO_COUNTS, np.zeros((0, 0), np.uint8), NO_PLACES, NO_COUNTS),
        df=np.array([df[words.word(n)] for n in range(len(words))], np.uint32),
        lengths=Lengths(np.zeros((2, 0), np.uint16), NO_COUNTS),
        totals=(0, 0),
        raw=words,
        counted=np.arange(len(words), dtype=np.uint32),
        counted_starts=np.arange(len(words) + 1, dtype=np.uint64),
        forward=(Forward(NO_PLACES, NO_COUNTS),) * 2,
        numbers={},
        facets={},
        stored=lambda document: {},
        keys=lambda document: b"",
        contents=NO_PLACES,
    )


def snapshot(*segments: Segment | Mapping[str, int]) -> Snapshot:
    made = tuple(it if isinstance(it, Segment) else segment(it) for it in segments)
    return Snapshot(1, ("title", "text"), made, str.split)


def edit_distance(one: str, other: str) -> int:
    row = list(range(len(other) + 1))
    for at, left in enumerate(one, 1):
        above, row = row, [at]
        for place, right in enumerate(other, 1):
            row.append(
                min(above[place - 1] + (left != right), above[place] + 1, row[place - 1] + 1)
            )
    return row[-1]


def prefix_distance(typed: str, text: str) -> int:
    return min(edit_distance(typed, text[:end]) for end in range(len(text) + 1))
