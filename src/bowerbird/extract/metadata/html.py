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
    """The same for a page that was parsed already, at nearly no cost where it carries nothing.

    The page is looked at again only where it has JSON-LD, items or bibliographic meta tags; all
    others are told by what the parser kept of their meta tags.
    """
    metas = document.metadata
    if body.rfind(_SCHEMA_ORG) >= 0 or any(name.startswith(BIBLIOGRAPHIC) for name in metas):
        try:
            markup = body[: 4 * LONGEST_PAGE].decode(document.charset or "utf-8", "replace")
        except LookupError:
            markup = body[: 4 * LONGEST_PAGE].decode("utf-8", "replace")
        return html_metadata(markup, url)
    if _TELLING.isdisjoint(metas):
        return NOTHING
    claims = meta_names.claims_of(list(metas.items()))
    own = Claims(Source.HTML, 0.5)
    own.text("title", document.title)
    return resolve(claim for each in (*claims, own) for claim in each)


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
