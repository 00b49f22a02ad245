"""What the store keeps of an origin's robots.txt.

Keys in the `hosts` family: b"robots\\0" + origin. Values: one byte, the version of the format, then
a `RobotsRecord` as msgpack. What cannot be read counts as never asked.
"""

import zlib
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from bowerbird.model.storage import Batch, Family, Store
from bowerbird.web.robots import MOST_BYTES

ROBOTS_PREFIX = b"robots\0"
VERSION = b"\x01"


class RobotsRecord(Struct, frozen=True, array_like=True):
    """What is kept of one origin: the last good answer, and since when there was none."""

    fetched_at: float = 0.0  # seconds since 1970; 0: never read
    status: int = 0
    body: bytes = b""  # zlib; only of a 2xx answer
    etag: str = ""
    last_modified: str = ""
    failing_since: float = 0.0  # seconds since 1970; 0: it does not fail


def keep_record(batch: Batch, origin: str, record: RobotsRecord) -> None:
    """Put the record into a batch."""
    data = VERSION + msgspec.msgpack.encode(record)
    batch.put(Family.HOSTS, ROBOTS_PREFIX + origin.encode(), data)


def read_record(store: Store, origin: str) -> RobotsRecord:
    """What the store holds of an origin; an empty record where it holds nothing."""
    data = store.get(Family.HOSTS, ROBOTS_PREFIX + origin.encode())
    return (_decode(data) if data else None) or RobotsRecord()


def records_of_host(store: Store, host: str) -> Iterator[tuple[str, RobotsRecord]]:
    """Every origin of a host that the store knows, whatever its scheme and port."""
    for scheme in ("http", "https", "ftp"):
        start = ROBOTS_PREFIX + f"{scheme}://{host}".encode()
        for key, data in store.scan(Family.HOSTS, start, start + b";"):  # `;` follows `:`
            if key == start or key.startswith(start + b":"):
                record = _decode(data)
                if record is not None:
                    yield key.removeprefix(ROBOTS_PREFIX).decode(), record


def packed(body: bytes) -> bytes:
    """At most as much of a robots.txt as is ever read of one, made small."""
    return zlib.compress(body[: MOST_BYTES + 1], 1)


def unpacked(body: bytes) -> bytes:
    """The text of a record's robots.txt."""
    try:
        return zlib.decompressobj().decompress(body, MOST_BYTES + 1) if body else b""
    except zlib.error:
        return b""


def _decode(data: bytes) -> RobotsRecord | None:
    try:
        return msgspec.msgpack.decode(data[1:], type=RobotsRecord) if data[:1] == VERSION else None
    except msgspec.DecodeError:  # asking again is cheaper than giving up
        return None
