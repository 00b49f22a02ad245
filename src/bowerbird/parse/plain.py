"""Plain text: the first line is the title, bare URLs are links; sitemaps in their plainest form."""

from collections.abc import Collection

from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.page import Page
from bowerbird.parse import grammar
from bowerbird.parse.bare_urls import bare_urls
from bowerbird.parse.encoding import read_text
from bowerbird.parse.link_list import LinkList
from bowerbird.parse.options import ParseOptions
from bowerbird.text.language import declared_language, detect_language
from bowerbird.web.media_type import media_type_of

LONGEST_TITLE = 200
NEARBY = 200  # characters


class ParsedText:
    """A document and its text, for the surroundings of its links."""

    __slots__ = ("_places", "_text", "document")

    def __init__(self, document: Document, text: str, places: list[tuple[int, int]]) -> None:
        self.document = document
        self._text = text
        self._places = places

    def context(self, link: Link) -> LinkContext:
        """The line the URL stands in."""
        if not 0 <= link.position < len(self._places):
            return LinkContext()
        start, end = self._places[link.position]
        begin = max(self._text.rfind("\n", 0, start) + 1, start - NEARBY // 2)
        line_end = self._text.find("\n", end)
        finish = min(line_end if line_end >= 0 else len(self._text), begin + NEARBY)
        return LinkContext(link.href[:NEARBY], " ".join(self._text[begin:finish].split()), "")


class PlainTextParser:
    """Reads text that has no markup we follow."""

    media_types: Collection[str] = frozenset(["text/plain", "text/x-rst"])

    def __init__(self, options: ParseOptions, agent: str) -> None:
        self._options = options
        self._agent = agent

    def parse(self, page: Page) -> ParsedText:
        """Never raises for what a page holds."""
        options, headers = self._options, page.headers
        declared = media_type_of(headers.all("content-type")).charset
        read = read_text(page.body.read(), declared=declared, host=page.url.host, markup=False)
        content = read.content
        text = content.decode() if isinstance(content, bytes) else content
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
        found, places = _links(text, options, _carrier(text, page))
        language = declared_language(headers.get("content-language"))
        if not language and options.detect_language:
            language = detect_language(text)
        document = Document(
            title=_title(text),
            text=text[: options.max_text] if options.text else "",
            links=tuple(found.links),
            base=page.url.href,
            language=language,
            charset=read.charset,
            robots=grammar.robots(self._agent, (), headers.all("x-robots-tag")),
            replaced_characters=read.replaced,
        )
        return ParsedText(document, text, places)


def _title(text: str) -> str:
    for line in text[:4_096].split("\n"):
        title = " ".join(line.lstrip("#=-*> \t").split())
        if title.strip("=-*~_ "):
            return title[:LONGEST_TITLE]
    return ""


def _carrier(text: str, page: Page) -> str:
    """A text of nothing but URLs of its own site, one per line, is a sitemap."""
    root = page.url.origin + "/"
    lines = [line for line in text.lstrip("\ufeff").split("\n") if line.strip()]
    listed = len(lines) > 1 and all(line.strip().startswith(root) for line in lines)
    return "sitemap" if listed and not any(" " in line.strip() for line in lines) else "text"


def _links(
    text: str, options: ParseOptions, carrier: str
) -> tuple[LinkList, list[tuple[int, int]]]:
    found = LinkList(options.max_sitemap_links if carrier == "sitemap" else options.max_links)
    places: list[tuple[int, int]] = []
    for url, start, end in bare_urls(text):
        if found.full:
            break
        before = len(found.links)
        found.add(url, carrier, "", None)
        if len(found.links) > before:
            places.append((start, end))
    return found, places
