"""The compiled half of `words`: UTF-8 cut into words, each distinct word kept once.

One pass decodes, folds and looks each word up. Words are told apart by 64 bits (up to eight bytes
these *are* the word, mixed; beyond, bytes are compared as well), so no collision joins two words.
"""

import numpy as np
from numba import njit, types

from bowerbird.index.folding import SPELT, UNSPACED
from bowerbird.index.reading import GAP
from bowerbird.text.compiling import compiled

LONGEST = 64  # code points; of a longer word only these count, in texts as in queries
TEXT_END, VALUE_END = 0xFF, 0xFE  # bytes that no UTF-8 text contains

ROOM = 4 * LONGEST + 16  # bytes that must be free in the pool when a word begins
_LONG = np.uint64(1 << 63)  # flag beside a word's number: it has more than eight bytes
_NUMBER = np.uint64((1 << 32) - 1)
_FLAGS = np.uint32(UNSPACED | SPELT)

_GIVEN = types.Array(types.uint8, 1, "C", readonly=True)
_LETTERS = types.Array(types.uint32, 1, "C", readonly=True)
_OFFSETS = types.Array(types.uint64, 1, "C", readonly=True)
_NUMBERS = types.Array(types.uint32, 1, "C", readonly=True)
_TABLE, _POOL, _ENDS = types.uint64[::1], types.uint8[::1], types.int64[::1]


@njit(forceinline=True)
def _mixed(key):  # type: ignore[no-untyped-def]  # inlined
    """One to one on 64 bits (the finaliser of MurmurHash3)."""
    key ^= key >> np.uint64(33)
    key *= np.uint64(0xFF51AFD7ED558CCD)
    key ^= key >> np.uint64(33)
    key *= np.uint64(0xC4CEB9FE1A85EC53)
    return key ^ (key >> np.uint64(33))


@njit(forceinline=True)
def _hash(pool, start, stop):  # type: ignore[no-untyped-def]  # inlined
    key, result = np.uint64(0), np.uint64(stop - start)
    if stop - start > 8:
        for at in range(start, stop):
            key = (key << np.uint64(8)) | np.uint64(pool[at])
            if (at - start) & 7 == 7:
                result = _mixed(result ^ key) * np.uint64(0x9E3779B97F4A7C15)
        return _mixed(result ^ key)
    for at in range(start, stop):
        key = (key << np.uint64(8)) | np.uint64(pool[at])
    return _mixed(key)


@njit(forceinline=True)
def _same(pool, one, other, size):  # type: ignore[no-untyped-def]  # typed by its caller
    for at in range(size):  # noqa: SIM110 - numba knows no `all`
        if pool[one + at] != pool[other + at]:
            return False
    return True


@compiled(_TABLE(_TABLE))
def grown(table):  # type: ignore[no-untyped-def]  # typed by its signature
    """The same words with four times the room."""
    larger = np.zeros(4 * table.size, np.uint64)
    mask = np.uint64(larger.size // 2 - 1)
    for at in range(0, table.size, 2):
        if table[at + 1] != 0:
            slot = table[at] & mask
            while larger[2 * slot + np.uint64(1)] != 0:
                slot = (slot + np.uint64(1)) & mask
            larger[2 * slot] = table[at]
            larger[2 * slot + np.uint64(1)] = table[at + 1]
    return larger


@njit(forceinline=True)
def _number(table, pool, ends, count, stop):  # type: ignore[no-untyped-def]  # inlined
    """The number of the word at the pool's end; `count`, and a place in the table, if it is new.

    A slot holds the hash, and the number + 1 with the flag for long words.
    """
    start = ends[count]
    key = _hash(pool, start, stop)
    flag = _LONG if stop - start > 8 else np.uint64(0)
    mask = np.uint64(table.size // 2 - 1)
    slot = key & mask
    while True:
        held = table[2 * slot + np.uint64(1)]
        if held == 0:
            table[2 * slot] = key
            table[2 * slot + np.uint64(1)] = flag | np.uint64(count + 1)
            ends[count + 1] = stop
            return count
        if table[2 * slot] == key and (held & _LONG) == flag:
            number = np.int64(held & _NUMBER) - 1
            if flag == 0:
                return number
            begins, size = ends[number], stop - start
            if ends[number + 1] - begins == size and _same(pool, begins, start, size):
                return number
        slot = (slot + np.uint64(1)) & mask


@njit(forceinline=True)
def _spell(pool, at, letter):  # type: ignore[no-untyped-def]  # inlined
    """Write one letter as UTF-8; where it ends."""
    if letter < 0x80:
        pool[at] = letter
        return at + 1
    if letter < 0x800:
        pool[at] = 0xC0 | (letter >> 6)
        pool[at + 1] = 0x80 | (letter & 63)
        return at + 2
    if letter < 0x10000:
        pool[at] = 0xE0 | (letter >> 12)
        pool[at + 1] = 0x80 | ((letter >> 6) & 63)
        pool[at + 2] = 0x80 | (letter & 63)
        return at + 3
    pool[at] = 0xF0 | (letter >> 18)
    pool[at + 1] = 0x80 | ((letter >> 12) & 63)
    pool[at + 2] = 0x80 | ((letter >> 6) & 63)
    pool[at + 3] = 0x80 | (letter & 63)
    return at + 4


@njit(forceinline=True)
def _decoded(data, at):  # type: ignore[no-untyped-def]  # typed by its caller
    """(code point, bytes); what is no UTF-8 is a separator of one byte."""
    first = data[at]
    size = 2 if first < 0xE0 else (3 if first < 0xF0 else 4)
    if first < 0xC2 or first > 0xF4 or at + size > data.size:
        return np.uint32(0), 1
    point = np.uint32(first & (0xFF >> (size + 1)))
    for byte in data[at + 1 : at + size]:
        if (byte & 0xC0) != 0x80:
            return np.uint32(0), 1
        point = (point << np.uint32(6)) | np.uint32(byte & 63)
    return point, size


@compiled(
    types.void(
        types.Tuple((_GIVEN, _GIVEN, _LETTERS, _LETTERS)),  # type: ignore[no-untyped-call]  # numba
        types.Tuple((_TABLE, _POOL, _ENDS)),  # type: ignore[no-untyped-call]  # numba
        _ENDS,
        _ENDS,
        types.uint32[::1],
    )
)
def cut(given, kept, state, starts, out):  # type: ignore[no-untyped-def]  # noqa: C901, PLR0912, PLR0915 - one loop over bytes
    """Cut texts, each ended by TEXT_END, its values by VALUE_END, into word numbers `out`.

    `given` is the texts and the tables of `folding`; `kept` the table of words, the pool of their
    bytes and where each ends. Stops where these are full: give them room and call again. `state`
    begins as (words there are, 0, 0, 0, end of the pool, 0, 0, 0) and goes on from call to call:
    words, numbers written, bytes read, texts done, and the word in the making. `starts` gets where
    each text begins.
    """
    data, ascii_, letters, spellings = given
    table, pool, ends = kept
    count, written, at, text = state[0], state[1], state[2], state[3]
    stop, length = state[4], state[5]  # of the word so far
    unspaced = np.uint32(state[6])  # the letter before, where words are not separated
    paired = state[7] != 0  # whether it is in a word already
    begins = ends[count]
    # A function called here for every word would cost more than what it does (numba counts
    # references to the arrays it is given).
    most_words, most_bytes = min(table.size // 4, ends.size - 2), pool.size - ROOM
    while at < data.size:
        here, byte = at, data[at]
        if byte < 0x80:
            letter = np.uint32(ascii_[byte])
            at += 1
            if letter != 0 and unspaced == 0:
                if length < LONGEST:
                    pool[stop] = letter
                    stop += 1
                    length += 1
                continue
        elif byte >= VALUE_END:
            letter = np.uint32(0)
            at += 1
        else:
            point, wide = _decoded(data, at)
            letter = letters[point] if point < letters.size else np.uint32(0)
            at += wide
            if letter == 1:
                continue
            if (letter & _FLAGS) == 0 and letter != 0 and unspaced == 0:
                if length < LONGEST:
                    stop = _spell(pool, stop, letter)
                    length += 1
                continue
        # What follows is rare: a word ends, or letters are unspaced, or several.
        if count >= most_words or begins > most_bytes:
            at = here
            break
        apart = (letter & np.uint32(UNSPACED)) != 0
        ended = length > 0 and (letter == 0 or apart)
        if unspaced != 0 and (apart or not paired):
            stop = _spell(pool, begins, unspaced)
            if apart:
                stop = _spell(pool, stop, letter & ~_FLAGS)
            ended = True
        if ended:
            size = stop - begins
            key = np.uint64(0)
            flag = np.uint64(0)
            if size <= 8:
                for place in range(begins, stop):
                    key = (key << np.uint64(8)) | np.uint64(pool[place])
                key = _mixed(key)
            else:
                key = _hash(pool, begins, stop)
                flag = _LONG
            mask = np.uint64(table.size // 2 - 1)
            slot = key & mask
            number = count
            while True:
                held = table[2 * slot + np.uint64(1)]
                if held == 0:
                    table[2 * slot] = key
                    table[2 * slot + np.uint64(1)] = flag | np.uint64(count + 1)
                    count += 1
                    ends[count] = stop
                    break
                if table[2 * slot] == key and (held & _LONG) == flag:
                    number = np.int64(held & _NUMBER) - 1
                    if flag == 0 or (
                        ends[number + 1] - ends[number] == size
                        and _same(pool, ends[number], begins, size)
                    ):
                        break
                slot = (slot + np.uint64(1)) & mask
            out[written] = number
            written += 1
            begins = stop = ends[count]
            length = 0
        if apart:
            paired = unspaced != 0
            unspaced = letter & ~_FLAGS
            continue
        unspaced = np.uint32(0)
        if (letter & np.uint32(SPELT)) != 0:
            first = np.int64(letter & ~_FLAGS) + 1
            for one in range(first, first + np.int64(spellings[first - 1])):
                if length < LONGEST:
                    stop = _spell(pool, stop, spellings[one])
                    length += 1
        elif letter != 0:
            stop = _spell(pool, stop, letter)
            length += 1
        elif byte == VALUE_END:
            out[written] = np.uint32(GAP)
            written += 1
        elif byte == TEXT_END:
            text += 1
            starts[text] = written
    state[0], state[1], state[2], state[3] = count, written, at, text
    state[4], state[5], state[6], state[7] = stop, length, unspaced, paired


@compiled(types.int64[::1](_POOL, _ENDS, types.int64))
def in_order(pool, ends, count):  # type: ignore[no-untyped-def]  # typed by its signature
    """The word numbers sorted by the words' bytes, eight at a time."""
    order = np.arange(count)
    keys = np.empty(count, np.uint64)
    spans = [(0, count, 0)]
    while len(spans) > 0:
        low, high, depth = spans.pop()
        for place in range(low, high):
            number = order[place]
            first, stop = ends[number] + depth, ends[number + 1]
            key = np.uint64(0)
            for at in range(first, first + 8):
                key = (key << np.uint64(8)) | (np.uint64(pool[at]) if at < stop else np.uint64(0))
            keys[place] = key
        by_key = np.argsort(keys[low:high])
        order[low:high] = order[low:high][by_key]
        keys[low:high] = keys[low:high][by_key]
        first = low
        for place in range(low + 1, high + 1):
            if place == high or keys[place] != keys[first]:
                if place - first > 1 and (keys[first] & np.uint64(0xFF)) != 0:
                    spans.append((first, place, depth + 8))
                first = place
    return order


@compiled(types.Tuple((_POOL, types.uint64[::1]))(_POOL, _ENDS, types.int64[::1]))  # type: ignore[no-untyped-call]  # numba
def laid_out(pool, ends, order):  # type: ignore[no-untyped-def]  # typed by its signature
    """The words in this order, end to end, and their offsets."""
    offsets = np.zeros(order.size + 1, np.uint64)
    total = 0
    for place in range(order.size):
        total += ends[order[place] + 1] - ends[order[place]]
        offsets[place + 1] = total
    blob = np.empty(total, np.uint8)
    to = 0
    for number in order:
        for at in range(ends[number], ends[number + 1]):
            blob[to] = pool[at]
            to += 1
    return blob, offsets


@compiled(
    types.void(
        _GIVEN,
        _OFFSETS,
        types.Tuple((_TABLE, _POOL, _ENDS)),  # type: ignore[no-untyped-call]  # numba
        _ENDS,
        types.uint32[::1],
    )
)
def add(blob, offsets, kept, state, out):  # type: ignore[no-untyped-def]  # typed by its signature
    """The numbers of words that are cut already; stops and goes on as `cut` does. `state` is (words
    there are, words read)."""
    table, pool, ends = kept
    count, word = state[0], state[1]
    most_words, most_bytes = min(table.size // 4, ends.size - 2), pool.size - ROOM
    while word < out.size and count < most_words and ends[count] <= most_bytes:
        stop = ends[count]
        for at in range(np.int64(offsets[word]), np.int64(offsets[word + 1])):
            pool[stop] = blob[at]
            stop += 1
        number = _number(table, pool, ends, count, stop)
        out[word] = number
        word += 1
        count += number == count
    state[0], state[1] = count, word


@compiled(types.void(_NUMBERS, _NUMBERS, types.uint32[::1]))
def renumber(flow, places, out):  # type: ignore[no-untyped-def]  # typed by its signature
    """Word numbers replaced by others; gaps stay. `out` may be `flow` itself."""
    for at in range(flow.size):
        word = flow[at]
        out[at] = places[word] if word < places.size else word


@compiled(types.boolean(_GIVEN))
def has_pieces(data):  # type: ignore[no-untyped-def]  # typed by its signature
    """Whether there are letters in pieces: jamo (E1 84 to E1 87), voicing marks (E3 82 99, 9A) of
    kana. Without a branch: LLVM makes vector code of it."""
    found = np.uint8(0)
    for at in range(data.size - 2):  # each text has an end behind it
        jamo = (data[at] == 0xE1) & ((data[at + 1] & 0xFC) == 0x84)
        voicing = (data[at + 2] == 0x99) | (data[at + 2] == 0x9A)
        voicing &= (data[at] == 0xE3) & (data[at + 1] == 0x82)
        found |= np.uint8(jamo | voicing)
    return found != 0
