"""Lists of documents for the terms of a query, in one segment, as the kernels take them.

A single word is a stretch of the segment's own arrays, and nothing is copied. Words that stand for
each other, prefixes and the words of phrases get lists made for this query.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bowerbird.index.list_kernels import LONGEST, PASSED_OVER, add_up, mark_documents, mark_phrases
from bowerbird.index.rank_kernels import find_words
from bowerbird.index.reading import MANY, Bytes, Counts, Places, Postings, Segment, Vocabulary
from bowerbird.index.terms import Phrase, Term

Bounds = NDArray[np.int64]


@dataclass(frozen=True)
class Lists:
    """List i is at starts[i]:ends[i] of these postings."""

    documents: Counts
    tf: Bytes  # (fields, postings)
    large_at: Places
    large_tf: Counts
    starts: Bounds
    ends: Bounds


def numbers_of(words: Sequence[str], vocabulary: Vocabulary) -> list[int]:
    """The number of each word in a vocabulary; -1: it has none."""
    encoded = [word.encode("utf-8", "replace") for word in words]
    bounds = np.zeros(len(words) + 1, np.int64)
    np.cumsum([len(word) for word in encoded], out=bounds[1:])
    wanted = np.frombuffer(b"".join(encoded) or b"\0", np.uint8)
    numbers = np.empty(len(words), np.int64)
    find_words(vocabulary.blob, vocabulary.offsets, wanted, bounds, numbers)
    found: list[int] = numbers.tolist()
    return found


def words_of(terms: Sequence[Term], vocabulary: Vocabulary) -> list[list[range]]:
    """For each term, the numbers of its words."""
    known = iter(numbers_of([word for term in terms for word in term.words], vocabulary))
    return [
        [vocabulary.beginning_with(term.prefix)]
        if term.prefix
        else [range(number, number + 1) for _ in term.words if (number := next(known)) >= 0]
        for term in terms
    ]


def lists_of(terms: Sequence[Term], words: Sequence[list[range]], segment: Segment) -> Lists:
    """One list for each term, whose words `words_of` has found."""
    postings = segment.postings
    if all(map(_is_plain, terms, words)):
        first = [found[0].start if found else -1 for found in words]
        starts = np.array([postings.starts[number] if number >= 0 else 0 for number in first])
        ends = np.array([postings.starts[number + 1] for number in first])
        return Lists(
            postings.documents,
            postings.tf,
            postings.large_at,
            postings.large_tf,
            starts.astype(np.int64),
            np.where(np.array(first) >= 0, ends, 0).astype(np.int64),
        )
    holding = {term.within for term in terms if term.within is not None}
    phrases = {phrase: documents_with_phrase(phrase, segment) for phrase in holding}
    made = [_made(term, found, segment, phrases) for term, found in zip(terms, words, strict=True)]
    return _joined([documents for documents, _ in made], [counts for _, counts in made])


def _is_plain(term: Term, words: list[range]) -> bool:
    return len(words) <= 1 and not term.prefix and term.within is None


def _stretches(words: list[range], segment: Segment) -> list[tuple[int, int]]:
    """Where the lists of words lie in the segment's postings."""
    starts = segment.postings.starts
    return [
        (int(starts[each.start]), int(starts[each.stop])) for each in dict.fromkeys(words) if each
    ]


def _made(
    term: Term, words: list[range], segment: Segment, phrases: Mapping[Phrase, Bytes]
) -> tuple[Counts, Counts]:
    """(documents, ascending; how often the term stands in each of their fields)."""
    postings, found = segment.postings, _stretches(words, segment)
    if len(found) > 1 or term.prefix:
        return _added_up(segment, found)
    places = np.concatenate([np.arange(*each, dtype=np.int64) for each in found] or [_NOWHERE])
    documents, counts = postings.documents[places], exact_counts(postings, places)
    if term.within is not None:
        holds = phrases[term.within][documents] != 0
        documents, counts = documents[holds], counts[:, holds]
    return documents, counts


def _added_up(segment: Segment, stretches: Sequence[tuple[int, int]]) -> tuple[Counts, Counts]:
    """Several lists as one. They may be all lists there are, so nothing is sorted."""
    postings = segment.postings
    sums = np.zeros((len(segment), len(segment.fields)), np.uint32)
    for start, end in stretches:
        add_up(
            postings.documents, postings.tf, postings.large_at, postings.large_tf, start, end, sums
        )
    documents = np.flatnonzero(sums.any(axis=1)).astype(np.uint32)
    return documents, np.ascontiguousarray(sums[documents].T)


_NOWHERE = np.empty(0, np.int64)


def exact_counts(postings: Postings, places: Bounds) -> Counts:
    """(fields, places): how often the word stands in each field, at these postings."""
    counts = postings.tf[:, places].astype(np.uint32)
    fields, columns = np.nonzero(counts == MANY)
    at = fields.astype(np.uint64) * np.uint64(postings.tf.shape[1]) + places[columns].astype(
        np.uint64
    )
    counts[fields, columns] = postings.large_tf[np.searchsorted(postings.large_at, at)]
    return counts


def _joined(documents: list[Counts], counts: list[Counts]) -> Lists:
    ends = np.cumsum([len(each) for each in documents], dtype=np.int64)
    starts = np.concatenate([[0], ends[:-1]]).astype(np.int64)
    every = np.ascontiguousarray(np.concatenate(counts, axis=1))
    large_at = np.flatnonzero(every >= MANY).astype(np.uint64)
    return Lists(
        np.concatenate(documents),
        np.minimum(every, MANY).astype(np.uint8),
        large_at,
        every.ravel()[large_at],
        starts,
        ends,
    )


def documents_with(term: Term, segment: Segment) -> Bytes:
    """Which documents, dead ones included, hold a term."""
    if term.within is not None:
        return documents_with_phrase(term.within, segment)
    marks = np.zeros(len(segment), np.uint8)
    looked_at = fields_mask(term.fields, len(segment.fields))
    postings = segment.postings
    words = words_of([term], segment.vocabulary)[0]
    for start, end in _stretches(words, segment):
        mark_documents(postings.documents, postings.tf, start, end, looked_at, marks)
    return marks


def documents_with_phrase(phrase: Phrase, segment: Segment) -> Bytes:
    """Which documents hold the words of a phrase one after the other."""
    every = np.ones(len(segment), np.uint8)
    for word in phrase.words:
        every &= documents_with(Term((word,), phrase.fields), segment)
    candidates = np.flatnonzero(every)
    marks = np.zeros(len(segment), np.uint8)
    if len(candidates):
        parts, length = _parts_in(phrase, segment), min(len(phrase.words), LONGEST)
        for field in phrase.fields:
            forward = segment.forward[field]
            mark_phrases(forward.starts, forward.words, parts, length, candidates, marks)
    return marks


def _parts_in(phrase: Phrase, segment: Segment) -> Counts:
    """Which places of a phrase each word that a text may hold can take, as bits."""
    starts = segment.counted_starts
    parts = np.zeros(len(starts) - 1, np.uint32)
    parts[starts[1:] == starts[:-1]] = PASSED_OVER
    for place, number in enumerate(numbers_of(phrase.words[:LONGEST], segment.vocabulary)):
        written = np.flatnonzero(segment.counted == number).astype(np.uint64)
        parts[np.searchsorted(starts, written, side="right") - 1] |= np.uint32(1 << place)
    return parts


def fields_mask(fields: Sequence[int], many: int) -> Bytes:
    """Fields as the kernels take them: 1 where a field is looked at."""
    mask = np.zeros(many, np.uint8)
    mask[list(fields)] = 1
    return mask
