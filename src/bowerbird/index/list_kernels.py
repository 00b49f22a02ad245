"""The compiled half of `lists`: what has no list of its own in a segment."""

import numpy as np
from numba import types

from bowerbird.index.reading import GAP, MANY
from bowerbird.text.compiling import compiled

PASSED_OVER = 0xFFFFFFFF  # the part of a word that does not count
LONGEST = 31  # words of a phrase that are looked at

_BYTES = types.Array(types.uint8, 1, "C", readonly=True)
_ROWS = types.Array(types.uint8, 2, "C", readonly=True)
_COUNTS = types.Array(types.uint32, 1, "C", readonly=True)
_PLACES = types.Array(types.uint64, 1, "C", readonly=True)
_BOUNDS = types.Array(types.int64, 1, "C", readonly=True)
_MARKS = types.Array(types.uint8, 1, "C")


@compiled(types.void(_COUNTS, _ROWS, types.int64, types.int64, _BYTES, _MARKS), nogil=True)
def mark_documents(documents, tf, start, end, looked_at, marks):  # type: ignore[no-untyped-def]  # typed by its signature
    """Mark the documents of a list that hold its word in a field that is looked at."""
    for at in range(start, end):
        for field in range(tf.shape[0]):
            if looked_at[field] and tf[field, at]:
                marks[documents[at]] = 1
                break


@compiled(
    types.void(
        _COUNTS,
        _ROWS,
        _PLACES,
        _COUNTS,
        types.int64,
        types.int64,
        types.Array(types.uint32, 2, "C"),
    ),
    nogil=True,
)
def add_up(documents, tf, large_at, large_tf, start, end, sums):  # type: ignore[no-untyped-def]  # typed by its signature
    """Add the counts of a list to those of its documents, (documents, fields)."""
    fields, postings = tf.shape
    for at in range(start, end):
        for field in range(fields):
            count = np.uint32(tf[field, at])
            if count == MANY:
                place = np.searchsorted(large_at, np.uint64(field * postings + at))
                count = large_tf[place]
            sums[documents[at], field] += count


@compiled(types.void(_PLACES, _COUNTS, _COUNTS, types.int64, _BOUNDS, _MARKS), nogil=True)
def mark_phrases(starts, words, parts, length, candidates, marks):  # type: ignore[no-untyped-def]  # typed by its signature
    """Mark the candidates in whose field the words of a phrase follow each other. `parts` has a bit
    for each place of the phrase that a word may take, or PASSED_OVER; ends of values are not."""
    whole = np.uint32(1) << np.uint32(length - 1)
    for document in candidates:
        state = np.uint32(0)  # bit i: the first i + 1 words end here
        for at in range(np.int64(starts[document]), np.int64(starts[document + 1])):
            word = words[at]
            if word == GAP:
                state = np.uint32(0)
                continue
            part = parts[word]
            if part == PASSED_OVER:
                continue
            state = ((state << np.uint32(1)) | np.uint32(1)) & part
            if state & whole:
                marks[document] = 1
                break
