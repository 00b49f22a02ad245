"""The compiled half of `plain`: words are found, counted and ranked in one call.

Most queries are a few words, and what they cost is less the adding up than everything around it.
So all that is needed of every segment is handed over as one table of addresses and sizes, instead
of some twenty arrays for each segment, and nothing comes back but the answer.
"""

from math import log, log2
from typing import Any

import numpy as np
from numba import carray, njit, types  # type: ignore[attr-defined]  # numba
from numba.core import cgutils
from numba.extending import intrinsic

from bowerbird.index import rank_kernels
from bowerbird.index.options import Idf
from bowerbird.index.rank_kernels import (
    best_of_fields,
    best_of_one_field,
    best_of_one_list,
    place_of,
    put_in_order,
)
from bowerbird.index.reading import BANDS
from bowerbird.text.compiling import compiled, version_of

# Columns of the table, one row for each segment: how many there are of a thing, and where it is.
COLUMNS = (
    "words", "blob", "offsets", "df", "starts", "postings", "documents", "tf", "large", "large_at",
    "large_tf", "size", "wide", "classes", "distinct", "alive", "gains", "bytes", "bands", "least",
)  # fmt: skip
(
    _WORDS, _BLOB, _OFFSETS, _DF, _STARTS, _POSTINGS, _DOCUMENTS, _TF, _LARGE, _LARGE_AT,
    _LARGE_TF, _SIZE, _WIDE, _CLASSES, _DISTINCT, _ALIVE, _GAINS, _BYTES, _BANDS, _LEAST,
) = range(len(COLUMNS))  # fmt: skip
IDF_FORMS: tuple[Idf, ...] = ("log2", "smooth", "bm25", "none")
_BLANK = 0x20

_TABLE = types.Array(types.int64, 2, "C")
_NUMBERS = types.Array(types.float64, 1, "C")
_TEXT = types.Bytes(types.uint8, 1, "C", readonly=True)
_TWO = types.UniTuple(types.int64, 2)  # type: ignore[no-untyped-call]  # numba


@intrinsic
def _pointer(_typing: Any, address: Any = None) -> Any:
    """An address as a pointer."""

    def generate(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return builder.inttoptr(given[0], cgutils.voidptr_t)

    return types.voidptr(address), generate


@njit(forceinline=True)
def _idf(form, documents, df):  # type: ignore[no-untyped-def]  # inlined
    """As `ranking.idf`, to the last bit."""
    if form == 0:
        return log2(documents / df)
    if form == 1:
        return log2(1 + documents / df)
    if form == 2:
        return log(1 + (documents - df + 0.5) / (df + 0.5))
    return 1.0


@njit(forceinline=True)
def _find(table, text, bounds, lists, df):  # type: ignore[no-untyped-def]  # inlined
    """Where the list of each word is in each segment, and how many living documents hold it."""
    for segment in range(len(table)):
        row = table[segment]
        blob = carray(_pointer(row[_BLOB]), (row[_BYTES],), np.uint8)
        offsets = carray(_pointer(row[_OFFSETS]), (row[_WORDS] + 1,), np.uint64)
        starts = carray(_pointer(row[_STARTS]), (row[_WORDS] + 1,), np.uint64)
        alive = carray(_pointer(row[_DF]), (row[_WORDS],), np.uint32)
        for word in range(len(df)):
            number = place_of(blob, offsets, text, bounds[word], bounds[word + 1] - 1)
            if number >= 0:
                lists[segment, 0, word] = np.int64(starts[number])
                lists[segment, 1, word] = np.int64(starts[number + 1])
                df[word] += np.int64(alive[number])


@njit(forceinline=True)
def _ranked(table, text, setting, limit, out):  # type: ignore[no-untyped-def]  # inlined
    many = len(out) - 2 * limit
    bounds = np.zeros(many + 1, np.int64)
    word = 0
    for at in range(len(text)):
        if text[at] == _BLANK:
            word += 1
            bounds[word] = at + 1
    bounds[many] = len(text) + 1
    lists = np.zeros((len(table), 2, many), np.int64)
    df = out[2 * limit :]
    df[:] = 0
    _find(table, text, bounds, lists, df)
    documents, fields, k = setting[0], np.int64(setting[1]), setting[2]
    known = np.flatnonzero(df)
    factors = np.empty(len(known))
    added = np.zeros(len(known))
    for place in range(len(known)):
        factors[place] = _idf(setting[3], documents, np.float64(df[known[place]])) * (k + 1)
    scores = out[:limit].view(np.float64)
    best = out[limit : 2 * limit]
    looked_at = np.ones((len(known), fields), np.uint8)
    nothing, unmarked = np.empty(0), np.empty(0, np.uint8)
    held, total, offset = np.int64(0), np.int64(0), np.int64(0)
    for segment in range(len(table)):
        row = table[segment]
        size, postings = row[_SIZE], row[_POSTINGS]
        starts = lists[segment, 0][known]
        ends = lists[segment, 1][known]
        large_at = carray(_pointer(row[_LARGE_AT]), (row[_LARGE],), np.uint64)
        large_tf = carray(_pointer(row[_LARGE_TF]), (row[_LARGE],), np.uint32)
        held_by = carray(_pointer(row[_DOCUMENTS]), (postings,), np.uint32)
        alive = carray(_pointer(row[_ALIVE]), (size if row[_ALIVE] else 0,), np.uint8)
        found = np.int64(0)
        if fields == 1:
            tf = carray(_pointer(row[_TF]), (postings,), np.uint8)
            damping = carray(_pointer(row[_GAINS]), (row[_DISTINCT],), np.float64)
            if len(known) == 1 and row[_BANDS] and not (row[_WIDE] or len(alive)):
                held, found = best_of_one_list(
                    held_by, tf, 0, large_at, large_tf, starts[0], ends[0], factors[0], added[0],
                    carray(_pointer(row[_CLASSES]), (size,), np.uint16), damping,
                    carray(_pointer(row[_BANDS]), (postings,), np.uint8),
                    carray(_pointer(row[_LEAST]), (BANDS,), np.float64),
                    offset, scores, best, held,
                )  # fmt: skip
            elif row[_WIDE]:
                held, found = best_of_one_field(
                    held_by, tf, 0, large_at, large_tf, starts, ends, factors, added,
                    carray(_pointer(row[_CLASSES]), (size,), np.uint32), damping,
                    alive, False, nothing, unmarked, offset, scores, best, held,
                )  # fmt: skip
            else:
                held, found = best_of_one_field(
                    held_by, tf, 0, large_at, large_tf, starts, ends, factors, added,
                    carray(_pointer(row[_CLASSES]), (size,), np.uint16), damping,
                    alive, False, nothing, unmarked, offset, scores, best, held,
                )  # fmt: skip
        else:
            tfs = carray(_pointer(row[_TF]), (fields, postings), np.uint8)
            gains = carray(_pointer(row[_GAINS]), (fields, row[_DISTINCT]), np.float64)
            if row[_WIDE]:
                held, found = best_of_fields(
                    held_by, tfs, large_at, large_tf, starts, ends, factors, added,
                    carray(_pointer(row[_CLASSES]), (fields, size), np.uint32), gains, looked_at, k,
                    alive, False, nothing, unmarked, offset, scores, best, held,
                )  # fmt: skip
            else:
                held, found = best_of_fields(
                    held_by, tfs, large_at, large_tf, starts, ends, factors, added,
                    carray(_pointer(row[_CLASSES]), (fields, size), np.uint16), gains, looked_at, k,
                    alive, False, nothing, unmarked, offset, scores, best, held,
                )  # fmt: skip
        total += found
        offset += size
    put_in_order(scores, best, held)
    return held, total


def _entry(version: int) -> Any:
    """The kernel. numba keeps it on disk for as long as this file is as it is; it would not notice
    that `rank_kernels` is another one, if the kernel did not hold its version."""

    @compiled(_TWO(_TABLE, _TEXT, _NUMBERS, types.int64, types.int64[::1]), nogil=True)
    def best_of_words(table, text, setting, limit, out):  # type: ignore[no-untyped-def]  # typed by its signature
        """Rank words, with blanks between them: (how many are held, how many matched). `out` gets
        the scores, from `limit` on their documents, from 2·`limit` on how many living documents
        hold each word."""
        if version == 0:
            return 0, 0
        return _ranked(table, np.frombuffer(text, np.uint8), setting, limit, out)

    return best_of_words


best_of_words = _entry(version_of(rank_kernels))
