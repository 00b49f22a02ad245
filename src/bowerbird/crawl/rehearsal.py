"""A crawl rehearsed on stored pages: in which order would these settings have met them, and which
would they have kept? Nobody is asked.

Every host is taken to be free at any time, and what is not stored is only counted: what lies behind
it cannot be known. Everything else is the crawl's own: scope, judges, order of the queue.
"""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush

from msgspec import Struct

from bowerbird.crawl.digest import SAME_DEPTH, UNVOUCHED, via_of
from bowerbird.crawl.options import FollowOptions
from bowerbird.frontier.keys import Order, tail_of
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import LinkJudge, PageJudge, Scope
from bowerbird.model.verdict import PageVerdict
from bowerbird.parse.carriers import is_navigational
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


class Settings(Struct, frozen=True):
    """What a rehearsal goes by."""

    seeds: Sequence[Url]
    scope: Scope
    page_judge: PageJudge
    link_judge: LinkJudge
    follow: FollowOptions
    order: Order
    max_pages: int | None = None


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


class _Rehearsal:
    def __init__(self, scripts: Mapping[str, Script], settings: Settings) -> None:
        self._scripts = scripts
        self._settings = settings
        self._queue: list[tuple[bytes, Candidate]] = []
        self._best: dict[str, bytes] = {}  # identity → its best place so far
        self._serial = 0
        self._done: set[str] = set()
        self._played = Played([])

    def play(self) -> Played:
        settings, played = self._settings, self._played
        self._offer(Candidate(url, priority=1.0) for url in settings.seeds)
        while self._queue:
            if settings.max_pages is not None and len(played.scenes) >= settings.max_pages:
                break
            _, candidate = heappop(self._queue)
            if candidate.url.identity in self._done:
                continue
            self._done.add(candidate.url.identity)
            script = self._scripts.get(candidate.url.identity)
            if script is None:
                played.unknown += 1
            elif script.moved_to is not None:
                self._offer([_moved(candidate, script.moved_to)])
            else:
                self._meet(candidate, script)
        return played

    def _meet(self, candidate: Candidate, script: Script) -> None:
        document, depth = script.document, candidate.depth
        view = PageView(document, script.url, depth=depth, found_on=candidate.found_on)
        verdict = self._settings.page_judge.judge(view)
        relevant = verdict.relevant and script.counts
        scenes = self._played.scenes
        identity = candidate.url.identity
        scenes.append(Scene(len(scenes) + 1, identity, depth, verdict.score, relevant))
        if script.silent or (self._settings.follow.relevant_only and not verdict.relevant):
            return
        self._offer(self._onward(candidate, script, verdict))

    def _onward(self, page: Candidate, script: Script, verdict: PageVerdict) -> Iterable[Candidate]:
        follow, judge = self._settings.follow, self._settings.link_judge
        if script.document.robots.nofollow and not follow.nofollow:
            return
        links = [each for each in script.links if _is_followed(each[0], follow)]
        pairs = [(url, context) for _, url, context in links]
        promised = judge.priorities(pairs, script.document, verdict)
        unvouched: Sequence[float] = ()
        for at, (link, url, context) in enumerate(links):
            priority = promised[at]
            if link.rel and not rel_of(link.rel).passes_score:
                unvouched = unvouched or judge.priorities(pairs, script.document, UNVOUCHED)
                priority = min(priority, unvouched[at])
            via = via_of(link)
            step = 0 if via in SAME_DEPTH else 1
            yield Candidate(
                url, page.depth + step, priority, via, script.url.identity, context.anchor
            )

    def _offer(self, candidates: Iterable[Candidate]) -> None:
        call = self._serial + 1
        for candidate in candidates:
            identity = candidate.url.identity
            if identity in self._done:
                continue
            if self._settings.scope.refusal(candidate) is not None:
                continue
            self._serial += 1
            place = tail_of(self._settings.order, candidate, call, self._serial)
            if identity not in self._best or place < self._best[identity]:
                self._best[identity] = place
                heappush(self._queue, (place, candidate))


def _is_followed(link: Link, follow: FollowOptions) -> bool:
    if not (follow.assets or is_navigational(link.carrier)):
        return False
    return follow.nofollow or "nofollow" not in link.rel or not rel_of(link.rel).nofollow


def _moved(candidate: Candidate, to: Url) -> Candidate:
    return Candidate(
        to, candidate.depth, candidate.priority, Via.REDIRECT, candidate.url.identity,
        redirects=candidate.redirects + 1,
    )  # fmt: skip
