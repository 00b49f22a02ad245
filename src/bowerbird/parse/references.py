"""Everything on a page that points elsewhere or speaks of the page: links, base, meta, title.

One handler per kind of element. The walk calls it when it enters the element; it never looks at
any other, so the same handlers serve the full walk and the quick look for links alone.
"""

from collections.abc import Callable

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bowerbird.parse.carriers import (
    CARRIERS,
    DATA_ATTRIBUTES,
    LISTS,
    css_urls,
    link_carrier,
    string_urls,
)
from bowerbird.parse.grammar import refresh_target
from bowerbird.parse.link_list import LinkList
from bowerbird.parse.options import ParseOptions
from bowerbird.parse.tags import ANCHOR, DRAWING, FORM, IMAGE, SCRIPT, STYLE, TITLE, tag_id

Attributes = dict[str, str | None]
Handler = Callable[["References", LexborNode], None]
_RARE = ",".join(['[style*="url("]', '[style*="URL("]', *(f"[{name}]" for name in DATA_ATTRIBUTES)])
MANY_ALTERNATES = 200  # a site in every language of the world stays below


class References:
    """Collects what the elements of one page carry."""

    def __init__(self, options: ParseOptions) -> None:
        self.found = LinkList(options.max_links, options.keep_nofollow)
        self.title = ""
        self.bases: list[str] = []
        self.canonical = ""
        self.alternates: list[tuple[str, str]] = []
        self.refresh = ""
        self.metas: list[tuple[str, str]] = []  # (name in lower case, content)

    def rare_carriers(self, tree: LexborHTMLParser) -> None:
        """The carriers that any element may have: style and data attributes.

        A query of its own, so that the walk need not read the attributes of every element.
        """
        for node in tree.css(_RARE):
            for name, value in node.attributes.items():
                if not value:
                    continue
                if name == "style":
                    self.found.add_all(css_urls(value), "style", node)
                elif name in DATA_ATTRIBUTES and node.tag_id != IMAGE:
                    self.found.add(value, name, "", node)

    # ---- one kind of element each ----------------------------------------------------------------

    def anchor(self, node: LexborNode) -> None:
        """<a>, by far the most frequent."""
        attributes = node.attributes
        href = attributes.get("href")
        if href:
            self.found.add(href, "a", attributes.get("rel") or "", node)
        if "ping" in attributes or "xlink:href" in attributes:
            for name, carrier in CARRIERS[ANCHOR][1:]:
                self.found.add_all((attributes.get(name) or "").split(), carrier, node)

    def carriers_of(self, node: LexborNode) -> None:
        """Every element in the table of carriers."""
        attributes = node.attributes
        if not attributes:
            return
        rel = attributes.get("rel") or ""
        for name, carrier in CARRIERS[node.tag_id]:
            value = attributes.get(name)
            if value:
                split = LISTS.get(carrier)
                if split is None:
                    self.found.add(value, carrier, rel, node)
                else:
                    self.found.add_all(split(value), carrier, node, rel)

    def style(self, node: LexborNode) -> None:
        """<style>."""
        self.found.add_all(css_urls(node.text()), "style", node)

    def read_title(self, node: LexborNode) -> None:
        """<title>; the first, and not that of a drawing."""
        parent = node.parent
        if not self.title and (parent is None or parent.tag_id != DRAWING):
            self.title = " ".join(node.text().split())

    def base(self, node: LexborNode) -> None:
        """<base>, wherever it stands."""
        href = node.attributes.get("href")
        if href and len(self.bases) < 10:
            self.bases.append(href.strip())

    def link(self, node: LexborNode) -> None:
        """<link>: canonical, alternates, feeds, and what the page is made of."""
        attributes = node.attributes
        href = (attributes.get("href") or "").strip()
        rel = " ".join((attributes.get("rel") or "").lower().split())
        if not href:
            return
        carrier = link_carrier(rel, attributes.get("type") or "")
        if carrier is None:
            return
        self.found.add(href, carrier, rel, node)
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

    def meta(self, node: LexborNode) -> None:
        """<meta>: a refresh, or a name and its content."""
        attributes = node.attributes
        content = attributes.get("content")
        if not content:
            return
        equivalent = attributes.get("http-equiv")
        if equivalent and equivalent.strip().lower() == "refresh":
            target = refresh_target(content)
            if target:
                self.refresh = self.refresh or target
                self.found.add(target, "meta[refresh]", "", node)
            return
        name = attributes.get("name") or attributes.get("property") or equivalent
        if name:
            self.metas.append((name.strip().lower(), content))

    def form(self, node: LexborNode) -> None:
        """Only what GET would ask for: a form is never submitted."""
        attributes = node.attributes
        action = attributes.get("action")
        if action and (attributes.get("method") or "get").strip().lower() == "get":
            self.found.add(action, "form", "", node)

    def drawing(self, node: LexborNode) -> None:
        """<svg>: the files that <use> draws from. lexbor has no number for that element."""
        for use in node.iter():
            if use.tag != "use":
                continue
            attributes = use.attributes
            for name, carrier in (("href", "use"), ("xlink:href", "use[xlink:href]")):
                self.found.add(attributes.get(name) or "", carrier, "", use)

    def strings(self, tree: LexborHTMLParser) -> None:
        """URLs in comments and inline scripts; off by default, because half of them are wrong."""
        root = tree.root
        if root is None:
            return
        for node in root.traverse(include_text=True):
            if node.is_comment_node:
                self.found.add_all(string_urls(node.comment_content or ""), "string", node)
            elif node.tag_id == SCRIPT:
                self.found.add_all(string_urls(node.text()), "string", node)


HANDLERS: dict[int, Handler] = {
    **dict.fromkeys(CARRIERS, References.carriers_of),
    ANCHOR: References.anchor,
    STYLE: References.style,
    TITLE: References.read_title,
    FORM: References.form,
    DRAWING: References.drawing,
    tag_id("base"): References.base,
    tag_id("link"): References.link,
    tag_id("meta"): References.meta,
}
