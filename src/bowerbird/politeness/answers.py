"""What an answer says about its server: how long it took, how long it wants to be left alone."""

from bowerbird.model.outcomes import (
    Failed,
    Fetched,
    FetchOutcome,
    NotModified,
    Redirected,
    Refusal,
    Refused,
)
from bowerbird.model.page import Page, Timing
from bowerbird.web.dates import retry_after

OVERLOADED = frozenset({429, 503})

# Refusals of a fetcher before it has said anything to the server.
_UNASKED = frozenset(
    {Refusal.PRIVATE_ADDRESS, Refusal.SCHEME, Refusal.OUTSIDE_FOLDERS, Refusal.MALFORMED}
)


def seconds_to_answer(outcome: FetchOutcome) -> float:
    """Seconds until the first byte, or until giving up; 0 where nothing was measured."""
    match outcome:
        case Fetched(page=page) | Redirected(page=page):
            return _latency(page.timing)
        case NotModified(timing=timing) | Failed(timing=timing):
            return _latency(timing)
        case Refused():
            return 0.0


def was_asked(outcome: FetchOutcome) -> bool:
    """Did the server see a request?"""
    return not (isinstance(outcome, Refused) and outcome.reason in _UNASKED)


def overload(outcome: FetchOutcome, now: float) -> tuple[int, float | None]:
    """The status, and the seconds of a Retry-After if there was one; `now` is UTC."""
    match outcome:
        case Fetched(page=page) | Redirected(page=page):
            return page.status, _wait(page, now)
        case NotModified(retry_after=wait):
            return 304, wait
        case Failed(status=status, retry_after=wait):
            return status, wait
        case Refused():
            return 0, None


def _wait(page: Page, now: float) -> float | None:
    header = page.headers.get("retry-after")
    return retry_after(header, now) if header else None


def _latency(timing: Timing) -> float:
    return timing.first_byte or timing.total
