"""The record that every page yields, whatever the templates say."""

from contextlib import suppress

from bowerbird.crawl.digest import Digest
from bowerbird.extract.metadata.told import record_fields
from bowerbird.model.document import Document
from bowerbird.model.pagerow import PageRow
from bowerbird.model.record import Record
from bowerbird.parse.carriers import FEED_TYPES
from bowerbird.web.url import InvalidUrl, parse


def page_record(row: PageRow, found: Digest, key: bytes) -> Record:
    """What the page says, and what is to be said of it."""
    document = found.document
    meta = {f"meta.{name}": value for name, value in document.metadata.items()}
    return Record(
        key=key,
        kind="page",
        url=row.url,
        fields={
            "title": document.title,
            "text": document.text,
            "language": document.language,
            "description": document.description,
            "media_type": row.media_type,
            "score": row.relevance,
            "relevant": row.relevant,
            "noindex": row.noindex,
            "soft_404": bool(found.soft_404),
            "wall": bool(found.wall),
            "canonical": document.canonical,
            "content_hash": row.content_hash,
            "fingerprint": f"{found.fingerprint:016x}",
            **_of_few(found),
            **meta,
            **record_fields(found.metadata),
        },
        run=row.run,
        page=row.page,
        created_at=row.fetched_at,
    )


def _of_few(found: Digest) -> dict[str, bool | list[str]]:
    """Fields that few pages need: without one, there is nothing to say."""
    document = found.document
    fields: dict[str, bool | list[str]] = {}
    if document.alternates and (variants := _variants(document)):
        fields["variants"] = variants
    if found.truncated:
        fields["truncated"] = True
    if document.replaced_characters:
        fields["damaged_characters"] = True
    return fields


def _variants(document: Document) -> list[str]:
    """The same page for other readers: "de http://…", "amphtml http://…". A feed is another."""
    variants = []
    for label, href in document.alternates:
        if label not in FEED_TYPES:
            with suppress(InvalidUrl):
                variants.append(f"{label} {parse(href, document.base).href}".strip())
    return variants
