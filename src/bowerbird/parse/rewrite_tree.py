"""Which elements a tag opens and closes, in the compiled rewriting.

The rules of the HTML standard (§13.2.6) for pages whose elements are closed in the order in which
they were opened, or whose end tags may be left out. Whatever would move elements about, or needs
the list of active formatting elements, is `ODD`: then lexbor reads the page.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator,call-arg"

from numba import njit

from bowerbird.parse import rewrite_state as s
from bowerbird.parse import rewrite_table as t
from bowerbird.parse.rewrite_tags import close_element, innermost, kind_inside, open_implied

_PARTS_OF_TABLES = (
    1 << t.CAPTION | 1 << t.COL | 1 << t.COLGROUP | 1 << t.SECTION | 1 << t.ROW | 1 << t.CELL
)
_AROUND_PARTS = 1 << t.TABLE | 1 << t.COLGROUP | 1 << t.SECTION | 1 << t.ROW
_OF_SELECTS = 1 << t.OPTION | 1 << t.OPTGROUP


@njit(forceinline=True)
def in_table(state):
    """Between the parts of a table, where neither words nor other elements belong."""
    return _AROUND_PARTS >> kind_inside(state) & 1


@njit
def is_part_of_table(kind):
    """Is it a part of a table, which closes what stands in the part before?"""
    return _PARTS_OF_TABLES >> kind & 1


@njit(forceinline=True)
def flags_inside(state):
    """The flags of the innermost open element."""
    return state[innermost(state) + s.OPEN_FLAGS] if state[s.DEPTH] else 0


@njit
def close_implied(state, out):
    """Close what need not be closed by a tag."""
    while flags_inside(state) & t.IMPLIED:
        close_element(state, out)


@njit
def close_down_to(place, state, out):
    """Close an open element and those inside of it, if only such are inside as need no tag."""
    while state[s.DEPTH] > place and not state[s.ODD]:
        if state[s.DEPTH] > place + 1 and not flags_inside(state) & t.IMPLIED:
            state[s.ODD] = 1
        close_element(state, out)


# ---- before an element is opened -----------------------------------------------------------------


@njit
def make_room(kind, flags, state, out):
    """Close what this start tag closes."""
    if kind == t.LI or kind == t.DD:
        close_item(kind, state, out)
    elif kind == t.OPTION and kind_inside(state) == t.OPTION:
        close_element(state, out)
    elif kind == t.OPTGROUP:
        if kind_inside(state) == t.OPTION:
            close_element(state, out)
        if state[s.COUNTS + t.SELECT] and kind_inside(state) == t.OPTGROUP:
            close_element(state, out)
    if flags & t.CLOSES_P or kind == t.LI or kind == t.DD:
        close_paragraph(kind, state, out)
    nested = 1 << t.A | 1 << t.NOBR | 1 << t.BUTTON | 1 << t.FORM
    if nested >> kind & 1 and state[s.COUNTS + kind]:
        state[s.ODD] = 1
    if kind == t.HEADING and kind_inside(state) == t.HEADING:
        state[s.ODD] = 1
    if kind == t.RUBY and flags_inside(state) & t.IMPLIED:
        state[s.ODD] = 1


@njit
def close_item(kind, state, out):
    """A list item ends the one before it in its list."""
    place = state[s.DEPTH] - 1
    while place >= 0:
        line = s.OPEN + s.OPEN_SIZE * place
        if state[line + s.OPEN_KIND] == kind:
            close_down_to(place, state, out)
            return
        flags = state[line + s.OPEN_FLAGS]
        if flags & t.SPECIAL and not flags & t.LETS_ITEMS_THROUGH:
            return
        place -= 1


@njit
def close_paragraph(kind, state, out):
    """Many elements end a paragraph; a table only where the page says that it follows the rules."""
    place = state[s.DEPTH] - 1 if state[s.COUNTS + t.P] else -1
    while place >= 0:
        line = s.OPEN + s.OPEN_SIZE * place
        if state[line + s.OPEN_KIND] == t.P:
            state[s.ODD] |= kind == t.TABLE and state[s.QUIRKS]
            close_down_to(place, state, out)
            return
        if state[line + s.OPEN_FLAGS] & t.SCOPE:
            return
        place -= 1


@njit
def place_in_table(kind, flags, state, out):
    """Around a part of a table: the parts it closes, and those it implies."""
    while not state[s.ODD]:
        inside = kind_inside(state)
        if inside == t.TABLE:
            if kind == t.COL:
                open_implied(s.COLGROUP_TAG, t.COLGROUP, t.SPECIAL, state, out)
            elif kind == t.ROW or kind == t.CELL:
                open_implied(s.TBODY_TAG, t.SECTION, t.SPECIAL, state, out)
            else:
                state[s.ODD] |= not belongs(kind, flags)
                return
        elif inside == t.SECTION and kind == t.CELL:
            open_implied(s.TR_TAG, t.ROW, t.SPECIAL, state, out)
        elif takes(inside, kind) or (inside != t.COLGROUP and flags & t.IN_TABLE):
            return
        elif not is_part_of_table(kind):
            state[s.ODD] = 1
        else:
            close_part(inside, state, out)


@njit
def takes(inside, kind):
    """Does this part of a table stand right in that one?"""
    return (
        (inside == t.COLGROUP and kind == t.COL)
        or (inside == t.SECTION and kind == t.ROW)
        or (inside == t.ROW and kind == t.CELL)
    )


@njit
def belongs(kind, flags):
    """May it stand right in a table?"""
    parts = 1 << t.CAPTION | 1 << t.COLGROUP | 1 << t.SECTION
    return parts >> kind & 1 or flags & t.IN_TABLE


@njit
def close_part(inside, state, out):
    """The innermost part of a table ends, because another one begins."""
    if inside == t.COLGROUP or inside == t.SECTION or inside == t.ROW:
        close_element(state, out)
        return
    close_implied(state, out)
    inside = kind_inside(state)
    if inside == t.CELL or inside == t.CAPTION:
        close_element(state, out)
    else:
        state[s.ODD] = 1


@njit
def check_select(kind, state):
    """In a list to select from stand its options alone."""
    state[s.ODD] |= not _OF_SELECTS >> kind & 1


# ---- end tags ------------------------------------------------------------------------------------


@njit(forceinline=True)
def is_inside(state):
    """Is the tag being read of the name of the innermost open element?"""
    line = innermost(state)
    return (
        state[s.DEPTH] > 0
        and state[line + s.OPEN_KEY] == state[s.KEY]
        and state[line + s.OPEN_LENGTH] == state[s.LENGTH]
    )


@njit
def leave(kind, flags, state, out):
    """An end tag: of the innermost element, or of one in which only such are open as need none."""
    rank = rank_of(kind)
    implies = flags & t.BLOCK or rank or kind == t.SELECT or kind == t.OPTGROUP
    if state[s.COUNTS + t.SELECT] and not (_OF_SELECTS >> kind & 1 or kind == t.SELECT):
        state[s.ODD] = 1
    while not is_inside(state) and not state[s.ODD]:
        inner = rank_of(kind_inside(state))
        if implies and state[s.DEPTH] and not state[s.FOREIGN] and (
            flags_inside(state) & t.IMPLIED or 0 < inner < rank
        ):  # fmt: skip
            close_element(state, out)
        else:
            state[s.ODD] = 1
    if not state[s.ODD]:
        close_element(state, out)


@njit
def rank_of(kind):
    """How far out it stands in a table; 0 for what is no part of one."""
    if kind == t.CELL:
        return 1
    if kind == t.ROW:
        return 2
    if kind == t.SECTION or kind == t.CAPTION or kind == t.COLGROUP:
        return 3
    return 4 if kind == t.TABLE else 0
