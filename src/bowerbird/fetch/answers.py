"""From a transfer that has ended to the outcome that the crawl sees."""

import pycurl
from msgspec import Struct

from bowerbird.fetch.endings import URL_MALFORMAT, failure_of
from bowerbird.fetch.engine import STOPPED, Ending
from bowerbird.fetch.head import Head
from bowerbird.fetch.intake import Intake, Use
from bowerbird.fetch.media import media_type_of
from bowerbird.fetch.proxies import shown
from bowerbird.fetch.transfer import Transfer
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
from bowerbird.model.page import Page, Timing
from bowerbird.web.dates import retry_after
from bowerbird.web.url import Url

WRITE_ERROR = 23  # we told libcurl to stop
HEAD_SAYS_ALL = frozenset(
    {Failure.TRUNCATED, Failure.CLOSED, Failure.BAD_ENCODING, Failure.BAD_HTTP}
)


class Answered(Struct, frozen=True, gc=False):
    """What is known of a request besides the transfer."""

    url: Url
    ending: Ending
    now: float
    name_lookup: float = 0.0
    proxy: str = ""


def outcome_of(transfer: Transfer, answered: Answered) -> FetchOutcome:
    """The body's owner is the page in the outcome; without one it is discarded here."""
    if transfer.refused is not None:
        return transfer.refused
    if answered.ending.code == URL_MALFORMAT:
        return Refused(Refusal.MALFORMED, answered.ending.message)
    intake = transfer.begin()
    head = transfer.head
    trouble = _trouble(transfer, intake, answered)
    if head is None or intake is None:
        assert trouble is not None
        return trouble
    usable = trouble is None or (intake.use is not Use.PAGE and trouble.reason in HEAD_SAYS_ALL)
    if not usable:
        transfer.discard()
        assert trouble is not None
        return trouble
    return _by_status(transfer, answered, head, intake, whole=trouble is None)


def _trouble(transfer: Transfer, intake: Intake | None, answered: Answered) -> Failed | None:
    reason, detail = _reason(transfer, intake, answered)
    if reason is None:
        return None
    head = transfer.head
    return Failed(
        reason,
        detail,
        status=head.status if head else _connect_status(transfer),
        timing=timing_of(transfer, answered.name_lookup),
        head=head.raw if head else b"".join(transfer.lines)[:65536],
    )


def _reason(
    transfer: Transfer, intake: Intake | None, answered: Answered
) -> tuple[Failure | None, str]:
    verdict = transfer.verdict
    if verdict is not None:
        return verdict.reason, verdict.detail
    ending = answered.ending
    if ending.code in (WRITE_ERROR, STOPPED.code):
        if intake is None or not intake.cut:
            raise RuntimeError(f"a transfer was stopped without a reason: {ending.message}")
        return None, ""
    if ending.code:
        reason = failure_of(ending, proxied=transfer.proxied)
        if transfer.proxied and _connect_status(transfer) == 407:
            return Failure.AUTHENTICATION, f"{shown(answered.proxy)} wants a login"
        detail = f"{shown(answered.proxy)}: " if reason is Failure.PROXY else ""
        return reason, detail + ending.message
    if intake is None:  # libcurl calls that success
        return Failure.CLOSED, "connection closed before the end of the headers"
    if intake.ended_early():
        return Failure.TRUNCATED, "the content coding has no end"
    return None, ""


def _by_status(
    transfer: Transfer, answered: Answered, head: Head, intake: Intake, *, whole: bool
) -> FetchOutcome:
    status = head.status
    timing = timing_of(transfer, answered.name_lookup)
    if intake.use is Use.PAGE or status in (204, 205):
        page = _page(transfer, answered, head, intake, timing, whole=whole)
        if intake.too_large_for(page.media_type):
            page.body.close()
            detail = f"{page.body.size} bytes are too many for {page.media_type}"
            return _failed(Failure.TOO_LARGE, detail, head, timing)
        return Fetched(page)
    if status == 304:
        return NotModified(timing)
    if intake.use is Use.REDIRECT:
        to = head.headers.get("location")
        if to:
            page = _page(transfer, answered, head, intake, timing, whole=whole)
            return Redirected(to, status, page)
        transfer.discard()
        return _failed(
            Failure.REDIRECT_NOWHERE, f"status {status} without a Location", head, timing
        )
    if status in (401, 407):
        return _failed(Failure.AUTHENTICATION, _challenge(head), head, timing)
    return _failed(Failure.RATE_LIMITED, f"status {status}", head, timing, answered.now)


def _failed(
    reason: Failure, detail: str, head: Head, timing: Timing, now: float | None = None
) -> Failed:
    wait = None if now is None else retry_after(head.headers.get("retry-after"), now)
    return Failed(reason, detail, head.status, wait, timing, head.raw)


def _challenge(head: Head) -> str:
    name = "www-authenticate" if head.status == 401 else "proxy-authenticate"
    scheme = head.headers.get(name).split(" ")[0]
    return f"status {head.status}, wants {scheme or 'a login'}"


def _page(
    transfer: Transfer,
    answered: Answered,
    head: Head,
    intake: Intake,
    timing: Timing,
    *,
    whole: bool,
) -> Page:
    body = intake.writer.finish()
    return Page(
        answered.url,
        status=head.status,
        headers=head.headers,
        body=body,
        media_type=media_type_of(head.headers, body, answered.url),
        fetched_at=answered.now,
        raw_head=head.raw,
        address=transfer.easy.getinfo(pycurl.PRIMARY_IP),
        wire_bytes=intake.wire,
        timing=timing,
        truncated=intake.cut or not whole or head.status == 206,
    )


def timing_of(transfer: Transfer, name_lookup: float) -> Timing:
    """The phases as libcurl measured them; names were looked up before."""
    info = transfer.easy.getinfo
    return Timing(
        total=name_lookup + info(pycurl.TOTAL_TIME),
        name_lookup=name_lookup,
        connect=info(pycurl.PRETRANSFER_TIME),
        first_byte=info(pycurl.STARTTRANSFER_TIME),
    )


def _connect_status(transfer: Transfer) -> int:
    return int(transfer.easy.getinfo(pycurl.HTTP_CONNECTCODE)) if transfer.proxied else 0
