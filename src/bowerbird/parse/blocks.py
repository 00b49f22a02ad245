"""From marked text to blocks: runs of words, each with the part of the page it stands in."""

import re
from typing import NamedTuple

from bowerbird.model.document import Heading
from bowerbird.parse import marks

_MUTED = re.compile(f"{marks.MUTED}[^{marks.MUTED}{marks.SPOKEN}]*{marks.SPOKEN}")
_LEVELS = frozenset("123456")
_DEEPEST_MUTE = 20  # muted elements in muted elements


class Place(NamedTuple):
    """Where in its page a stretch of text stands."""

    landmark: bool = False  # boilerplate by its element or role
    named: bool = False  # boilerplate by its name
    region: str = ""  # marks.MAIN, marks.ARTICLE or neither


class Block(NamedTuple):
    """A run of words that stands on its own, and how much of it belongs to links.

    Letters are characters that are not white space.
    """

    text: str  # in one line, without marks
    letters: int
    linked: int  # letters inside links
    links: int
    heading: bool
    place: Place


def spoken(marked: str) -> str:
    """Marked text without what is muted."""
    for _ in range(_DEEPEST_MUTE):
        if marks.MUTED not in marked:
            break
        marked = _MUTED.sub("", marked)
    return marked


def headings_of(marked: str, limit: int) -> list[Heading]:
    """The headings of marked text, in order; empty ones left out."""
    found: list[Heading] = []
    for piece in marked.split(marks.HEADING)[1:]:
        level = piece[:1]
        said = piece[1:].partition(marks.BLOCK)[0]
        for mark in (marks.LINK, marks.LINK_END):
            said = said.replace(mark, "")
        said = " ".join(said.split())
        if said and level in _LEVELS:
            found.append(Heading(int(level), said))
            if len(found) >= limit:
                break
    return found


def blocks_of(marked: str) -> list[Block]:
    """The blocks of marked text in order; empty ones left out."""
    found: list[Block] = []
    around: list[Place] = []
    place = Place()
    inside = False  # a link that spans blocks
    for number, opened in enumerate(marked.split(marks.PART)):
        if number:
            around.append(place)
            place = _inside(place, opened[:1])
            opened = opened[1:]
        for ends, text in enumerate(opened.split(marks.PART_END)):
            if ends and around:
                place = around.pop()
            for piece in text.split(marks.BLOCK):
                if piece.strip(" \n\t"):  # most are empty
                    inside = _add_block(found, piece, place, inside)
    return found


def _inside(place: Place, kind: str) -> Place:
    if kind == marks.MAIN:
        # Whoever marks the content knows better than what stands around it.
        return Place(region=marks.MAIN)
    if kind == marks.ARTICLE:
        return Place(place.landmark, place.named, place.region or marks.ARTICLE)
    if kind == marks.NAMED:
        return Place(place.landmark, True, place.region)
    # The header of an article holds its title; the header of the page holds the site's.
    landmark = kind == marks.LANDMARK or (kind == marks.HEADER and not place.region)
    return Place(landmark or place.landmark, place.named, place.region)


def _add_block(found: list[Block], piece: str, place: Place, inside: bool) -> bool:
    """Tells whether a link stays open."""
    linked = links = 0
    if inside or marks.LINK in piece:
        linked, links, inside = _linked(piece, inside)
        piece = piece.replace(marks.LINK, "").replace(marks.LINK_END, "")
    heading = piece[:1] == marks.HEADING
    words = (piece[2:] if heading else piece).split()
    if words:
        said = " ".join(words)
        found.append(Block(said, len(said) - len(words) + 1, linked, links, heading, place))
    return inside


def _linked(piece: str, inside: bool) -> tuple[int, int, bool]:
    parts = piece.split(marks.LINK)
    linked = 0
    for number, part in enumerate(parts):
        if number or inside:
            told, end, _ = part.partition(marks.LINK_END)
            linked += len("".join(told.split()))
            inside = not end
    return linked, max(len(parts) - 1, 1), inside
