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


class Stretch(NamedTuple):
    """Marked text between two borders of parts."""

    text: str
    place: Place


class Block(NamedTuple):
    """A run of words that stands on its own, and how much of it belongs to links."""

    text: str  # in one line, without marks
    linked: int  # characters inside links
    links: int
    heading: bool


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


def stretches(marked: str) -> list[Stretch]:
    """The parts of marked text in order."""
    found: list[Stretch] = []
    around: list[Place] = []
    place = Place()
    for number, opened in enumerate(marked.split(marks.PART)):
        if number:
            around.append(place)
            place = _inside(place, opened[:1])
            opened = opened[1:]
        for ends, text in enumerate(opened.split(marks.PART_END)):
            if ends and around:
                place = around.pop()
            if text and not text.isspace():  # the mark of a block counts as white space
                found.append(Stretch(text, place))
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


def blocks_of(text: str) -> list[Block]:
    """The blocks of a stretch of marked text; empty ones left out."""
    found = []
    inside = False  # a link that spans blocks
    for piece in text.split(marks.BLOCK):
        linked = links = 0
        if inside or marks.LINK in piece:
            linked, links, inside = _linked(piece, inside)
            piece = piece.replace(marks.LINK, "").replace(marks.LINK_END, "")
        heading = piece[:1] == marks.HEADING
        said = _in_one_line(piece[2:] if heading else piece)
        if said:
            found.append(Block(said, linked, links, heading))
    return found


def _in_one_line(piece: str) -> str:
    piece = piece.strip()
    # Looking costs a tenth of splitting and joining, which most blocks do not need.
    if "\n" in piece or "  " in piece or "\t" in piece:
        return " ".join(piece.split())
    return piece


def _linked(piece: str, inside: bool) -> tuple[int, int, bool]:
    parts = piece.split(marks.LINK)
    linked = 0
    for number, part in enumerate(parts):
        if number or inside:
            told, end, _ = part.partition(marks.LINK_END)
            linked += len(told)
            inside = not end
    return linked, max(len(parts) - 1, 1), inside
