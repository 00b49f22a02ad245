"""One parser for every document that is no web page: it finds the reader and frames the answer."""

from collections.abc import Callable, Collection
from importlib import import_module

from bowerbird.model.outcomes import Failed
from bowerbird.model.page import Page
from bowerbird.model.ports import Parsed
from bowerbird.parse.documents.content import (
    Content,
    DocumentTroubleError,
    NotADocumentError,
    Source,
)
from bowerbird.parse.documents.framing import framed
from bowerbird.parse.documents.kinds import DOCUMENT_TYPES, HTML, READERS, kind_of
from bowerbird.parse.html import HtmlParser
from bowerbird.parse.options import ParseOptions
from bowerbird.web.media_type import media_type_of

Reader = Callable[[Source], Content]


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
        return framed(page, content, self._options, self._agent)


def _reader(kind: str) -> Reader:
    """Loaded when the first document of its kind comes."""
    module, _, name = READERS[kind].partition(":")
    reader: Reader = getattr(import_module(module), name)
    return reader
