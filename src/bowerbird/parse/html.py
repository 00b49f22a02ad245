"""HTML to a document: the compiled scan, or the walk over lexbor's tree.

A page that `needs_worker` belongs into the killable worker (see `isolate`): lexbor spends quadratic
time on deep nesting. Everything else is read right here, in time linear to its length.
"""

from collections.abc import Callable, Collection
from functools import lru_cache

from selectolax.lexbor import LexborNode

from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.page import Page
from bowerbird.parse import grammar
from bowerbird.parse.carriers import is_navigational, link_carrier
from bowerbird.parse.context import Surroundings
from bowerbird.parse.encoding import Text, read_text
from bowerbird.parse.link_list import Origin
from bowerbird.parse.main_text import Words
from bowerbird.parse.options import ParseOptions
from bowerbird.parse.references import Attributes, References
from bowerbird.parse.tree import Tree
from bowerbird.parse.walk import read_walked
from bowerbird.text.language import declared_language, detect_language
from bowerbird.web.link_header import parse_links
from bowerbird.web.media_type import media_type_of

Scan = Callable[[Tree, References, ParseOptions], Words | None]

BIGGEST = 2_000_000  # bytes read in the crawl process
DEEPEST = 10_000  # elements that may stay open; 30,000 cost 0.8 s, 300,000 over a minute
_SHORTEST_TAG = 3  # "<p>"


def needs_worker(body: bytes) -> bool:
    """Cheap, and may err towards yes: is this too big or too deep to read in the crawl process?"""
    if len(body) < DEEPEST * _SHORTEST_TAG:
        return False
    if len(body) > BIGGEST:
        return True
    opened = body.count(b"<")
    return opened > DEEPEST and opened - 2 * body.count(b"</") > DEEPEST


class ParsedHtml:
    """A document and the tree of its page, which is only made if somebody asks for a context."""

    __slots__ = ("_elements", "_origins", "_surroundings", "_tree", "document")

    def __init__(self, document: Document, tree: Tree, origins: list[Origin]) -> None:
        self.document = document
        self._tree = tree
        self._origins = origins
        self._elements: dict[str, list[LexborNode]] = {}
        self._surroundings = Surroundings()

    def context(self, link: Link) -> LinkContext:
        """What stands around one of the document's links."""
        position = link.position
        origin = self._origins[position] if 0 <= position < len(self._origins) else None
        node = self._numbered(origin) if isinstance(origin, int) else origin
        return LinkContext() if node is None else self._surroundings.of(node)

    def _numbered(self, origin: int) -> LexborNode | None:
        """The scan counts <a> from 0 up, and all elements from -1 down."""
        selector, number = ("a", origin) if origin >= 0 else ("*", -origin - 1)
        elements = self._elements.get(selector)
        if elements is None:
            elements = self._elements[selector] = self._tree.css(selector)
        return elements[number] if number < len(elements) else None


class HtmlParser:
    """Reads HTML and XHTML. `agent` is the product token that robots directives may address.

    The compiled scan reads a page in a third of the walk's time. The walk reads what the scan
    leaves to it, and everything where a quick start counts for more: then `compiled` is False.
    """

    media_types: Collection[str] = frozenset(
        ["text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"]
    )

    def __init__(self, options: ParseOptions, agent: str, *, compiled: bool = True) -> None:
        self._options = options
        self._agent = agent
        self._scan = _scan() if compiled else None

    def parse(self, page: Page) -> ParsedHtml:
        """Never raises for what a page holds."""
        declared = _charset(tuple(page.headers.all("content-type")))
        text = read_text(page.body.read(), declared=declared, host=page.url.host)
        tree = Tree(text.content)
        references = References(self._options)
        self._read_headers(page, references)
        words = self._read(tree, references)
        document = self._document(page, text, references, words)
        return ParsedHtml(document, tree, references.found.origins)

    def _read(self, tree: Tree, references: References) -> Words:
        scanned = self._scan(tree, references, self._options) if self._scan else None
        words = scanned or read_walked(tree.parsed, references, self._options)
        if self._options.strings_as_links:
            references.strings_in(tree.parsed)
        return words

    def _read_headers(self, page: Page, references: References) -> None:
        headers, found = page.headers, references.found
        for link in parse_links(headers.all("link")):
            rel = " ".join(link.relations)
            carrier = link_carrier(rel, link.params.get("type", ""))
            if carrier is not None:
                kind = "header[link]" if is_navigational(carrier) else "header[link resource]"
                found.add(link.target, kind, rel, None)
            if "canonical" in link.relations:
                references.canonical = link.target
        for name in ("location", "content-location"):
            found.add(headers.get(name), f"header[{name}]", "", None)
        target = grammar.refresh_target(headers.get("refresh"))
        if target:
            references.refresh = target
            found.add(target, "header[refresh]", "", None)

    def _document(self, page: Page, text: Text, references: References, words: Words) -> Document:
        metadata = self._metadata(references.metas)
        return Document(
            title=references.title,
            text=words.text,
            headings=words.headings,
            links=tuple(references.found.links),
            base=grammar.resolved_base(references.bases, page.url.href),
            language=self._language(page, references.root, words.text, metadata),
            charset=text.charset,
            description=metadata.get("description") or metadata.get("og:description", ""),
            canonical=references.canonical,
            alternates=tuple(references.alternates),
            refresh=references.refresh,
            robots=grammar.robots(self._agent, references.metas, page.headers.all("x-robots-tag")),
            metadata=metadata,
            replaced_characters=text.replaced,
        )

    def _metadata(self, metas: list[tuple[str, str]]) -> dict[str, str]:
        options = self._options
        metadata: dict[str, str] = {}
        for name, content in metas:
            if len(metadata) >= options.max_metadata:
                break
            metadata.setdefault(name[:100], content[: options.max_metadata_length].strip())
        return metadata

    def _language(self, page: Page, root: Attributes, text: str, metadata: dict[str, str]) -> str:
        declared = declared_language(
            root.get("lang")
            or root.get("xml:lang")
            or metadata.get("content-language")
            or page.headers.get("content-language")
        )
        if declared or not text or not self._options.detect_language:
            return declared
        return detect_language(text) or detect_language(text[len(text) // 2 :])


@lru_cache(maxsize=256)
def _charset(content_types: tuple[str, ...]) -> str:
    return media_type_of(content_types).charset


def _scan() -> Scan:
    from bowerbird.parse.scanned import read_scanned  # numba: only for whom it serves

    return read_scanned
