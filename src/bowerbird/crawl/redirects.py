"""A redirect is a new URL: it queues like any other, behind scope, robots and its host's turn."""

from bowerbird.crawl.digest import MOST_HOPS
from bowerbird.crawl.ledger import Seen
from bowerbird.crawl.parts import Crawl
from bowerbird.model.candidate import Candidate, Lease, Via
from bowerbird.model.outcomes import Failed, Failure, Redirected
from bowerbird.model.pagerow import PageState
from bowerbird.web.url import InvalidUrl, Url, parse


def follow_redirect(lease: Lease, outcome: Redirected, seen: Seen, crawl: Crawl) -> None:
    """Queue the target, or say why not."""
    candidate = lease.candidate
    if candidate.via is Via.PROBE:
        return crawl.ledger.probed(lease, outcome, seen, None)
    try:
        url = parse(outcome.to, candidate.url.href, crawl.reader.resolver.rules)
    except InvalidUrl as error:
        return _fail(lease, outcome, seen, Failure.REDIRECT_NOWHERE, str(error), crawl)
    if url.identity == candidate.url.identity and url.href == candidate.url.href:
        return _to_itself(lease, outcome, seen, crawl)
    if candidate.redirects >= MOST_HOPS:
        detail = f"more than {MOST_HOPS} redirects in a row"
        return _fail(lease, outcome, seen, Failure.TOO_MANY_REDIRECTS, detail, crawl)
    if _comes_back(url, candidate, crawl):
        detail = f"{url.href} leads back here"
        return _fail(lease, outcome, seen, Failure.REDIRECT_LOOP, detail, crawl)
    target = Candidate(
        url=url,
        depth=candidate.depth,
        priority=candidate.priority,
        via=Via.REDIRECT,
        found_on=candidate.url.identity,
        anchor=candidate.anchor,
        redirects=candidate.redirects + 1,
        seed=candidate.seed,
    )
    if candidate.url.scheme == "https" and url.scheme == "http":
        seen.remark = "downgrade"
    refused = crawl.reader.scope.refusal(target)
    crawl.ledger.redirected(lease, outcome, (target, refused) if refused else target, seen)
    return None


def _to_itself(lease: Lease, outcome: Redirected, seen: Seen, crawl: Crawl) -> None:
    """Some servers set a cookie and send the visitor round once more: that much is granted. In a
    browser a script may have set it."""
    page = outcome.page
    if (page.headers.get("set-cookie") or page.rendered) and lease.candidate.attempt == 0:
        failed = Failed(Failure.REDIRECT_LOOP, "sent back to itself with a cookie", outcome.status)
        return crawl.ledger.retry(lease, outcome, failed, 0.0)
    detail = "the page redirects to itself"
    return _fail(lease, outcome, seen, Failure.REDIRECT_LOOP, detail, crawl)


def _comes_back(url: Url, origin: Candidate, crawl: Crawl) -> bool:
    """Do the redirects already known from there end where we are?"""
    identity = url.identity
    for _ in range(MOST_HOPS):
        row = crawl.ledger.row(parse(identity).key) if identity else None
        if row is None or row.run != crawl.run or row.state is not PageState.REDIRECTED:
            return False
        identity = parse(row.final_url, None, crawl.reader.resolver.rules).identity
        if identity == origin.url.identity:
            return True
    return False


def _fail(
    lease: Lease, outcome: Redirected, seen: Seen, reason: Failure, detail: str, crawl: Crawl
) -> None:
    failed = Failed(reason, detail, status=outcome.status)
    crawl.ledger.failed(lease, outcome, failed, seen.ref)
