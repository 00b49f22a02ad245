"""The compiled choice of the main text among the blocks of a scan; `main_text` tells the rules."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator"
# Compiled code is typed by the signature of its entry, at the end.

import numpy as np
from numba import njit, types

from bowerbird.parse import main_text, scan_state
from bowerbird.parse.main_text import (
    KEPT_SHARE,
    LINK_RUN,
    LINKED,
    MARKED_SHARE,
    MENU_LINKS,
    NAMED_SHARE,
)
from bowerbird.parse.scan_state import IN_ARTICLE, IN_LANDMARK, IN_MAIN, IN_NAMED
from bowerbird.text.compiling import compiled, version_of

_BEGIN, _END, _LETTERS, _LINKED, _LINKS, _PLACE, _LEVEL = range(7)


@njit(forceinline=True)
def _said(blocks, required, refused):
    """Letters of the blocks that stand in all of some places and in none of others."""
    said = 0
    for number in range(len(blocks)):
        place = blocks[number, _PLACE]
        if place & required == required and not place & refused:
            said += blocks[number, _LETTERS]
    return said


@njit(forceinline=True)
def _places(blocks):
    """The places that content must and must not stand in."""
    required, refused = 0, IN_LANDMARK
    said = _said(blocks, 0, refused)
    if said == 0:
        return 0, 0
    in_main, in_article = _said(blocks, IN_MAIN, refused), _said(blocks, IN_ARTICLE, refused)
    if in_main and in_main >= MARKED_SHARE * said:
        required, said = IN_MAIN, in_main
    elif in_article and in_article >= MARKED_SHARE * said:
        required, said = IN_ARTICLE, in_article
    if _said(blocks, required, refused | IN_NAMED) >= NAMED_SHARE * said:
        refused |= IN_NAMED
    return required, refused


@njit(forceinline=True)
def _is_linked(blocks, number):
    """Is it a block of links, and no heading?"""
    linked = blocks[number, _LINKED] >= LINKED * blocks[number, _LETTERS]
    return blocks[number, _LINKS] > 0 and linked and blocks[number, _LEVEL] == 0


@njit(forceinline=True)
def _mark_menus(blocks, kept):
    """2 in place of 1 for runs of link blocks, and for link blocks of several links."""
    run, first = 0, 0
    for number in range(len(blocks) + 1):
        if number < len(blocks):
            if not kept[number]:
                continue
            if _is_linked(blocks, number):
                if blocks[number, _LINKS] >= MENU_LINKS:
                    kept[number] = 2
                else:
                    first = number if run == 0 else first
                    run += 1
                continue
        if run >= LINK_RUN:
            for menu in range(first, number):
                kept[menu] = 2 * (kept[menu] > 0)
        run = 0


@njit(forceinline=True)
def _leave_out_menus(blocks, kept):
    """Unless little else is there."""
    before, after = 0, 0
    _mark_menus(blocks, kept)
    for number in range(len(blocks)):
        before += blocks[number, _LETTERS] if kept[number] else 0
        after += blocks[number, _LETTERS] if kept[number] == 1 else 0
    if after >= KEPT_SHARE * before:
        for number in range(len(blocks)):
            kept[number] = kept[number] == 1


@njit(forceinline=True)
def _joined(out, blocks, chosen):
    """Some blocks, one per line."""
    size = -1
    for number in range(len(blocks)):
        if chosen[number]:
            size += blocks[number, _END] - blocks[number, _BEGIN] + 1
    text = np.empty(max(size, 0), np.uint8)
    at = 0
    for number in range(len(blocks)):
        if chosen[number]:
            begin, end = blocks[number, _BEGIN], blocks[number, _END]
            text[at : at + end - begin] = out[begin:end]
            at += end - begin
            if at < size:
                text[at] = 10
                at += 1
    return text


_CHOSEN = types.Tuple((types.uint8[::1], types.int64[::1], types.uint8[::1]))


def _entry(version):
    def choose(out, blocks):
        """The main text, the levels of the headings, and the headings, one per line."""
        required, refused = _places(blocks)
        kept = np.zeros(len(blocks), np.uint8)
        headings = np.zeros(len(blocks), np.uint8)
        levels = np.empty(len(blocks), np.int64)
        found = 0
        for number in range(len(blocks)):
            place = blocks[number, _PLACE]
            kept[number] = place & required == required and not place & refused
            if blocks[number, _LEVEL] > 0:
                headings[number] = 1
                levels[found] = blocks[number, _LEVEL]
                found += 1
        _leave_out_menus(blocks, kept)
        found += 0 * version  # see `compiling`: code kept for other rules must not be used
        return _joined(out, blocks, kept), levels[:found], _joined(out, blocks, headings)

    return choose


choose = compiled(_CHOSEN(types.uint8[::1], types.int64[:, ::1]))(
    _entry(version_of(main_text, scan_state))
)
