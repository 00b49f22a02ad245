"""The bookmark file of Netscape, which every browser and bookmarking site writes in its own way.

Folders are tags. Tags stand in TAGS, with commas or blanks between; descriptions in <DD> or in an
attribute. Tags of markup are upper or lower case and mostly never closed, so no tree is made.
"""

import codecs
import html
import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from bowerbird.model.seed import Bookmark

_OPENING = re.compile(r"<(/?)(a|dl|h3|dd|dt|h1|hr)\b", re.IGNORECASE)
_STOP = re.compile(r"""[>"']""")
_ATTRIBUTE = re.compile(r"""([a-zA-Z_:-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_MARKUP = re.compile(r"<[^<>]{0,500}>")
_CHARSET = re.compile(rb"charset=[\"']?([\w-]+)", re.IGNORECASE)
_APACHE = "%d/%b/%Y:%H:%M:%S %z"
_LONGEST_NOTE = 10_000


def is_netscape(data: bytes) -> bool:
    """Does it look like a bookmark file?"""
    head = data[:2048].lower()
    return b"netscape-bookmark-file" in head or b"<dl" in head or b"<dt><a " in data[:65536].lower()


class _Tag(NamedTuple):
    """One tag, and the text up to the next."""

    name: str
    closes: bool
    attributes: str
    inside: str


def read_netscape(data: bytes, user: str = "") -> Iterator[Bookmark]:
    """Every bookmark in it, in order."""
    folders: list[str] = []
    name = ""
    last: Bookmark | None = None
    for tag in _tags(_decoded(data)):
        if tag.name == "dd" and not tag.closes and last is not None:
            last = replace(last, note=_plain(tag.inside)[:_LONGEST_NOTE] or last.note)
            continue
        if last is not None and not tag.closes:
            yield last
            last = None
        match tag.name, tag.closes:
            case "h3", False:
                name = _plain(tag.inside)
            case "dl", False:
                folders.append(name)
                name = ""
            case "dl", True if folders:
                folders.pop()
            case "a", False:
                last = _bookmark(tag, folders, user)
            case _:
                pass
    if last is not None:
        yield last


def _tags(text: str) -> Iterator[_Tag]:
    """In time linear to the text, whatever is never closed in it."""
    found = _OPENING.search(text)
    while found:
        end = _end_of_tag(text, found.end())
        following = _OPENING.search(text, end)
        inside = text[end : following.start() if following else len(text)]
        yield _Tag(found[2].lower(), bool(found[1]), text[found.end() : end], inside)
        found = following


def _end_of_tag(text: str, at: int) -> int:
    """Behind the `>` that closes it; one between quotation marks does not."""
    while stop := _STOP.search(text, at):
        if stop[0] == ">":
            return stop.end()
        closing = text.find(stop[0], stop.end())
        if closing < 0:
            break
        at = closing + 1
    return len(text)


def _bookmark(tag: _Tag, folders: list[str], user: str) -> Bookmark:
    said = {
        name.lower(): html.unescape(double or single or bare)
        for name, double, single, bare in _ATTRIBUTE.findall(tag.attributes)
    }
    tags = [*filter(None, folders), *split_tags(said.get("tags", ""))]
    return Bookmark(
        url=said.get("href", "").strip(),
        user=user,
        tags=tuple(dict.fromkeys(tags)),
        title=_plain(tag.inside),
        note=_plain(said.get("description", ""))[:_LONGEST_NOTE],
        at=instant(said.get("add_date", "")),
    )


def split_tags(text: str) -> list[str]:
    """With commas between, where there is one; else with blanks."""
    parts = text.split(",") if "," in text else text.split()
    return [part.strip() for part in parts if part.strip()]


def instant(text: str) -> float:
    """Seconds, milliseconds or microseconds since 1970, or a date as servers log it; 0 if none."""
    text = text.strip()
    if text.isascii() and text.isdecimal():
        number = float(text)
        while number > 1e11:  # the year 5138 in seconds
            number /= 1000
        return number
    try:
        return datetime.strptime(text, _APACHE).timestamp()  # noqa: DTZ007 - %z is in the form
    except ValueError:
        return 0.0


def _plain(markup: str) -> str:
    return " ".join(html.unescape(_MARKUP.sub(" ", markup)).split())


def _decoded(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        named = _CHARSET.search(data[:4096])
        charset = named[1].decode("ascii", "replace") if named else "cp1252"
    try:
        return data.decode("cp1252" if charset.lower() == "utf-8" else charset, "replace")
    except LookupError:
        return data.decode("cp1252", "replace")
