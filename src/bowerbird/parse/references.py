"""Everything on a page that points elsewhere or speaks of the page: links, base, meta, title.

One method per kind of element; it is given the element's attributes and where they came from. Every
way of reading a page (see `html`) calls the same methods.
"""

from collections.abc import Callable, Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bowerbird.parse.carriers import (
    BY_NAME,
    DATA_ATTRIBUTES,
    LISTS,
    css_urls,
    link_carrier,
    string_urls,
)
from bowerbird.parse.grammar import refresh_target
from bowerbird.parse.link_list import LinkList, Origin
from bowerbird.parse.options import ParseOptions
from bowerbird.parse.tags import FOREIGN, IMAGE, SCRIPT, tag_id

Attributes = Mapping[str, str | None]
Handler = Callable[["References", Attributes, Origin], None]
# Where a page of a paper says that its PDF lies: Highwire, bepress, EPrints.
_PDF_NAMES = frozenset({"citation_pdf_url", "bepress_citation_pdf_url", "eprints.document_url"})
MANY_ALTERNATES = 200  # a site in every language of the world stays below
_RARE = ",".join(
    ["use", '[style*="url("]', '[style*="URL("]', *(f"[{name}]" for name in DATA_ATTRIBUTES)]
)


class References:
    """Collects what the elements of one page carry."""

    def __init__(self, options: ParseOptions) -> None:
        self.found = LinkList(options.max_links, options.keep_nofollow)
        self.title = ""
        self.root: Attributes = {}  # of <html>
        self.bases: list[str] = []
        self.canonical = ""
        self.alternates: list[tuple[str, str]] = []
        self.refresh = ""
        self.metas: list[tuple[str, str]] = []  # (name in lower case, content)

    # ---- one kind of element each ----------------------------------------------------------------

    def anchor(self, attributes: Attributes, origin: Origin) -> None:
        """<a>, by far the most frequent."""
        href = attributes.get("href")
        if href:
            self.found.add(href, "a", attributes.get("rel") or "", origin)
        if "ping" in attributes or "xlink:href" in attributes:
            for name, carrier in BY_NAME["a"][1:]:
                self.found.add_all((attributes.get(name) or "").split(), carrier, origin)

    def style(self, css: str, origin: Origin) -> None:
        """What <style> holds."""
        if "(" not in css and "@" not in css:
            return
        self.found.add_all(css_urls(css), "style", origin)

    def name_page(self, title: str) -> None:
        """What <title> holds; the first one that says something."""
        self.title = self.title or " ".join(title.split())

    def base(self, attributes: Attributes, origin: Origin) -> None:
        """<base>, wherever it stands."""
        href = attributes.get("href")
        if href and len(self.bases) < 10:
            self.bases.append(href.strip())

    def link(self, attributes: Attributes, origin: Origin) -> None:
        """<link>: canonical, alternates, feeds, and what the page is made of."""
        href = (attributes.get("href") or "").strip()
        rel = " ".join((attributes.get("rel") or "").lower().split())
        if not href:
            return
        carrier = link_carrier(rel, attributes.get("type") or "")
        if carrier is None:
            return
        self.found.add(href, carrier, rel, origin)
        kinds = rel.split()
        if "canonical" in kinds and not self.canonical:
            self.canonical = href
        elif len(self.alternates) < MANY_ALTERNATES:
            self._alternate(kinds, attributes, href)

    def _alternate(self, kinds: list[str], attributes: Attributes, href: str) -> None:
        if "amphtml" in kinds:
            self.alternates.append(("amphtml", href))
        elif "alternate" in kinds and "stylesheet" not in kinds:
            label = attributes.get("hreflang") or attributes.get("media") or attributes.get("type")
            self.alternates.append(((label or "").strip().lower(), href))

    def meta(self, attributes: Attributes, origin: Origin) -> None:
        """<meta>: a refresh, or a name and its content."""
        content = attributes.get("content")
        if not content:
            return
        equivalent = attributes.get("http-equiv")
        if equivalent and equivalent.strip().lower() == "refresh":
            target = refresh_target(content)
            if target:
                self.refresh = self.refresh or target
                self.found.add(target, "meta[refresh]", "", origin)
            return
        name = attributes.get("name") or attributes.get("property") or equivalent
        if name:
            name = name.strip().lower()
            self.metas.append((name, content))
            if name in _PDF_NAMES:
                self.found.add(content.strip(), "meta[pdf]", "", origin)

    def form(self, attributes: Attributes, origin: Origin) -> None:
        """Only what GET would ask for: a form is never submitted."""
        action = attributes.get("action")
        if action and (attributes.get("method") or "get").strip().lower() == "get":
            self.found.add(action, "form", "", origin)

    def rare(self, attributes: Attributes, name: str, origin: Origin) -> None:
        """What any element may carry, style and data attributes, and the <use> of drawings.

        `name` is the element's. These links come after all others, because some ways of reading
        need a look of its own to find them.
        """
        if name == "use":
            for attribute, carrier in (("href", "use"), ("xlink:href", "use[xlink:href]")):
                self.found.add(attributes.get(attribute) or "", carrier, "", origin)
        for attribute, value in attributes.items():
            if not value:
                continue
            if attribute == "style":
                self.found.add_all(css_urls(value), "style", origin)
            elif attribute in DATA_ATTRIBUTES and name != "img":
                self.found.add(value, attribute, "", origin)

    # ---- what is looked for in a tree ------------------------------------------------------------

    def title_in(self, node: LexborNode) -> None:
        """A <title> of the tree, unless it names a drawing or formula."""
        if self.title:
            return
        around = node.parent
        while around is not None:
            if around.tag_id in FOREIGN:
                return
            around = around.parent
        self.name_page(node.text())

    def rare_in(self, tree: LexborHTMLParser) -> None:
        """The `rare` carriers of a tree, by a query: so none reads the attributes of every node."""
        seen = set()
        for node in tree.css(_RARE):
            if node.mem_id in seen:  # told once for each part of the selector that fits
                continue
            seen.add(node.mem_id)
            name = "img" if node.tag_id == IMAGE else node.tag or ""
            self.rare(node.attributes, name, node)

    def strings_in(self, tree: LexborHTMLParser) -> None:
        """URLs in comments and inline scripts; off by default, because half of them are wrong."""
        root = tree.root
        if root is None:
            return
        for node in root.traverse(include_text=True):
            if node.is_comment_node:
                self.found.add_all(string_urls(node.comment_content or ""), "string", node)
            elif node.tag_id == SCRIPT:
                self.found.add_all(string_urls(node.text()), "string", node)


def _carrier(carriers: tuple[tuple[str, str], ...]) -> Handler:
    """A handler for an element of the table of carriers."""

    def read(references: References, attributes: Attributes, origin: Origin) -> None:
        found, rel = references.found, attributes.get("rel") or ""
        for name, carrier in carriers:
            value = attributes.get(name)
            if value:
                split = LISTS.get(carrier)
                if split is None:
                    found.add(value, carrier, rel, origin)
                else:
                    found.add_all(split(value), carrier, origin, rel)

    return read


# By the names of elements, and by lexbor's numbers for them.
NAMED_HANDLERS: dict[str, Handler] = {
    **{name: _carrier(carriers) for name, carriers in BY_NAME.items()},
    "a": References.anchor,
    "base": References.base,
    "form": References.form,
    "link": References.link,
    "meta": References.meta,
}
HANDLERS = {tag_id(name): handler for name, handler in NAMED_HANDLERS.items()}
