"""Characters in the compiled rewriting: copied, decoded where the page escapes them, and escaped as
lexbor does."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator,call-arg"

import numpy as np
from numba import njit

from bowerbird.parse import rewrite_state as s
from bowerbird.parse import rewrite_table as t


@njit
def put(word, state, out):
    """Write these bytes."""
    size = state[s.SIZE]
    for at in range(len(word)):
        out[size + at] = word[at]
    state[s.SIZE] = size + len(word)


@njit
def says(data, at, end, word):
    """Does the page go on with that word, in lower case or in any?"""
    if at + len(word) > end:
        return False
    for number in range(len(word)):
        byte = data[at + number]
        if (byte | 32 if s.BYTES[byte] & s.UPPER else byte) != word[number]:
            return False
    return True


@njit
def row_of(key, length, names):
    """The row of a name, or -1."""
    row = ((key ^ key >> 13 ^ key >> 29) & (t.SLOTS - 1)) * t.WIDTH
    while names[row + t.LENGTH]:
        if names[row + t.KEY] == key and names[row + t.LENGTH] == length:
            return row
        row = (row + t.WIDTH) % (t.WIDTH * t.SLOTS)
    return -1


@njit(forceinline=True)
def mixed(key, length, byte):
    """The key of a name that is one byte longer."""
    return key << 8 | byte if length < t.EXACT else (key & t.MIXED) * 31 + byte


@njit(forceinline=True)
def copy_text(data, at, state, out, names):
    """Words up to the next markup; answers where that is."""
    end, size = state[s.END], state[s.SIZE]
    while at < end:
        byte = data[at]
        if not s.BYTES[byte] & s.SPECIAL:
            out[size] = byte
            size += 1
            at += 1
        elif is_markup(data, at, end):
            break
        else:
            state[s.SIZE] = size
            at = copy_special(data, at, False, state, out, names)
            size = state[s.SIZE]
    state[s.SIZE] = size
    return at


@njit
def copy_value(data, at, stop, in_value, state, out, names):
    """Characters up to `stop`: the value of an attribute, or words without markup."""
    while at < stop:
        byte = data[at]
        if s.BYTES[byte] & s.SPECIAL:
            at = copy_special(data, at, in_value, state, out, names)
        else:
            out[state[s.SIZE]] = byte
            state[s.SIZE] += 1
            at += 1
    if at > stop:
        state[s.ODD] = 1


@njit
def copy_raw(data, at, stop, state, out):
    """As it stands, but for the ends of lines."""
    size = state[s.SIZE]
    while at < stop:
        byte = data[at]
        if byte == s.CR:
            at += 1 if at + 1 < stop and data[at + 1] == s.LF else 0
            byte = s.LF
        out[size] = byte
        size += 1
        at += 1
    state[s.SIZE] = size


@njit(forceinline=True)
def is_markup(data, at, end):
    """Does a tag or comment begin here?"""
    if at + 1 >= end or data[at] != s.LT:
        return False
    following = data[at + 1]
    letter = s.BYTES[following] & s.LETTER != 0
    return letter or following == s.SLASH or following == s.BANG or following == s.QUESTION


@njit
def copy_special(data, at, in_value, state, out, names):
    """A byte that is not copied as it is; answers where to go on."""
    byte = np.int64(data[at])
    following = data[at + 1] if at + 1 < state[s.END] else 0
    if byte == s.AMP:
        return reference(data, at, in_value, state, out, names)
    if byte == s.CR:
        put_byte(s.LF, state, out)
        return at + 2 if following == s.LF else at + 1
    if byte == 0xC2 and following == 0xA0:
        put(s.NBSP_WRITTEN, state, out)
        return at + 2
    escape(byte, in_value, state, out)
    return at + 1


@njit(forceinline=True)
def put_byte(byte, state, out):
    """Write one byte as it is."""
    out[state[s.SIZE]] = byte
    state[s.SIZE] += 1


@njit
def escape(byte, in_value, state, out):
    """Write a byte as lexbor does."""
    if byte == s.LT:
        put(s.LT_WRITTEN, state, out)
    elif byte == s.GT:
        put(s.GT_WRITTEN, state, out)
    elif byte == s.AMP:
        put(s.AMP_WRITTEN, state, out)
    elif byte == s.QUOTE and in_value:
        put(s.QUOTE_WRITTEN, state, out)
    else:
        put_byte(byte, state, out)


# ---- character references ------------------------------------------------------------------------


@njit
def reference(data, at, in_value, state, out, names):
    """`&`, and what it may begin; answers where to go on."""
    end = state[s.END]
    start = at + 1
    if start < end and data[start] == s.HASH:
        return numbered(data, start + 1, in_value, state, out)
    key, length, legacy, stop = 0, 0, 0, start
    while stop < end and s.BYTES[data[stop]] & (s.LETTER | s.DIGIT):
        key = mixed(key, length, np.int64(data[stop]))
        length += 1
        stop += 1
        if length <= 6:  # no name that needs no semicolon is longer
            row = row_of(key, -length, names)
            if row >= 0 and names[row + t.FLAGS] & t.LEGACY:
                legacy = length
    if stop < end and data[stop] == s.SEMICOLON and length:
        row = row_of(key, -length, names)
        if row >= 0:
            put_character(names, row, in_value, state, out)
            return stop + 1
    # Without a semicolon, in words any name at the beginning counts, in values a whole one.
    equals = stop < end and data[stop] == s.EQUALS
    if legacy and (not in_value or (legacy == length and not equals)):
        state[s.ODD] = 1
    put(s.AMP_WRITTEN, state, out)
    return start


@njit
def numbered(data, at, in_value, state, out):
    """A character by its number."""
    end, code, digits = state[s.END], 0, 0
    sixteen = at < end and data[at] | 32 == 120
    at += sixteen
    while at < end and digits < 8 and s.BYTES[data[at]] & (s.HEX if sixteen else s.DIGIT):
        byte = int(data[at])
        code *= 16 if sixteen else 10
        code += byte - 48 if byte < 58 else (byte | 32) - 87
        digits += 1
        at += 1
    named = at < end and data[at] == s.SEMICOLON
    strange = code < 32 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or code > 0x10FFFF
    if digits == 0 or not named or (strange and code not in (9, 10, 12)):
        state[s.ODD] = 1
        return end
    if code < 0x80:
        escape(code, in_value, state, out)
    else:
        put_code(code, state, out)
    return at + 1


@njit
def put_code(code, state, out):
    """A character beyond ASCII, in UTF-8."""
    if code == 0xA0:
        put(s.NBSP_WRITTEN, state, out)
        return
    if code < 0x800:
        put_byte(0xC0 | code >> 6, state, out)
    elif code < 0x10000:
        put_byte(0xE0 | code >> 12, state, out)
        put_byte(0x80 | code >> 6 & 63, state, out)
    else:
        put_byte(0xF0 | code >> 18, state, out)
        put_byte(0x80 | code >> 12 & 63, state, out)
        put_byte(0x80 | code >> 6 & 63, state, out)
    put_byte(0x80 | code & 63, state, out)


@njit
def put_character(names, row, in_value, state, out):
    """The characters of a name, byte by byte."""
    packed = names[row + t.CHARACTER]
    if packed == 0xA0C2:
        put(s.NBSP_WRITTEN, state, out)
        return
    for _ in range(names[row + t.CHARACTER_SIZE]):
        escape(packed & 255, in_value, state, out)
        packed >>= 8
