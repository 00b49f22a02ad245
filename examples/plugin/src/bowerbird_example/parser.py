"""A parser: tables in text/csv become text, their header the title."""

from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.options import Options
from bowerbird.model.page import Page


class CsvOptions(Options):
    """Nothing to set."""


class ParsedCsv:
    """A table has no links, so there is nothing around them either."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def context(self, link: Link) -> LinkContext:
        return LinkContext()


class CsvParser:
    """Reads the whole table as text."""

    media_types = frozenset({"text/csv"})

    def parse(self, page: Page) -> ParsedCsv:
        text = page.body.read().decode("utf-8", "replace")
        header, _, rows = text.partition("\n")
        return ParsedCsv(Document(title=header.strip(), text=rows, base=page.url.href))


CSV = (CsvOptions, lambda options: CsvParser())
