"""The compiled scan: one pass over a page as lexbor writes it, to links and blocks of words.

lexbor's writing is well formed: every tag that is needed stands there, attributes are quoted, of
entities there are five. So the scan needs no rules of its own for broken markup; where it meets
what it does not expect, it says so (`ODD`) and the page is read by the walk instead.

Everything it keeps between characters lies in `state`, see `scan_state`. Helpers are given pointers
and compiled into their caller; so a change in any of these modules must make numba forget the code
it kept, which is what `version` is for.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator,call-arg"
# ruff: noqa: SIM110 - compiled code has no generators
# Compiled code is typed by the signature of its entry, at the end.

import numpy as np
from numba import njit, types

from bowerbird.parse import (
    pointers,
    scan_names,
    scan_parts,
    scan_records,
    scan_state,
    scan_words,
)
from bowerbird.parse import vocabulary as v
from bowerbird.parse.pointers import pointer
from bowerbird.parse.scan_names import line_of, says
from bowerbird.parse.scan_parts import enter_words, leave_words
from bowerbird.parse.scan_records import tell_element, tell_inside
from bowerbird.parse.scan_state import (
    ANCHORS,
    BLANK,
    BLOCK_SIZE,
    BLOCKS,
    BLOCKS_AT,
    DEEPEST,
    DEPTH,
    ELEMENTS,
    END,
    EQUALS,
    FOREIGNS,
    FOUND,
    GT,
    HIDE,
    LT,
    ODD,
    OPEN_SIZE,
    PLACE,
    QUOTE,
    RECORD_SIZE,
    RECORDS,
    RECORDS_AT,
    SCRIPT_TAG,
    SILENT,
    SLASH,
    SPACED,
    SPANS,
    STATES,
    STRINGS,
    TEMPLATES,
    UNDO_FOREIGN,
    UNDO_HIDE,
    UNDO_SILENT,
    UNDO_TEMPLATE,
    VERSION,
)
from bowerbird.parse.scan_words import end_block, say
from bowerbird.text.compiling import compiled, version_of


@njit(forceinline=True)
def _attributes(data, at, words, state):
    """Read the attributes of a tag: what they mean together, and where some values stand. Answers
    where the tag ends, which is at its `>`."""
    end = state[END]
    for place in range(FOUND, STATES):
        state[place] = 0
    while at < end and data[at] == BLANK:
        start = at + 1
        at = min(start + 1, end)  # a name may begin with an equals sign
        while at < end and data[at] != EQUALS:
            at += 1
        line = line_of(data, start, at, words)
        value = at + 2
        at = value
        while at < end and data[at] != QUOTE:
            at += 1
        if line >= 0 and at < end:
            state[FOUND] |= words[line + v.ATTRIBUTE]
            place = SPANS + 2 * words[line + v.PLACE]
            state[place], state[place + 1] = value, at
        at += 1
    if at >= end or data[at] != GT:
        state[ODD] = 1
    return min(at, end)


@njit(forceinline=True)
def _is_foreign(what, state):
    """Does an element of that meaning belong to a drawing or formula, where it stands now?"""
    if what & v.FOREIGN:
        return True
    return state[DEPTH] > 0 and state[STATES + OPEN_SIZE * state[DEPTH] - 1] == 1


@njit(forceinline=True)
def _enter(data, at, words, state, out):
    """A start tag; answers where to go on."""
    end = state[END]
    start = at + 1
    at = start
    while at < end and data[at] != BLANK and data[at] != GT:
        at += 1
    line = line_of(data, start, at, words)
    what = words[line + v.ELEMENT] if line >= 0 else 0
    begin = at
    at = _attributes(data, at, words, state)
    hidden = state[HIDE] and not state[TEMPLATES]  # an element in the title of a drawing
    if what & v.STRANGE or hidden or state[DEPTH] >= DEEPEST:
        state[ODD] = 1
    if state[ODD]:
        return end
    if not state[TEMPLATES]:
        state[ELEMENTS] += 1
        state[ANCHORS] += 1 if what & v.ANCHOR else 0
        if not state[HIDE]:
            tell_element(data, (start, begin, at), line, words, state, out)
    return _open(data, (start, begin, at), what, words, state, out)


@njit(forceinline=True)
def _open(data, tag, what, words, state, out):
    """Remember an element until its end tag, unless it has none; answers where to go on."""
    start, begin, at = tag
    foreign = _is_foreign(what, state)
    place = state[PLACE]
    undo = 0 if state[SILENT] else enter_words(data, what, words, state, out)
    if what & v.VOID and not foreign:
        return at + 1
    entry = STATES + OPEN_SIZE * state[DEPTH]
    state[entry], state[entry + 1] = start, begin
    state[entry + 2], state[entry + 3] = undo, place
    state[entry + 4] = foreign and not what & v.INTEGRATION
    if what & v.FOREIGN:
        state[FOREIGNS] += 1
        state[entry + 2] |= UNDO_FOREIGN
    state[DEPTH] += 1
    if what & (v.RAW | v.ESCAPED | v.TEMPLATE):
        return _pass(data, at + 1, what, foreign, state, out)
    return at + 1


@njit(forceinline=True)
def _pass(data, at, what, foreign, state, out):
    """The inside of an element that holds neither words nor links of the page."""
    entry = STATES + OPEN_SIZE * (state[DEPTH] - 1)
    start = at
    if not state[entry + 2] & UNDO_SILENT:
        state[SILENT] += 1
        state[entry + 2] |= UNDO_SILENT
    if what & v.TEMPLATE:
        state[TEMPLATES] += 1
        state[HIDE] += 1
        state[entry + 2] |= UNDO_TEMPLATE | UNDO_HIDE
        state[ODD] |= foreign
    elif what & v.ESCAPED and foreign:
        state[HIDE] += 1
        state[entry + 2] |= UNDO_HIDE
    elif what & v.ESCAPED:
        while at < state[END] and data[at] != LT:
            at += 1
    else:
        at = _raw_end(data, at, foreign, state)
    if state[HIDE] == 0 and (what & v.STYLE or (what & v.TITLE and not state[FOREIGNS])):
        tell_inside(data, start, at, what, state, out)
    return at


@njit(forceinline=True)
def _raw_end(data, at, foreign, state):
    """Where the end tag of a script, style … stands. Markup in there is text."""
    end, commented = state[END], False
    while at < end:
        if data[at] == LT and at + 1 < end:
            following = data[at + 1]
            if following == SLASH and _closes(data, at + 2, state):
                return at
            if (commented and says(data, at, end, SCRIPT_TAG)) or (foreign and following != SLASH):
                # A script in a comment in a script ends where no simple rule would look for it.
                break
            commented = commented or following == 33
        at += 1
    state[ODD] = 1
    return end


@njit(forceinline=True)
def _closes(data, at, state):
    """Is this the name of the innermost open element, and the end of a tag?"""
    entry = STATES + OPEN_SIZE * (state[DEPTH] - 1)
    start, size = state[entry], state[entry + 1] - state[entry]
    if at + size >= state[END] or data[at + size] != GT:
        return False
    for number in range(size):
        if data[at + number] != data[start + number]:
            return False
    return True


@njit(forceinline=True)
def _leave(data, at, state, out):
    """An end tag: it must be the one of the element that is open."""
    if state[DEPTH] == 0 or not _closes(data, at + 2, state):
        state[ODD] = 1
        return state[END]
    state[DEPTH] -= 1
    entry = STATES + OPEN_SIZE * state[DEPTH]
    leave_words(state[entry + 2], state[entry + 3], state, out)
    return at + 3 + state[entry + 1] - state[entry]


@njit(forceinline=True)
def _skip(data, at, end):
    """A comment, document type or instruction."""
    comment = at + 3 < end and data[at + 2] == 45 and data[at + 3] == 45
    at += 4 if comment else 2
    while at < end:
        if data[at] == GT and (not comment or (data[at - 1] == 45 and data[at - 2] == 45)):
            return at + 1
        at += 1
    return end


@njit(forceinline=True)
def _scan(data, words, state, out):
    """Go through the page once."""
    at, end = 0, state[END]
    while at < end and not state[ODD]:
        following = data[at + 1] if at + 1 < end else 0
        if data[at] != LT:
            at = say(data, at, state, out)
        elif following == SLASH:
            at = _leave(data, at, state, out)
        elif following == 33 or following == 63:
            at = _skip(data, at, end)
        else:
            at = _enter(data, at, words, state, out)
    end_block(state)
    state[ODD] |= state[DEPTH] != 0


_BYTES = types.Array(types.uint8, 1, "C", readonly=True)
_SCANNED = types.Tuple(
    (types.int64[::1], types.int64[:, ::1], types.int64[:, ::1], types.uint8[::1], types.uint8[::1])
)


def _entry(version):
    def scan(data, words, aloud):
        """A page as lexbor writes it, read with the table of the vocabulary; words only if `aloud`.

        Answers the state, the blocks (begin, end, letters, linked letters, links, place, level of
        heading), the records (kind, origin), the words of the page, and the strings of the records.
        """
        end = len(data)
        # Room for whatever the page may hold: a block takes a letter and a tag, a record a tag with
        # an attribute, of which it may be told three times.
        most_blocks, most_records = end // 4 + 16, 3 * (end // 8 + 16)
        blocks = STATES + OPEN_SIZE * DEEPEST
        records = blocks + BLOCK_SIZE * most_blocks
        state = np.empty(records + RECORD_SIZE * most_records, np.int64)
        out = np.empty(4 * end + 256, np.uint8)
        state[:STATES] = 0
        state[BLOCKS_AT], state[RECORDS_AT], state[STRINGS] = blocks, records, end + 1
        state[VERSION] = version
        state[END], state[SILENT], state[SPACED] = end, not aloud, 1
        _scan(pointer(data), pointer(words), pointer(state), pointer(out))
        told = state[blocks : blocks + BLOCK_SIZE * state[BLOCKS]]
        kept = state[records : records + RECORD_SIZE * state[RECORDS]]
        return (
            state[:STATES],
            told.reshape((-1, BLOCK_SIZE)),
            kept.reshape((-1, RECORD_SIZE)),
            out,
            out[end + 1 : state[STRINGS]],
        )

    return scan


scan = compiled(_SCANNED(_BYTES, types.int64[::1], types.boolean))(
    _entry(version_of(v, pointers, scan_names, scan_parts, scan_records, scan_state, scan_words))
)
