"""Which parser reads a page, and whether it does so here or in the killable worker."""

from collections.abc import Collection, Mapping

from msgspec import Struct

from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.extraction import NOTHING_EXTRACTED, Extracted
from bowerbird.model.outcomes import Failed
from bowerbird.model.page import Page
from bowerbird.model.ports import Extractor, Parsed, Parser
from bowerbird.parse.html import needs_worker
from bowerbird.parse.isolate import IsolatedParser, ParserTrouble


class Unreadable:
    """Nothing here reads this media type; the page itself is kept."""


class Templated(Struct, frozen=True):
    """A page read, and what the templates made of it."""

    parsed: Parsed
    extracted: Extracted = NOTHING_EXTRACTED


Reply = Templated | Failed | Unreadable


class PlainlyParsed:
    """A document that is complete in itself: no link of it needs surroundings."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def context(self, link: Link) -> LinkContext:
        return LinkContext()


class Reading:
    """Parses pages by their media type, and applies templates to them."""

    def __init__(
        self,
        parsers: Mapping[str, Parser],
        isolated: IsolatedParser,
        apart: Collection[str] = frozenset(),
        extractor: Extractor | None = None,
    ) -> None:
        """`apart`: media types that are read in the killable worker only."""
        self._parsers = parsers
        self._isolated = isolated
        self._apart = apart
        self._extractor = extractor

    @property
    def extracts(self) -> bool:
        """Are there any templates?"""
        return self._extractor is not None

    def is_risky(self, page: Page, *, suspect: bool) -> bool:
        """Could reading it kill or block this process? `suspect` pages were being read when a run
        died."""
        if page.media_type in self._apart:
            return True
        return page.media_type in self._parsers and (suspect or needs_worker(page.body.read()))

    async def parse(self, page: Page) -> Reply:
        """Read a page wherever it is safe: outside of a crawl, where no details are waited for."""
        if self.is_risky(page, suspect=False):
            return await self.parse_apart(page)
        return self.parse_here(page)

    def parse_here(self, page: Page, details: Collection[str] = ()) -> Reply:
        """Read a page that is not risky. `details` names the templates that wait for it."""
        parser = self._parsers.get(page.media_type)
        parsed = parser.parse(page) if parser is not None else None
        if parsed is None or isinstance(parsed, Failed):
            return parsed or Unreadable()
        if self._extractor is None or not self._extractor.applies(page, details):
            return Templated(parsed)
        return Templated(parsed, self._extractor.extract(page, parsed.document, details))

    async def parse_apart(self, page: Page, details: Collection[str] = ()) -> Reply:
        """Read a page in the killable worker."""
        wanted = self._extractor is not None and self._extractor.applies(page, details)
        parsed = await self._isolated.parse(page, details, extract=wanted)
        if isinstance(parsed, ParserTrouble):
            return Failed(parsed.reason, parsed.detail)
        return Unreadable() if parsed is None else Templated(parsed, parsed.extracted)
