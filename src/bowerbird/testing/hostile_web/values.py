"""What a trap is: what its server does, and what a crawler should make of it."""

from collections.abc import Callable, Mapping
from enum import Enum

from msgspec import Struct

from bowerbird.testing.serving import Asked


class Act(Enum):
    """What a script does besides sending bytes and pausing."""

    STALL = "stall"  # say nothing until the server's patience or the client's ends
    DROP = "drop"  # reset the connection


class Endless(Struct, frozen=True):
    """The same bytes again and again, as long as somebody listens."""

    chunk: bytes
    pause: float = 0.0
    times: int = 1_000_000


Step = bytes | float | Act | Endless  # a float is a pause in seconds


class Script(Struct, frozen=True):
    """What goes over the wire for one request."""

    steps: tuple[Step, ...]
    keep: bool = False  # the connection serves another request afterwards


Reply = Script | Callable[[Asked, int], Script]  # the number says: asked the n-th time


class Heard(Struct, frozen=True):
    """One line of the hostile server's log. Times are `time.monotonic()`."""

    method: str
    host: str  # as in the Host header, port included when it was sent
    target: str
    headers: dict[str, str]
    started: float
    ended: float
    in_flight: int

    @property
    def url(self) -> str:
        """What was asked for."""
        return f"http://{self.host}{self.target}"


class Expect(Struct, frozen=True):
    """What a row should say. Where several answers are right, each is listed."""

    states: tuple[str, ...]  # PageState values; "unknown" means that there may be no row at all
    reasons: tuple[str, ...] = ()  # Refusal or Failure values; empty: any
    title: str | None = None
    to: str | None = None
    status: int | None = None
    noindex: bool | None = None
    remark: str | None = None  # the reason of a page that was read all the same


class Limits(Struct, frozen=True):
    """The limits the verdicts assume. Give them to the crawler under test."""

    connect_seconds: float = 10.0
    first_byte_seconds: float = 5.0
    total_seconds: float = 12.0
    minimum_bytes_per_second: int = 1_000  # after one second
    head_bytes: int = 64 * 1024
    head_lines: int = 200
    html_bytes: int = 16 * 1024 * 1024  # decoded
    inflation: int = 100  # decoded to wire bytes, past one MiB
    redirects: int = 10
    url_length: int = 2_048
    path_segments: int = 20
    pages_per_host: int = 300
    pause_seconds: float = 0.0
    backoff_seconds: float = 1.0  # after a first 429 or 503 that does not say how long
    attempts: int = 2
    scope: str = "*.hostile.test, *.farm.test"  # nothing else is let in, whatever a page says


allowed_addresses: str = "loopback (--allow-private); the scope keeps out the rest"


LIMITS = Limits()


class Trap(Struct, frozen=True):
    """One way in which the web misbehaves."""

    name: str
    group: str
    why: str  # a short sentence on what the trap is
    seeds: tuple[str, ...]
    replies: Mapping[str, Reply]  # by URL; a trailing * stands for any rest, *.host for any label
    expect: Mapping[str, Expect]  # by identity
    asked: tuple[str, ...] = ()  # URLs the log must show
    never: tuple[str, ...] = ()  # URL prefixes the log must not show
    once: tuple[str, ...] = ()  # URLs asked at most one time
    at_most: tuple[tuple[str, int], ...] = ()  # requests below a URL prefix
    never_sent: tuple[tuple[str, str], ...] = ()  # (URL prefix, header name)
    pauses: tuple[tuple[str, float], ...] = ()  # (host, least seconds between two beginnings)

    @property
    def url(self) -> str:
        """Where the trap begins."""
        return self.seeds[0]
