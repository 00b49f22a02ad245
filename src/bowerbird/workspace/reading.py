"""The parsers and templates of a plan, ready to read pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bowerbird.crawl.apart import PARSERS
from bowerbird.crawl.reading import Reading
from bowerbird.model.ports import Parser
from bowerbird.parse.documents.kinds import DOCUMENT_TYPES
from bowerbird.parse.html import HtmlParser
from bowerbird.parse.isolate import IsolatedParser
from bowerbird.parse.markdown import MarkdownParser
from bowerbird.parse.plain import PlainTextParser
from bowerbird.parse.tex import TexParser
from bowerbird.workspace.places import TAUGHT
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.strategies import Table
from bowerbird.workspace.templates import extractor_of, source_of


@asynccontextmanager
async def open_reading(plan: Plan, table: Table, folder: Path) -> AsyncIterator[Reading]:
    """Whatever is not read in the killable worker is read here. `folder` is the project's."""
    agent = plan.fetch.product_token
    parsers: dict[str, Parser] = {}
    house: list[Parser] = [
        made(plan.parse, agent) for made in (HtmlParser, PlainTextParser, MarkdownParser, TexParser)
    ]
    added = [
        table.parsers.build(name, plan.plugins.get(name, {})) for name in table.parsers.names()
    ]
    for parser in house + added:
        parsers.update(dict.fromkeys(parser.media_types, parser))
    async with IsolatedParser(
        plan.parse, agent, plan.isolation, PARSERS, source_of(plan), str(folder / TAUGHT)
    ) as isolated:
        yield Reading(parsers, isolated, DOCUMENT_TYPES.difference(parsers), extractor_of(plan))
