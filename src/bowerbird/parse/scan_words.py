"""What a page says, in the compiled scan: words with white space folded, in blocks."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator,call-arg"

import numpy as np
from numba import njit

from bowerbird.parse.scan_state import (
    AMP,
    BEGIN,
    BLANK,
    BLOCK_SIZE,
    BLOCKS,
    BLOCKS_AT,
    END,
    GT,
    INHERITED,
    INSIDE,
    KINDS,
    LETTERS,
    LEVEL,
    LINK_AT,
    LINKED,
    LINKS,
    LT,
    PLACE,
    QUOTE,
    SILENT,
    SIZE,
    SPACED,
)


@njit(forceinline=True)
def end_block(state):
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
def say(data, at, state, out):
    """Words up to the next tag, white space folded."""
    end = state[END]
    if state[SILENT]:
        while at < end and data[at] != LT:
            at += 1
        return at
    size, spaced, letters = state[SIZE], state[SPACED], state[LETTERS]
    # No branch depends on where words end: guessing that wrong would cost as much as all the rest.
    while at < end:
        byte, step = np.int64(data[at]), 1
        kind = np.int64(KINDS[byte])
        if kind >= 3:
            if kind == 3:
                break
            byte, step, kind = unusual(data, at, end, kind)
        space = kind >> 1
        out[size] = BLANK if space else byte
        size += 1 - (space & spaced)
        letters += kind == 0
        spaced = space
        at += step
    state[SIZE], state[SPACED], state[LETTERS] = size, spaced, letters
    return min(at, end)


@njit(forceinline=True)
def add_space(state, out):
    """White space that an element makes."""
    if not state[SPACED]:
        out[state[SIZE]] = BLANK
        state[SIZE] += 1
        state[SPACED] = 1


@njit(forceinline=True)
def unusual(data, at, end, kind):
    """White space, an entity, or what may be a wide space: its character, length and kind."""
    if kind == 4:
        byte, step = entity_at(data, at, end)
        return byte, step, 2 if byte == 0xA0 else 0
    wide = wide_space(data, at, end) if kind == 5 else 1
    return np.int64(data[at]), max(wide, 1), 2 if wide else 0


@njit(forceinline=True)
def wide_space(data, at, end):
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
def entity_at(data, at, end):
    """The character that stands for an entity here, 0xA0 for the no-break space, and its length."""
    if at + 3 >= end:
        return AMP, 1
    second, third = data[at + 1], data[at + 2]
    if second == 97:  # &amp;
        return AMP, 5
    if second == 108 and third == 116:  # &lt;
        return LT, 4
    if second == 103 and third == 116:  # &gt;
        return GT, 4
    if second == 113:  # &quot;
        return QUOTE, 6
    if second == 110:  # &nbsp;
        return 0xA0, 6
    return AMP, 1
