"""What the compiled scan tells Python of: records of a kind, an element and two strings."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator,call-arg"
# ruff: noqa: SIM110 - compiled code has no generators

from numba import njit

from bowerbird.parse import vocabulary as v
from bowerbird.parse.scan_names import says
from bowerbird.parse.scan_state import (
    AMP,
    ANCHOR,
    ANCHORS,
    COLON,
    ELEMENTS,
    FOUND,
    HTTP,
    KINDS,
    LONG,
    LONGEST_SCHEME,
    PLAIN,
    RARE,
    RECORDS,
    RECORDS_AT,
    SPANS,
    STRINGS,
    STYLE,
    TITLE,
)
from bowerbird.parse.scan_words import entity_at


@njit(forceinline=True)
def tell_element(data, tag, line, words, state, out):
    """Tell of an element that refers to something. `tag`: where its name begins, its attributes
    begin, and it ends."""
    start, begin, end = tag
    what = words[line + v.ELEMENT] if line >= 0 else 0
    found = state[FOUND]
    if what & v.ANCHOR and found & v.MORE_URLS == 0:
        if found & v.URL:
            tell_anchor(data, state, out)
    elif (what & v.TOLD and end > begin) or (what & v.CARRIER and found & v.URL):
        tell(words[line + v.ROW], state)
        add_string(data, begin, end, False, state, out)
        add_string(data, 0, 0, False, state, out)
    style = SPANS + 2 * v.STYLED
    if (
        (found & v.DATA and not what & v.IMAGE)
        or (what & v.USE and found & v.URL)
        or names_url(data, state[style], state[style + 1])
    ):
        tell(RARE, state)
        add_string(data, begin, end, False, state, out)
        add_string(data, start, begin, False, state, out)


@njit(forceinline=True)
def tell_anchor(data, state, out):
    """An <a>, unless it leads to a place in this very page."""
    start, end = state[SPANS + 2 * v.HREF], state[SPANS + 2 * v.HREF + 1]
    while start < end and KINDS[data[start]] == 2:
        start += 1
    if start == end or (data[start] == 35 and (start + 1 == end or data[start + 1] != 33)):
        return
    rel, rel_end = value_of(state, v.REL)
    plain = rel == rel_end and is_plain(data, start, end)
    tell(PLAIN if plain else ANCHOR, state)
    add_string(data, start, end, True, state, out)
    add_string(data, rel, rel_end, True, state, out)


@njit(forceinline=True)
def tell_inside(data, start, end, what, state, out):
    """What a style sheet or title says."""
    tell(STYLE if what & v.STYLE else TITLE, state)
    add_string(data, start, end, what & v.TITLE != 0, state, out)
    add_string(data, 0, 0, False, state, out)


@njit(forceinline=True)
def is_plain(data, start, end):
    """Is this the href of a document, with no white space to strip?"""
    last = data[end - 1]
    if end - start > LONG or last == 59 or KINDS[last] or KINDS[data[start]]:  # 59: &nbsp;
        return False
    if says(data, start, end, HTTP):
        return True
    for at in range(start, min(end, start + LONGEST_SCHEME)):
        if data[at] == COLON:
            return False
    return True


@njit(forceinline=True)
def names_url(data, start, end):
    """Does a style name a file?"""
    for at in range(start, end - 3):
        if data[at + 3] == 40:
            small = data[at] == 117 and data[at + 1] == 114 and data[at + 2] == 108
            if small or (data[at] == 85 and data[at + 1] == 82 and data[at + 2] == 76):
                return True
    return False


@njit(forceinline=True)
def tell(kind, state):
    """Begin a record; its two strings follow."""
    at = state[RECORDS_AT] + 2 * state[RECORDS]
    state[at] = kind
    # How the element is found again: as one of the <a>, or as one of all, counted from -1 down.
    state[at + 1] = state[ANCHORS] - 1 if kind >= ANCHOR and kind < 0 else -state[ELEMENTS]
    state[RECORDS] += 1


@njit(forceinline=True)
def add_string(data, start, end, decoded, state, out):
    """A string of the record, with a NUL behind it; none stands in a page as lexbor writes it."""
    size = state[STRINGS]
    at = start
    while at < end:
        byte, step = data[at], 1
        if decoded and byte == AMP:
            byte, step = entity_at(data, at, end)
            if byte == 0xA0:
                out[size] = 0xC2
                size += 1
        out[size] = byte
        size += 1
        at += step
    out[size] = 0
    state[STRINGS] = size + 1


@njit(forceinline=True)
def value_of(state, place):
    """Where the value of a remembered attribute stands."""
    return state[SPANS + 2 * place], state[SPANS + 2 * place + 1]
