"""Sitemaps: the URLs of a site with the day of their last change, and lists of further sitemaps.

Namespaces are not compared: half of all sitemaps have them wrong. Relative URLs are left out, as
the protocol has it; what leads to another site is for the crawl to refuse.
"""

from lxml import etree

from bowerbird.parse.documents.content import Content, Source
from bowerbird.parse.documents.markup import child_text, children, local
from bowerbird.web.dates import any_date

MOST_IMAGES = 1_000  # of one URL, as the protocol has it

_SCHEMES = ("http://", "https://", "ftp://")


def read_sitemap(root: etree._Element, source: Source) -> Content:
    """A sitemap says nothing; it leads."""
    content = Content(source.options, source.options.max_sitemap_links)
    listed, newest = 0, ""
    for entry in root:
        name = local(entry)
        href = child_text(entry, "loc") if name in ("url", "sitemap") else ""
        if not href.lower().startswith(_SCHEMES) or content.links_full:
            continue
        listed += 1
        changed = child_text(entry, "lastmod")
        modified = any_date(changed) if changed else None
        newest = max(newest, changed) if modified is not None else newest
        carrier = "sitemap" if name == "url" else "sitemap[index]"
        content.link(href, carrier, _news_title(entry), modified=modified)
        if name == "url":
            _add_beside(entry, modified, content)
    content.note("sitemap:urls", listed)
    content.note("sitemap:lastmod", newest)
    return content


def _news_title(entry: etree._Element) -> str:
    for news in children(entry, "news"):
        return child_text(news, "title")
    return ""


def _add_beside(entry: etree._Element, modified: float | None, content: Content) -> None:
    """The same page in other languages, and its images."""
    images = 0
    for child in entry:
        name = local(child)
        if name == "link" and child.get("href", "").lower().startswith(_SCHEMES):
            content.link(child.get("href", ""), "sitemap", modified=modified)
        elif name == "image" and images < MOST_IMAGES:
            images += 1
            href = child_text(child, "loc")
            content.link(href, "sitemap[image]", child_text(child, "caption"))
