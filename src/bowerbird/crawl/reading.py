"""Which parser reads a page, and whether it does so here or in the killable worker."""

from collections.abc import Mapping

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

    def __init__(self, parsers: Mapping[str, Parser], isolated: IsolatedParser) -> None:
        self._parsers = parsers
        self._isolated = isolated

    def is_risky(self, page: Page, *, suspect: bool) -> bool:
        """Could reading it kill or block this process? `suspect` pages were being read when a run
        died."""
        return page.media_type in self._parsers and (suspect or needs_worker(page.body.read()))

    def parse_here(self, page: Page) -> Reply:
        """Read a page that is not risky."""
        parser = self._parsers.get(page.media_type)
        return Unreadable() if parser is None else parser.parse(page)

    async def parse_apart(self, page: Page) -> Reply:
        """Read a page in the killable worker."""
        parsed = await self._isolated.parse(page)
        if isinstance(parsed, ParserTrouble):
            return Failed(parsed.reason, parsed.detail)
        return parsed
