"""RSS of every version and Atom: entries with their text, and where they lead."""

from collections.abc import Iterator
from urllib.parse import urljoin

from lxml import etree

from bowerbird.parse.documents.content import Content, Source
from bowerbird.parse.documents.markup import child_text, children, local, text_of
from bowerbird.parse.documents.pages import say_html
from bowerbird.web.dates import any_date

_DATES = ("updated", "published", "pubDate", "date", "modified", "issued")
_TEXTS = ("encoded", "content", "description", "summary")
_FOLLOWED = frozenset({"", "alternate", "next", "previous", "prev", "next-archive", "prev-archive"})


def read_feed(root: etree._Element, source: Source) -> Content:
    """What the feed says of itself, then its entries."""
    content = Content(source.options)
    channel = next(children(root, "channel"), root)
    content.title = child_text(channel, "title")
    content.language = (
        child_text(channel, "language")
        or root.get("{http://www.w3.org/XML/1998/namespace}lang", "")
    )  # fmt: skip
    for name in ("description", "subtitle", "tagline"):
        content.description = content.description or child_text(channel, name)
    content.say(content.description)
    for href, carrier in _hrefs(channel):
        content.link(href, carrier, content.title)
    entries = [
        e
        for holder in dict.fromkeys((root, channel))
        for e in holder
        if local(e) in ("item", "entry")
    ]
    for entry in entries:
        if content.is_full() or source.is_late():
            break
        _read_entry(entry, source, content)
    content.note("feed:entries", len(entries))
    content.note("feed:generator", child_text(channel, "generator"))
    return content


def _read_entry(entry: etree._Element, source: Source, content: Content) -> None:
    title = child_text(entry, "title")
    changed = (any_date(child_text(entry, name)) for name in _DATES)
    modified = next((date for date in changed if date is not None), None)
    content.head(2, title)
    content.say(title)
    for href, carrier in _hrefs(entry):
        content.link(href, carrier, title, modified=modified)
    for name in _TEXTS:
        for text in children(entry, name):
            if len(text):  # XHTML, as elements
                content.say(text_of(text))
            else:
                say_html(text.text or "", source.options, content)
            return


def _hrefs(element: etree._Element) -> Iterator[tuple[str, str]]:
    """Where a feed or an entry leads, with the carrier."""
    permanent = ""
    leads = False
    for child in element:
        name = local(child)
        if name == "link":
            href = child.get("href") or (child.text or "").strip()
            relation = child.get("rel", "")
            if href and relation in _FOLLOWED:
                leads = True
                yield _based(child, href), "feed"
            elif href and relation == "enclosure":
                yield _based(child, href), "feed[enclosure]"
        elif name == "enclosure":
            yield child.get("url", ""), "feed[enclosure]"
        elif name == "guid" and child.get("isPermaLink", "true").lower() == "true":
            permanent = (child.text or "").strip()
    if not leads and permanent.lower().startswith(("http://", "https://")):
        yield permanent, "feed"


def _based(element: etree._Element, href: str) -> str:
    """Resolved against xml:base, if there is one; against the feed itself else, by the crawl."""
    base = element.base
    try:
        return urljoin(base, href) if base else href
    except ValueError:
        return href
