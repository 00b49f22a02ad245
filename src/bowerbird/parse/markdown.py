"""Markdown: its words without the marks, its headings, and its links of every form.

Line by line, with patterns that never look at a character twice: linear in whatever comes.
"""

import re
from collections.abc import Collection, Iterator

from bowerbird.model.page import Page
from bowerbird.parse.documents.content import Content
from bowerbird.parse.documents.framing import ParsedDocument, framed
from bowerbird.parse.options import ParseOptions
from bowerbird.parse.source_text import opened_text

LONGEST_LINE = 50_000  # characters; what is longer is data, and read as plain words

_FRONT = re.compile(r"---[ \t]*\n(.{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_ENTRY = re.compile(r"([A-Za-z][\w-]{0,40}):[ \t]*(\S[^\n]{0,1000})")
_TARGET = r"<?((?:[^\s()<>]|\([^\s()<>]{0,300}+\)){1,1000}+)>?(?:[ \t][^()\n]{0,300}+)?"
_IMAGE = re.compile(rf"!\[([^\[\]]{{0,500}}+)\]\([ \t]*+{_TARGET}\)")
_LINK = re.compile(rf"\[([^\[\]]{{0,1000}}+)\]\([ \t]*+{_TARGET}\)")
_DEFINED = re.compile(r" {0,3}\[([^\[\]]{1,200})\]:[ \t]*<?([^\s<>]{1,2000})>?")
_REFERRED = re.compile(r"\[([^\[\]]{1,500}+)\](?:\[([^\[\]]{0,200}+)\])?")
_HREF = re.compile(r"<a\s[^<>]{0,500}?href=[\"']([^\"'<>]{1,2000})[\"']", re.IGNORECASE)
_TAG = re.compile(r"</?(?!https?:|ftp:)[A-Za-z][^<>]{0,500}+>|<!--[^<>]{0,1000}+>")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*)")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*$")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_LEAD = re.compile(
    r"[ \t]{0,20}(?:>[ \t]{0,4}){0,20}(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(?:\[[ xX]\] )?"
)
_MARKS = re.compile(r"(\*{1,3}|_{1,3}|~~|`{1,3})(?=\S)|(?<=\S)(\*{1,3}|~~|`{1,3}|_{1,3}(?!\w))")
_INSIDE_WORD = re.compile(r"(?<=\w)_(?=\w)")
_RULE = re.compile(r"[ \t]*(?:[-*_|:][ \t]*){3,}$")


class MarkdownParser:
    """Reads CommonMark and what most sites add to it: front matter, tables, task lists."""

    media_types: Collection[str] = frozenset(
        ["text/markdown", "text/x-markdown", "text/x-web-markdown"]
    )

    def __init__(self, options: ParseOptions, agent: str) -> None:
        self._options = options
        self._agent = agent

    def parse(self, page: Page) -> ParsedDocument:
        """Never raises for what a page holds."""
        text, content = opened_text(page, self._options)
        text = _read_front(text, content)
        targets = {name.lower(): href for name, href in _DEFINED.findall(text)}
        for line in _lines(text, content):
            _read_line(line, targets, content)
            if content.is_full() and content.links_full:
                break
        return framed(page, content, self._options, self._agent)


def _read_front(text: str, content: Content) -> str:
    """Front matter says what a page is called, who wrote it and when."""
    front = _FRONT.match(text.lstrip("\ufeff"))
    if front is None:
        return text
    for name, value in _ENTRY.findall(front[1]):
        value = value.strip().strip("\"'")
        content.note(f"front:{name.lower()}", value)
        match name.lower():
            case "title":
                content.title = value
            case "lang" | "language":
                content.language = value
            case "description" | "summary":
                content.description = value
            case _:
                pass
    return text.lstrip("\ufeff")[front.end() :]


def _lines(text: str, content: Content) -> Iterator[str]:
    """The lines of prose; headings are told as such, code is said as it is."""
    fence, previous = "", ""
    for line in text.split("\n"):
        found = _FENCE.match(line)
        if found and (not fence or found[1] == fence):
            fence = "" if fence else found[1]
        elif fence:
            content.say(line)
        elif _DEFINED.match(line):
            continue
        elif under := _UNDERLINE.match(line):
            if previous:
                _name(1 if under[1][0] == "=" else 2, previous, content)
        elif not _RULE.match(line[:500]):
            yield line
        previous = line.strip() if not found else ""


def _read_line(line: str, targets: dict[str, str], content: Content) -> None:
    if len(line) > LONGEST_LINE:
        content.say(line)
        return
    heading = _HEADING.match(line)
    line = heading[2].rstrip(" \t#") if heading else line[_lead(line) :]
    line = _IMAGE.sub(lambda found: _followed(found[2], found[1], "img", line, content), line)
    line = _LINK.sub(lambda found: _followed(found[2], found[1], "markdown", line, content), line)
    line = _REFERRED.sub(lambda found: _resolved(found, targets, line, content), line)
    for href in _HREF.findall(line):
        content.link(href, "a", "", line)
    content.bare_links(line)
    said = _plain(_TAG.sub(" ", line).replace("|", " "))
    content.say(said)
    if heading:
        _name(len(heading[1]), said, content)


def _lead(line: str) -> int:
    found = _LEAD.match(line)
    return found.end() if found else 0


def _followed(href: str, words: str, carrier: str, line: str, content: Content) -> str:
    content.link(href, carrier, _plain(words), line)
    return words


def _resolved(found: re.Match[str], targets: dict[str, str], line: str, content: Content) -> str:
    """`[words][name]`, `[name][]` and `[name]`, if the name is defined somewhere."""
    href = targets.get((found[2] or found[1]).lower())
    if href is None:
        return found[0]
    return _followed(href, found[1], "markdown", line, content)


def _plain(text: str) -> str:
    """Without emphasis and code marks; an underscore inside a word belongs to it."""
    kept = _INSIDE_WORD.sub("\0", text)
    return _MARKS.sub("", kept).replace("\0", "_").replace("\\", "")


def _name(level: int, text: str, content: Content) -> None:
    text = _plain(text)
    content.head(level, text)
    if level == 1 and not content.title:
        content.title = text
