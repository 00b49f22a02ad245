"""From marked text to blocks: runs of words, each with the part of the page it stands in."""

import re
from typing import NamedTuple

from bowerbird.parse import marks

_MUTED = re.compile(f"{marks.MUTED}[^{marks.MUTED}{marks.SPOKEN}]*{marks.SPOKEN}")
_DEEPEST_MUTE = 20  # muted elements in muted elements
_BORDER = re.compile(f"{marks.PART}(.)|{marks.PART_END}")


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

    text: str  # without marks; white space as the source has it
    linked: int  # characters inside links
    links: int
    heading: bool


def stretches(marked: str) -> list[Stretch]:
    """The parts of a page in order; what is muted is gone."""
    for _ in range(_DEEPEST_MUTE):
        if marks.MUTED not in marked:
            break
        marked = _MUTED.sub("", marked)
    found: list[Stretch] = []
    around: list[Place] = []
    place = Place()
    at = 0
    for border in _BORDER.finditer(marked):
        text = marked[at : border.start()]
        if text and not text.isspace():  # the mark of a block counts as white space
            found.append(Stretch(text, place))
        at = border.end()
        kind = border[1]
        if kind:
            around.append(place)
            place = _inside(place, kind)
        elif around:
            place = around.pop()
    text = marked[at:]
    if text and not text.isspace():
        found.append(Stretch(text, place))
    return found


def _inside(place: Place, kind: str) -> Place:
    if kind == marks.MAIN:
        return Place(
            region=marks.MAIN
        )  # whoever marks the content knows better than what is around
    if kind == marks.ARTICLE:
        return Place(place.landmark, place.named, place.region or marks.ARTICLE)
    if kind == marks.NAMED:
        return Place(place.landmark, True, place.region)
    # The header of an article holds its title; the header of the page holds the site's.
    landmark = kind == marks.LANDMARK or (kind == marks.HEADER and not place.region)
    return Place(landmark or place.landmark, place.named, place.region)


def amount(text: str) -> int:
    """About how many characters marked text says: for comparing parts."""
    return len(text) - text.count("  ") - 2 * text.count(marks.BLOCK) - text.count("\n")


def blocks_of(text: str) -> list[Block]:
    """The blocks of a stretch of marked text; empty ones left out."""
    found = []
    inside = False  # a link that spans blocks
    for piece in text.split(marks.BLOCK):
        linked = links = 0
        if inside or marks.LINK in piece:
            linked, links, inside = _linked(piece, inside)
        said = plain(piece)
        if said:
            found.append(Block(said, linked, links, marks.HEADING in piece))
    return found


def _linked(piece: str, inside: bool) -> tuple[int, int, bool]:
    parts = piece.split(marks.LINK)
    linked = 0
    for number, part in enumerate(parts):
        if number or inside:
            told, end, _ = part.partition(marks.LINK_END)
            linked += len(told)
            inside = not end
    return linked, len(parts) - 1 + int(not parts[0] and inside and len(parts) == 1), inside


def plain(piece: str) -> str:
    """The words of a block in one line."""
    for mark in marks.INNER:
        if mark in piece:
            piece = piece.replace(mark, "")
    piece = piece.strip()
    if "\n" in piece or "  " in piece or "\t" in piece or "\r" in piece:
        return " ".join(piece.split())
    return piece
