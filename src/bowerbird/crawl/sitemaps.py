"""Sitemaps that robots.txt names, offered when the first URL of their origin has its turn."""

from collections.abc import Callable, Sequence

from bowerbird.crawl.ledger import Ledger
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.outcomes import Refused
from bowerbird.model.ports import Scope
from bowerbird.web.url import LinkResolver

MOST_OF_AN_ORIGIN = 100
MOST_ORIGINS = 200_000  # remembered; an origin that was forgotten is only looked at again


class RobotsSitemaps:
    """Knows which origins it has looked at; the rest is the frontier's to remember."""

    def __init__(
        self,
        named_by: Callable[[str], Sequence[str]],
        resolver: LinkResolver,
        scope: Scope,
        ledger: Ledger,
    ) -> None:
        """`named_by` answers with the sitemaps that the robots.txt of an origin names."""
        self._named_by = named_by
        self._resolver = resolver
        self._scope = scope
        self._ledger = ledger
        self._looked_at: set[str] = set()

    def offer(self, asked: Candidate) -> None:
        """The sitemaps of a URL's origin, no step further than the URL itself."""
        origin = asked.url.origin
        if origin in self._looked_at:
            return
        if len(self._looked_at) >= MOST_ORIGINS:
            self._looked_at.clear()
        self._looked_at.add(origin)
        named = self._named_by(origin)[:MOST_OF_AN_ORIGIN]
        if not named:
            return
        robots = f"{origin}/robots.txt"
        wanted: list[Candidate] = []
        refused: list[tuple[Candidate, Refused]] = []
        for url in self._resolver.resolve(robots, named):
            if url is not None:
                sitemap = Candidate(
                    url, asked.depth, asked.priority, Via.SITEMAP, robots, seed=asked.seed
                )
                why = self._scope.refusal(sitemap)
                if why is None:
                    wanted.append(sitemap)
                else:
                    refused.append((sitemap, why))
        self._ledger.propose(wanted)
        self._ledger.note(refused)
