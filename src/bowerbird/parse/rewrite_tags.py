"""Tags in the compiled rewriting: their names, their attributes, and the elements they open."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator,call-arg"

import numpy as np
from numba import njit

from bowerbird.parse import rewrite_state as s
from bowerbird.parse import rewrite_table as t
from bowerbird.parse.rewrite_text import copy_value, mixed, put, put_byte, row_of


@njit(forceinline=True)
def look_up(data, at, state):
    """What a name is looked up by; answers where it ends."""
    end = state[s.END]
    key, length = 0, 0
    while at < end:
        byte = np.int64(data[at])
        kind = s.BYTES[byte]
        if kind & s.NAME_END:
            break
        if kind & s.BAD_NAME:
            state[s.ODD] = 1
        key = mixed(key, length, byte | 32 if kind & s.UPPER else byte)
        length += 1
        at += 1
    state[s.KEY], state[s.LENGTH] = key, length
    return at


@njit(forceinline=True)
def put_name(data, at, stop, state, out):
    """Write a name in lower case."""
    size = state[s.SIZE]
    state[s.NAME_AT] = size
    while at < stop:
        byte = data[at]
        out[size] = byte | 32 if s.BYTES[byte] & s.UPPER else byte
        size += 1
        at += 1
    state[s.SIZE] = size


@njit
def spell(state, out, names):
    """In a drawing some names are written with capitals."""
    row = row_of(state[s.KEY], state[s.LENGTH], names)
    capitals = names[row + t.CAMEL] if row >= 0 else 0
    at = state[s.NAME_AT]
    while capitals:
        out[at] -= 32 if capitals & 1 else 0
        capitals >>= 1
        at += 1


@njit
def past_space(data, at, end):
    """Past white space."""
    while at < end and s.BYTES[data[at]] & s.SPACE:
        at += 1
    return at


@njit
def read_attributes(data, at, state, out, names):
    """Write the attributes of a tag; answers where it ends, which is behind its `>`."""
    end = state[s.END]
    state[s.ATTRIBUTES] = state[s.CLOSED] = 0
    while not state[s.ODD]:
        at = past_space(data, at, end)
        if at >= end:
            break
        if data[at] == s.GT:
            return at + 1
        if data[at] == s.SLASH:
            state[s.CLOSED] = at + 1 < end and data[at + 1] == s.GT
            at += 1
            continue
        at = read_attribute(data, at, state, out, names)
    state[s.ODD] = 1
    return end


@njit(forceinline=True)
def read_attribute(data, at, state, out, names):
    """One attribute; of several with a name the first counts."""
    end, before = state[s.END], state[s.SIZE]
    put_byte(s.BLANK, state, out)
    stop = look_up(data, at, state)
    put_name(data, at, stop, state, out)
    at = stop
    if state[s.LENGTH] == 0 or state[s.ATTRIBUTES] >= s.MOST_ATTRIBUTES:
        state[s.ODD] = 1
        return end
    if state[s.SPELLED]:
        spell(state, out, names)
    again = is_there(state)
    put_byte(s.EQUALS, state, out)
    put_byte(s.QUOTE, state, out)
    ahead = past_space(data, at, end)
    if ahead < end and data[ahead] == s.EQUALS:
        at = read_value(data, past_space(data, ahead + 1, end), state, out, names)
    put_byte(s.QUOTE, state, out)
    if again:
        state[s.SIZE] = before
    return at


@njit(forceinline=True)
def is_there(state):
    """Has the tag an attribute of that name? If not, it has now."""
    last = s.NAMES + 2 * state[s.ATTRIBUTES]
    for place in range(s.NAMES, last, 2):
        if state[place] == state[s.KEY] and state[place + 1] == state[s.LENGTH]:
            return True
    state[last], state[last + 1] = state[s.KEY], state[s.LENGTH]
    state[s.ATTRIBUTES] += 1
    return False


@njit(forceinline=True)
def read_value(data, at, state, out, names):
    """The value of an attribute; answers what comes behind it."""
    end = state[s.END]
    quote = data[at] if at < end else s.GT
    if quote == s.QUOTE or quote == s.APOSTROPHE:
        at += 1
        stop = at
        while stop < end and data[stop] != quote:
            stop += 1
        behind = stop + 1
    else:
        stop = at
        while stop < end and not (s.BYTES[data[stop]] & s.SPACE or data[stop] == s.GT):
            stop += 1
        behind = stop
        state[s.ODD] |= stop == at
    if stop >= end:
        state[s.ODD] = 1
        return end
    copy_value(data, at, stop, True, state, out, names)
    return behind


# ---- open elements -------------------------------------------------------------------------------


@njit(forceinline=True)
def innermost(state):
    """Where the line of the innermost open element stands; there may be none."""
    return s.OPEN + s.OPEN_SIZE * (state[s.DEPTH] - 1)


@njit(forceinline=True)
def kind_inside(state):
    """The kind of the innermost open element."""
    return state[innermost(state) + s.OPEN_KIND] if state[s.DEPTH] else np.int64(t.ORDINARY)


@njit
def open_element(kind, flags, state):
    """The tag being read opens an element."""
    if state[s.DEPTH] >= s.DEEPEST:
        state[s.ODD] = 1
        return
    state[s.DEPTH] += 1
    line = innermost(state)
    state[line + s.OPEN_KEY], state[line + s.OPEN_LENGTH] = state[s.KEY], state[s.LENGTH]
    state[line + s.OPEN_AT] = state[s.NAME_AT]
    state[line + s.OPEN_KIND], state[line + s.OPEN_FLAGS] = kind, flags
    state[s.COUNTS + kind] += 1
    if state[s.FOREIGN] or kind == t.SVG:
        state[s.FOREIGN] += 1


@njit
def open_implied(tag, kind, flags, state, out):
    """An element whose start tag the page may leave out, or has left out."""
    key = 0
    for at in range(1, len(tag) - 1):
        key = mixed(key, at - 1, np.int64(tag[at]))
    state[s.KEY], state[s.LENGTH] = key, len(tag) - 2
    state[s.NAME_AT] = state[s.SIZE] + 1
    put(tag, state, out)
    open_element(kind, flags, state)


@njit
def close_element(state, out):
    """Write the end tag of the innermost open element."""
    if state[s.DEPTH] == 0:
        state[s.ODD] = 1
        return
    line = innermost(state)
    state[s.COUNTS + state[line + s.OPEN_KIND]] -= 1
    state[s.DEPTH] -= 1
    if state[s.FOREIGN]:
        state[s.FOREIGN] -= 1
    size = state[s.SIZE]
    out[size], out[size + 1] = s.LT, s.SLASH
    size += 2
    start = state[line + s.OPEN_AT]
    for at in range(state[line + s.OPEN_LENGTH]):
        out[size] = out[start + at]
        size += 1
    out[size] = s.GT
    state[s.SIZE] = size + 1
