"""A parser of PDFs that tells who wrote them as well; the text is read by another parser."""

from collections.abc import Collection
from pathlib import Path

from msgspec import structs

from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.outcomes import Failed
from bowerbird.model.page import Page
from bowerbird.model.ports import Parsed, Parser

PDF = "application/pdf"
SURE = 0.6  # confidence from which a title is better than what the text's reader has


class DescribedDocument:
    """What the other parser made of it, with the metadata."""

    def __init__(self, parsed: Parsed, document: Document) -> None:
        self._parsed = parsed
        self.document = document

    def context(self, link: Link) -> LinkContext:
        """What stands around a link."""
        return self._parsed.context(link)


class PaperParser:
    """For the killable worker. `taught` is the file of the project's layouts; it may be missing."""

    media_types: Collection[str] = frozenset({PDF})

    def __init__(self, text: Parser, taught: Path | None) -> None:
        self._text = text
        self._file = taught

    def parse(self, page: Page) -> Parsed | Failed | None:
        """The other parser's answer; a PDF that it cannot read has no metadata either."""
        parsed = self._text.parse(page)
        if parsed is None or isinstance(parsed, Failed):
            return parsed
        # Loaded with the first paper: most workers read none.
        from bowerbird.extract.metadata.glyphs import PdfTrouble
        from bowerbird.extract.metadata.papers import paper_metadata, taught_book

        try:
            known = paper_metadata(page.body.read(), taught_book(self._file))
        except PdfTrouble:
            return parsed  # its text could be read after all
        document = structs.replace(parsed.document, known=known)
        if known.title is not None and known.title.confidence >= SURE:
            document = structs.replace(document, title=known.title.value)
        return DescribedDocument(parsed, document)
