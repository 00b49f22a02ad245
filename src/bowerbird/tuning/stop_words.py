"""A snapshot as if some of its words were stop words, and which words that could be.

Leaving a word out does two things: queries do not ask for it, and texts become shorter by it. How
many documents there are, and how many hold each other word, stays. So only the lengths are counted
anew; postings of the word stay where they are, and nobody asks for them.
"""

from collections.abc import Collection
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bowerbird.index.reading import MANY, Lengths, Segment, Snapshot


def without(snapshot: Snapshot, words: Collection[str]) -> Snapshot:
    """The snapshot with these words, as its analysis gives them, left out."""
    if not words:
        return snapshot
    left_out = frozenset(words)
    return replace(
        snapshot,
        segments=tuple(_shortened(segment, left_out) for segment in snapshot.segments),
        analyse=lambda text: [word for word in snapshot.analyse(text) if word not in left_out],
    )


def most_frequent(snapshot: Snapshot, count: int) -> list[str]:
    """The words that most documents hold, most of all first."""
    holders: dict[str, int] = {}
    for segment in snapshot.segments:
        # More of one segment than of the whole: what is frequent here and there may win in sum.
        for number in np.argsort(-segment.df.astype(np.int64), kind="stable")[: 4 * count + 100]:
            word = segment.vocabulary.word(int(number))
            if word not in holders:
                holders[word] = snapshot.df(word)
    return sorted(holders, key=lambda word: (-holders[word], word))[:count]


def as_written(snapshot: Snapshot, words: Collection[str]) -> list[str]:
    """Every word of the texts that counts as these and nothing else: what `analysis.stop_words`
    has to hold, so that an index leaves out what `without` does."""
    written: set[str] = set()
    for segment in snapshot.segments:
        left_out = np.zeros(len(segment.vocabulary), np.int64)
        for word in words:
            number = segment.vocabulary.find(word)
            if number is not None:
                left_out[number] = 1
        starts = segment.counted_starts.astype(np.int64)
        counted = starts[1:] - starts[:-1]
        raw = np.repeat(np.arange(len(counted)), counted)
        gone = np.bincount(raw, weights=left_out[segment.counted], minlength=len(counted))
        written.update(
            segment.raw.word(int(at)) for at in np.flatnonzero((counted > 0) & (gone == counted))
        )
    return sorted(written)


def _shortened(segment: Segment, words: Collection[str]) -> Segment:
    lengths = segment.lengths.distinct[segment.lengths.classes].astype(np.int64)
    postings = segment.postings
    for word in words:
        number = segment.vocabulary.find(word)
        if number is None:
            continue
        places = np.arange(int(postings.starts[number]), int(postings.starts[number + 1]))
        for field in range(len(segment.fields)):
            lengths[field, postings.documents[places]] -= _counts(segment, field, places)
    distinct, classes = np.unique(lengths, return_inverse=True)
    kind = np.uint16 if len(distinct) < 1 << 16 else np.uint32
    return replace(
        segment,
        name=f"{segment.name}-{len(words)}",
        lengths=Lengths(classes.reshape(lengths.shape).astype(kind), distinct.astype(np.uint32)),
        totals=tuple(int(total) for total in lengths[:, segment.alive].sum(axis=1)),
    )


def _counts(segment: Segment, field: int, places: NDArray[np.int64]) -> NDArray[np.int64]:
    postings = segment.postings
    counts = postings.tf[field, places].astype(np.int64)
    large = np.flatnonzero(counts == MANY)
    at = (places[large] + field * postings.tf.shape[1]).astype(np.uint64)
    counts[large] = postings.large_tf[np.searchsorted(postings.large_at, at)]
    return np.asarray(counts)
