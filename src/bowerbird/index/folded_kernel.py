"""The compiled half of `dictionary_build`: lines cut into columns, texts folded into keys."""

import numpy as np
from numba import types

from bowerbird.index.folding import SPELT
from bowerbird.index.text_kernel import BLOB
from bowerbird.text.compiling import compiled

LONGEST = 96  # letters of a key; no more is ever looked at
TEXT, SYNONYMS, POPULARITY, ENTITY = range(4)
GOOD, BLANK, NO_WORDS, NOT_UTF8, NOT_A_NUMBER = range(5)

ROTATED = 1 << 40  # flag beside the line that owns a key

_BYTES, _PLACES, _LINES = types.uint8[::1], types.int64[::1], types.int64[:, ::1]
_TWO = types.UniTuple(types.int64, 2)  # type: ignore[no-untyped-call]  # numba
_LETTERS = types.Array(types.uint32, 1, "C", readonly=True)
_FOLDING = types.UniTuple(_LETTERS, 2)  # type: ignore[no-untyped-call]  # letters, spellings
_KEPT = types.Tuple((_BYTES, _PLACES, _PLACES))  # type: ignore[no-untyped-call]  # pool, ends, owners
_ROTATIONS, _SHORTEST = 4, 3  # words that may come first instead; bytes that such a word has
_ROOM = 4096  # more than the keys of one text take
_DIGITS = 15  # as many as a float holds exactly
_SEMICOLON, _BLANK, _TAB, _LINE_FEED = 59, 32, 9, 10


@compiled(types.int64(BLOB))
def count_lines(data):  # type: ignore[no-untyped-def]  # typed by its signature
    """The last may lack its end."""
    lines = 0
    for byte in data:
        lines += byte == _LINE_FEED
    return lines + (len(data) > 0 and data[-1] != _LINE_FEED)


@compiled(types.boolean(BLOB))
def in_pieces(data):  # type: ignore[no-untyped-def]  # typed by its signature
    """Whether UTF-8 has jamo of Hangul, or marks that voice a kana, as characters of their own."""
    for at in range(len(data) - 2):
        if data[at] == 0xE1 and 0x84 <= data[at + 1] <= 0x87:
            return True
        if data[at] == 0xE3 and data[at + 1] == 0x82 and 0x99 <= data[at + 2] <= 0x9A:
            return True
    return False


@compiled(_TWO(BLOB, types.int64, types.int64))
def _trimmed(data, start, end):  # type: ignore[no-untyped-def]  # typed by its signature
    while start < end and data[start] <= _BLANK:
        start += 1
    while start < end and data[end - 1] <= _BLANK:
        end -= 1
    return start, end


@compiled(types.void(BLOB, _PLACES, _LINES))
def cut_lines(data, columns, spans):  # type: ignore[no-untyped-def]  # typed by its signature
    """Where the columns of each line begin and end: text, synonyms, popularity, entity. `columns`
    says which of these each column of the file is, -1 for none."""
    line = column = start = 0
    for at in range(len(data) + 1):
        byte = data[at] if at < len(data) else np.uint8(_LINE_FEED)
        if byte != _TAB and byte != _LINE_FEED:
            continue
        if line < len(spans) and column < len(columns) and columns[column] >= 0:
            which = 2 * columns[column]
            spans[line, which], spans[line, which + 1] = _trimmed(data, start, at)
        start = at + 1
        column += 1
        if byte == _LINE_FEED:
            line += 1
            column = 0


@compiled(types.boolean[::1](BLOB, _LINES, types.float64[::1]))
def whole_numbers(data, spans, numbers):  # type: ignore[no-untyped-def]  # typed by its signature
    """Read those of the numbers that are a few digits; which ones are something else."""
    others = np.zeros(len(spans), np.bool_)
    for line in range(len(spans)):
        value = np.int64(0)
        others[line] = spans[line, 1] - spans[line, 0] > _DIGITS
        for at in range(spans[line, 0], min(spans[line, 1], spans[line, 0] + _DIGITS)):
            others[line] |= data[at] < 48 or data[at] > 57
            value = 10 * value + np.int64(data[at]) - 48
        numbers[line] = value
    return others


@compiled(_TWO(BLOB, types.int64, types.int64))
def _decoded(data, at, end):  # type: ignore[no-untyped-def]  # typed by its signature
    """(code point, bytes); -1 where it is no UTF-8."""
    first = np.int64(data[at])
    if first < 0x80:
        return first, 1
    size = 2 if first < 0xE0 else (3 if first < 0xF0 else 4)
    if first < 0xC2 or first > 0xF4 or at + size > end:
        return -1, 1
    point = first & (0xFF >> (size + 1))
    for byte in data[at + 1 : at + size]:
        if byte & 0xC0 != 0x80:
            return -1, 1
        point = point << 6 | byte & 0x3F
    return point, size


@compiled(types.int64(_BYTES, types.int64, types.int64))
def _spell(pool, at, point):  # type: ignore[no-untyped-def]  # typed by its signature
    """Write a code point as UTF-8; where it ends."""
    if point < 0x80:
        pool[at] = point
        return at + 1
    size = 2 if point < 0x800 else (3 if point < 0x10000 else 4)
    for byte in range(size - 1, 0, -1):
        pool[at + byte] = 0x80 | point & 0x3F
        point >>= 6
    pool[at] = (0xF00 >> size) & 0xFF | point
    return at + size


@compiled(types.int64(BLOB, _TWO, _FOLDING, _BYTES, types.int64))
def fold(data, span, folding, pool, begin):  # type: ignore[no-untyped-def]  # typed by its signature
    """Write the folded words of a text into the pool, a blank between two; where they end, or -1
    where the text is no UTF-8. Of a long text only the first LONGEST letters."""
    letters, spellings = folding
    at, end = span
    stop = begin
    written = 0
    apart = False
    while at < end and written < LONGEST:
        point, size = _decoded(data, at, end)
        if point < 0:
            return -1
        at += size
        letter = np.int64(letters[point]) if point < len(letters) else 0
        if letter <= 1:  # a mark vanishes, anything else separates
            apart |= letter == 0
            continue
        if apart and stop > begin:
            pool[stop] = _BLANK
            stop += 1
            written += 1
        apart = False
        if letter & SPELT:
            place = letter & (SPELT - 1)
            for one in spellings[place + 1 : place + 1 + np.int64(spellings[place])]:
                stop = _spell(pool, stop, np.int64(one))
                written += 1
        else:
            stop = _spell(pool, stop, letter & (SPELT - 1))
            written += 1
    return stop


@compiled(_KEPT(_KEPT, types.int64))
def _roomy(kept, count):  # type: ignore[no-untyped-def]  # typed by its signature
    """With room for one more text and its rotations."""
    pool, ends, owners = kept
    if ends[count] + _ROOM > len(pool):
        larger = np.empty(2 * len(pool) + _ROOM, np.uint8)
        larger[: len(pool)] = pool
        pool = larger
    if count + _ROTATIONS + 2 > len(owners):
        more = np.empty((2, 2 * len(ends) + _ROOM), np.int64)
        more[0, : len(ends)] = ends
        more[1, : len(owners)] = owners
        ends, owners = more[0].copy(), more[1].copy()
    return pool, ends, owners


@compiled(types.boolean(_BYTES, types.int64))
def _begins_word(pool, at):  # type: ignore[no-untyped-def]  # typed by its signature
    """Whether a word begins there, and not with less than _SHORTEST bytes ("of", "the" …)."""
    if pool[at - 1] != _BLANK:
        return False
    short = False
    for byte in range(at, at + _SHORTEST):
        short |= pool[byte] == _BLANK
    return not short


@compiled(types.int64(_KEPT, types.int64))
def _rotate(kept, count):  # type: ignore[no-untyped-def]  # typed by its signature
    """After the last key, the same words with later ones first: "alan turing" is also found as
    "turing alan". How many keys there are then."""
    pool, ends, owners = kept
    begin, end = ends[count - 1], ends[count]
    owner = owners[count - 1] | ROTATED
    last = count + _ROTATIONS
    for at in range(begin + 1, end - _SHORTEST + 1):
        if count == last:
            break
        if _begins_word(pool, at):
            start = ends[count]
            behind = start + end - at
            pool[start:behind] = pool[at:end]
            pool[behind] = _BLANK
            pool[behind + 1 : behind + at - begin] = pool[begin : at - 1]
            owners[count] = owner
            ends[count + 1] = behind + at - begin
            count += 1
    return count


@compiled(types.Tuple((_KEPT, types.int64))(BLOB, _TWO, _FOLDING, _KEPT, _TWO))  # type: ignore[no-untyped-call]  # numba
def _fold_synonyms(data, span, folding, kept, line_and_count):  # type: ignore[no-untyped-def]  # see above
    """A key for each text between semicolons."""
    line, count = line_and_count
    start, end = span
    for at in range(start, end + 1):
        if at < end and data[at] != _SEMICOLON:
            continue
        kept = _roomy(kept, count)
        pool, ends, owners = kept
        stop = fold(data, (start, at), folding, pool, ends[count])
        if stop > ends[count]:
            ends[count + 1] = stop
            owners[count] = line
            count += 1
        start = at + 1
    return kept, count


@compiled(types.Tuple((_KEPT, types.int64))(BLOB, _LINES, _FOLDING, types.uint8[::1]))  # type: ignore[no-untyped-call]  # numba
def fold_lines(data, spans, folding, faults):  # type: ignore[no-untyped-def]  # typed above
    """The keys of all good lines: (their bytes, where each ends, the line that owns it and whether
    its words are rotated; how many). `faults` gets what is wrong with each line."""
    kept = np.empty(_ROOM, np.uint8), np.zeros(_ROOM, np.int64), np.empty(_ROOM, np.int64)
    count = 0
    for line in range(len(spans)):
        span = spans[line]
        if faults[line] != GOOD:
            continue
        kept = _roomy(kept, count)
        pool, ends, owners = kept
        stop = fold(data, (span[0], span[1]), folding, pool, ends[count])
        if stop <= ends[count]:
            blank = (span[1::2] == span[::2]).all()
            faults[line] = BLANK if blank else (NOT_UTF8 if stop < 0 else NO_WORDS)
            continue
        ends[count + 1] = stop
        owners[count] = line
        count = _rotate(kept, count + 1)
        kept, count = _fold_synonyms(data, (span[2], span[3]), folding, kept, (line, count))
    return kept, count


@compiled(types.Tuple((_BYTES, _PLACES))(BLOB, _LINES))  # type: ignore[no-untyped-call]  # numba
def gather(data, spans):  # type: ignore[no-untyped-def]  # typed by its signature
    """The bytes of spans, end to end, and where each begins; one place more than spans."""
    places = np.zeros(len(spans) + 1, np.int64)
    for at in range(len(spans)):
        places[at + 1] = places[at] + spans[at, 1] - spans[at, 0]
    pool = np.empty(places[-1], np.uint8)
    for at in range(len(spans)):
        pool[places[at] : places[at + 1]] = data[spans[at, 0] : spans[at, 1]]
    return pool, places


@compiled(_PLACES(_BYTES, _PLACES, _PLACES))
def alike(pool, places, order):  # type: ignore[no-untyped-def]  # typed by its signature
    """Numbers for texts that were put in order, the same for the same text, from 0."""
    numbers = np.empty(len(order), np.int64)
    number = -1
    for at in range(len(order)):
        text = order[at]
        begin, end = places[text], places[text + 1]
        same = False
        if at > 0:
            before = places[order[at - 1]]
            same = places[order[at - 1] + 1] - before == end - begin
            byte = 0
            while same and byte < end - begin:
                same = pool[begin + byte] == pool[before + byte]
                byte += 1
        number += not same
        numbers[text] = number
    return numbers
