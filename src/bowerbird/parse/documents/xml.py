"""XML of any kind: feeds and sitemaps go to their readers, everything else is read as text."""

from collections.abc import Callable

from lxml import etree

from bowerbird.parse.documents.content import Content, Source
from bowerbird.parse.documents.feed import read_feed
from bowerbird.parse.documents.markup import local, read_markup, text_of
from bowerbird.parse.documents.sitemap import read_sitemap

MOST_LETTERS = 20_000  # of one block; an element with more is read part by part

_READERS: dict[str, Callable[[etree._Element, Source], Content]] = {
    "rss": read_feed, "feed": read_feed, "RDF": read_feed,
    "urlset": read_sitemap, "sitemapindex": read_sitemap,
}  # fmt: skip
_HREFS = ("href", "{http://www.w3.org/1999/xlink}href", "htmlUrl", "xmlUrl")
_TITLES = frozenset({"title", "article-title", "booktitle"})
_NOT_SAID = frozenset({"script", "style", "binary", "binaryData"})


def read_xml(source: Source) -> Content:
    """By the root element; a feed is one whatever it was served as."""
    root = read_markup(source.body, source.charset)
    reader = _READERS.get(local(root))
    if reader is not None and not (local(root) == "RDF" and not _has_items(root)):
        return reader(root, source)
    return _read_text(root, source)


def _has_items(root: etree._Element) -> bool:
    """RSS 1.0 is RDF, but most of RDF is no feed."""
    return any(local(child) in ("channel", "item") for child in root)


def _read_text(root: etree._Element, source: Source) -> Content:
    content = Content(source.options)
    content.language = _language(root)
    content.note("xml:root", local(root))
    if local(root) == "svg":
        _note_drawing(root, content)
    walk = etree.iterwalk(root, events=("start",))
    for _, element in walk:
        if content.is_full() or source.is_late():
            break
        name = local(element)
        if not name:  # an entity, which stays closed
            continue
        if name in _NOT_SAID:
            walk.skip_subtree()
            continue
        for attribute in _HREFS:
            if href := element.get(attribute):
                content.link(href, "xml", text_of(element)[:1_000])
        if name in _TITLES and not content.title:
            content.title = text_of(element)
        if (element.text or "").strip():
            _read_block(element, walk, content)
    return content


def _read_block(element: etree._Element, walk: etree.iterwalk, content: Content) -> None:
    """Text with elements in it is one block, so that sentences stay whole."""
    text = text_of(element)
    if len(text) > MOST_LETTERS and len(element):
        # Its elements come by themselves; what stands between them has nobody else to say it.
        text = "\n".join([element.text or "", *(child.tail or "" for child in element)])
    else:
        for inner in element.iterdescendants("*"):
            for attribute in _HREFS:
                if href := inner.get(attribute):
                    content.link(href, "xml", text_of(inner)[:1_000], text)
        walk.skip_subtree()
    content.say(text)
    content.bare_links(text)


def _language(root: etree._Element) -> str:
    return root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("lang") or ""


def _note_drawing(root: etree._Element, content: Content) -> None:
    content.note("image:format", "SVG")
    for side in ("width", "height"):
        content.note(f"image:{side}", root.get(side, "").removesuffix("px"))
