"""A fetched page: headers, and a body that every consumer reads from its start."""

from typing import BinaryIO, Protocol

from msgspec import Struct

from bowerbird.web.url import Url


class Headers:
    """Response headers in the order received; names compare without case."""

    __slots__ = ("_by_name", "pairs")

    def __init__(self, pairs: tuple[tuple[str, str], ...]) -> None:
        self.pairs = pairs
        by_name: dict[str, list[str]] = {}
        for name, value in pairs:
            by_name.setdefault(name.lower(), []).append(value)
        self._by_name = by_name

    def get(self, name: str, default: str = "") -> str:
        """The first value of that name."""
        values = self._by_name.get(name)
        return values[0] if values else default

    def all(self, name: str) -> list[str]:
        """Every value of that name, in order. Names are given in lower case."""
        return self._by_name.get(name, [])


class Body(Protocol):
    """A document read once from the network: in memory while small, then in a file."""

    @property
    def size(self) -> int:
        """Bytes after decoding."""

    def open(self) -> BinaryIO:
        """A fresh reader at the first byte."""

    def read(self) -> bytes:
        """The whole body; the caps on bodies bound what this costs."""

    def close(self) -> None:
        """Give back memory and file."""


class Timing(Struct, frozen=True, array_like=True, gc=False):
    """Seconds a fetch took, by phase."""

    total: float = 0.0
    name_lookup: float = 0.0
    connect: float = 0.0
    first_byte: float = 0.0
    rendering: float = 0.0


class Page:
    """What a fetch brought. It owns its body: use it as a context manager."""

    __slots__ = (
        "address", "body", "fetched_at", "headers", "media_type", "raw_head", "rendered", "status",
        "timing", "truncated", "url", "wire_bytes",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913 - a page is its parts; it is built in two places
        self,
        url: Url,
        *,
        status: int,
        headers: Headers,
        body: Body,
        media_type: str,
        fetched_at: float,
        raw_head: bytes = b"",
        address: str = "",
        wire_bytes: int = 0,
        timing: Timing = Timing(),  # noqa: B008 - immutable
        truncated: bool = False,
        rendered: str = "",
    ) -> None:
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
        self.media_type = media_type  # sniffed: what it is, not only what the server said
        self.fetched_at = fetched_at  # seconds since 1970, UTC
        self.raw_head = raw_head  # status line and headers as received, for the WARC
        self.address = address  # the IP address actually connected to
        self.wire_bytes = wire_bytes  # body bytes as received, before decoding
        self.timing = timing
        self.truncated = truncated
        self.rendered = rendered  # why the body is what a browser showed; empty: as it was sent

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: object) -> None:
        self.body.close()
