"""The tree of a page, made when it is first asked for: the compiled scan mostly does without."""

from selectolax.lexbor import LexborHTMLParser, LexborNode


class Tree:
    """What lexbor makes of the characters of a page."""

    __slots__ = ("_parsed", "content")

    def __init__(self, content: str | bytes) -> None:
        self.content = content
        self._parsed: LexborHTMLParser | None = None

    @property
    def parsed(self) -> LexborHTMLParser:
        """The tree itself."""
        if self._parsed is None:
            self._parsed = LexborHTMLParser(self.content)
        return self._parsed

    @property
    def root(self) -> LexborNode | None:
        """<html>."""
        return self.parsed.root

    def css(self, selector: str) -> list[LexborNode]:
        """The elements that a selector fits, in the order of the text."""
        return self.parsed.css(selector)

    def written(self) -> bytes:
        """The tree as lexbor writes it: well formed, attributes quoted, five entities."""
        return (self.parsed.html or "").encode("utf-8", "replace")
