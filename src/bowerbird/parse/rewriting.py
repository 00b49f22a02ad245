"""The compiled rewriting: a page whose markup is in order, as lexbor would write it after parsing.

Most pages close what they open, or leave out only such tags as the standard lets them. For these,
one pass over the bytes gives exactly what lexbor's serialisation would, without a tree. All others
are `ODD`, and lexbor reads them. Tests hold the two to the same bytes.

Everything it keeps between characters lies in `state`, see `rewrite_state`.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator,call-arg"

import numpy as np
from numba import njit, types

from bowerbird.parse import (
    pointers,
    rewrite_parts,
    rewrite_state,
    rewrite_table,
    rewrite_tags,
    rewrite_text,
    rewrite_tree,
)
from bowerbird.parse import rewrite_state as s
from bowerbird.parse import rewrite_table as t
from bowerbird.parse.pointers import pointer
from bowerbird.parse.rewrite_parts import (
    begin_body,
    begin_head,
    begin_html,
    end_body,
    end_head,
    finish,
    read_declaration,
    words_begin,
)
from bowerbird.parse.rewrite_tags import (
    close_element,
    kind_inside,
    look_up,
    open_element,
    past_space,
    put_name,
    read_attributes,
    spell,
)
from bowerbird.parse.rewrite_text import (
    copy_raw,
    copy_text,
    copy_value,
    is_markup,
    put_byte,
    row_of,
    says,
)
from bowerbird.parse.rewrite_tree import (
    check_select,
    in_table,
    is_part_of_table,
    leave,
    make_room,
    place_in_table,
)
from bowerbird.text.compiling import compiled, version_of


@njit
def _words(data, at, state, out, names):
    """Up to the next tag or comment."""
    if state[s.MODE] != s.IN_BODY:
        at = words_begin(data, at, state, out)
        if state[s.MODE] != s.IN_BODY:
            # What looks like a tag and is none begins the body as well; that is for lexbor.
            state[s.ODD] |= at < state[s.END] and not is_markup(data, at, state[s.END])
            return at
    elif in_table(state):
        stop = past_space(data, at, state[s.END])
        copy_raw(data, at, stop, state, out)
        state[s.ODD] |= stop < state[s.END] and not is_markup(data, stop, state[s.END])
        return stop
    return copy_text(data, at, state, out, names)


# ---- start tags ----------------------------------------------------------------------------------


@njit
def _enter(data, at, state, out, names):
    """A start tag; answers where to go on."""
    start = at + 1
    stop = look_up(data, start, state)
    key, length = state[s.KEY], state[s.LENGTH]
    row = row_of(key, length, names)
    kind, flags = (names[row + t.KIND], names[row + t.FLAGS]) if row >= 0 else (0, 0)
    if state[s.FOREIGN]:
        state[s.ODD] |= kind_inside(state) == t.SVG_TEXT or flags & t.BREAKOUT != 0
        kind = t.SVG_TEXT if flags & t.DRAWN else t.ORDINARY
    else:
        _make_place(kind, flags, state, out)
    if state[s.ODD]:
        return state[s.END]
    state[s.SPELLED] = state[s.FOREIGN] or kind == t.SVG
    put_byte(s.LT, state, out)
    put_name(data, start, stop, state, out)
    state[s.KEY], state[s.LENGTH] = key, length
    if state[s.FOREIGN]:
        spell(state, out, names)
    name_at, begin = state[s.NAME_AT], state[s.SIZE]
    at = read_attributes(data, stop, state, out, names)
    if kind == t.HTML:
        state[s.HTML_AT], state[s.HTML_END] = begin, state[s.SIZE]
    put_byte(s.GT, state, out)
    state[s.KEY], state[s.LENGTH], state[s.NAME_AT] = key, length, name_at
    return _open(data, at, kind, flags, state, out, names)


@njit
def _make_place(kind, flags, state, out):
    """See that the element may stand here; close what it closes, open what it implies."""
    state[s.ODD] |= kind == t.STRANGE or state[s.MODE] > s.IN_BODY
    if kind == t.HTML or kind == t.HEAD or kind == t.BODY:
        _begin_part(kind, state, out)
    elif state[s.MODE] != s.IN_BODY and flags & t.IN_HEAD:
        begin_head(state, out)
        fits = kind_inside(state) == t.HEAD or flags & t.IN_NOSCRIPT
        state[s.ODD] |= state[s.MODE] != s.IN_HEAD or not fits
    else:
        begin_body(state, out)
        if state[s.COUNTS + t.SELECT]:
            check_select(kind, state)
        if in_table(state) or is_part_of_table(kind):
            place_in_table(kind, flags, state, out)
        make_room(kind, flags, state, out)


@njit
def _begin_part(kind, state, out):
    """<html>, <head> or <body>, each once and in this order."""
    mode = state[s.MODE]
    if kind == t.HTML:
        state[s.QUIRKS] |= mode == s.INITIAL
        state[s.ODD] |= mode > s.BEFORE_HTML
        state[s.MODE] = s.BEFORE_HEAD
    elif kind == t.HEAD:
        begin_html(state, out)
        state[s.ODD] |= mode > s.BEFORE_HEAD
        state[s.MODE] = s.IN_HEAD
    else:
        state[s.ODD] |= mode > s.AFTER_HEAD
        end_head(state, out)
        state[s.MODE] = s.IN_BODY


@njit
def _open(data, at, kind, flags, state, out, names):
    """Behind a start tag: keep the element open, or read what is inside of it."""
    if state[s.FOREIGN] or kind == t.SVG:
        open_element(kind, flags, state)
        if state[s.CLOSED]:
            close_element(state, out)
        return at
    if flags & t.VOID:
        return at
    open_element(kind, flags, state)
    if flags & t.DROPS_NEWLINE and at < state[s.END]:
        state[s.ODD] |= data[at] == s.AMP
        at += data[at] == s.CR
        at += at < state[s.END] and data[at] == s.LF
    if flags & (t.RAW | t.RCDATA):
        return _inside(data, at, flags, state, out, names)
    return at


@njit
def _inside(data, at, flags, state, out, names):
    """What is inside of a script, style, title …: no markup, up to the end tag."""
    end = state[s.END]
    stop = _end_of_raw(data, at, flags, state, out)
    if flags & t.RAW:
        copy_raw(data, at, stop, state, out)
    else:
        copy_value(data, at, stop, False, state, out, names)
    close_element(state, out)
    behind = past_space(data, stop + 2 + state[s.LENGTH], end)
    state[s.ODD] |= behind >= end or data[behind] != s.GT
    return behind + 1


@njit
def _end_of_raw(data, at, flags, state, out):
    """Where the end tag of the innermost element stands."""
    end, commented = state[s.END], False
    while at < end:
        if data[at] == s.LT and at + 1 < end:
            following = data[at + 1]
            if following == s.SLASH and _names_innermost(data, at + 2, state, out):
                return at
            # A script in a comment in a script ends where no simple rule would look for it.
            state[s.ODD] |= commented and flags & t.RAW and says(data, at, end, s.SCRIPT_TAG)
            commented |= following == s.BANG
        at += 1
    state[s.ODD] = 1
    return end


@njit
def _names_innermost(data, at, state, out):
    """Is this the name of the tag that was read last, and its end?"""
    length, name = state[s.LENGTH], state[s.NAME_AT]
    if at + length >= state[s.END]:
        return False
    for number in range(length):
        byte = data[at + number]
        if (byte | 32 if s.BYTES[byte] & s.UPPER else byte) != out[name + number]:
            return False
    behind = data[at + length]
    return s.BYTES[behind] & s.SPACE or behind == s.GT or behind == s.SLASH


# ---- end tags ------------------------------------------------------------------------------------


@njit
def _leave(data, at, state, out, names):
    """An end tag; answers where to go on."""
    end = state[s.END]
    at = past_space(data, look_up(data, at + 2, state), end)
    row = row_of(state[s.KEY], state[s.LENGTH], names)
    kind, flags = (names[row + t.KIND], names[row + t.FLAGS]) if row >= 0 else (0, 0)
    state[s.ODD] |= at >= end or data[at] != s.GT or flags & t.VOID != 0 or kind == t.STRANGE
    if kind == t.BODY:
        end_body(state)
    elif kind == t.HTML:
        if state[s.MODE] == s.IN_BODY:
            end_body(state)
        state[s.ODD] |= state[s.MODE] != s.AFTER_BODY
        state[s.MODE] = s.AFTER_ALL
    elif kind == t.HEAD:
        state[s.ODD] |= state[s.MODE] != s.IN_HEAD
        end_head(state, out)
    else:
        state[s.ODD] |= state[s.MODE] > s.IN_BODY or state[s.DEPTH] < 3
        leave(kind, flags, state, out)
    return at + 1


@njit
def _rewrite(data, names, state, out):
    """Go through the page once."""
    at, end = 0, state[s.END]
    while at < end and not state[s.ODD]:
        if not is_markup(data, at, end):
            at = _words(data, at, state, out, names)
            continue
        following = data[at + 1]
        if following == s.SLASH:
            letter = at + 2 < end and s.BYTES[data[at + 2]] & s.LETTER
            state[s.ODD] |= not letter
            at = _leave(data, at, state, out, names)
        elif following == s.BANG or following == s.QUESTION:
            at = read_declaration(data, at, state, out)
        else:
            at = _enter(data, at, state, out, names)
    if not state[s.ODD]:
        finish(data, state, out)


_BYTES = types.Array(types.uint8, 1, "C", readonly=True)
_REWRITTEN = types.Tuple((types.boolean, types.uint8[::1], types.int64, types.int64))
_MOST_PER_BYTE = 6  # `"` in a value becomes `&quot;`; no tag grows by more
_BESIDES = 4_096  # implied tags, and the end tags of all that is open


def _entry(version):
    def rewrite(data, names):
        """Whether the page is in order; if so, as lexbor would write it, and where in that the
        attributes of <html> begin and end."""
        end = len(data)
        state = np.empty(s.STATES, np.int64)
        state[: s.OPEN] = 0
        state[s.VERSION] = version
        state[s.END] = end
        out = np.empty(_MOST_PER_BYTE * end + _BESIDES, np.uint8)
        _rewrite(pointer(data), pointer(names), pointer(state), pointer(out))
        in_order = state[s.ODD] == 0
        return in_order, out[: state[s.SIZE]], state[s.HTML_AT], state[s.HTML_END]

    return rewrite


rewrite = compiled(_REWRITTEN(_BYTES, types.int64[::1]))(
    _entry(
        version_of(
            pointers,
            rewrite_parts,
            rewrite_state,
            rewrite_table,
            rewrite_tags,
            rewrite_text,
            rewrite_tree,
        )
    )
)
