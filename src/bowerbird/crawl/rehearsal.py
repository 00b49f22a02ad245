"""A crawl rehearsed on stored pages: in which order would these settings have met them, and which
would they have kept? Nobody is asked.

Every host is taken to be free at any time, and what is not stored is only counted: what lies behind
it cannot be known. Everything else is the crawl's own: scope, judges, order of the queue.
"""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush

from msgspec import Struct
from msgspec.structs import replace

from bowerbird.crawl.digest import SAME_DEPTH, UNVOUCHED, is_lost, via_of
from bowerbird.crawl.link_learning import HEADS
from bowerbird.crawl.options import FollowOptions
from bowerbird.frontier.keys import Order, tail_of
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.links import Arrival, Outlink
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import LinkJudge, LinkLearner, PageJudge, Scope
from bowerbird.model.storage import Family
from bowerbird.model.verdict import PageVerdict
from bowerbird.parse.carriers import is_navigational
from bowerbird.seeds.bookmarks.sites import BookmarkSites
from bowerbird.web.robots_directives import rel_of
from bowerbird.web.url import Url


class Script(Struct, frozen=True):
    """A stored page, as far as settings can judge it."""

    url: Url
    document: Document
    links: tuple[tuple[Link, Url, LinkContext], ...] = ()
    moved_to: Url | None = None  # it is a redirect
    counts: bool = True  # not a soft 404, not a wall: it may be kept
    silent: bool = False  # a repeat, whose links were not followed
    tagged: float = 0.0  # how much bookmarking sites that were crawled say for it


class Settings(Struct, frozen=True):
    """What a rehearsal goes by."""

    seeds: Sequence[Url]
    scope: Scope
    page_judge: PageJudge
    link_judge: LinkJudge
    follow: FollowOptions
    order: Order
    max_pages: int | None = None
    sites: BookmarkSites | None = None  # bookmarking sites that are crawled as such


class Scene(Struct, frozen=True):
    """One page, when its turn came."""

    order: int  # from 1
    identity: str
    depth: int
    relevance: float
    relevant: bool


class Played(Struct):
    """How it went."""

    scenes: list[Scene]
    unknown: int = 0  # URLs that would be asked for, and of which nothing is stored


def rehearse(scripts: Mapping[str, Script], settings: Settings) -> Played:
    """The pages (by identity) in the order in which these settings meet them."""
    return _Rehearsal(scripts, settings).play()


class _Nowhere:
    """A batch that nobody commits."""

    def put(self, family: Family, key: bytes, value: bytes) -> None: ...

    def delete(self, family: Family, key: bytes) -> None: ...

    def delete_range(self, family: Family, start: bytes, end: bytes) -> None: ...


class _Rehearsal:
    def __init__(self, scripts: Mapping[str, Script], settings: Settings) -> None:
        self._scripts = scripts
        self._settings = settings
        judge = settings.link_judge
        self._learner = judge if isinstance(judge, LinkLearner) else None
        self._queue: list[tuple[bytes, Candidate]] = []  # a heap; places that hold no more, too
        self._waiting: dict[str, bytes] = {}  # identity → its place
        self._wanted: dict[str, Candidate] = {}  # identity → as it waits
        self._serial = 0
        self._done: set[str] = set()
        self._played = Played([])

    def play(self) -> Played:
        settings, played = self._settings, self._played
        self._offer(
            Candidate(url, priority=1.0, seed=number)
            for number, url in enumerate(settings.seeds, 1)
        )
        while self._queue:
            if settings.max_pages is not None and len(played.scenes) >= settings.max_pages:
                break
            place, candidate = heappop(self._queue)
            identity = candidate.url.identity
            if self._waiting.get(identity) != place:
                continue  # it moved
            del self._waiting[identity], self._wanted[identity]
            self._done.add(identity)
            script = self._scripts.get(identity)
            if script is None:
                played.unknown += 1
            elif script.moved_to is not None:
                self._learn(candidate, Arrival(moved_to=script.moved_to.identity))
                self._offer([_moved(candidate, script.moved_to)])
            else:
                self._meet(candidate, script)
        return played

    def _meet(self, candidate: Candidate, script: Script) -> None:
        document, depth = script.document, candidate.depth
        view = PageView(
            document, script.url, depth=depth, found_on=candidate.found_on, tagged=script.tagged
        )
        verdict = self._settings.page_judge.judge(view)
        relevant = verdict.relevant and script.counts
        scenes = self._played.scenes
        identity = candidate.url.identity
        scenes.append(Scene(len(scenes) + 1, identity, depth, verdict.score, relevant))
        astray = 0 if verdict.relevant else candidate.astray + 1
        links: Sequence[tuple[Link, Url, LinkContext]] = ()
        if not script.silent and not is_lost(astray, self._settings.follow):
            links = self._followed(script)
        relevance = verdict.score if script.counts else 0.0
        if self._learner is not None:
            outlinks = self._outlinks(links, self._learner)
            weighed = self._learner.weigh(candidate, verdict, outlinks) if outlinks else None
            if weighed is not None:
                new = [each for each in zip(outlinks, weighed.priorities, strict=True)
                       if each[0].is_new]  # fmt: skip
                vias = {url.identity: via_of(link) for link, url, _ in links}
                self._offer(
                    _onward(candidate, link.url, vias[link.url.identity], priority, astray)
                    for link, priority in new
                )
            self._learn(candidate, Arrival(relevance, True, weighed))
            return
        promised = self._promised(script, links, verdict)
        self._offer(
            _onward(candidate, url, via_of(link), priority, astray)
            for (link, url, _), priority in zip(links, promised, strict=True)
        )

    def _followed(self, script: Script) -> Sequence[tuple[Link, Url, LinkContext]]:
        follow = self._settings.follow
        if script.document.robots.nofollow and not follow.nofollow:
            return ()
        return [each for each in script.links if _is_followed(each[0], follow)]

    def _promised(
        self,
        script: Script,
        links: Sequence[tuple[Link, Url, LinkContext]],
        verdict: PageVerdict,
    ) -> Sequence[float]:
        judge = self._settings.link_judge
        pairs = [(url, context) for _, url, context in links]
        promised = judge.priorities(pairs, script.document, verdict)
        if not any(link.rel and not rel_of(link.rel).passes_score for link, _, _ in links):
            return promised
        alone = judge.priorities(pairs, script.document, UNVOUCHED)
        return [
            mine if rel_of(link.rel).passes_score else min(mine, without)
            for (link, _, _), mine, without in zip(links, promised, alone, strict=True)
        ]

    # ---- a judge that learns ---------------------------------------------------------------------

    def _outlinks(
        self, links: Sequence[tuple[Link, Url, LinkContext]], learner: LinkLearner
    ) -> list[Outlink]:
        found = []
        for link, url, context in links:
            identity = url.identity
            is_new = identity not in self._done and identity not in self._waiting
            if is_new or learner.wants(identity):
                vouched = not link.rel or rel_of(link.rel).passes_score
                found.append(Outlink(url, context, vouched, is_new))
        return found

    def _learn(self, candidate: Candidate, arrival: Arrival) -> None:
        if self._learner is None:
            return
        heads = [self._wanted[each.url.identity] for _, each in self._queue[:HEADS]
                 if each.url.identity in self._wanted]  # fmt: skip
        learnt = self._learner.learn(candidate, arrival, heads, _Nowhere())
        for moved in learnt.moves:
            waiting = self._wanted.get(moved.identity)
            if waiting is None:
                moved.forget()
            else:
                self._file(replace(waiting, priority=moved.priority), self._serial)

    # ---- the queue -------------------------------------------------------------------------------

    def _offer(self, candidates: Iterable[Candidate]) -> None:
        call = self._serial + 1
        for candidate in candidates:
            identity = candidate.url.identity
            if identity in self._done or self._refused(candidate):
                continue
            candidate = self._raised(candidate)
            known = self._wanted.get(identity)
            if known is not None and (
                candidate.depth >= known.depth and candidate.priority <= known.priority
            ):
                continue
            self._file(candidate, call)

    def _refused(self, candidate: Candidate) -> bool:
        scope, sites = self._settings.scope, self._settings.sites
        if scope.refusal(candidate) is not None:
            return True
        return sites is not None and sites.refusal(candidate.url) is not None

    def _raised(self, candidate: Candidate) -> Candidate:
        """What people kept comes sooner, and so do pages of fitting tags."""
        sites = self._settings.sites
        if sites is None:
            return candidate
        script = self._scripts.get(candidate.url.identity)
        said = max(sites.promise(candidate.url), script.tagged if script else 0.0)
        return replace(candidate, priority=max(candidate.priority, said))

    def _file(self, candidate: Candidate, call: int) -> None:
        self._serial += 1  # no two have the same place
        identity = candidate.url.identity
        place = tail_of(self._settings.order, candidate, call, self._serial)
        self._waiting[identity], self._wanted[identity] = place, candidate
        heappush(self._queue, (place, candidate))


def _onward(page: Candidate, url: Url, via: Via, priority: float, astray: int) -> Candidate:
    step = 0 if via in SAME_DEPTH else 1
    return Candidate(
        url, page.depth + step, priority, via, page.url.identity, seed=page.seed, astray=astray
    )


def _is_followed(link: Link, follow: FollowOptions) -> bool:
    if not (follow.assets or is_navigational(link.carrier)):
        return False
    return follow.nofollow or "nofollow" not in link.rel or not rel_of(link.rel).nofollow


def _moved(candidate: Candidate, to: Url) -> Candidate:
    return Candidate(
        to, candidate.depth, candidate.priority, Via.REDIRECT, candidate.url.identity,
        redirects=candidate.redirects + 1, seed=candidate.seed, astray=candidate.astray,
    )  # fmt: skip
