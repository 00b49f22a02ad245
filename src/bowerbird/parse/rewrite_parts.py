"""The parts of a page, in the compiled rewriting: what comes before, between and behind head and
body, and the tags for it that a page may leave out."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator,call-arg"

from numba import njit

from bowerbird.parse import rewrite_state as s
from bowerbird.parse import rewrite_table as t
from bowerbird.parse.rewrite_tags import (
    close_element,
    innermost,
    kind_inside,
    open_implied,
    past_space,
)
from bowerbird.parse.rewrite_text import copy_raw, put, says


@njit
def begin_html(state, out):
    """The page has begun without <html>."""
    if state[s.MODE] == s.INITIAL:
        state[s.QUIRKS] = 1
    if state[s.MODE] < s.BEFORE_HEAD:
        open_implied(s.HTML_TAG, t.HTML, t.SCOPE | t.SPECIAL, state, out)
        state[s.MODE] = s.BEFORE_HEAD


@njit
def begin_head(state, out):
    """What belongs into the head has begun."""
    begin_html(state, out)
    if state[s.MODE] == s.BEFORE_HEAD:
        open_implied(s.HEAD_TAG, t.HEAD, t.SPECIAL, state, out)
        state[s.MODE] = s.IN_HEAD


@njit
def end_head(state, out):
    """The head is over, or was left out."""
    begin_head(state, out)
    if state[s.MODE] == s.IN_HEAD:
        state[s.ODD] |= kind_inside(state) != t.HEAD
        close_element(state, out)
        state[s.MODE] = s.AFTER_HEAD


@njit
def begin_body(state, out):
    """What belongs into the body has begun."""
    end_head(state, out)
    if state[s.MODE] == s.AFTER_HEAD:
        open_implied(s.BODY_TAG, t.BODY, t.SPECIAL, state, out)
        state[s.MODE] = s.IN_BODY


@njit
def end_body(state):
    """</body>: what is open stays open, for white space may follow."""
    odd = state[s.MODE] != s.IN_BODY or state[s.FOREIGN] or state[s.COUNTS + t.SELECT]
    for line in range(s.OPEN + s.OPEN_SIZE, innermost(state) + 1, s.OPEN_SIZE):
        odd |= state[line + s.OPEN_FLAGS] & t.SCOPE
    state[s.ODD] |= odd != 0
    state[s.MODE] = s.AFTER_BODY


@njit
def words_begin(data, at, state, out):
    """White space where it may stand without beginning the body; answers where to go on. Other
    characters begin it."""
    stop = past_space(data, at, state[s.END])
    mode = state[s.MODE]
    if mode >= s.IN_HEAD:
        copy_raw(data, at, stop, state, out)
    if stop < state[s.END] and data[stop] != s.LT:
        # Behind the body nothing else may come; of an escaped character nobody knows what it is.
        state[s.ODD] |= mode > s.IN_BODY or data[stop] == s.AMP
        begin_body(state, out)
    return stop


# ---- document type and comments ------------------------------------------------------------------


@njit
def read_declaration(data, at, state, out):
    """What begins with `<!` or `<?`; answers where it ends."""
    end = state[s.END]
    if at + 3 < end and data[at + 1] == s.BANG and data[at + 2] == s.DASH == data[at + 3]:
        return read_comment(data, at + 4, state, out)
    stop = at
    while stop < end and data[stop] != s.GT:
        stop += 1
    if state[s.MODE] != s.INITIAL or stop == end:
        state[s.ODD] = 1
    elif data[at + 1] == s.QUESTION:
        state[s.ODD] |= not says(data, at, stop, s.XML)  # other instructions are no comments
        put(s.COMMENT_BEGIN, state, out)
        copy_raw(data, at + 1, stop, state, out)
        put(s.COMMENT_END, state, out)
    else:
        read_doctype(data, at, stop, state)
        put(s.DOCTYPE_WRITTEN, state, out)
    return min(stop + 1, end)


@njit
def read_doctype(data, at, stop, state):
    """`<!doctype html>`; longer ones may or may not mean that the page follows the rules."""
    quotes, marks = 0, 0
    for place in range(at, stop):
        quotes += data[place] == s.QUOTE
        marks += data[place] == s.APOSTROPHE
    name = past_space(data, at + len(s.DOCTYPE), stop)
    behind = name + len(s.HTML)
    odd = not says(data, at, stop, s.DOCTYPE) or not says(data, name, stop, s.HTML)
    odd |= name == at + len(s.DOCTYPE) or quotes & 1 == 1 or marks != 0
    odd |= behind < stop and not s.BYTES[data[behind]] & s.SPACE
    state[s.ODD] |= odd
    state[s.QUIRKS] = past_space(data, behind, stop) < stop
    state[s.MODE] = s.BEFORE_HTML


@njit
def read_comment(data, at, state, out):
    """A comment, from behind its `<!--`; answers where it ends."""
    end, stop = state[s.END], at
    while stop + 2 < end:
        if data[stop] == s.DASH == data[stop + 1]:
            if data[stop + 2] == s.GT:
                break
            state[s.ODD] |= data[stop + 2] == s.BANG
        stop += 1
    first = data[at] if at < end else s.GT
    if stop + 2 >= end or first == s.GT or (first == s.DASH and data[at + 1] == s.GT):
        state[s.ODD] = 1
        return end
    if state[s.MODE] > s.IN_BODY:
        keep_for_later(at, stop, state)
    else:
        put(s.COMMENT_BEGIN, state, out)
        copy_raw(data, at, stop, state, out)
        put(s.COMMENT_END, state, out)
    return stop + 3


@njit
def keep_for_later(at, stop, state):
    """A comment behind </body> stands behind the body, but white space goes into it."""
    if state[s.LATE] == s.MOST_LATE:
        state[s.ODD] = 1
        return
    place = s.LATE_AT + 3 * state[s.LATE]
    state[place], state[place + 1] = at, stop
    state[place + 2] = state[s.MODE] == s.AFTER_ALL
    state[s.LATE] += 1


@njit
def finish(data, state, out):
    """The end: everything is closed."""
    begin_body(state, out)
    while state[s.DEPTH] > 1:
        close_element(state, out)
    put_late(data, 0, state, out)
    close_element(state, out)
    put_late(data, 1, state, out)


@njit
def put_late(data, behind_all, state, out):
    """Comments that came behind the body."""
    for place in range(s.LATE_AT, s.LATE_AT + 3 * state[s.LATE], 3):
        if state[place + 2] == behind_all:
            put(s.COMMENT_BEGIN, state, out)
            copy_raw(data, state[place], state[place + 1], state, out)
            put(s.COMMENT_END, state, out)
