"""The compiled half of `similarity`: it folds UTF-8 bytes and lets their words vote.

Loops over bytes without branches, which LLVM turns into vector code, and one short loop per byte
that carries a word's hash along. Importing this module imports numba, which takes a quarter of a
second: `similarity` does so when the first text comes.

Only the last two are called from outside, and kept on disk; the others become part of them.
"""

import numpy as np
from numba import njit, types

from bowerbird.text.compiling import compiled

_BYTES = types.Array(types.uint8, 1, "C")
_RESULT = types.Tuple((_BYTES, types.uint64, types.boolean))  # type: ignore[no-untyped-call]  # numba
_WORDS = types.Tuple(  # type: ignore[no-untyped-call]  # numba
    (_BYTES, types.uint64, types.boolean, types.Array(types.uint64, 1, "C"))
)
_BEFORE, _BEHIND = 3, 2  # bytes that a look around may go beyond the text
_ODD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 through the golden ratio
_SPREAD = np.uint64(0x0101010101010101)
_BYTE = np.uint64(0xFF)
_RARE = 1  # a letter whose lower case only `str.lower` knows
_LOOSE = 2  # white space that is more than one blank


@njit
def _looked_at(data):  # type: ignore[no-untyped-def]  # numba finds the types
    """(the bytes in lower case, with blanks for white space; which belong to a letter; where words
    begin without a blank; what is rare or loose)."""
    size = len(data)
    room = np.zeros(size + _BEFORE + _BEHIND, np.uint8)
    room[_BEFORE : size + _BEFORE] = data
    third, second, before = room[:size], room[1 : size + 1], room[2 : size + 2]
    here, after, beyond = room[3 : size + 3], room[4 : size + 4], room[5:]
    folded = np.empty(size, np.uint8)
    letter = np.zeros(size + 1, np.uint8)
    begins = np.zeros(size + 1, np.uint8)
    remark = np.uint8(0)
    for at in range(size):
        a, b, c, d, e, f = third[at], second[at], before[at], here[at], after[at], beyond[at]
        white = (d == 32) | ((d >= 9) & (d <= 13))
        upper = ((d >= 65) & (d <= 90)) | ((c == 0xC3) & (d >= 0x80) & (d <= 0x9E) & (d != 0x97))
        small = (d | np.uint8(32)) if upper else d
        folded[at] = np.uint8(32) if white else small
        # General punctuation and symbols (C2, E2) separate words, and so does U+3000 to U+303F.
        sign = (c == 0xC2) | (d == 0xC2) | (b == 0xE2) | (c == 0xE2) | (d == 0xE2)
        sign |= ((b == 0xE3) & (c == 0x80)) | ((c == 0xE3) & (d == 0x80))
        sign |= (d == 0xE3) & (e == 0x80)
        letter[at] = ((d >= 0x80) & (not sign)) | ((small >= 97) & (small <= 122))
        # U+3000 to U+9FFF are written without blanks: each character is a word.
        begins[at] = ((d >= 0xE3) & (d <= 0xE9)) | ((a >= 0xE3) & (a <= 0xE9))
        rare = ((d >= 0xC4) & (d <= 0xD5)) | (d == 0xE1) | ((d == 0xEA) & (e < 0xB0))
        rare |= ((d == 0xEF) & (e == 0xBC)) | ((d == 0xF0) & (e < 0x9F))
        far = ((e == 0x84) & (f >= 0xA6)) | (e == 0x85) | ((e == 0x86) & (f < 0x90))
        rare |= (d == 0xE2) & (far | (e == 0x92) | (e == 0x93) | (e >= 0xB0))
        loose = white & ((c == 32) | ((c >= 9) & (c <= 13)))
        remark |= np.uint8(rare) | (np.uint8(loose) << np.uint8(1))
    return folded, letter, begins, remark


@njit
def _hash_words(folded, letter, begins, words):  # type: ignore[no-untyped-def]  # numba finds the types
    """How many words there are. The hash so far is written after every byte; only where a word
    ends does the place for it move on."""
    count = np.uint64(0)
    word = np.uint64(0)
    goes_on = np.uint64(0)
    for at in range(len(folded)):
        word = (word & (np.uint64(0) - goes_on)) * np.uint64(257) + np.uint64(folded[at])
        words[count] = word
        here, following = np.uint64(letter[at]), np.uint64(letter[at + 1])
        apart = np.uint64(begins[at + 1])
        goes_on = here & following & (apart ^ np.uint64(1))
        count += here & (goes_on ^ np.uint64(1))
    return np.int64(count)


@njit
def _vote(words, count):  # type: ignore[no-untyped-def]  # numba finds the types
    """The bits that more than half of the pairs have; never 0, which means "too short".

    Eight counters of eight bits ride in one 64-bit word, so 255 pairs are counted at a time."""
    votes = np.zeros(64, np.int64)
    pairs = np.empty(255, np.uint64)
    for start in range(0, count - 1, 255):
        size = min(255, count - 1 - start)
        first, second = words[start : start + size], words[start + 1 : start + 1 + size]
        for at in range(size):
            # The finaliser of MurmurHash3: every bit of both words moves every bit of the pair.
            pair = first[at] * _ODD + second[at]
            pair ^= pair >> np.uint64(33)
            pair *= np.uint64(0xFF51AFD7ED558CCD)
            pair ^= pair >> np.uint64(33)
            pair *= np.uint64(0xC4CEB9FE1A85EC53)
            pairs[at] = pair ^ (pair >> np.uint64(33))
        for lane in range(8):
            counters = np.uint64(0)
            for at in range(size):
                counters += (pairs[at] >> np.uint64(lane)) & _SPREAD
            for byte in range(8):
                votes[8 * byte + lane] += np.int64((counters >> np.uint64(8 * byte)) & _BYTE)
    result = np.uint64(0)
    for bit in range(64):
        if 2 * votes[bit] > count - 1:
            result |= np.uint64(1) << np.uint64(bit)
    return max(result, np.uint64(1))


@njit
def _tight(folded):  # type: ignore[no-untyped-def]  # numba finds the types
    """Every run of blanks one blank, none at the ends."""
    size = 0
    blank = True
    out = np.empty(len(folded) + 1, np.uint8)
    for byte in folded:
        out[size] = byte
        size += not (blank and byte == 32)
        blank = byte == 32
    return out[: size - 1] if blank and size else out[:size]


@njit
def _simhash(folded, letter, begins, shortest):  # type: ignore[no-untyped-def]  # numba finds the types
    words = np.empty(len(folded) // 2 + 2, np.uint64)
    count = _hash_words(folded, letter, begins, words)
    return np.uint64(0) if count < shortest else _vote(words, count)


@njit
def _trimmed(folded, remark):  # type: ignore[no-untyped-def]  # numba finds the types
    if remark & _LOOSE:
        return _tight(folded)
    first = 1 if len(folded) and folded[0] == 32 else 0
    last = len(folded) - (1 if len(folded) > first and folded[-1] == 32 else 0)
    return folded[first:last]


@compiled(_RESULT(types.Bytes(types.uint8, 1, "C"), types.int64, types.boolean, types.int64))
def folded_and_simhash(utf8, start, lowered, shortest):  # type: ignore[no-untyped-def]  # typed above
    """Of the text from `start` on: (its bytes with case and white space folded, their SimHash,
    whether that is all). It is not where a letter is rare: lower the text first, and say so.
    SimHash is 0 below `shortest` words."""
    data = np.frombuffer(utf8, np.uint8)[start:]
    folded, letter, begins, remark = _looked_at(data)
    if remark & _RARE and not lowered:
        return folded, np.uint64(0), False
    return _trimmed(folded, remark), _simhash(folded, letter, begins, shortest), True


@compiled(_WORDS(types.Bytes(types.uint8, 1, "C"), types.int64, types.boolean, types.int64))
def folded_simhash_and_words(utf8, start, lowered, shortest):  # type: ignore[no-untyped-def]  # typed above
    """The same, and the hash of every word in order, digits being letters here."""
    data = np.frombuffer(utf8, np.uint8)[start:]
    folded, letter, begins, remark = _looked_at(data)
    words = np.empty(len(data) // 2 + 2, np.uint64)
    if remark & _RARE and not lowered:
        return folded, np.uint64(0), False, words[:0]
    simhash = _simhash(folded, letter, begins, shortest)
    for at in range(len(folded)):
        letter[at] |= (folded[at] >= 48) & (folded[at] <= 57)
    count = _hash_words(folded, letter, begins, words)
    return _trimmed(folded, remark), simhash, True, words[:count]
