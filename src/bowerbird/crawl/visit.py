"""START HERE: everything that happens to a URL once its turn has come.

admit (robots, turn) → fetch → keep the raw page → parse → digest → one atomic commit. A stage after
the page was kept can be run again without asking the server; a run killed anywhere in between finds
the URL in its queue again.
"""

from collections.abc import Sequence
from time import perf_counter

import msgspec

from bowerbird.crawl.digest import Digest, digest
from bowerbird.crawl.ledger import Seen, http_error
from bowerbird.crawl.parts import Crawl
from bowerbird.crawl.reading import PlainlyParsed, Reply, Templated, Unreadable
from bowerbird.crawl.redirects import follow_redirect
from bowerbird.model.candidate import Candidate, Lease, Via
from bowerbird.model.document import Document
from bowerbird.model.outcomes import (
    TRANSIENT,
    Admission,
    Admitted,
    Failed,
    Failure,
    Fetched,
    FetchOutcome,
    NotModified,
    Postponed,
    Redirected,
    Refused,
)
from bowerbird.model.page import Page
from bowerbird.model.pagerow import PageRow
from bowerbird.model.ports import FetchRequest, Validators
from bowerbird.web.dates import last_modified

RETRIED_STATUSES = frozenset({408, 425, 500, 502, 504, 520, 522, 524})


async def visit(lease: Lease, crawl: Crawl, worker: int = 0) -> None:
    """One URL, from its turn to the books."""
    match await _admission(lease, crawl):
        case Admitted():
            pass
        case Postponed(until=until) as postponed:
            return crawl.ledger.postponed(lease, postponed, until)
        case Refused() as refused:
            return crawl.ledger.refused(lease, refused)

    crawl.offer_sitemaps(lease.candidate)
    before = crawl.ledger.row(lease.key)
    outcome = await crawl.fetcher.fetch(_request(lease.candidate, before))
    match outcome:
        case Fetched(page=page):
            with page:
                await _read(lease, outcome, page, crawl, worker)
        case NotModified():
            await _read_again(lease, outcome, before, crawl, worker)
        case Redirected(page=page):
            with page:
                follow_redirect(lease, outcome, _keep(page, crawl), crawl)
        case Refused():
            crawl.ledger.refused(lease, outcome)
        case Failed():
            _fail(lease, outcome, outcome, crawl)
    return None


async def _admission(lease: Lease, crawl: Crawl) -> Admission:
    """Budgets before and after the gate: what the host has had, and which files are wanted."""
    if crawl.budgets.limited and (over := crawl.budgets.refusal(lease.candidate.url.host)):
        return over
    admission = await crawl.gate.admit(lease)
    if isinstance(admission, Admitted):
        return crawl.media.refusal(lease, crawl.ledger.tally) or admission
    return admission


def _request(candidate: Candidate, before: PageRow | None) -> FetchRequest:
    before = before.last_read if before else None
    if before is None:
        return FetchRequest(candidate.url)
    modified = last_modified(before.last_modified, before.fetched_at)
    known = Validators(before.etag, modified) if before.etag or modified else None
    return FetchRequest(candidate.url, validators=known)


def _keep(page: Page, crawl: Crawl) -> Seen:
    if crawl.pages is None:
        return Seen(page, None)
    kept = crawl.pages.append(page, crawl.run)
    return Seen(page, kept.ref, kept.content_hash)


async def _read(lease: Lease, outcome: FetchOutcome, page: Page, crawl: Crawl, worker: int) -> None:
    if page.status >= 400:
        failed = http_error(page)
        if page.status in RETRIED_STATUSES and _may_retry(lease, crawl):
            return _retry(lease, outcome, failed, crawl)
        if lease.candidate.via is Via.PROBE:
            return crawl.ledger.probed(lease, outcome, _keep(page, crawl), None)
        return crawl.ledger.failed(lease, outcome, failed, _keep(page, crawl).ref)
    started = perf_counter()
    if crawl.reading.is_risky(page, suspect=lease.suspect):
        # Other visits commit while the worker reads. Their batch would remember a page kept by
        # now, and a run killed before this page's own batch would keep it a second time.
        parsed = await crawl.reading.parse_apart(page, _waiting_for(lease, crawl))
        seen = _keep(page, crawl)
    else:
        seen = _keep(page, crawl)  # raw first: a page that kills this process is known by that
        parsed = crawl.reading.parse_here(page, _waiting_for(lease, crawl))
    seen.worker = worker
    return _digest_and_book(lease, outcome, seen, parsed, started, crawl)


async def _read_again(
    lease: Lease, outcome: FetchOutcome, before: PageRow | None, crawl: Crawl, worker: int
) -> None:
    """304: the stored page is read as if it had just come, so that its links are followed."""
    before = before.last_read if before else None
    if before is None or before.page is None or crawl.pages is None:
        failed = Failed(Failure.BAD_HTTP, "304 without our asking", status=304)
        return crawl.ledger.failed(lease, outcome, failed)
    with crawl.pages.read(before.page).page as page:
        seen = Seen(page, before.page, before.content_hash, unchanged=True, worker=worker)
        started = perf_counter()
        if crawl.reading.is_risky(page, suspect=lease.suspect):
            parsed = await crawl.reading.parse_apart(page, _waiting_for(lease, crawl))
        else:
            parsed = crawl.reading.parse_here(page, _waiting_for(lease, crawl))
        return _digest_and_book(lease, outcome, seen, parsed, started, crawl)


def _digest_and_book(
    lease: Lease,
    outcome: FetchOutcome,
    seen: Seen,
    parsed: Reply,
    started: float,
    crawl: Crawl,
) -> None:
    """Nothing waits between here and the commit."""
    match parsed:
        case Failed():
            page = seen.page
            parsed = msgspec.structs.replace(parsed, status=page.status, timing=page.timing)
            return crawl.ledger.failed(lease, outcome, parsed, seen.ref)
        case Unreadable():
            seen.remark = "media-type"
            nothing = Templated(PlainlyParsed(Document(base=seen.page.url.href)))
            found = _digest(nothing, lease, seen, crawl)
        case _:
            found = _digest(parsed, lease, seen, crawl)
    seen.processing_seconds = perf_counter() - started
    if lease.candidate.via is Via.PROBE:
        return crawl.ledger.probed(lease, outcome, seen, found)
    crawl.media.note(lease, seen.page.body.size, crawl.ledger.tally)
    crawl.ledger.read(lease, outcome, seen, found)
    return crawl.memory.recent.note(found.sorted_out)


def _waiting_for(lease: Lease, crawl: Crawl) -> Sequence[str]:
    """The templates of which this is a detail page."""
    return crawl.harvest.templates_waiting_for(lease.key) if crawl.harvest is not None else ()


def _digest(read: Templated, lease: Lease, seen: Seen, crawl: Crawl) -> Digest:
    candidate, scope = lease.candidate, crawl.reader.scope
    if candidate.via is Via.REDIRECT and candidate.depth == 0:
        scope.seed_lives_at(candidate.url)
        crawl.ledger.with_next_commit(scope.keep)
    return digest(read, seen.page, lease.candidate, crawl.reader, crawl.memory)


def _fail(lease: Lease, outcome: FetchOutcome, failed: Failed, crawl: Crawl) -> None:
    if failed.reason in TRANSIENT and _may_retry(lease, crawl):
        return _retry(lease, outcome, failed, crawl)
    return crawl.ledger.failed(lease, outcome, failed)


def _may_retry(lease: Lease, crawl: Crawl) -> bool:
    return lease.candidate.attempt + 1 < crawl.retry.attempts


def _retry(lease: Lease, outcome: FetchOutcome, failed: Failed, crawl: Crawl) -> None:
    pause = crawl.retry.first_pause * 2**lease.candidate.attempt
    crawl.ledger.retry(lease, outcome, failed, pause)
