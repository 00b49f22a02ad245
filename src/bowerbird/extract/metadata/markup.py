"""The tags of an HTML text in order, in time linear to its length whatever it holds.

No tree is made: a page in the crawl's process may be one on which a tree would take minutes.
"""

import html
import re
from collections.abc import Iterator

from msgspec import Struct

_OPENING = re.compile(r"<(?:(/?)([a-zA-Z][^\s/>]{0,30})|(!--))")
_NAME = re.compile(r"[\s/]*([^\s/>=][^\s/>=]{0,100})(\s*=\s*)?")
_BARE = re.compile(r"[^\s>]*")
_RAW = frozenset({"script", "style", "noscript", "template", "textarea", "svg", "math"})


class Tag(Struct, frozen=True):
    """One tag; `end` is where the text after it begins. Of an element that holds no markup, such
    as <script>, `text` is all that it holds."""

    name: str  # lower case
    closes: bool
    attributes: dict[str, str]  # names in lower case, the first of each
    start: int
    end: int
    text: str = ""


def tags_of(markup: str) -> Iterator[Tag]:
    """Every tag outside comments; those inside scripts, styles and drawings are not told."""
    at = 0
    while found := _OPENING.search(markup, at):
        if found[3]:
            at = _after(markup, "-->", found.end())
            continue
        name = found[2].lower()
        attributes, at = _attributes(markup, found.end())
        text = ""
        tag_end = at
        if name in _RAW and not found[1]:
            close = _closing(markup, name, at)
            text, at = markup[at:close], close
        yield Tag(name, bool(found[1]), attributes, found.start(), tag_end, text)


def _attributes(markup: str, at: int) -> tuple[dict[str, str], int]:
    """The attributes from here, and where the tag ends; a value that is never closed ends all."""
    attributes: dict[str, str] = {}
    while found := _NAME.match(markup, at):
        at, value = found.end(), ""
        if found[2]:
            quote = markup[at : at + 1]
            if quote in ('"', "'") and quote:
                end = markup.find(quote, at + 1)
                end = len(markup) if end < 0 else end
                value, at = markup[at + 1 : end], end + 1
            else:
                bare = _BARE.match(markup, at)
                assert bare is not None  # it may be empty
                value, at = bare[0], bare.end()
        attributes.setdefault(found[1].lower(), html.unescape(value) if "&" in value else value)
    return attributes, _after(markup, ">", at)


def _closing(markup: str, name: str, at: int) -> int:
    """Where `</name` begins; the end of the text if it never does."""
    found = re.compile(rf"</{name}\b", re.IGNORECASE).search(markup, at)
    return len(markup) if found is None else found.start()


def _after(markup: str, mark: str, at: int) -> int:
    end = markup.find(mark, at)
    return len(markup) if end < 0 else end + len(mark)
