"""Metadata that HTML pages carry: JSON-LD, meta tags of all vocabularies, microdata, RDFa."""

from bowerbird.extract.metadata import items, json_ld, meta_names
from bowerbird.extract.metadata.claims import Claims
from bowerbird.extract.metadata.head import LONGEST_PAGE, Said, read_said
from bowerbird.extract.metadata.meta_names import BIBLIOGRAPHIC
from bowerbird.extract.metadata.precedence import resolve
from bowerbird.model.document import Document
from bowerbird.model.metadata import Metadata, Source

NOTHING = Metadata()
# One search finds what names schema.org, be it JSON-LD, microdata or RDFa, also as `https:\/\/`.
# From the end it takes 2 µs for a page of 22 KB, from the start 8: CPython skips further that way.
_SCHEMA_ORG = b"/schema.org"
_ITEMS = (b"itemtype", b"typeof")
_LICENCE = "creativecommons.org/"
# Meta tags that say something of a work, apart from those with a bibliographic prefix.
_TELLING = frozenset(
    [
        "author",
        "parsely-author",
        "sailthru.author",
        "article:author",
        "book:author",
        "article:published_time",
        "book:isbn",
        "date",
        "pubdate",
        "publish-date",
        "keywords",
        "news_keywords",
        "og:type",
    ]
)


def html_metadata(markup: str, url: str = "") -> Metadata:
    """Everything that a page says of itself."""
    said = read_said(markup)
    return resolve(claim for claims in _claims(said, url) for claim in claims)


def page_metadata(body: bytes, document: Document, url: str) -> Metadata:
    """The same for a page that was parsed already, at little cost: in a crawl this is done to
    every page.

    Of the page only JSON-LD is read again, and the head where meta tags are bibliographic, as each
    of several authors has one; the whole page only where it marks up its own text as items. All
    else is what the parser kept. Bylines that are merely shown are left to `html_metadata`.
    """
    metas = document.metadata
    named = body.count(_SCHEMA_ORG) if body.rfind(_SCHEMA_ORG) >= 0 else 0
    blocks = json_ld.blocks_in(body) if named else []
    elsewhere = named > sum(block.count(_SCHEMA_ORG) for block in blocks)
    if elsewhere and any(mark in body for mark in _ITEMS):
        return html_metadata(_decoded(body, document), url)
    found: list[Claims] = []
    if telling := [_decoded(block, document) for block in blocks if json_ld.is_telling(block)]:
        found.append(json_ld.claims_of(telling, url))
    if any(name.startswith(BIBLIOGRAPHIC) for name in metas):
        found += meta_names.claims_of(read_said(_decoded(_head_of(body), document)).metas)
    elif found or not _TELLING.isdisjoint(metas):
        found += meta_names.claims_of(list(metas.items()))
    if not found:
        return NOTHING
    own = Claims(Source.HTML, 0.5)
    own.text("title", document.title)
    return resolve(claim for each in (*found, own) for claim in each)


def _head_of(body: bytes) -> bytes:
    end = body.lower().find(b"<body")
    return body if end < 0 else body[:end]


def _decoded(body: bytes, document: Document) -> str:
    body = body[: 4 * LONGEST_PAGE]
    try:
        return body.decode(document.charset or "utf-8", "replace")
    except LookupError:
        return body.decode("utf-8", "replace")


def _claims(said: Said, url: str) -> list[Claims]:
    found = [json_ld.claims_of(said.blocks, url), *meta_names.claims_of(said.metas)]
    if said.has_items:
        found += items.claims_of(said, url)
    return [*found, _plain(said, url)]


def _plain(said: Said, url: str) -> Claims:
    """What is shown to people: headings, bylines, dates, links to licences."""
    claims = Claims(Source.HTML, 0.4)
    claims.text("title", said.heading or said.title, 0.45)
    claims.people(said.bylines)
    if said.times:
        claims.date(said.times[0])
    claims.language(said.language)
    for rel, href in said.links:
        kinds = rel.split()
        if "canonical" in kinds:
            claims.text("url", href)
        elif "license" in kinds or "licence" in kinds or _LICENCE in href:
            claims.text("licence", href)
    claims.text("url", url)
    return claims
