"""What the killable worker reads with: every parser of `parse`, and metadata for PDFs."""

from pathlib import Path

from bowerbird.extract.metadata.paper_parser import PDF, PaperParser
from bowerbird.parse.chooser import ParserByMediaType
from bowerbird.parse.isolated import default_parsers
from bowerbird.parse.options import ParseOptions

PARSERS = "bowerbird.crawl.apart:parsers"  # as the worker is told


def parsers(options: ParseOptions, agent: str, taught: str = "") -> ParserByMediaType:
    """`taught` is the file of the project's own layouts."""
    every = default_parsers(options, agent)
    text = every.parser_of(PDF)
    assert text is not None  # it is one of the house's
    return every.first(PaperParser(text, Path(taught) if taught else None))
