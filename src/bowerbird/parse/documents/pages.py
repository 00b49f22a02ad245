"""HTML inside other documents: chapters of e-books, entries of feeds. All of it is content."""

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bowerbird.parse.blocks import blocks_of, headings_of, spoken
from bowerbird.parse.documents.content import Content
from bowerbird.parse.options import ParseOptions
from bowerbird.parse.references import References
from bowerbird.parse.walk import Walk

_ABSOLUTE = ("http://", "https://", "ftp://", "//")


def say_html(markup: bytes | str, options: ParseOptions, content: Content) -> None:
    """Its text, its headings, and those of its links that lead out of the document."""
    root = LexborHTMLParser(markup).root
    if root is None:
        return
    references = References(options)
    walk = Walk(references)
    walk.walk(root)
    marked = spoken("".join(walk.marked))
    for block in blocks_of(marked):
        content.say(block.text)
    for heading in headings_of(marked, options.max_headings):
        content.head(heading.level, heading.text)
    for link, origin in zip(references.found.links, references.found.origins, strict=True):
        if link.carrier == "a" and link.href.lower().startswith(_ABSOLUTE):
            anchor = origin.text() if isinstance(origin, LexborNode) else ""
            content.link(link.href, "a", anchor)
