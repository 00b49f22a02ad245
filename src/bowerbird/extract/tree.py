"""HTML as the tree that selectors are written for."""

from typing import Any

from lxml import etree

Element = Any  # lxml has no types of its own


def tree_of(html: bytes, charset: str = "utf-8") -> Element:
    """The root element of a page. Never fails: what cannot be read is an empty page.

    A page nested deeper than 256 elements ends there: libxml2's own cap, which keeps selectors from
    costing quadratic time.
    """
    try:
        text = html.decode(charset or "utf-8", "replace")
    except LookupError:
        text = html.decode("utf-8", "replace")
    # As UTF-8, so that no declaration in the page has a say about it any more.
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    clean = text.replace("\0", "\ufffd").encode("utf-8", "replace")
    root = etree.fromstring(clean, parser) if clean.strip() else None
    return etree.Element("html") if root is None else root
