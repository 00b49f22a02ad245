"""Which parser reads a page, and whether it does so here or in the killable worker."""

from collections.abc import Collection, Mapping

from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.outcomes import Failed
from bowerbird.model.page import Page
from bowerbird.model.ports import Parsed, Parser
from bowerbird.parse.html import needs_worker
from bowerbird.parse.isolate import IsolatedParser, ParserTrouble


class Unreadable:
    """Nothing here reads this media type; the page itself is kept."""


Reply = Parsed | Failed | Unreadable


class PlainlyParsed:
    """A document that is complete in itself: no link of it needs surroundings."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def context(self, link: Link) -> LinkContext:
        return LinkContext()


class Reading:
    """Parses pages by their media type."""

    def __init__(
        self,
        parsers: Mapping[str, Parser],
        isolated: IsolatedParser,
        apart: Collection[str] = frozenset(),
    ) -> None:
        """`apart`: media types that are read in the killable worker only."""
        self._parsers = parsers
        self._isolated = isolated
        self._apart = apart

    def is_risky(self, page: Page, *, suspect: bool) -> bool:
        """Could reading it kill or block this process? `suspect` pages were being read when a run
        died."""
        if page.media_type in self._apart:
            return True
        return page.media_type in self._parsers and (suspect or needs_worker(page.body.read()))

    def parse_here(self, page: Page) -> Reply:
        """Read a page that is not risky."""
        parser = self._parsers.get(page.media_type)
        return (parser and parser.parse(page)) or Unreadable()

    async def parse_apart(self, page: Page) -> Reply:
        """Read a page in the killable worker."""
        parsed = await self._isolated.parse(page)
        if isinstance(parsed, ParserTrouble):
            return Failed(parsed.reason, parsed.detail)
        return parsed or Unreadable()
