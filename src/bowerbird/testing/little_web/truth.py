"""The true answer: what a polite crawl from given seeds makes of every URL of the little web."""

import re
from collections.abc import Collection, Iterable, Mapping

import msgspec

from bowerbird.testing.little_web.building import Resource, Site, without_session
from bowerbird.testing.little_web.values import PageTruth, Reference, Verdict

Resources = Mapping[str, Resource]  # by URL
NOWHERE = Verdict("unreachable")
UNSAFE = Verdict("refused", "unsafe")
NOFOLLOW = Verdict("refused", "nofollow")
ROBOTS = Verdict("refused", "robots")


def verdicts(
    resources: Resources, sites: Iterable[Site], seeds: Collection[str]
) -> dict[str, Verdict]:
    """Walk the web as its makers know it, breadth-first from the seeds."""
    forbidden = {site.host: [re.compile(rule) for rule in site.forbidden] for site in sites}
    said: dict[str, Verdict] = {}
    queue = [without_session(seed) for seed in seeds]
    walked = set(queue)
    while queue:
        url = queue.pop(0)
        resource = resources[url]
        said[url] = _asked(resource, _target(url), forbidden[_host(url)])
        if said[url].state == "refused":
            continue
        for link in resource.truth.links:
            refusal = _refusal(resource.truth, link)
            if link.to not in resources:
                msg = f"{url} links to {link.to}, which no site of the little web has"
                raise LookupError(msg)
            if refusal is not None:
                if said.get(link.to, NOWHERE).state == "unreachable":
                    said[link.to] = refusal
            elif link.to not in walked and link.followed:
                walked.add(link.to)
                queue.append(link.to)
    return {url: said.get(url, _unasked(r.truth)) for url, r in resources.items()}


def _refusal(page: PageTruth, link: Reference) -> Verdict | None:
    if link.kind == "unsafe":
        return UNSAFE
    if page.nofollow or "nofollow" in link.rel.split():
        return NOFOLLOW
    return None


def _unasked(truth: PageTruth) -> Verdict:
    return msgspec.structs.replace(truth.verdict, state="unreachable", to="", status=0)


def _asked(resource: Resource, target: str, forbidden: list[re.Pattern[str]]) -> Verdict:
    truth = resource.truth
    if any(rule.match(target) for rule in forbidden):
        return ROBOTS
    status = truth.verdict.status
    optional = truth.verdict.optional
    if 300 <= status < 400:
        return Verdict("redirected", to=truth.verdict.to, status=status)
    if status >= 400:
        return Verdict("failed", "http-error", status=status, optional=optional)
    if truth.unreadable:
        return Verdict("failed", truth.unreadable, status=status)
    also: tuple[str, ...] = ()
    if any(link.kind == "refresh" for link in truth.links):
        also = ("redirected",)
    if truth.soft_404:
        also = ("failed",)
    return Verdict("fetched", status=status, also=also, optional=optional)


def _host(url: str) -> str:
    return url.split("/")[2]


def _target(url: str) -> str:
    return "/" + url.split("/", 3)[3]
