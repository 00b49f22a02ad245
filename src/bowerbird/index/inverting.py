"""The compiled half of `view`: from documents with their words to words with their documents."""

import numpy as np
from numba import types

from bowerbird.index.folding import UNSPACED
from bowerbird.index.reading import GAP, MANY
from bowerbird.text.compiling import compiled

SEVERAL = 0xFFFFFFFE  # in the map from words to words: look into the lists
NONE = 0xFFFFFFFF
UNBOUNDED = 1 << 20

_WORDS = types.Array(types.uint32, 1, "C", readonly=True)
_STARTS = types.Array(types.uint64, 2, "C", readonly=True)
_PLACES = types.Array(types.uint64, 1, "C", readonly=True)
_BYTES = types.Array(types.uint8, 1, "C", readonly=True)
_LISTS = types.Tuple((_WORDS, _WORDS, _PLACES))  # type: ignore[no-untyped-call]  # numba
_COUNTS = types.uint32[::1]


@compiled(types.void(_WORDS, _STARTS, _LISTS, _COUNTS, types.uint32[:, ::1]))
def count(words, starts, lists, documents, lengths):  # type: ignore[no-untyped-def]  # typed by its signature
    """In how many documents each word is, and how many words that count each field has.

    `starts[f, d]` is where field f of document d begins in `words`. `lists` says what a word counts
    as: one number, NONE, or SEVERAL: then numbers, and where those of each word begin.
    """
    single, several, begins = lists
    last = np.full(documents.size, np.uint32(NONE))
    for document in range(starts.shape[1] - 1):
        for field in range(starts.shape[0]):
            length = 0
            for at in range(starts[field, document], starts[field, document + 1]):
                word = words[at]
                one = np.uint32(NONE) if word == GAP else single[word]
                if one == NONE:
                    continue
                first, stop = np.uint64(0), np.uint64(1)
                if one == SEVERAL:
                    first, stop = begins[word], begins[word + 1]
                for place in range(first, stop):
                    each = several[place] if one == SEVERAL else one
                    length += 1
                    if last[each] != document:
                        last[each] = document
                        documents[each] += 1
            lengths[field, document] = length


@compiled(
    types.int64(
        _WORDS,
        _STARTS,
        _LISTS,
        types.int64[::1],
        _COUNTS,
        types.uint8[:, ::1],
        types.Tuple((types.uint64[::1], _COUNTS)),  # type: ignore[no-untyped-call]  # numba
    )
)
def fill(words, starts, lists, places, documents, tf, large):  # type: ignore[no-untyped-def]  # noqa: C901
    """Write the postings; `places` is where those of each word begin, and moves on. Counts of MANY
    or more go into `large`, as they come; answers how many those were."""
    single, several, begins = lists
    large_at, large_tf = large
    found = 0
    last = np.full(places.size, np.uint32(NONE))  # the document that a word was last seen in
    stamps = np.full(places.size, -1)  # and the field of it
    counts = np.zeros(places.size, np.uint32)  # how often in there; beyond MANY: its place in large
    for document in range(starts.shape[1] - 1):
        for field in range(starts.shape[0]):
            stamp = document * starts.shape[0] + field
            for at in range(starts[field, document], starts[field, document + 1]):
                word = words[at]
                one = np.uint32(NONE) if word == GAP else single[word]
                if one == NONE:
                    continue
                first, stop = np.uint64(0), np.uint64(1)
                if one == SEVERAL:
                    first, stop = begins[word], begins[word + 1]
                for place in range(first, stop):
                    each = several[place] if one == SEVERAL else one
                    if last[each] != document:
                        last[each] = document
                        documents[places[each]] = document
                        places[each] += 1
                    posting = places[each] - 1
                    if stamps[each] != stamp:
                        stamps[each] = stamp
                        counts[each] = 0
                    if tf[field, posting] == MANY:
                        large_tf[counts[each]] += 1
                        continue
                    counts[each] += 1
                    tf[field, posting] = counts[each]
                    if counts[each] == MANY:
                        large_at[found] = field * documents.size + posting
                        large_tf[found] = MANY
                        counts[each] = found
                        found += 1
    return found


@compiled(types.int64[::1](_WORDS, _STARTS, _LISTS, types.int64[::1], types.int64))
def held(words, starts, lists, chosen, size):  # type: ignore[no-untyped-def]  # typed by its signature
    """Per word, how many of the chosen documents hold it."""
    single, several, begins = lists
    holding = np.zeros(size, np.int64)
    last = np.full(size, -1)
    for document in chosen:
        for field in range(starts.shape[0]):
            for at in range(starts[field, document], starts[field, document + 1]):
                word = words[at]
                one = np.uint32(NONE) if word == GAP else single[word]
                if one == NONE:
                    continue
                first, stop = np.uint64(0), np.uint64(1)
                if one == SEVERAL:
                    first, stop = begins[word], begins[word + 1]
                for place in range(first, stop):
                    each = several[place] if one == SEVERAL else one
                    if last[each] != document:
                        last[each] = document
                        holding[each] += 1
    return holding


@compiled(types.int64[::1](_BYTES, _PLACES, _WORDS))
def sizes(blob, offsets, letters):  # type: ignore[no-untyped-def]  # typed by its signature
    """How many letters each word has; UNBOUNDED if it is written without spaces. `letters` is the
    table of `folding`."""
    found = np.zeros(offsets.size - 1, np.int64)
    for word in range(found.size):
        first = np.int64(offsets[word])
        for at in range(first, np.int64(offsets[word + 1])):
            found[word] += (blob[at] & 0xC0) != 0x80
        lead = np.uint32(blob[first])
        point = lead
        if lead >= 0xF0:
            point = ((lead & 7) << 6 | (blob[first + 1] & 63)) << 6 | (blob[first + 2] & 63)
            point = point << 6 | (blob[first + 3] & 63)
        elif lead >= 0xE0:
            point = ((lead & 15) << 6 | (blob[first + 1] & 63)) << 6 | (blob[first + 2] & 63)
        if found[word] <= 2 and lead >= 0xE0 and letters[point] & np.uint32(UNSPACED):
            found[word] = UNBOUNDED
    return found
