"""Rows of known URLs as cells, and a run's answer to who asks which of them have changed."""

from typing import Any

import msgspec

from bowerbird.crawl.changed_rows import ChangedRows
from bowerbird.model.pagerow import PageRow
from bowerbird.model.storage import Family, Store
from bowerbird.web.url import InvalidUrl, from_serialised
from bowerbird.workspace.tables.asking import Column

AT_ONCE = 2_000  # rows of one answer of a run at work: 10 ms in which it does not crawl

COLUMNS = {
    "url": Column("url", "link"),
    "title": Column("title"),
    "state": Column("state"),
    "reason": Column("reason"),
    "rule": Column("rule"),
    "status": Column("status", "number"),
    "change": Column("change"),
    "host": Column("host"),
    "relevance": Column("relevance", "number"),
    "relevant": Column("relevant", "boolean"),
    "depth": Column("depth", "number"),
    "media_type": Column("media_type"),
    "bytes": Column("bytes", "number"),
    "language": Column("language"),
    "fetched_at": Column("fetched_at", "number"),
    "priority": Column("priority", "number"),
    "via": Column("via"),
    "found_on": Column("found_on", "link"),
    "final_url": Column("final_url", "link"),
    "content_hash": Column("content_hash"),
    "near_duplicate_of": Column("near_duplicate_of", "link"),
    "noindex": Column("noindex", "boolean"),
    "rendered": Column("rendered"),
    "run": Column("run", "number"),
    "order": Column("place", "number"),
}
STORED = ("key", *(column.sql for column in COLUMNS.values()), "fingerprint", "identity")

_decode = msgspec.msgpack.Decoder(PageRow).decode


def changed_pages(request: dict[str, Any], store: Store, changed: ChangedRows) -> dict[str, Any]:
    """A run's answer to `{"do": "changed-pages", "token": …, "after": …}`."""
    found = changed.after(str(request["token"]), int(request["after"]), AT_ONCE)
    rows = ((key, store.get(Family.PAGES, key)) for key in found.keys)
    return {
        "rows": [cells_of(key, _decode(data)) for key, data in rows if data is not None],
        "more": len(found.keys) == AT_ONCE,
        "token": found.token,
        "last": found.last,
        "lost": found.lost,
    }


def cells_of(key: bytes, row: PageRow) -> list[Any]:
    """The values of `STORED`, in that order."""
    return [
        key.hex(),
        row.url,
        row.title or None,
        row.state,
        row.reason or None,
        row.rule or None,
        row.status or None,
        row.history[-1].change or None if row.history else None,
        _host(row.url),
        row.relevance,
        "true" if row.relevant else "false",
        row.depth,
        row.media_type or None,
        row.bytes,
        row.language or None,
        row.fetched_at,
        row.priority,
        row.via or None,
        row.found_on or None,
        row.final_url or None,
        row.content_hash or None,
        row.near_duplicate_of or None,
        "true" if row.noindex else "false",
        row.rendered or None,
        int(row.run) if row.run.isdigit() else None,
        row.order or None,
        row.fingerprint - (1 << 63) if row.fingerprint else None,
        row.identity,
    ]


def _host(url: str) -> str:
    try:
        return from_serialised(url).host
    except InvalidUrl:
        return ""
