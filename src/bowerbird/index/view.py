"""The part of a segment that follows from its analysis: words that count, and where they are."""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bowerbird.index import inverting
from bowerbird.index.analysis import Analysis
from bowerbird.index.columns import vocabulary_of
from bowerbird.index.folding import folding
from bowerbird.index.raw import Raw
from bowerbird.index.reading import MANY, Counts, Lengths, Places, Postings, Vocabulary

Lists = tuple[Counts, Counts, Places]


@dataclass(frozen=True)
class View:
    """Of all documents of a segment, the dead ones included."""

    vocabulary: Vocabulary
    counted: Counts
    counted_starts: Places
    postings: Postings
    lengths: Lengths

    def lists(self) -> Lists:
        """What each raw word counts as, as the kernels want it."""
        return lists_of(self.counted, self.counted_starts)


def view_of(raw: Raw, analysis: Analysis) -> View:
    vocabulary, counted, counted_starts = counting(raw.words, analysis)
    lists = lists_of(counted, counted_starts)
    documents = np.zeros(len(vocabulary), np.uint32)
    lengths = np.zeros((len(raw.starts), len(raw)), np.uint32)
    inverting.count(raw.flow, raw.starts, lists, documents, lengths)
    postings, classes = _postings(raw, lists, documents), _classes(lengths)
    if len(raw.starts) == 1:
        postings = replace(postings, bands=classes.bands[classes.classes[0]][postings.documents])
    return View(vocabulary, counted, counted_starts, postings, classes)


def counting(words: Vocabulary, analysis: Analysis) -> tuple[Vocabulary, Counts, Places]:
    """(the words that count, what each word counts as, and where those begin)."""
    if analysis.selects_only:
        return _selected(words, analysis)
    each = [analysis.counted(word) for word in spelt(words)]
    known = sorted({word for several in each for word in several})
    numbers = {word: number for number, word in enumerate(known)}
    starts = np.zeros(len(each) + 1, np.uint64)
    np.cumsum([len(several) for several in each], out=starts[1:])
    counted = np.array([numbers[word] for several in each for word in several], np.uint32)
    return vocabulary_of([word.encode() for word in known]), counted, starts


def spelt(words: Vocabulary) -> list[str]:
    """All of them."""
    data, offsets = words.blob.tobytes(), words.offsets.tolist()
    return [data[a:b].decode() for a, b in pairwise(offsets)]


def chosen_words(words: Vocabulary, chosen: NDArray[np.bool_]) -> Vocabulary:
    """Only these."""
    sizes = (words.offsets[1:] - words.offsets[:-1]).astype(np.int64)
    offsets = np.zeros(int(chosen.sum()) + 1, np.uint64)
    np.cumsum(sizes[chosen], out=offsets[1:])
    return Vocabulary(words.blob[np.repeat(chosen, sizes)], offsets)


def documents_per_word(raw: Raw, alive: NDArray[np.bool_]) -> list[tuple[str, int]]:
    """Of every word as it stands, whether it counts or not: in how many living documents."""
    every = np.arange(len(raw.words), dtype=np.uint32)
    itself = every, every, np.arange(len(raw.words) + 1, dtype=np.uint64)
    living = np.flatnonzero(alive)
    documents = inverting.held(raw.flow, raw.starts, itself, living, len(every))
    return list(zip(spelt(raw.words), documents.tolist(), strict=True))


def lists_of(counted: Counts, starts: Places) -> Lists:
    sizes = np.diff(starts.astype(np.int64))
    single = np.full(len(sizes), inverting.NONE, np.uint32)
    single[sizes > 1] = inverting.SEVERAL
    alone = sizes == 1
    single[alone] = counted[starts[:-1][alone]]
    return single, counted, starts


def _selected(words: Vocabulary, analysis: Analysis) -> tuple[Vocabulary, Counts, Places]:
    """As `counting`, without spelling out every word."""
    sizes = inverting.sizes(words.blob, words.offsets, folding().letters)
    counts = sizes > analysis.options.minimum_length
    stops = [words.find(stop) for stop in analysis.stop_words]
    counts[[number for number in stops if number is not None]] = False
    starts = np.zeros(len(words) + 1, np.uint64)
    np.cumsum(counts, out=starts[1:])
    chosen = chosen_words(words, counts)
    return chosen, np.arange(len(chosen), dtype=np.uint32), starts


def _postings(raw: Raw, lists: Lists, documents: Counts) -> Postings:
    starts = np.zeros(len(documents) + 1, np.uint64)
    np.cumsum(documents, out=starts[1:])
    count = int(starts[-1])
    ids = np.empty(count, np.uint32)
    tf = np.zeros((len(raw.starts), count), np.uint8)
    most = max(len(raw.flow), len(lists[1])) // MANY + 1
    large = np.empty(most, np.uint64), np.empty(most, np.uint32)
    found = inverting.fill(
        raw.flow, raw.starts, lists, starts[:-1].astype(np.int64), ids, tf, large
    )
    order = np.argsort(large[0][:found])
    return Postings(starts, ids, tf, large[0][:found][order], large[1][:found][order])


def _classes(lengths: Counts) -> Lengths:
    distinct, classes = np.unique(lengths, return_inverse=True)
    kind = np.uint16 if len(distinct) <= 1 << 16 else np.uint32
    return Lengths(classes.reshape(lengths.shape).astype(kind), distinct)
