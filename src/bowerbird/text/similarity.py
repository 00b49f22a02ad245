"""Are two texts the same, or nearly? An exact fingerprint and a SimHash, 64 bits each.

Both come from one compiled pass over the UTF-8 bytes. ASCII case and white space do not count; of
SimHash, neither do digits, so that dates and counters do not make a page another page.

The compiled code is kept in `__pycache__` beside this file, or, where that folder cannot be
written, in numba's folder of the user's cache directory ($NUMBA_CACHE_DIR overrides both). Where no
folder can be written at all, numba refuses to load this module: then set $NUMBA_CACHE_DIR.
"""

import numpy as np
import xxhash
from numba import njit, types
from numpy.typing import NDArray

SHORTEST = 20  # words; on fewer, one changed word moves too many bits to mean anything
NEAR = 6  # see tests/unit/text/test_similarity.py for the evidence

_NOTHING = xxhash.xxh3_64_intdigest(b"")


def fingerprint(text: str) -> int:
    """64 bits of the text with case and white space folded; equal texts, equal bits.

    Not proof against somebody who makes collisions on purpose: they could only hide their own page.
    """
    if not text.isascii():
        text = text.lower()
    data = np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    return xxhash.xxh3_64_intdigest(_folded(data)) if len(data) else _NOTHING


def simhash(text: str) -> int:
    """64 bits that differ little where texts differ little; 0 where the text is too short to say.

    Pairs of neighbouring words vote; a word is a run of letters, or one character of a script
    written without spaces.
    """
    data = np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    return int(_simhash(data, SHORTEST)) if len(data) else 0


def hamming(a: int, b: int) -> int:
    """How many of the 64 bits differ."""
    return (a ^ b).bit_count()


def near(a: int, b: int, at_most: int = NEAR) -> bool:
    """Nearly the same text? Never, if one of them was too short to say."""
    return a != 0 and b != 0 and (a ^ b).bit_count() <= at_most


# ---- the compiled pass ---------------------------------------------------------------------------

_FNV_OFFSET = np.uint64(0xCBF29CE484222325)
_FNV_PRIME = np.uint64(0x100000001B3)


_BYTES = types.Array(types.uint8, 1, "C", readonly=True)
_SPREAD = np.uint64(0x0101010101010101)
_LETTER, _NO_WORD, _PAIR, _TRIPLE, _WHOLE_WORD = 0, 1, 2, 3, 4


def _kinds() -> NDArray[np.uint8]:
    """What begins at a byte of UTF-8."""
    kinds = np.full(256, _LETTER, np.uint8)
    kinds[:0x80] = _NO_WORD
    kinds[0x41:0x5B] = kinds[0x61:0x7B] = _LETTER
    kinds[0xC2] = _PAIR  # Latin-1 punctuation, no-break space
    kinds[0xE2] = _TRIPLE  # dashes, quotes, symbols
    kinds[0xE3:0xEA] = _WHOLE_WORD  # U+3000 to U+9FFF
    return kinds


_KINDS = _kinds()
_WIDTHS = np.array([1, 1, 2, 3, 3], np.int64)
_FOLDED = np.frombuffer(bytes(range(256)).lower(), np.uint8).astype(np.uint64)


@njit(types.Array(types.uint8, 1, "C")(_BYTES), cache=True)
def _folded(data):  # type: ignore[no-untyped-def]  # compiled, typed by its signature
    """ASCII in lower case, every run of white space one space, none at the ends."""
    out = np.empty(len(data), np.uint8)
    size = 0
    space = False
    for byte in data:
        if byte == 32 or 9 <= byte <= 13:
            space = size > 0
            continue
        if space:
            out[size] = 32
            size += 1
            space = False
        out[size] = byte | 32 if 65 <= byte <= 90 else byte
        size += 1
    return out[:size]


@njit(types.uint64(types.uint64), cache=True)
def _mixed(h):  # type: ignore[no-untyped-def]  # compiled, typed by its signature
    """The finaliser of MurmurHash3: every bit of the input moves every bit of the output."""
    h ^= h >> np.uint64(33)
    h *= np.uint64(0xFF51AFD7ED558CCD)
    h ^= h >> np.uint64(33)
    h *= np.uint64(0xC4CEB9FE1A85EC53)
    h ^= h >> np.uint64(33)
    return h


@njit(types.void(types.uint64[::1], types.int64[::1]), cache=True)
def _count(lanes, votes):  # type: ignore[no-untyped-def]  # compiled, typed by its signature
    """Empty the byte counters into the votes."""
    for bit in range(64):
        votes[bit] += np.int64((lanes[bit & 7] >> np.uint64(bit & 56)) & np.uint64(255))
    lanes[:] = np.uint64(0)


@njit(types.uint64(types.int64[::1], types.int64), cache=True)
def _majority(votes, pairs):  # type: ignore[no-untyped-def]  # compiled, typed by its signature
    """The bits that more than half of the pairs have; never 0, which means "too short"."""
    result = np.uint64(0)
    for bit in range(64):
        if 2 * votes[bit] > pairs:
            result |= np.uint64(1) << np.uint64(bit)
    return max(result, np.uint64(1))


@njit(types.uint64(_BYTES, types.int64), cache=True)
def _simhash(data, shortest):  # type: ignore[no-untyped-def]  # compiled, typed by its signature
    """Votes of word pairs. Eight counters of eight bits ride in one 64-bit word: a pair adds to all
    64 votes in eight additions, and the counters are emptied before they can overflow."""
    votes = np.zeros(64, np.int64)
    lanes = np.zeros(8, np.uint64)
    before = np.uint64(0)
    words = 0
    at = 0
    while at < len(data):
        kind = _KINDS[data[at]]
        end = at + _WIDTHS[kind]
        punctuation = data[at] == 0xE3 and data[min(at + 1, len(data) - 1)] == 0x80  # U+3000 …
        if kind == _LETTER:
            while end < len(data) and _KINDS[data[end]] == _LETTER:
                end += 1
        elif kind != _WHOLE_WORD or punctuation:
            at = end
            continue
        word = _FNV_OFFSET
        while at < min(end, len(data)):
            word = (word ^ _FOLDED[data[at]]) * _FNV_PRIME
            at += 1
        word = _mixed(word)
        if words > 0:
            pair = _mixed(before * np.uint64(31) + word)
            for lane in range(8):
                lanes[lane] += (pair >> np.uint64(lane)) & _SPREAD
            if words % 255 == 0:
                _count(lanes, votes)
        before = word
        words += 1
    if words < shortest:
        return np.uint64(0)
    _count(lanes, votes)
    return _majority(votes, words - 1)
