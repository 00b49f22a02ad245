# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator,call-arg"
# ruff: noqa: SIM110 - compiled code has no generators
# Compiled code is typed by the signature of its entry, at the end.
"""The compiled scan: one pass over a page as lexbor writes it, to links and blocks of words.

lexbor's writing is well formed: every tag that is needed stands there, attributes are quoted, of
entities there are five. So the scan needs no rules of its own for broken markup; where it meets
what it does not expect, it says so (`ODD`) and the page is read by the walk instead.

Everything it keeps between characters lies in `state`, an array of numbers; what each means stands
right below.
"""

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

from bowerbird.parse import vocabulary as v
from bowerbird.parse.compiling import compiled

DEEPEST = 12_000  # elements in elements; deeper pages are the worker's

# ---- the state -----------------------------------------------------------------------------------
ODD = 0  # the page is not as expected
SIZE, BEGIN, SPACED, LETTERS, LINKED, LINKS, LEVEL, BLOCKS = range(1, 9)  # the block being read
INSIDE, INHERITED, LINK_AT = range(9, 12)  # a link: open now, open before the block, letters then
PLACE = 12  # what part of the page: the bits below
SILENT, HIDE, TEMPLATES = range(13, 16)  # elements around without words, not told of, or at all
DEPTH, ELEMENTS, ANCHORS, RECORDS, STRINGS = range(16, 21)
BLOCKS_AT, RECORDS_AT = range(21, 23)  # where their lines begin
END = 23  # of the page
FOREIGNS = 24  # drawings and formulas around
FOUND, SPANS = 25, 26  # of the attributes of one element: meanings, then begin and end of values
STATES = SPANS + 2 * 8  # from here on stand the lines of open elements, of blocks and of records
BLOCK_SIZE, RECORD_SIZE = 7, 2

# Places.
IN_LANDMARK, IN_NAMED, IN_MAIN, IN_ARTICLE = 1, 2, 4, 8
_OPEN = 5  # numbers in the line of an open element: its name, what leaving undoes, place, foreign
# What leaving an element undoes.
_BREAK, _SPACE, _LINK, _SILENT, _HIDE, _TEMPLATE, _FOREIGN = 1, 2, 4, 8, 16, 32, 64
# Parts.
_CONTENT, _HIDDEN, _NAMED, _LANDMARK, _HEADER, _MAIN, _ARTICLE = range(7)

# Kinds of records beside the rows of the vocabulary.
PLAIN, ANCHOR, RARE, STYLE, TITLE = -1, -2, -3, -4, -5
# A plain href has no scheme in so many of its first bytes, and is no longer than a link may be.
_SCHEME, _LONG, _COLON = 12, 4_096, 58
_LT, _GT, _AMP, _QUOTE, _EQUALS, _SLASH, _BLANK = 60, 62, 38, 34, 61, 47, 32


def _kinds_of_bytes():
    """0 a letter's first byte, 1 its next ones, 2 white space, 3 `<`, 4 `&`, 5 maybe a wide space.

    White space is what Python's `str.split` takes for it.
    """
    kinds = np.zeros(256, np.uint8)
    kinds[0x80:0xC0] = 1
    kinds[9:14] = kinds[0x1C:0x21] = 2
    kinds[_LT], kinds[_AMP] = 3, 4
    kinds[0xC2] = kinds[0xE1] = kinds[0xE2] = kinds[0xE3] = 5
    return kinds


_KINDS = _kinds_of_bytes()
_LOWER = np.frombuffer(bytes(range(256)).lower(), np.uint8).copy()


# ---- words ---------------------------------------------------------------------------------------


@njit(forceinline=True)
def _line(data, start, end, words):
    """The line of a word in the vocabulary, or -1."""
    size = end - start
    if size < 1 or size > v.LONGEST:
        return -1
    value = 0
    for at in range(start, end):
        value = (value * 31 + _LOWER[data[at]]) & 0xFFFFFF
    line = v.WIDTH * ((value ^ (value >> 12)) & (v.SLOTS - 1))
    while words[line + v.LENGTH]:
        if words[line + v.LENGTH] == size and _begins(data, start, end, words, line):
            return line
        line = (line + v.WIDTH) % (v.WIDTH * v.SLOTS)
    return -1


@njit(forceinline=True)
def _begins(data, start, end, words, line):
    """Does the text begin with that word?"""
    size = words[line + v.LENGTH]
    if end - start < size:
        return False
    for at in range(size):
        if _LOWER[data[start + at]] != words[line + v.SPELLING + at]:
            return False
    return True


@njit(forceinline=True)
def _means(data, start, end, words, meaning):
    """Is the text a word of that meaning, as a role or name?"""
    line = _line(data, start, end, words)
    return line >= 0 and words[line + v.NAME] & meaning != 0


@njit(forceinline=True)
def _is_word(data, start, end):
    """Letters, digits and underscores; every letter beyond ASCII counts as one."""
    for at in range(start, end):
        byte = _LOWER[data[at]]
        if not (97 <= byte <= 122 or 48 <= byte <= 57 or byte == 95 or byte >= 128):
            return False
    return True


@njit(forceinline=True)
def _is_around_word(data, start, end, words):
    """Is this the name of a part around the content? Without a prefix."""
    if _means(data, start, end, words, v.AROUND):
        return True
    for line in range(v.WIDTH * v.SLOTS, v.WIDTH * v.LINES, v.WIDTH):
        kind = words[line + v.NAME]
        if kind & v.PREFIX or not _begins(data, start, end, words, line):
            continue
        rest = start + words[line + v.LENGTH]
        if kind & v.STEM and _is_word(data, rest, end):
            return True
        dash = rest < end - 1 and (data[rest] == 45 or data[rest] == 95)
        if kind & v.STEM_AFTER_DASH and dash and _is_word(data, rest + 1, end):
            return True
    return False


@njit(forceinline=True)
def _is_around_name(data, start, end, words):
    """Is this one name of a class the name of a part around the content?"""
    if _is_around_word(data, start, end, words):
        return True
    for line in range(v.WIDTH * v.SLOTS, v.WIDTH * v.LINES, v.WIDTH):
        if words[line + v.NAME] & v.PREFIX and _begins(data, start, end, words, line):
            rest = start + words[line + v.LENGTH]
            if rest < end and _is_around_word(data, rest, end, words):
                return True
            dash = rest < end and (data[rest] == 45 or data[rest] == 95)
            if dash and _is_around_word(data, rest + 1, end, words):
                return True
    return False


@njit(forceinline=True)
def _is_around(data, start, end, words):
    """Does one of these names say that a part stands around the content?"""
    end = min(end, start + 500)
    while start < end:
        stop = start
        while stop < end and _KINDS[data[stop]] != 2:
            stop += 1
        if stop > start and _is_around_name(data, start, stop, words):
            return True
        start = stop + 1
    return False


# ---- blocks of words -----------------------------------------------------------------------------


@njit(forceinline=True)
def _end_block(state):
    """A new line: keep the block, if it said something, and begin the next."""
    if state[LETTERS] > 0:
        if state[INSIDE]:
            state[LINKED] += state[LETTERS] - state[LINK_AT]
        at = state[BLOCKS_AT] + BLOCK_SIZE * state[BLOCKS]
        state[at], state[at + 1] = state[BEGIN], state[SIZE] - state[SPACED]
        state[at + 2], state[at + 3] = state[LETTERS], state[LINKED]
        state[at + 4] = max(state[LINKS], state[INHERITED])
        state[at + 5], state[at + 6] = state[PLACE], state[LEVEL]
        state[BLOCKS] += 1
    state[BEGIN] = state[SIZE]
    state[SPACED] = 1
    state[LETTERS] = state[LINKED] = state[LINKS] = state[LEVEL] = 0
    state[LINK_AT] = 0
    state[INHERITED] = state[INSIDE]


@njit(forceinline=True)
def _wide_space(data, at, end):
    """How many bytes of white space beyond ASCII stand here; 0 for none."""
    if at + 1 < end and data[at] == 0xC2 and (data[at + 1] == 0xA0 or data[at + 1] == 0x85):
        return 2
    if at + 2 >= end:
        return 0
    first, second, third = data[at], data[at + 1], data[at + 2]
    if first == 0xE2 and second == 0x80:
        return 3 if third <= 0x8A or third == 0xA8 or third == 0xA9 or third == 0xAF else 0
    wide = (
        (first == 0xE3 and second == 0x80 and third == 0x80)
        or (first == 0xE2 and second == 0x81 and third == 0x9F)
        or (first == 0xE1 and second == 0x9A and third == 0x80)
    )
    return 3 if wide else 0


@njit(forceinline=True)
def _entity(data, at, end):
    """The character that stands for an entity here, 0xA0 for the no-break space, and its length."""
    if at + 3 >= end:
        return _AMP, 1
    second, third = data[at + 1], data[at + 2]
    if second == 97:  # &amp;
        return _AMP, 5
    if second == 108 and third == 116:  # &lt;
        return _LT, 4
    if second == 103 and third == 116:  # &gt;
        return _GT, 4
    if second == 113:  # &quot;
        return _QUOTE, 6
    if second == 110:  # &nbsp;
        return 0xA0, 6
    return _AMP, 1


@njit(forceinline=True)
def _say(data, at, state, out):
    """Words up to the next tag, white space folded."""
    end = state[END]
    if state[SILENT]:
        while at < end and data[at] != _LT:
            at += 1
        return at
    size, spaced, letters = state[SIZE], state[SPACED], state[LETTERS]
    # No branch depends on where words end: guessing that wrong would cost as much as all the rest.
    while at < end:
        byte, step = np.int64(data[at]), 1
        kind = np.int64(_KINDS[byte])
        if kind >= 3:
            if kind == 3:
                break
            byte, step, kind = _unusual(data, at, end, kind)
        space = kind >> 1
        out[size] = _BLANK if space else byte
        size += 1 - (space & spaced)
        letters += kind == 0
        spaced = space
        at += step
    state[SIZE], state[SPACED], state[LETTERS] = size, spaced, letters
    return min(at, end)


@njit(forceinline=True)
def _space(state, out):
    """White space that an element makes."""
    if not state[SPACED]:
        out[state[SIZE]] = _BLANK
        state[SIZE] += 1
        state[SPACED] = 1


@njit(forceinline=True)
def _unusual(data, at, end, kind):
    """White space, an entity, or what may be a wide space: its character, length and kind."""
    if kind == 4:
        byte, step = _entity(data, at, end)
        return byte, step, 2 if byte == 0xA0 else 0
    wide = _wide_space(data, at, end) if kind == 5 else 1
    return np.int64(data[at]), max(wide, 1), 2 if wide else 0


# ---- records: what Python is told of -------------------------------------------------------------


@njit(forceinline=True)
def _tell(kind, state):
    """Begin a record; its two strings follow."""
    at = state[RECORDS_AT] + 2 * state[RECORDS]
    state[at] = kind
    # How the element is found again: as one of the <a>, or as one of all, counted from -1 down.
    state[at + 1] = state[ANCHORS] - 1 if kind >= ANCHOR and kind < 0 else -state[ELEMENTS]
    state[RECORDS] += 1


@njit(forceinline=True)
def _add_string(data, start, end, decoded, state, out):
    """A string of the record, with a NUL behind it; none stands in a page as lexbor writes it."""
    size = state[STRINGS]
    at = start
    while at < end:
        byte, step = data[at], 1
        if decoded and byte == _AMP:
            byte, step = _entity(data, at, end)
            if byte == 0xA0:
                out[size] = 0xC2
                size += 1
        out[size] = byte
        size += 1
        at += step
    out[size] = 0
    state[STRINGS] = size + 1


@njit(forceinline=True)
def _is_plain(data, start, end):
    """Is this the href of a document, with no white space to strip?"""
    last = data[end - 1]
    if end - start > _LONG or last == 59 or _KINDS[last] or _KINDS[data[start]]:  # 59: &nbsp;
        return False
    if _says(data, start, end, _HTTP):
        return True
    for at in range(start, min(end, start + _SCHEME)):
        if data[at] == _COLON:
            return False
    return True


@njit(forceinline=True)
def _tell_anchor(data, state, out):
    """An <a>, unless it leads to a place in this very page."""
    start, end = state[SPANS + 2 * v.HREF], state[SPANS + 2 * v.HREF + 1]
    while start < end and _KINDS[data[start]] == 2:
        start += 1
    if start == end or (data[start] == 35 and (start + 1 == end or data[start + 1] != 33)):
        return
    rel, rel_end = _value(state, v.REL)
    plain = rel == rel_end and _is_plain(data, start, end)
    _tell(PLAIN if plain else ANCHOR, state)
    _add_string(data, start, end, True, state, out)
    _add_string(data, rel, rel_end, True, state, out)


@njit(forceinline=True)
def _names_url(data, start, end):
    """Does a style name a file?"""
    for at in range(start, end - 3):
        if data[at + 3] == 40:
            small = data[at] == 117 and data[at + 1] == 114 and data[at + 2] == 108
            if small or (data[at] == 85 and data[at + 1] == 82 and data[at + 2] == 76):
                return True
    return False


@njit(forceinline=True)
def _record(data, tag, line, words, state, out):
    """Tell of an element that refers to something. `tag`: where its name begins, its attributes
    begin, and it ends."""
    start, begin, end = tag
    what = words[line + v.ELEMENT] if line >= 0 else 0
    found = state[FOUND]
    if what & v.ANCHOR and found & v.MORE_URLS == 0:
        if found & v.URL:
            _tell_anchor(data, state, out)
    elif (what & v.TOLD and end > begin) or (what & v.CARRIER and found & v.URL):
        _tell(words[line + v.ROW], state)
        _add_string(data, begin, end, False, state, out)
        _add_string(data, 0, 0, False, state, out)
    style = SPANS + 2 * v.STYLED
    if (
        (found & v.DATA and not what & v.IMAGE)
        or (what & v.USE and found & v.URL)
        or _names_url(data, state[style], state[style + 1])
    ):
        _tell(RARE, state)
        _add_string(data, begin, end, False, state, out)
        _add_string(data, start, begin, False, state, out)


# ---- elements ------------------------------------------------------------------------------------


@njit(forceinline=True)
def _attributes(data, at, words, state):
    """Read the attributes of a tag: what they mean together, and where some values stand. Answers
    where the tag ends, which is at its `>`."""
    end = state[END]
    for place in range(FOUND, STATES):
        state[place] = 0
    while at < end and data[at] == _BLANK:
        start = at + 1
        at = start + 1  # a name may begin with an equals sign
        while at < end and data[at] != _EQUALS:
            at += 1
        line = _line(data, start, at, words)
        value = at + 2
        at = value
        while at < end and data[at] != _QUOTE:
            at += 1
        if line >= 0 and at < end:
            state[FOUND] |= words[line + v.ATTRIBUTE]
            place = SPANS + 2 * words[line + v.PLACE]
            state[place], state[place + 1] = value, at
        at += 1
    if at >= end or data[at] != _GT:
        state[ODD] = 1
    return min(at, end)


@njit(forceinline=True)
def _equals(data, start, end, word):
    """Is the text exactly that word?"""
    if end - start != len(word):
        return False
    for at in range(len(word)):
        if data[start + at] != word[at]:
            return False
    return True


@njit(forceinline=True)
def _says(data, at, end, word):
    """Does the text go on with that word? In any case."""
    if at + len(word) > end:
        return False
    for number in range(len(word)):
        if _LOWER[data[at + number]] != word[number]:
            return False
    return True


_TRUE, _DISPLAY, _NONE, _VISIBILITY, _HIDDEN_WORD, _OPENED, _HTTP = (
    np.frombuffer(word, np.uint8).copy()
    for word in (b"true", b"display", b"none", b"visibility", b"hidden", b"<script", b"http")
)


@njit(forceinline=True)
def _gap(data, at, end):
    """Past at most nine white spaces."""
    stop = min(at + 9, end)
    while at < stop and _KINDS[data[at]] == 2:
        at += 1
    return at


@njit(forceinline=True)
def _sets(data, at, end, name, value):
    """Does a style set that property to that value here?"""
    if not _says(data, at, end, name):
        return False
    at = _gap(data, at + len(name), end)
    if at >= end or data[at] != 58:
        return False
    return _says(data, _gap(data, at + 1, end), end, value)


@njit(forceinline=True)
def _hides(data, start, end):
    """Does a style attribute hide its element?"""
    for at in range(start, end):
        first = _LOWER[data[at]]
        if first == 100 and _sets(data, at, end, _DISPLAY, _NONE):
            return True
        if first == 118 and _sets(data, at, end, _VISIBILITY, _HIDDEN_WORD):
            return True
    return False


@njit(forceinline=True)
def _value(state, place):
    """Where the value of a remembered attribute stands."""
    return state[SPANS + 2 * place], state[SPANS + 2 * place + 1]


@njit(forceinline=True)
def _part(data, what, words, state):
    """What an element is in its page; see `landmarks`."""
    if what & v.LANDMARK:
        return _LANDMARK
    if what & v.HEADER:
        return _HEADER
    start, end = _value(state, v.ARIA_HIDDEN)
    hidden = state[FOUND] & v.HIDDEN or _equals(data, start, end, _TRUE)
    start, end = _value(state, v.STYLED)
    if hidden or _hides(data, start, end):
        return _HIDDEN
    if what & v.MAIN:
        return _MAIN
    if what & v.ARTICLE:
        return _ARTICLE
    return _part_by_name(data, words, state)


@njit(forceinline=True)
def _part_by_name(data, words, state):
    """What role, class and id say."""
    start, end = _value(state, v.ROLE)
    while start < end and _KINDS[data[start]] == 2:
        start += 1
    while start < end and _KINDS[data[end - 1]] == 2:
        end -= 1
    if _means(data, start, end, words, v.ROLE_LANDMARK):
        return _LANDMARK
    if _means(data, start, end, words, v.ROLE_MAIN):
        return _MAIN
    if _means(data, start, end, words, v.ROLE_ARTICLE):
        return _ARTICLE
    start, end = _value(state, v.CLASS)
    if _is_around(data, start, end, words):
        return _NAMED
    start, end = _value(state, v.ID)
    return _NAMED if _is_around(data, start, end, words) else _CONTENT


@njit(forceinline=True)
def _placed(place, part):
    """The place inside a part that stands in that place; see `blocks`."""
    if part == _MAIN:
        return IN_MAIN
    if part == _ARTICLE:
        return place if place & (IN_MAIN | IN_ARTICLE) else place | IN_ARTICLE
    if part == _NAMED:
        return place | IN_NAMED
    if part == _LANDMARK or (part == _HEADER and not place & (IN_MAIN | IN_ARTICLE)):
        return place | IN_LANDMARK
    return place


_PARTS = v.LANDMARK | v.HEADER | v.CONTAINER | v.MAIN | v.ARTICLE


@njit(forceinline=True)
def _begin(data, what, words, state, out):
    """What entering an element does to the words; answers what leaving it undoes."""
    if what & _PARTS:
        part = _part(data, what, words, state)
        _end_block(state)
        if part == _HIDDEN:
            state[SILENT] += 1
            return _BREAK | _SILENT
        state[PLACE] = _placed(state[PLACE], part)
        return _BREAK
    if what & v.MUTE:
        state[SILENT] += 1
        return _SILENT
    if what & v.ANCHOR:
        if state[INSIDE]:  # a link in a link, which broken tables bring about
            state[LINKED] += state[LETTERS] - state[LINK_AT]
        state[INSIDE] = 1
        state[LINK_AT] = state[LETTERS]
        state[LINKS] += 1
        return _LINK
    if what & v.BLOCK or what >> v.LEVEL:
        _end_block(state)
        state[LEVEL] = what >> v.LEVEL
        return _BREAK
    if what & (v.CELL | v.BREAK):
        _space(state, out)
        return _SPACE
    return 0


@njit(forceinline=True)
def _end(undo, place, state, out):
    """What leaving an element does."""
    if undo & _SILENT:
        state[SILENT] -= 1
    if undo & _BREAK:
        _end_block(state)
    if undo & _SPACE:
        _space(state, out)
    if undo & _LINK and state[INSIDE]:
        state[LINKED] += state[LETTERS] - state[LINK_AT]
        state[INSIDE] = 0
    if undo & _HIDE:
        state[HIDE] -= 1
    if undo & _TEMPLATE:
        state[TEMPLATES] -= 1
    if undo & _FOREIGN:
        state[FOREIGNS] -= 1
    state[PLACE] = place


@njit(forceinline=True)
def _is_foreign(what, state):
    """Does an element of that meaning belong to a drawing or formula, where it stands now?"""
    if what & v.FOREIGN:
        return True
    return state[DEPTH] > 0 and state[STATES + _OPEN * state[DEPTH] - 1] == 1


@njit(forceinline=True)
def _enter(data, at, words, state, out):
    """A start tag; answers where to go on."""
    end = state[END]
    start = at + 1
    at = start
    while at < end and data[at] != _BLANK and data[at] != _GT:
        at += 1
    line = _line(data, start, at, words)
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
            _record(data, (start, begin, at), line, words, state, out)
    return _open(data, (start, begin, at), what, words, state, out)


@njit(forceinline=True)
def _open(data, tag, what, words, state, out):
    """Remember an element until its end tag, unless it has none; answers where to go on."""
    start, begin, at = tag
    foreign = _is_foreign(what, state)
    place = state[PLACE]
    undo = 0 if state[SILENT] else _begin(data, what, words, state, out)
    if what & v.VOID and not foreign:
        return at + 1
    entry = STATES + _OPEN * state[DEPTH]
    state[entry], state[entry + 1] = start, begin
    state[entry + 2], state[entry + 3] = undo, place
    state[entry + 4] = foreign and not what & v.INTEGRATION
    if what & v.FOREIGN:
        state[FOREIGNS] += 1
        state[entry + 2] |= _FOREIGN
    state[DEPTH] += 1
    if what & (v.RAW | v.ESCAPED | v.TEMPLATE):
        return _pass(data, at + 1, what, foreign, state, out)
    return at + 1


@njit(forceinline=True)
def _pass(data, at, what, foreign, state, out):
    """The inside of an element that holds neither words nor links of the page."""
    entry = STATES + _OPEN * (state[DEPTH] - 1)
    start = at
    if not state[entry + 2] & _SILENT:
        state[SILENT] += 1
        state[entry + 2] |= _SILENT
    if what & v.TEMPLATE:
        state[TEMPLATES] += 1
        state[HIDE] += 1
        state[entry + 2] |= _TEMPLATE | _HIDE
        state[ODD] |= foreign
    elif what & v.ESCAPED and foreign:
        state[HIDE] += 1
        state[entry + 2] |= _HIDE
    elif what & v.ESCAPED:
        while at < state[END] and data[at] != _LT:
            at += 1
    else:
        at = _raw_end(data, at, foreign, state)
    if state[HIDE] == 0 and (what & v.STYLE or (what & v.TITLE and not state[FOREIGNS])):
        _tell_inside(data, start, at, what, state, out)
    return at


@njit(forceinline=True)
def _tell_inside(data, start, end, what, state, out):
    """What a style sheet or title says."""
    _tell(STYLE if what & v.STYLE else TITLE, state)
    _add_string(data, start, end, what & v.TITLE != 0, state, out)
    _add_string(data, 0, 0, False, state, out)


@njit(forceinline=True)
def _raw_end(data, at, foreign, state):
    """Where the end tag of a script, style … stands. Markup in there is text."""
    end, commented = state[END], False
    while at < end:
        if data[at] == _LT and at + 1 < end:
            following = data[at + 1]
            if following == _SLASH and _closes(data, at + 2, state):
                return at
            if (commented and _says(data, at, end, _OPENED)) or (foreign and following != _SLASH):
                # A script in a comment in a script ends where no simple rule would look for it.
                break
            commented = commented or following == 33
        at += 1
    state[ODD] = 1
    return end


@njit(forceinline=True)
def _closes(data, at, state):
    """Is this the name of the innermost open element, and the end of a tag?"""
    entry = STATES + _OPEN * (state[DEPTH] - 1)
    start, size = state[entry], state[entry + 1] - state[entry]
    if at + size >= state[END] or data[at + size] != _GT:
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
    entry = STATES + _OPEN * state[DEPTH]
    _end(state[entry + 2], state[entry + 3], state, out)
    return at + 3 + state[entry + 1] - state[entry]


@njit(forceinline=True)
def _skip(data, at, end):
    """A comment, document type or instruction."""
    comment = at + 3 < end and data[at + 2] == 45 and data[at + 3] == 45
    at += 4 if comment else 2
    while at < end:
        if data[at] == _GT and (not comment or (data[at - 1] == 45 and data[at - 2] == 45)):
            return at + 1
        at += 1
    return end


_BYTES = types.Array(types.uint8, 1, "C", readonly=True)
_SCANNED = types.Tuple(
    (types.int64[::1], types.int64[:, ::1], types.int64[:, ::1], types.uint8[::1], types.uint8[::1])
)


@intrinsic
def _pointer(_, array):
    """Where the numbers of an array stand. Helpers are given pointers, not arrays: counting who
    holds an array would cost more than all else they do."""

    def where(context, builder, signature, arguments):
        kind = signature.args[0]
        return context.make_array(kind)(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), where


@njit(forceinline=True)
def _scan(data, words, state, out):
    """Go through the page once."""
    at, end = 0, state[END]
    while at < end and not state[ODD]:
        following = data[at + 1] if at + 1 < end else 0
        if data[at] != _LT:
            at = _say(data, at, state, out)
        elif following == _SLASH:
            at = _leave(data, at, state, out)
        elif following == 33 or following == 63:
            at = _skip(data, at, end)
        else:
            at = _enter(data, at, words, state, out)
    _end_block(state)
    state[ODD] |= state[DEPTH] != 0


@compiled(_SCANNED(_BYTES, types.int64[::1], types.boolean))
def scan(data, words, aloud):
    """A page as lexbor writes it, read with the table of the vocabulary; words only if `aloud`.

    Answers the state, the blocks (begin, end, letters, linked letters, links, place, level of
    heading), the records (kind, origin), the words of the page, and the strings of the records.
    """
    end = len(data)
    # Room for whatever the page may hold: a block takes a letter and a tag, a record a tag with an
    # attribute, which it may be told of three times.
    most_blocks, most_records = end // 4 + 16, 3 * (end // 8 + 16)
    blocks = STATES + _OPEN * DEEPEST
    records = blocks + BLOCK_SIZE * most_blocks
    state = np.empty(records + RECORD_SIZE * most_records, np.int64)
    out = np.empty(4 * end + 256, np.uint8)
    state[:STATES] = 0
    state[BLOCKS_AT], state[RECORDS_AT], state[STRINGS] = blocks, records, end + 1
    state[END], state[SILENT], state[SPACED] = end, not aloud, 1
    _scan(_pointer(data), _pointer(words), _pointer(state), _pointer(out))
    told = state[blocks : blocks + BLOCK_SIZE * state[BLOCKS]]
    kept = state[records : records + RECORD_SIZE * state[RECORDS]]
    return (
        state[:STATES],
        told.reshape((-1, BLOCK_SIZE)),
        kept.reshape((-1, RECORD_SIZE)),
        out,
        out[end + 1 : state[STRINGS]],
    )
