"""Which parser reads which media type."""

from collections.abc import Iterable, Mapping

from bowerbird.model.page import Page
from bowerbird.model.ports import Parser


class ParserByMediaType:
    """Chooses by what a page is. Where nothing reads it, the caller refuses it as MEDIA_TYPE."""

    def __init__(self, parsers: Mapping[str, Parser]) -> None:
        self._parsers = {media_type.lower(): parser for media_type, parser in parsers.items()}

    @classmethod
    def of(cls, parsers: Iterable[Parser]) -> "ParserByMediaType":
        """Every parser under the media types it names; of two, the first wins."""
        mapping: dict[str, Parser] = {}
        for parser in parsers:
            for media_type in parser.media_types:
                mapping.setdefault(media_type, parser)
        return cls(mapping)

    @property
    def media_types(self) -> frozenset[str]:
        """Everything that is read."""
        return frozenset(self._parsers)

    def first(self, parser: Parser) -> "ParserByMediaType":
        """The same with one that takes over the media types it names."""
        return ParserByMediaType({**self._parsers, **dict.fromkeys(parser.media_types, parser)})

    def parser_of(self, media_type: str) -> Parser | None:
        """The parser for `type/subtype`, parameters and case aside."""
        return self._parsers.get(media_type.partition(";")[0].strip().lower())

    def parser_for(self, page: Page) -> Parser | None:
        """The parser for what a page is."""
        return self.parser_of(page.media_type)
