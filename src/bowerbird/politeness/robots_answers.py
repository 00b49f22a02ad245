"""What an answer to the question for robots.txt means (RFC 9309 §2.3.1)."""

from msgspec import Struct

from bowerbird.model.outcomes import (
    Failed,
    Failure,
    Fetched,
    FetchOutcome,
    NotModified,
    Redirected,
    Refusal,
    Refused,
)
from bowerbird.model.page import Page
from bowerbird.web.dates import retry_after
from bowerbird.web.robots import MOST_BYTES


class Found(Struct, frozen=True):
    """2xx: these are the rules."""

    body: bytes
    status: int = 200
    etag: str = ""
    last_modified: str = ""


class Absent(Struct, frozen=True):
    """Nothing is there, so everything may be asked for."""

    status: int


class Unreachable(Struct, frozen=True):
    """Nobody knows what the rules are, so nothing may be asked for until somebody does."""

    because: str
    dead: bool = False  # no conversation at all: name, connection or TLS
    status: int = 0
    retry_after: float | None = None


class Unchanged(Struct, frozen=True):
    """304: the copy at hand still holds."""


class Barred(Struct, frozen=True):
    """The guard does not let us ask this host anything."""

    refused: Refused


Finding = Found | Absent | Unreachable | Unchanged | Barred

TOO_MANY_REQUESTS = 429
PROXY_LOGIN = 407
NOWHERE = 404  # redirects that end nowhere are as good as "not found"

_DEAD = frozenset(
    {Failure.DNS, Failure.CONNECT, Failure.CONNECT_TIMEOUT, Failure.TLS, Failure.PROXY}
)
_ENDS_NOWHERE = frozenset(
    {
        Failure.NOT_FOUND,
        Failure.REDIRECT_LOOP,
        Failure.TOO_MANY_REDIRECTS,
        Failure.REDIRECT_NOWHERE,
    }
)
_WORDS = {
    Failure.DNS: "the name has no address",
    Failure.CONNECT: "no connection",
    Failure.TLS: "no trustworthy TLS connection",
    Failure.PROXY: "the proxy does not connect",
    Failure.CONNECT_TIMEOUT: "timed out while connecting",
    Failure.FIRST_BYTE_TIMEOUT: "timed out waiting for an answer",
    Failure.TOTAL_TIMEOUT: "timed out",
    Failure.TOO_SLOW: "timed out, too slow",
    Failure.CLOSED: "the connection was lost",
    Failure.TRUNCATED: "the answer was cut short",
}


def finding(outcome: FetchOutcome, now: float, *, hops: int) -> Finding:
    """What to make of the outcome after `hops` redirects; `now` is UTC, for Retry-After dates."""
    match outcome:
        case Fetched(page=page):
            with page:
                return _of_page(page, now, hops)
        case Redirected(page=page):  # one more than are followed, or a circle
            page.body.close()
            return Absent(NOWHERE)
        case NotModified():
            return Unchanged()
        case Refused():
            return _of_refusal(outcome, hops)
        case Failed():
            return _of_failure(outcome)


def _of_page(page: Page, now: float, hops: int) -> Finding:
    if not 200 <= page.status < 300:
        return _of_status(page.status, retry_after(page.headers.get("retry-after"), now))
    if page.truncated and page.body.size < MOST_BYTES:
        return Unreachable("the answer was cut short", status=page.status)
    body = page.body.read()[: MOST_BYTES + 1]
    if hops:  # validators belong to the URL that sent them, and the origin's own is asked next time
        return Found(body, page.status)
    return Found(body, page.status, page.headers.get("etag"), page.headers.get("last-modified"))


def _of_status(status: int, wait: float | None) -> Finding:
    if status == TOO_MANY_REQUESTS or status >= 500:
        return Unreachable(f"the server answered {status}", status=status, retry_after=wait)
    if 400 <= status < 500:
        return Absent(status)
    return Absent(NOWHERE)  # a redirect without a target, or a number that means nothing


def _of_refusal(refused: Refused, hops: int) -> Finding:
    if refused.reason is Refusal.PRIVATE_ADDRESS:
        # The pages of the host share its fate and the reason; elsewhere the rules are hidden.
        return Unreachable("it redirects to a private address") if hops else Barred(refused)
    return Absent(NOWHERE) if hops else Barred(refused)


def _of_failure(failed: Failed) -> Finding:
    if failed.reason in _ENDS_NOWHERE:
        return Absent(failed.status or NOWHERE)
    by_proxy = failed.reason is Failure.PROXY or failed.status == PROXY_LOGIN
    if 400 <= failed.status < 600 and not by_proxy:  # what a proxy answers says nothing of the site
        return _of_status(failed.status, failed.retry_after)
    if failed.reason is Failure.AUTHENTICATION and not by_proxy:
        return Absent(401)
    because = _WORDS.get(failed.reason, failed.reason.value)
    if failed.detail and failed.detail not in because:
        because = f"{because} ({failed.detail})"
    return Unreachable(
        because,
        dead=failed.reason in _DEAD,
        status=failed.status,
        retry_after=failed.retry_after,
    )
