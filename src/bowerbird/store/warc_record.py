"""WARC/1.1 records as bytes: written for every archive tool, read back as pages.

The body is kept decoded, so a stored head that still said `Content-Encoding: gzip` would lie. Such
lines get the prefix X-Archive-Orig- and a true Content-Length is added; reading undoes both, so a
page comes back with the head that the server sent. See docs/file-formats.md.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from os import urandom

from msgspec import Struct
from msgspec.structs import replace

from bowerbird.model.page import Headers, Page
from bowerbird.model.record import PageRef
from bowerbird.web.url import Url, from_serialised

PROFILE = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"

_UNTRUE = re.compile(
    rb"\n(?=(?i:(?:content-encoding|content-length|transfer-encoding)[ \t]*:|x-archive-orig-))"
)
_MARKED = b"\nX-Archive-Orig-"
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


class Original(Struct, frozen=True, array_like=True, gc=False):
    """Where a content lies, and what a repeat says of it. Filed under the content's digest."""

    ref: PageRef
    date: str
    href: str
    record_id: str


class Written(Struct, frozen=True, gc=False):
    """A record as it goes into the file, and what a repeat will say of it."""

    data: bytes
    date: str
    record_id: str


class Read(Struct, frozen=True, gc=False):
    """A record taken apart."""

    fields: dict[str, str]
    pairs: tuple[tuple[str, str], ...]  # headers of a resource, which has no head of its own
    block: bytes


def write_page(
    page: Page,
    body: bytes,
    digest: str,
    run: str,
    original: Original | None,
    *,
    block_digest: bool = False,
) -> Written:
    """A response (http), a resource (file, ftp, or what a browser showed: no server sent that), or
    a revisit where the content is stored."""
    as_sent = page.url.scheme in ("http", "https") and not page.rendered
    head = _stored_head(page, len(body)) if as_sent else b""
    kind = "revisit" if original else "response" if head else "resource"
    block = (head,) if original else (head, body)
    date = _date(page.fetched_at)
    record_id = _new_id()
    fields = [
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: <urn:uuid:{record_id}>",
        f"WARC-Date: {date}",
        f"WARC-Target-URI: {page.url.href}",
        f"WARC-Payload-Digest: sha256:{digest}",
        f"Bowerbird-Run: {_clean(run)}",
        f"Content-Type: {_block_type(page, head)}",
        *_where_known(page),
    ]
    if original:
        fields += _refers_to(original)
    if block_digest:
        fields.append(f"WARC-Block-Digest: sha256:{sha256(b''.join(block)).hexdigest()}")
    if not head:
        fields.append(f"Bowerbird-Status: {page.status}")
        fields += [f"Bowerbird-Header: {line}" for line in _lines(page.headers)]
    return Written(_record(fields, block), date, record_id)


def write_warcinfo(file: str, software: str) -> bytes:
    """The first record of every file: who wrote it, and by which rules."""
    about = (
        f"software: {software}\r\n"
        "format: WARC File Format 1.1\r\n"
        "conformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n"
        "description: bodies are stored decoded; X-Archive-Orig- marks headers as the server sent"
        " them\r\n"
    ).encode()
    fields = [
        "WARC-Type: warcinfo",
        f"WARC-Record-ID: <urn:uuid:{_new_id()}>",
        f"WARC-Date: {datetime.now(UTC).strftime('%Y-%m-%dT%H:%M:%SZ')}",
        f"WARC-Filename: {file}",
        f"WARC-Block-Digest: sha256:{sha256(about).hexdigest()}",
        "Content-Type: application/warc-fields",
    ]
    return _record(fields, (about,))


def read_record(data: bytes, *, whole: bool = True) -> Read:
    """Raises `ValueError` where it is no record; without `whole` the block may be cut short."""
    end = data.find(b"\r\n\r\n")
    if end < 0 or not data.startswith(b"WARC/1.1\r\n"):
        raise ValueError("not a WARC record")
    fields: dict[str, str] = {}
    pairs: list[tuple[str, str]] = []
    for line in data[10:end].decode(errors="replace").split("\r\n"):
        name, _, value = line.partition(": ")
        if name == "Bowerbird-Header":
            inner, _, value = value.partition(": ")
            pairs.append((inner, value))
        else:
            fields[name] = value
    length = int(fields["Content-Length"])
    block = data[end + 4 : end + 4 + length]
    if whole and data[end + 4 + length :] != b"\r\n\r\n":
        raise ValueError("the block has not the length that the record says")
    return Read(fields, tuple(pairs), block)


def url_of(record: Read) -> Url:
    """What was asked for, with the identity it had then."""
    url = from_serialised(record.fields["WARC-Target-URI"])
    identity = record.fields.get("Bowerbird-Identity")
    return replace(url, identity=identity) if identity else url


def original_of(record: Read) -> PageRef | None:
    """Where the content lies that a revisit repeats."""
    place = record.fields.get("Bowerbird-Original")
    return PageRef(*map(int, place.split())) if place else None


def payload_of(record: Read) -> bytes:
    """The body of a response or resource."""
    return _parted(record)[1]


def head_of(record: Read) -> tuple[int, Headers, bytes]:
    """Status, headers and the raw head as the server sent them."""
    stored = _parted(record)[0]
    if not stored:
        return int(record.fields.get("Bowerbird-Status", "0")), Headers(record.pairs), b""
    raw = stored[: stored.rindex(b"Content-Length: ")] + b"\r\n"
    raw = raw.replace(_MARKED, b"\n")
    return int(raw.split(None, 2)[1][:3]), Headers(_pairs(raw)), raw


def fetched_at(record: Read) -> float:
    """Seconds since 1970, UTC."""
    return datetime.fromisoformat(record.fields["WARC-Date"]).timestamp()


def _record(fields: list[str], block: tuple[bytes, ...]) -> bytes:
    head = "\r\n".join(
        ("WARC/1.1", *fields, f"Content-Length: {sum(map(len, block))}", "", "")
    ).encode()
    return b"".join((head, *block, b"\r\n\r\n"))


def _where_known(page: Page) -> list[str]:
    fields = []
    if page.address:
        fields.append(f"WARC-IP-Address: {page.address}")
    if page.media_type:
        fields.append(f"WARC-Identified-Payload-Type: {_clean(page.media_type)}")
    if page.truncated:
        fields.append("WARC-Truncated: length")
    if page.rendered:
        fields.append(f"Bowerbird-Rendered: {_clean(page.rendered)}")
    if page.url.identity != page.url.href:
        fields.append(f"Bowerbird-Identity: {_clean(page.url.identity)}")
    return fields


def _refers_to(original: Original) -> list[str]:
    ref = original.ref
    return [
        f"WARC-Profile: {PROFILE}",
        f"WARC-Refers-To: <urn:uuid:{original.record_id}>",
        f"WARC-Refers-To-Target-URI: {original.href}",
        f"WARC-Refers-To-Date: {original.date}",
        f"Bowerbird-Original: {ref.segment} {ref.offset} {ref.length}",
    ]


def _block_type(page: Page, head: bytes) -> str:
    if head:
        return "application/http;msgtype=response"
    return _clean(page.media_type) or "application/octet-stream"


def _date(seconds: float) -> str:
    second, microsecond = divmod(round(seconds * 1e6), 1_000_000)
    return f"{_to_the_second(second)}.{microsecond:06d}Z"


@lru_cache(maxsize=64)
def _to_the_second(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).isoformat()[:19]


def _new_id() -> str:
    """A UUID of version 4, in a third of the time that `uuid.uuid4` takes."""
    hexes = urandom(16).hex()
    return f"{hexes[:8]}-{hexes[8:12]}-4{hexes[13:16]}-a{hexes[17:20]}-{hexes[20:]}"


def _clean(value: str) -> str:
    return _CONTROL.sub(" ", value) if not value.isprintable() else value


def _lines(headers: Headers) -> Iterable[str]:
    return (f"{_clean(name)}: {_clean(value)}" for name, value in headers.pairs)


# ---- heads ---------------------------------------------------------------------------------------


def _stored_head(page: Page, length: int) -> bytes:
    raw = page.raw_head or _made_up(page)
    if raw.find(b"\r\n\r\n") != len(raw) - 4 or raw.count(b"\n") != raw.count(b"\r\n"):
        raw = b"\r\n".join([line for line in raw.splitlines() if line.strip()] + [b"", b""])
    return b"%sContent-Length: %d\r\n\r\n" % (_UNTRUE.sub(_MARKED, raw)[:-2], length)


def _made_up(page: Page) -> bytes:
    """Browsers give headers, but no head."""
    try:
        phrase = HTTPStatus(page.status).phrase
    except ValueError:
        phrase = "Unknown"
    lines = [f"HTTP/1.1 {page.status} {phrase}", *_lines(page.headers), "", ""]
    return "\r\n".join(lines).encode()


def _parted(record: Read) -> tuple[bytes, bytes]:
    if not record.fields["Content-Type"].startswith("application/http"):
        return b"", record.block
    end = record.block.index(b"\r\n\r\n") + 4
    return record.block[:end], record.block[end:]


def _pairs(raw: bytes) -> tuple[tuple[str, str], ...]:
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    pairs: list[tuple[str, str]] = []
    for line in text.split("\r\n")[1:]:
        name, colon, value = line.partition(":")
        if line[:1] in (" ", "\t") and pairs:  # folded: it goes on with the line before
            pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]} {line.strip()}")
        elif colon:
            pairs.append((name.strip(), value.strip()))
    return tuple(pairs)
