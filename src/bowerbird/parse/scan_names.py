"""The compiled scan's words: looked up in the vocabulary, compared, searched in a style."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator,call-arg"
# ruff: noqa: SIM110 - compiled code has no generators

from numba import njit

from bowerbird.parse import vocabulary as v
from bowerbird.parse.scan_state import DISPLAY, HIDDEN_WORD, KINDS, LOWER, NONE, VISIBILITY


@njit(forceinline=True)
def line_of(data, start, end, words):
    """The line of a word in the vocabulary, or -1."""
    size = end - start
    if size < 1 or size > v.LONGEST:
        return -1
    value = 0
    for at in range(start, end):
        value = (value * 31 + LOWER[data[at]]) & 0xFFFFFF
    line = v.WIDTH * ((value ^ (value >> 12)) & (v.SLOTS - 1))
    while words[line + v.LENGTH]:
        if words[line + v.LENGTH] == size and begins(data, start, end, words, line):
            return line
        line = (line + v.WIDTH) % (v.WIDTH * v.SLOTS)
    return -1


@njit(forceinline=True)
def begins(data, start, end, words, line):
    """Does the text begin with that word?"""
    size = words[line + v.LENGTH]
    if end - start < size:
        return False
    for at in range(size):
        if LOWER[data[start + at]] != words[line + v.SPELLING + at]:
            return False
    return True


@njit(forceinline=True)
def means(data, start, end, words, meaning):
    """Is the text a word of that meaning, as a role or name?"""
    line = line_of(data, start, end, words)
    return line >= 0 and words[line + v.NAME] & meaning != 0


@njit(forceinline=True)
def is_word(data, start, end):
    """Letters, digits and underscores; every letter beyond ASCII counts as one."""
    for at in range(start, end):
        byte = LOWER[data[at]]
        if not (97 <= byte <= 122 or 48 <= byte <= 57 or byte == 95 or byte >= 128):
            return False
    return True


@njit(forceinline=True)
def is_around_word(data, start, end, words):
    """Is this the name of a part around the content? Without a prefix."""
    if means(data, start, end, words, v.AROUND):
        return True
    for line in range(v.WIDTH * v.SLOTS, v.WIDTH * v.LINES, v.WIDTH):
        kind = words[line + v.NAME]
        if kind & v.PREFIX or not begins(data, start, end, words, line):
            continue
        rest = start + words[line + v.LENGTH]
        if kind & v.STEM and is_word(data, rest, end):
            return True
        dash = rest < end - 1 and (data[rest] == 45 or data[rest] == 95)
        if kind & v.STEM_AFTER_DASH and dash and is_word(data, rest + 1, end):
            return True
    return False


@njit(forceinline=True)
def is_around_name(data, start, end, words):
    """Is this one name of a class the name of a part around the content?"""
    if is_around_word(data, start, end, words):
        return True
    for line in range(v.WIDTH * v.SLOTS, v.WIDTH * v.LINES, v.WIDTH):
        if words[line + v.NAME] & v.PREFIX and begins(data, start, end, words, line):
            rest = start + words[line + v.LENGTH]
            if rest < end and is_around_word(data, rest, end, words):
                return True
            dash = rest < end and (data[rest] == 45 or data[rest] == 95)
            if dash and is_around_word(data, rest + 1, end, words):
                return True
    return False


@njit(forceinline=True)
def is_around(data, start, end, words):
    """Does one of these names say that a part stands around the content?"""
    end = min(end, start + 500)
    while start < end:
        stop = start
        while stop < end and KINDS[data[stop]] != 2:
            stop += 1
        if stop > start and is_around_name(data, start, stop, words):
            return True
        start = stop + 1
    return False


@njit(forceinline=True)
def equals(data, start, end, word):
    """Is the text exactly that word?"""
    if end - start != len(word):
        return False
    for at in range(len(word)):
        if data[start + at] != word[at]:
            return False
    return True


@njit(forceinline=True)
def says(data, at, end, word):
    """Does the text go on with that word? In any case."""
    if at + len(word) > end:
        return False
    for number in range(len(word)):
        if LOWER[data[at + number]] != word[number]:
            return False
    return True


@njit(forceinline=True)
def past_gap(data, at, end):
    """Past at most nine white spaces."""
    stop = min(at + 9, end)
    while at < stop and KINDS[data[at]] == 2:
        at += 1
    return at


@njit(forceinline=True)
def sets(data, at, end, name, value):
    """Does a style set that property to that value here?"""
    if not says(data, at, end, name):
        return False
    at = past_gap(data, at + len(name), end)
    if at >= end or data[at] != 58:
        return False
    return says(data, past_gap(data, at + 1, end), end, value)


@njit(forceinline=True)
def hides(data, start, end):
    """Does a style attribute hide its element?"""
    for at in range(start, end):
        first = LOWER[data[at]]
        if first == 100 and sets(data, at, end, DISPLAY, NONE):
            return True
        if first == 118 and sets(data, at, end, VISIBILITY, HIDDEN_WORD):
            return True
    return False
