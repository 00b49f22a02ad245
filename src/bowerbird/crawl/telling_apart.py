"""What tells pages apart: their text; where that says little, their links, items or bytes."""

import re
from collections.abc import Iterator
from hashlib import blake2b

from bowerbird.model.document import Document
from bowerbird.model.extraction import MEDIA, Extracted, Find
from bowerbird.model.page import Page
from bowerbird.model.pageview import PageView
from bowerbird.text.similarity import fingerprint, simhash
from bowerbird.web.tokens import has_token, without_tokens

ENOUGH_TEXT = 200  # characters; a shorter text does not tell two pages apart, its links help
_WITH_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def fingerprints_of(view: PageView, page: Page, extracted: Extracted) -> tuple[int, int]:
    """The fingerprint and the SimHash of what the page says."""
    document = view.document
    if not (document.title or document.text or document.links):
        # Nothing here could read it, or nothing is written on it: its bytes tell it apart.
        return int.from_bytes(blake2b(page.body.read(), digest_size=8).digest()), 0
    exact, similar = view.fingerprints
    if has_token(page.url.identity):
        # The same page under another session is near its twin, whatever tokens its links carry.
        similar = simhash(without_tokens(document.text))
    if len(document.text) < ENOUGH_TEXT:
        exact = fingerprint("\n".join((document.title, document.text, *_places(document))))
    items = [find for find in extracted.finds if find.template != MEDIA]
    if items:
        # The main text of a list may be what all its pages have in common: its items tell it apart.
        exact = fingerprint("\n".join((document.text, *map(_said, items))))
    return exact, similar


def _places(document: Document) -> Iterator[str]:
    """Where the links lead, near enough to compare: written alike, "enter" is another place in
    another folder, and "/enter" on another host."""
    bare = document.base.partition("?")[0]
    folder = bare[: bare.rfind("/") + 1]
    host = "/".join(bare.split("/", 3)[:3])
    for link in document.links:
        href = link.href
        first = href[:1]
        if first == "/":
            yield href if href[1:2] == "/" else host + href
        elif first == "#" or (":" in href and _WITH_SCHEME.match(href)):
            yield href
        else:
            yield (bare if first == "?" else folder) + href


def _said(find: Find) -> str:
    """An item without its links, which differ between copies of one page."""
    values = (value for value in find.fields.values() if not _is_link(value))
    return "\t".join(map(str, values))


def _is_link(value: object) -> bool:
    return isinstance(value, str) and "://" in value[:10]
