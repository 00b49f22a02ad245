"""gzip: a sitemap or feed as servers pack them. What else is packed so is no document."""

import re
import zlib

from bowerbird.model.outcomes import Failure
from bowerbird.parse.documents.content import (
    Content,
    DocumentTroubleError,
    NotADocumentError,
    Source,
    broken,
)
from bowerbird.parse.documents.xml import read_xml

_GZIP = 31  # window bits: a gzip header is expected
_CHUNK = 1 << 20
_LIST = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:https?://\S+\s*)+", re.ASCII)


def read_gzip(source: Source) -> Content:
    """XML, or a list of URLs."""
    body = _unpacked(source.body, source.may_become(len(source.body)))
    if body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        return read_xml(Source(body, source.href, source.charset, source.options))
    if _LIST.match(body[:4_096]):
        return _listed(body, source)
    raise NotADocumentError


def _unpacked(body: bytes, limit: int) -> bytes:
    unpacker = zlib.decompressobj(_GZIP)
    pieces: list[bytes] = []
    size = 0
    try:
        data = body
        while data and not unpacker.eof:
            piece = unpacker.decompress(data, _CHUNK)
            size += len(piece)
            if size > limit:
                raise DocumentTroubleError(
                    Failure.BOMB, f"{len(body)} bytes inflate to over {limit}"
                )
            pieces.append(piece)
            data = unpacker.unconsumed_tail
    except zlib.error as error:
        raise broken(f"it cannot be unpacked: {error}") from error
    return b"".join(pieces)


def _listed(body: bytes, source: Source) -> Content:
    content = Content(source.options, source.options.max_sitemap_links)
    for line in body.decode("utf-8", "replace").split():
        if line.startswith(("http://", "https://")):
            content.link(line, "sitemap")
    content.note("sitemap:urls", len(content.links))
    return content
