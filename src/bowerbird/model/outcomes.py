"""What can come of a URL. All of it is ordinary: none of it is an exception.

A fetch ends as `FetchOutcome`, a gate answers with `Admission`; each is a closed union that callers
match exhaustively. Every reason is a member of `Refusal` or `Failure`, so `explain` can say why.
"""

from enum import StrEnum

from msgspec import Struct

from bowerbird.model.page import Page, Timing


class Refusal(StrEnum):
    """Why Bowerbird does not ask for a URL, or does not keep what it got. The value is stored."""

    MALFORMED = "malformed"  # not a URL that WHATWG's parser accepts
    SCHEME = "scheme"  # no fetcher for it, or switched off
    SCOPE = "scope"  # a rule of the plan; the rule goes with it
    DEPTH = "depth"  # further from the seeds than the plan allows
    TOO_LONG = "too-long"  # longer than the cap on URLs
    TOO_DEEP_PATH = "too-deep-path"  # more path segments than the cap
    TOO_MANY_HOPS = "too-many-hops"  # refreshes or canonical links in a row
    TRAP = "trap"  # quarantined by a trap brake; reversible
    UNSAFE = "unsafe"  # looks like log out, delete, add to cart
    PAGINATION = "pagination"  # outside what the template of its page follows
    NOFOLLOW = "nofollow"  # rel=nofollow, meta robots or X-Robots-Tag
    ROBOTS = "robots"  # a rule of robots.txt; the line goes with it
    ROBOTS_UNREACHABLE = "robots-unreachable"  # RFC 9309 §2.3.1.4: disallow until it answers
    PRIVATE_ADDRESS = "private-address"  # the guard: not a public address
    HOST_BUDGET = "host-budget"
    RUN_BUDGET = "run-budget"
    MEDIA_TYPE = "media-type"  # nothing here reads it
    CREDENTIALS = "credentials"  # user:password@ in a link: removed and not followed
    FOREIGN_SITEMAP = "foreign-sitemap"  # a sitemap speaks for its own site only
    OUTSIDE_FOLDERS = "outside-folders"  # file: outside the folders the plan names


class Failure(StrEnum):
    """Why asking brought nothing usable. The value is stored."""

    DNS = "dns"
    CONNECT = "connect"
    TLS = "tls"
    PROXY = "proxy"
    CONNECT_TIMEOUT = "connect-timeout"
    FIRST_BYTE_TIMEOUT = "first-byte-timeout"
    TOTAL_TIMEOUT = "total-timeout"
    TOO_SLOW = "too-slow"  # below the minimum speed
    CLOSED = "closed"  # connection lost before the end
    TRUNCATED = "truncated"  # fewer bytes than promised
    BAD_HTTP = "bad-http"  # not HTTP we can read
    BAD_ENCODING = "bad-encoding"  # Content-Encoding does not decode
    HEADERS_TOO_LARGE = "headers-too-large"
    TOO_LARGE = "too-large"  # over the cap of its media type
    BOMB = "bomb"  # inflates beyond the ratio brake, in transit or inside a document
    REDIRECT_LOOP = "redirect-loop"
    TOO_MANY_REDIRECTS = "too-many-redirects"
    REDIRECT_NOWHERE = "redirect-nowhere"  # Location missing or unusable
    HTTP_ERROR = "http-error"  # a 4xx or 5xx answer; the status goes with it
    RATE_LIMITED = "rate-limited"  # 429 or 503 after all patience
    AUTHENTICATION = "authentication"  # 401 or 407 without credentials for that origin
    NOT_FOUND = "not-found"  # file or ftp: no such thing
    PARSER_DIED = "parser-died"  # the killable worker was killed over it
    PARSER_TIMEOUT = "parser-timeout"
    ENCRYPTED = "encrypted"  # a document that nobody reads without its password
    BROKEN = "broken"  # a document that is damaged, or not what it says it is
    RENDERING = "rendering"  # the browser gave it up: busy without end, too large, crashed
    ACTION = "action"  # an action of its chain could not be done; which one goes with it
    BUG = "bug"  # ours; the log has the traceback


TRANSIENT = frozenset(
    {
        Failure.DNS,
        Failure.CONNECT,
        Failure.PROXY,
        Failure.CONNECT_TIMEOUT,
        Failure.FIRST_BYTE_TIMEOUT,
        Failure.TOTAL_TIMEOUT,
        Failure.TOO_SLOW,
        Failure.CLOSED,
        Failure.TRUNCATED,
        Failure.RATE_LIMITED,
    }
)  # worth another try later; everything else would fail the same way again


class Fetched(Struct, frozen=True):
    """The server answered with a page, whatever its status (other than a redirect or 304)."""

    page: Page


class NotModified(Struct, frozen=True):
    """304: the copy in the store still holds."""

    timing: Timing
    retry_after: float | None = None


class Redirected(Struct, frozen=True):
    """3xx with a Location; `to` is as the server wrote it, to be resolved against the URL asked."""

    to: str
    status: int
    page: Page  # kept in the WARC like any answer


class Refused(Struct, frozen=True):
    """Bowerbird itself did not ask, or stopped asking."""

    reason: Refusal
    rule: str = ""  # the rule or line that refused, as written


class Failed(Struct, frozen=True):
    """Asking brought nothing usable."""

    reason: Failure
    detail: str = ""
    status: int = 0  # HTTP status where there was one
    retry_after: float | None = None  # seconds the server asked us to wait
    timing: Timing = Timing()
    head: bytes = b""  # status line and headers received before it failed


FetchOutcome = Fetched | NotModified | Redirected | Refused | Failed


class Admitted(Struct, frozen=True):
    """The gate is open for this lease, now."""


class Postponed(Struct, frozen=True):
    """Not now: give the lease back and ask again at `until` (Clock.ticks())."""

    until: float
    because: str = ""


Admission = Admitted | Postponed | Refused
