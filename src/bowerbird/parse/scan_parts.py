"""What entering and leaving an element does to the words, in the compiled scan.

The rules are those of `landmarks`, `blocks` and `walk`, which tell the reasons.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator,call-arg"

from numba import njit

from bowerbird.parse import vocabulary as v
from bowerbird.parse.scan_names import equals, hides, is_around, means
from bowerbird.parse.scan_records import value_of
from bowerbird.parse.scan_state import (
    FOREIGNS,
    FOUND,
    HIDE,
    IN_ARTICLE,
    IN_LANDMARK,
    IN_MAIN,
    IN_NAMED,
    INSIDE,
    KINDS,
    LETTERS,
    LEVEL,
    LINK_AT,
    LINKED,
    LINKS,
    PART_ARTICLE,
    PART_CONTENT,
    PART_HEADER,
    PART_HIDDEN,
    PART_LANDMARK,
    PART_MAIN,
    PART_NAMED,
    PLACE,
    SILENT,
    TEMPLATES,
    TRUE,
    UNDO_BREAK,
    UNDO_FOREIGN,
    UNDO_HIDE,
    UNDO_LINK,
    UNDO_SILENT,
    UNDO_SPACE,
    UNDO_TEMPLATE,
)
from bowerbird.parse.scan_words import add_space, end_block

PARTS = v.LANDMARK | v.HEADER | v.CONTAINER | v.MAIN | v.ARTICLE


@njit(forceinline=True)
def enter_words(data, what, words, state, out):
    """What entering an element does to the words; answers what leaving it undoes."""
    if what & PARTS:
        part = part_of_element(data, what, words, state)
        end_block(state)
        if part == PART_HIDDEN:
            state[SILENT] += 1
            return UNDO_BREAK | UNDO_SILENT
        state[PLACE] = placed(state[PLACE], part)
        return UNDO_BREAK
    if what & v.MUTE:
        state[SILENT] += 1
        return UNDO_SILENT
    if what & v.ANCHOR:
        if state[INSIDE]:  # a link in a link, which broken tables bring about
            state[LINKED] += state[LETTERS] - state[LINK_AT]
        state[INSIDE] = 1
        state[LINK_AT] = state[LETTERS]
        state[LINKS] += 1
        return UNDO_LINK
    if what & v.BLOCK or what >> v.LEVEL:
        end_block(state)
        state[LEVEL] = what >> v.LEVEL
        return UNDO_BREAK
    if what & (v.CELL | v.BREAK):
        add_space(state, out)
        return UNDO_SPACE
    return 0


@njit(forceinline=True)
def leave_words(undo, place, state, out):
    """What leaving an element does."""
    if undo & UNDO_SILENT:
        state[SILENT] -= 1
    if undo & UNDO_BREAK:
        end_block(state)
    if undo & UNDO_SPACE:
        add_space(state, out)
    if undo & UNDO_LINK and state[INSIDE]:
        state[LINKED] += state[LETTERS] - state[LINK_AT]
        state[INSIDE] = 0
    if undo & UNDO_HIDE:
        state[HIDE] -= 1
    if undo & UNDO_TEMPLATE:
        state[TEMPLATES] -= 1
    if undo & UNDO_FOREIGN:
        state[FOREIGNS] -= 1
    state[PLACE] = place


@njit(forceinline=True)
def part_of_element(data, what, words, state):
    """What an element is in its page; see `landmarks`."""
    if what & v.LANDMARK:
        return PART_LANDMARK
    if what & v.HEADER:
        return PART_HEADER
    start, end = value_of(state, v.ARIA_HIDDEN)
    hidden = state[FOUND] & v.HIDDEN or equals(data, start, end, TRUE)
    start, end = value_of(state, v.STYLED)
    if hidden or hides(data, start, end):
        return PART_HIDDEN
    if what & v.MAIN:
        return PART_MAIN
    if what & v.ARTICLE:
        return PART_ARTICLE
    return part_by_name(data, words, state)


@njit(forceinline=True)
def part_by_name(data, words, state):
    """What role, class and id say."""
    start, end = value_of(state, v.ROLE)
    while start < end and KINDS[data[start]] == 2:
        start += 1
    while start < end and KINDS[data[end - 1]] == 2:
        end -= 1
    if means(data, start, end, words, v.ROLE_LANDMARK):
        return PART_LANDMARK
    if means(data, start, end, words, v.ROLE_MAIN):
        return PART_MAIN
    if means(data, start, end, words, v.ROLE_ARTICLE):
        return PART_ARTICLE
    start, end = value_of(state, v.CLASS)
    if is_around(data, start, end, words):
        return PART_NAMED
    start, end = value_of(state, v.ID)
    return PART_NAMED if is_around(data, start, end, words) else PART_CONTENT


@njit(forceinline=True)
def placed(place, part):
    """The place inside a part that stands in that place; see `blocks`."""
    if part == PART_MAIN:
        return IN_MAIN
    if part == PART_ARTICLE:
        return place if place & (IN_MAIN | IN_ARTICLE) else place | IN_ARTICLE
    if part == PART_NAMED:
        return place | IN_NAMED
    if part == PART_LANDMARK or (part == PART_HEADER and not place & (IN_MAIN | IN_ARTICLE)):
        return place | IN_LANDMARK
    return place
