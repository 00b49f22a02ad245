"""A page read: what it says, whether it matters, and which of its links come next.

Pure: bytes and settings in, values out. The crawl, replay, tuning and the cluster call the same
function; whatever it needs to know of the past comes in as look-ups.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from bowerbird.crawl.growing_scope import GrowingScope
from bowerbird.crawl.memory import Memory
from bowerbird.crawl.missing import looks_missing
from bowerbird.crawl.options import FollowOptions
from bowerbird.crawl.reading import Templated
from bowerbird.crawl.telling_apart import fingerprints_of
from bowerbird.crawl.walls import looks_walled
from bowerbird.extract.metadata.html import page_metadata
from bowerbird.extract.metadata.office import property_metadata
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.document import Document, Link
from bowerbird.model.extraction import NOTHING_EXTRACTED, Extracted
from bowerbird.model.links import Outlink, Weighed
from bowerbird.model.metadata import Metadata
from bowerbird.model.outcomes import Refusal, Refused
from bowerbird.model.page import Page
from bowerbird.model.pagerow import PageRow
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import LinkJudge, LinkLearner, PageJudge, Sighting
from bowerbird.model.verdict import PageVerdict
from bowerbird.parse.carriers import is_navigational
from bowerbird.seeds.bookmarks.sites import BookmarkSites, Mark
from bowerbird.web.domains import registrable_domain
from bowerbird.web.robots_directives import rel_of
from bowerbird.web.url import LinkResolver, Url, has_credentials, parse

SAME_DEPTH = frozenset({Via.CANONICAL, Via.REFRESH})  # another address of the page itself
MARKED_UP = frozenset({"text/html", "application/xhtml+xml"})
MOST_HOPS = 10  # redirects and refreshes in a row, as browsers and archives have it
MOST_CANONICALS = 2  # in a row: a hint that leads to a hint that leads to a hint is worth nothing
# ugc, sponsored, nofollow: who wrote the page does not vouch for the target, so its score counts
# for nothing there.
UNVOUCHED = PageVerdict(0.0, False)
# Another link may still lead there: a shorter way, one vouched for, one without a password.
NOT_FINAL = frozenset(
    {
        Refusal.DEPTH, Refusal.NOFOLLOW, Refusal.CREDENTIALS, Refusal.TOO_MANY_HOPS,
        Refusal.FOREIGN_SITEMAP, Refusal.PAGINATION,
    }
)  # fmt: skip


class Reader(Struct, frozen=True):
    """How pages are read in this crawl."""

    page_judge: PageJudge
    link_judge: LinkJudge
    resolver: LinkResolver
    scope: GrowingScope
    follow: FollowOptions
    sites: BookmarkSites | None = None  # bookmarking sites that are crawled as such
    learner: LinkLearner | None = None  # the link judge, if it is one that learns


class LinkCounts(Struct):
    """What became of a page's links."""

    collected: int = 0
    known: int = 0
    cross_site: int = 0
    excluded: int = 0


class Digest(Struct, frozen=True):
    """Everything a page yielded."""

    document: Document
    verdict: PageVerdict
    fingerprint: int
    simhash: int
    sighting: Sighting
    soft_404: str  # the sign by which a 200 was seen to be a "not found"; empty for a real page
    candidates: list[Candidate]
    refused: list[tuple[Candidate, Refused]]
    counts: LinkCounts
    links_suppressed: bool
    sorted_out: dict[str, int]  # identity → how many links away: to be remembered once committed
    wall: str = ""  # the words of a login or robot check in place of a page
    metadata: Metadata = Metadata()
    extracted: Extracted = NOTHING_EXTRACTED
    view: PageView | None = None  # what the page judge saw; None where nothing was judged
    truncated: bool = False  # the page is only the first part of what the server has
    marks: Sequence[Mark] = ()  # what a page of a bookmarking site says of resources
    weighed: Weighed | None = None  # what a judge that learns wants to remember of the links

    @property
    def novel(self) -> bool:
        """Did the page bring anything that no other has brought?"""
        seen = self.sighting
        return not (seen.duplicate_of or seen.near_duplicate_of or self.is_sham)

    @property
    def is_sham(self) -> bool:
        """Does the page say something about itself, and nothing about the world?"""
        return bool(self.soft_404 or self.wall)


def digest(
    read: Templated, page: Page, candidate: Candidate, reader: Reader, memory: Memory
) -> Digest:
    """From a parsed page to values; nothing is fetched, written or looked at twice."""
    parsed, extracted = read.parsed, read.extracted
    document = parsed.document
    tagged = 0.0 if reader.sites is None else memory.bookmarked.evidence(page.url)
    view = PageView(
        document, page.url, depth=candidate.depth, found_on=candidate.found_on, tagged=tagged
    )
    verdict = reader.page_judge.judge(view)
    print_, similar = fingerprints_of(view, page, extracted)
    sighting = memory.sighting(page.url.identity, print_, similar)
    suppressed = bool(sighting.duplicate_of) and not reader.follow.repeats
    links = _Links(read, page, candidate, reader, memory)
    links.astray = 0 if verdict.relevant else candidate.astray + 1
    leads_on = not is_lost(links.astray, reader.follow)
    if not suppressed and (leads_on or links.is_of_a_site):
        links.sort_out()
    candidates, weighed = links.judged(verdict)
    candidates = links.with_evidence(candidates)
    if weighed is not None and links.marks:
        weighed = weighed.as_filed(candidates)
    return Digest(
        document=document,
        verdict=verdict,
        fingerprint=print_,
        simhash=similar,
        sighting=sighting,
        soft_404=looks_missing(document) or _like_nothing(page, candidate, print_, similar, memory),
        candidates=candidates,
        refused=links.refused,
        counts=links.counts,
        links_suppressed=suppressed,
        sorted_out=links.sorted_out,
        wall=looks_walled(document),
        metadata=_metadata(document, page),
        extracted=extracted,
        view=view,
        truncated=page.truncated,
        marks=links.marks,
        weighed=weighed,
    )


def is_lost(astray: int, follow: FollowOptions) -> bool:
    """Have there been so many irrelevant pages in a row that their links are not followed?"""
    most = 1 if follow.relevant_only else follow.tunnel
    return most is not None and astray >= most


def reread(
    read: Templated, page: Page, row: PageRow, speaker_of: Callable[[int, str], str]
) -> Digest:
    """The same of a stored page whose row holds: nothing is judged, and no link is followed.

    `speaker_of` says which other page yields the same items, by their fingerprint.
    """
    document, extracted = read.parsed.document, read.extracted
    speaker = ""
    if extracted.finds:
        exact, _ = fingerprints_of(PageView(document, page.url), page, extracted)
        speaker = speaker_of(exact, page.url.identity)
    return Digest(
        document=document,
        verdict=PageVerdict(row.relevance, row.relevant),
        fingerprint=row.fingerprint,
        simhash=row.simhash,
        sighting=Sighting(duplicate_of=speaker),
        soft_404=row.rule if row.reason == "soft-404" else looks_missing(document),
        candidates=[],
        refused=[],
        counts=LinkCounts(),
        links_suppressed=row.links_suppressed,
        sorted_out={},
        wall=looks_walled(document),
        metadata=_metadata(document, page),
        extracted=extracted,
        truncated=page.truncated,
    )


def _like_nothing(
    page: Page, candidate: Candidate, exact: int, similar: int, memory: Memory
) -> str:
    """What a seed says is a page, even where the host says the same to everything."""
    return memory.missing.sign(page.url, exact, similar) if candidate.depth else ""


def _metadata(document: Document, page: Page) -> Metadata:
    if document.known is not None:
        return document.known
    if page.media_type in MARKED_UP:
        return page_metadata(page.body.read(), document, page.url.href)
    return property_metadata(document) if document.metadata else Metadata()


class _Links:
    """Sorts a page's links into new, known and refused."""

    def __init__(
        self, read: Templated, page: Page, candidate: Candidate, reader: Reader, memory: Memory
    ) -> None:
        self._parsed = read.parsed
        self._wanted = {url.identity: url for url in read.extracted.follow}
        self._follows_only_these = read.extracted.follows_only_these
        self._page = page
        self._parent = candidate
        self._reader = reader
        self._memory = memory
        self._new: list[tuple[Url, Link, Via]] = []
        self._met: dict[str, tuple[Url, Link]] = {}  # known ones that a judge learns from
        self.astray = 0  # irrelevant pages in a row, this one included
        self._refused: dict[str, tuple[Candidate, Refused]] = {}
        self.sorted_out: dict[str, int] = {}
        self.counts = LinkCounts()
        self.marks: Sequence[Mark] = ()

    @property
    def is_of_a_site(self) -> bool:
        """Is it a bookmarking site's page of a tag or user? It leads on, whatever it says."""
        sites = self._reader.sites
        return sites is not None and sites.place(self._page.url) is not None

    @property
    def refused(self) -> list[tuple[Candidate, Refused]]:
        """What no link of this page leads to after all, each URL once, unless it has a row."""
        return list(self._refused.values())

    def sort_out(self) -> None:
        follow = self._reader.follow
        links = [
            link
            for link in self._parsed.document.links
            if follow.assets or is_navigational(link.carrier)
        ]
        targets = self._reader.resolver.resolve(
            self._parsed.document.base, [link.href for link in links]
        )
        covers, counts, depth = self._memory.recent.covers, self.counts, self._parent.depth + 1
        here = self.sorted_out
        if self._reader.sites is not None:
            met = ((link, url) for link, url in zip(links, targets, strict=True) if url is not None)
            self.marks = self._reader.sites.marks(self._page.url, met)
        learner = self._reader.learner
        added = self._links_of_templates(targets)
        counts.collected = len(links) + len(added)
        for link, url in chain(zip(links, targets, strict=True), added):
            if url is None:
                continue
            if covers(url.identity, depth) or here.get(url.identity, depth + 1) <= depth:
                counts.known += 1
                if learner is not None and learner.wants(url.identity):
                    self._met.setdefault(url.identity, (url, link))
                continue
            self._consider(link, url)

    def _links_of_templates(self, targets: Sequence[Url | None]) -> list[tuple[Link, Url]]:
        """What templates want to be followed and no ordinary link of the page leads to."""
        if not self._wanted:
            return []
        met = {url.identity for url in targets if url is not None}
        return [
            (Link(url.href, "a"), url)
            for identity, url in self._wanted.items()
            if identity not in met
        ]

    def _consider(self, link: Link, url: Url) -> None:
        candidate = self._candidate(link, url)
        refused = (
            self._outside_pagination(candidate)
            or self._nofollow(link)
            or self._credentials(link)
            or self._endless(candidate)
        )
        refused = refused or self._foreign(candidate) or self._reader.scope.refusal(candidate)
        if refused is None and self._reader.sites is not None:
            refused = self._reader.sites.refusal(url)
        if registrable_domain(url.host) != registrable_domain(self._page.url.host):
            self.counts.cross_site += 1
        if refused is None:
            self.sorted_out[url.identity] = candidate.depth
            self._refused.pop(url.identity, None)
            self._new.append((url, link, candidate.via))
            return
        self.counts.excluded += 1
        if refused.reason not in NOT_FINAL:
            self.sorted_out[url.identity] = 0
        if url.identity not in self._refused and not self._memory.has_row(url):
            self._refused[url.identity] = (candidate, refused)

    def _candidate(
        self, link: Link, url: Url, priority: float = 0.0, anchor: str = ""
    ) -> Candidate:
        via = via_of(link)
        no_step = via in SAME_DEPTH or link.carrier == "sitemap[index]"
        return Candidate(
            url=url,
            depth=self._parent.depth if no_step else self._parent.depth + 1,
            priority=priority,
            via=via,
            found_on=self._page.url.identity,
            anchor=anchor,
            redirects=self._parent.redirects + 1 if no_step else 0,
            seed=self._parent.seed,
            astray=self.astray,
        )

    def _outside_pagination(self, candidate: Candidate) -> Refused | None:
        if not self._follows_only_these or candidate.via is not Via.LINK:
            return None
        if candidate.url.identity in self._wanted:
            return None
        return Refused(Refusal.PAGINATION, "the template follows other links of its pages only")

    def _nofollow(self, link: Link) -> Refused | None:
        if self._reader.follow.nofollow:
            return None
        if self._parsed.document.robots.nofollow:
            return Refused(Refusal.NOFOLLOW, "the page says robots: nofollow")
        if "nofollow" in link.rel and rel_of(link.rel).nofollow:
            return Refused(Refusal.NOFOLLOW, f"rel={link.rel}")
        return None

    def _credentials(self, link: Link) -> Refused | None:
        if "@" in link.href and has_credentials(link.href, self._parsed.document.base):
            return Refused(Refusal.CREDENTIALS, "a link that carries a user name is not followed")
        return None

    def _foreign(self, candidate: Candidate) -> Refused | None:
        """A sitemap speaks for the site that it lies on, or whose robots.txt names it."""
        if candidate.via is not Via.SITEMAP:
            return None
        if registrable_domain(candidate.url.host) in self._speaks_for:
            return None
        rule = f"the sitemap {self._page.url.identity} is of another site"
        return Refused(Refusal.FOREIGN_SITEMAP, rule)

    @cached_property
    def _speaks_for(self) -> frozenset[str]:
        hosts = [self._page.url.host]
        if self._parent.found_on:
            hosts.append(parse(self._parent.found_on).host)
        return frozenset(map(registrable_domain, hosts))

    def _endless(self, candidate: Candidate) -> Refused | None:
        """A page may say that it is elsewhere, but not for ever."""
        if candidate.redirects > MOST_HOPS:
            return Refused(Refusal.TOO_MANY_HOPS, f"more than {MOST_HOPS} redirects in a row")
        if candidate.via is Via.CANONICAL is self._parent.via and (
            candidate.redirects > MOST_CANONICALS
        ):
            rule = f"more than {MOST_CANONICALS} canonical links in a row"
            return Refused(Refusal.TOO_MANY_HOPS, rule)
        return None

    def with_evidence(self, candidates: list[Candidate]) -> list[Candidate]:
        """What people kept with fitting tags comes sooner, also if it was met before."""
        sites = self._reader.sites
        if sites is None:
            return candidates
        said: dict[str, list[Mark]] = {}
        for mark in self.marks:
            said.setdefault(mark.url.identity, []).append(mark)
        raised = {each.url.identity: each for each in candidates}
        for identity, marks in said.items():
            known = raised.get(identity)
            if known is None:
                known = self._candidate(Link(marks[0].url.href, "a"), marks[0].url)
                if self._reader.scope.refusal(known) is not None:
                    continue
            evidence = self._memory.bookmarked.evidence(marks[0].url, marks)
            raised[identity] = replace(known, priority=max(known.priority, evidence))
        return [
            replace(each, priority=max(each.priority, sites.promise(each.url)))
            for each in raised.values()
        ]

    def judged(self, verdict: PageVerdict) -> tuple[list[Candidate], Weighed | None]:
        """The new links as candidates, with what stands around them and how promising it is."""
        if self._reader.learner is not None:
            return self._weighed(verdict, self._reader.learner)
        if not self._new:
            return [], None
        contexts = [self._parsed.context(link) for _, link, _ in self._new]
        document = self._parsed.document
        pairs = [(url, context) for (url, _, _), context in zip(self._new, contexts, strict=True)]
        judge = self._reader.link_judge
        priorities: Sequence[float] = judge.priorities(pairs, document, verdict)
        if any(link.rel and not rel_of(link.rel).passes_score for _, link, _ in self._new):
            alone = judge.priorities(pairs, document, UNVOUCHED)
            priorities = [
                mine if rel_of(link.rel).passes_score else min(mine, without)
                for (_, link, _), mine, without in zip(self._new, priorities, alone, strict=True)
            ]
        return [
            self._candidate(link, url, priority, context.anchor)
            for (url, link, _), context, priority in zip(
                self._new, contexts, priorities, strict=True
            )
        ], None

    def _weighed(
        self, verdict: PageVerdict, learner: LinkLearner
    ) -> tuple[list[Candidate], Weighed | None]:
        """The same where the judge learns: it hears of known links, too."""
        links = [self._outlink(url, link, is_new=True) for url, link, _ in self._new]
        links += [
            self._outlink(url, link, is_new=False)
            for identity, (url, link) in self._met.items()
            if identity not in self.sorted_out
        ]
        if not links:
            return [], None
        weighed = learner.weigh(self._parent, verdict, links)
        return [
            self._candidate(link, url, priority, told.context.anchor)
            for (url, link, _), told, priority in zip(
                self._new, links, weighed.priorities, strict=False
            )
        ], weighed

    def _outlink(self, url: Url, link: Link, *, is_new: bool) -> Outlink:
        vouched = not link.rel or rel_of(link.rel).passes_score
        return Outlink(url, self._parsed.context(link), vouched, is_new)


def via_of(link: Link) -> Via:
    """How a link makes its target known."""
    if link.carrier.startswith(("meta[refresh", "header[refresh")):
        return Via.REFRESH
    if link.carrier == "feed":
        return Via.FEED
    if link.carrier.startswith("sitemap"):
        return Via.SITEMAP
    if link.carrier.startswith(("link", "header[link")):
        if "canonical" in link.rel:
            return Via.CANONICAL
        if "alternate" in link.rel:
            return Via.ALTERNATE
    return Via.LINK
