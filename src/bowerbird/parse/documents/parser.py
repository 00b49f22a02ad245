"""One parser for every document that is no web page: it finds the reader and frames the answer."""

from collections.abc import Callable, Collection
from importlib import import_module

from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.outcomes import Failed
from bowerbird.model.page import Page
from bowerbird.model.ports import Parsed
from bowerbird.parse import grammar
from bowerbird.parse.documents.content import (
    LONGEST_TITLE,
    Content,
    DocumentTroubleError,
    NotADocumentError,
    Source,
    file_name,
)
from bowerbird.parse.documents.kinds import DOCUMENT_TYPES, HTML, READERS, kind_of
from bowerbird.parse.html import HtmlParser
from bowerbird.parse.options import ParseOptions
from bowerbird.text.language import declared_language, detect_language
from bowerbird.web.media_type import media_type_of

Reader = Callable[[Source], Content]


class ParsedDocument:
    """A document, and what stands around its links."""

    __slots__ = ("_contexts", "document")

    def __init__(self, document: Document, contexts: list[LinkContext]) -> None:
        self.document = document
        self._contexts = contexts

    def context(self, link: Link) -> LinkContext:
        """What the reader found beside the link."""
        known = 0 <= link.position < len(self._contexts)
        return self._contexts[link.position] if known else LinkContext()


class DocumentParser:
    """Reads everything in `DOCUMENT_TYPES`. It belongs into the killable worker: its readers trust
    libraries that hostile files may kill."""

    media_types: Collection[str] = DOCUMENT_TYPES

    def __init__(self, options: ParseOptions, agent: str) -> None:
        self._options = options
        self._agent = agent
        self._html = HtmlParser(options, agent, compiled=False)

    def parse(self, page: Page) -> Parsed | Failed | None:
        """A document; or why it cannot be read; or None for bytes that are no document."""
        body = page.body.read()
        kind = kind_of(page.media_type, body)
        if kind == HTML:
            return self._html.parse(page)
        charset = media_type_of(page.headers.all("content-type")).charset
        source = Source(body, page.url.href, charset, self._options)
        try:
            content = _reader(kind)(source)
        except NotADocumentError:
            return None
        except DocumentTroubleError as trouble:
            return Failed(trouble.reason, trouble.detail)
        if source.is_late():
            content.note("document:cut", "time")
        elif content.is_full():
            content.note("document:cut", "text")
        return ParsedDocument(self._document(page, content), content.contexts)

    def _document(self, page: Page, content: Content) -> Document:
        headers, text = page.headers, content.text
        robots = grammar.robots(self._agent, (), headers.all("x-robots-tag"))
        language = declared_language(content.language or headers.get("content-language"))
        if not language and self._options.detect_language and text:
            language = detect_language(text) or detect_language(text[len(text) // 2 :])
        return Document(
            title=_title(content, page),
            text=text,
            headings=tuple(content.headings),
            links=content.links,
            base=page.url.href,
            language=language,
            description=content.description[: self._options.max_metadata_length],
            robots=robots,
            metadata=content.metadata,
        )


def _title(content: Content, page: Page) -> str:
    """Its own, else what it begins with, else the name of the file: nothing stays without one."""
    heading = content.headings[0].text if content.headings else ""
    title = " ".join((content.title or heading or content.first_line).split())
    return title[:LONGEST_TITLE] or file_name(page.url.href)


def _reader(kind: str) -> Reader:
    """Loaded when the first document of its kind comes."""
    module, _, name = READERS[kind].partition(":")
    reader: Reader = getattr(import_module(module), name)
    return reader
