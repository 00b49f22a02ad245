"""The compiled half of `link_words`: from the folded bytes around links to hashed tokens.

Importing this module imports numba, which takes a quarter of a second: only a crawl whose links
are learnt does so.
"""

# ruff: noqa: PLR0913 - numba has no cheap way to group arrays
import numpy as np
from numba import njit, types

from bowerbird.text.compiling import compiled

TOKEN_BITS = 18
FIELDS = 4  # anchor, what stands around, URL, DOM path
MOST = (12, 24, 12)  # tokens of the first three fields
WIDTH = 64  # tokens remembered of one link target
TABLE = 1_024  # places for the terms of a topic
STOP_TABLE = 2_048  # places for words that say nothing
ANCHOR_HITS, NEAR_HITS, CONCEPT = 0, 1, 2  # columns of what the topic has to do with a link

_START = np.uint64(0xCBF29CE484222325)  # FNV-1a
_PRIME = np.uint64(0x100000001B3)
_ODD = np.uint64(0x9E3779B97F4A7C15)
_KINDS = np.array([0x61, 0x63, 0x75, 0x70], np.uint64)  # a, c, u, p
_SHIFT = np.uint64(64 - TOKEN_BITS)


@njit
def _token(word, kind):  # type: ignore[no-untyped-def]  # numba finds the types
    mixed = (word ^ (word >> np.uint64(29)) ^ (_KINDS[kind] << np.uint64(40))) * _ODD
    mixed ^= mixed >> np.uint64(32)
    return np.int32((mixed * _ODD) >> _SHIFT)


@njit
def _weight(word, terms, weights):  # type: ignore[no-untyped-def]
    at = np.int64(word % np.uint64(TABLE))
    while terms[at] != 0:
        if terms[at] == word:
            return weights[at]
        at = (at + 1) % TABLE
    return np.float32(0.0)


@njit
def _is_in(word, table):  # type: ignore[no-untyped-def]
    at = np.int64(word % np.uint64(STOP_TABLE))
    while table[at] != 0:
        if table[at] == word:
            return True
        at = (at + 1) % STOP_TABLE
    return False


@njit
def _is_letter(byte):  # type: ignore[no-untyped-def]
    return (byte >= 97 and byte <= 122) or byte >= 0x80


@njit
def _word_at(blob, at, end):  # type: ignore[no-untyped-def]
    """(where the next word ends, its hash, the hash without a plural s, its bytes); where nothing
    is left, no bytes. From U+3000 to U+9FFF every character is a word."""
    while at < end and not _is_letter(blob[at]):
        at += 1
    start = at
    word, before = _START, _START
    while at < end and _is_letter(blob[at]):
        if blob[at] >= 0xE3 and blob[at] <= 0xE9:
            if at > start:
                break
            stop = min(end, at + 3)
            while at < stop:
                word = (word ^ np.uint64(blob[at])) * _PRIME
                at += 1
            return at, word, word, at - start
        before = word
        word = (word ^ np.uint64(blob[at])) * _PRIME
        at += 1
    plain = before if at - start > 3 and blob[at - 1] == 115 else word
    return at, word, plain, at - start


@njit
def _path_start(blob, start, end):  # type: ignore[no-untyped-def]
    """Where the last three levels above the link begin; the link's own element is the last."""
    blanks = 0
    at = end - 1
    while at > start:
        if blob[at] == 32:
            blanks += 1
            if blanks == 4:
                return at + 1
        at -= 1
    return start


@compiled(
    types.int64(
        types.Bytes(types.uint8, 1, "C"),
        types.Array(types.int32, 1, "C"),
        types.Array(types.uint64, 1, "C"),
        types.Array(types.uint64, 1, "C"),
        types.Array(types.float32, 1, "C"),
        types.Array(types.int32, 2, "C"),
        types.Array(types.int32, 1, "C"),
        types.Array(types.float32, 2, "C"),
    )
)
def hash_links(utf8, ends, stops, terms, weights, tokens, counts, hits):  # type: ignore[no-untyped-def]
    """Fill in for each link its tokens, how many there are, and its share in the topic. `ends` says
    where each of its fields ends in the text; answers how many links there were."""
    blob = np.frombuffer(utf8, np.uint8)
    links = len(ends) // FIELDS
    start = 0
    for link in range(links):
        count, words = 0, 0
        anchor, near, dot = np.float32(0.0), np.float32(0.0), np.float32(0.0)
        for field in range(FIELDS - 1):
            at, end, taken = start, np.int64(ends[FIELDS * link + field]), 0
            last = np.uint64(0)
            while at < end and taken < MOST[field]:
                at, word, plain, size = _word_at(blob, at, end)
                if size < 2 or _is_in(word, stops):
                    last = np.uint64(0)
                    continue
                tokens[link, count] = _token(word, field)
                count += 1
                taken += 1
                if field == 2:
                    continue
                words += 1
                weight = _weight(plain, terms, weights)
                if last != 0:
                    weight += _weight((last * _ODD) ^ plain, terms, weights)
                last = plain
                dot += weight
                if field == 0:
                    anchor = max(anchor, weight)
                else:
                    near += max(weight, np.float32(0.0))
            start = end  # type: ignore[assignment]  # numba has but one integer
        end = np.int64(ends[FIELDS * link + FIELDS - 1])
        if end > start:
            path = _START
            for at in range(_path_start(blob, start, end), end):
                path = (path ^ np.uint64(blob[at])) * _PRIME
            tokens[link, count] = _token(path, FIELDS - 1)
            count += 1
        start = end  # type: ignore[assignment]
        counts[link] = count
        hits[link, ANCHOR_HITS] = anchor
        hits[link, NEAR_HITS] = near
        hits[link, CONCEPT] = dot / np.sqrt(np.float32(max(words, 1)))
    return links


@compiled(
    types.int64(types.Bytes(types.uint8, 1, "C"), types.Array(types.uint64, 1, "C"), types.boolean)
)
def hash_words(utf8, out, plural):  # type: ignore[no-untyped-def]
    """The hashes of the words of a folded text, without the s of plurals unless `plural`."""
    blob = np.frombuffer(utf8, np.uint8)
    at, count = 0, 0
    while at < len(blob) and count < len(out):
        at, word, plain, size = _word_at(blob, at, len(blob))
        if size > 0:
            out[count] = word if plural else plain
            count += 1
    return count


@compiled(types.void(types.Bytes(types.uint8, 1, "C"), types.Array(types.int32, 1, "C")))
def token_of_word(utf8, out):  # type: ignore[no-untyped-def]
    """The tokens of the first word of a folded text, one for each of the first fields."""
    blob = np.frombuffer(utf8, np.uint8)
    _, word, _, _ = _word_at(blob, 0, len(blob))
    for field in range(len(out)):
        out[field] = _token(word, field)
