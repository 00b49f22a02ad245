"""Pages and records for the tests of the store."""

from bowerbird.model.page import Headers, Page
from bowerbird.model.record import Record, Scalar
from bowerbird.store.warc import StoredBody
from bowerbird.web.url import parse

HEAD = (
    b"HTTP/1.1 200 OK\r\n"
    b"Content-Type: text/html; charset=utf-8\r\n"
    b"Content-Encoding: gzip\r\n"
    b"content-length: 77\r\n"
    b"Transfer-Encoding : chunked\r\n"
    b"X-Archive-Orig-Content-Length: 5\r\n"
    b"\r\n"
)
HEADERS = Headers(
    (
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Encoding", "gzip"),
        ("content-length", "77"),
        ("Transfer-Encoding", "chunked"),
        ("X-Archive-Orig-Content-Length", "5"),
    )
)


def a_page(
    url: str = "http://site.test/page",
    body: bytes = b"<p>Bowerbirds gather.</p>",
    *,
    raw_head: bytes = HEAD,
    headers: Headers = HEADERS,
    status: int = 200,
    media_type: str = "text/html",
    truncated: bool = False,
    rendered: str = "",
) -> Page:
    return Page(
        parse(url),
        status=status,
        headers=headers,
        body=StoredBody(body),
        media_type=media_type,
        fetched_at=1_790_000_000.25,
        raw_head=raw_head,
        address="127.0.0.1",
        truncated=truncated,
        rendered=rendered,
    )


def a_record(
    key: bytes = b"k", *, gone: bool = False, run: str = "r1", **fields: Scalar | list[str]
) -> Record:
    return Record(
        key=key, kind="page", url="http://site.test/", fields=dict(fields), run=run, gone=gone
    )
