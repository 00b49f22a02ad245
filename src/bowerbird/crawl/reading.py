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

    async def parse(self, page: Page, *, suspect: bool = False) -> Parsed | Failed | Unreadable:
        """`suspect` pages were being read when a run died: they are never read in this process."""
        parser = self._parsers.get(page.media_type)
        if parser is None:
            return Unreadable()
        if not suspect and not needs_worker(page.body.read()):
            return parser.parse(page)
        parsed = await self._isolated.parse(page)
        if isinstance(parsed, ParserTrouble):
            return Failed(parsed.reason, parsed.detail)
        return parsed
