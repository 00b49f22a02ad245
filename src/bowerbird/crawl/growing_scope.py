"""The scope of a run: the plan's, around its seeds and around what those turned out to be.

Where a seed's redirects end, its site lives: `example.org` that answers from `www.example.com` is
crawled there, but nothing that was only passed on the way. What was learnt is kept with the run, so
that a resume knows it.
"""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from bowerbird.model.candidate import Candidate
from bowerbird.model.outcomes import Refused
from bowerbird.model.ports import Scope
from bowerbird.model.storage import Batch, Family, Store
from bowerbird.web.url import Url


class SeededScope(Scope, Protocol):
    """A scope that can be drawn around more seeds."""

    def with_seeds(self, more: Iterable[Url]) -> "SeededScope": ...


class GrowingScope:
    """Grows by the redirects of seeds, never by anything else."""

    def __init__(self, scope: SeededScope, store: Store, run: str) -> None:
        self._key = b"redirected-seeds/" + run.encode()
        known = store.get(Family.META, self._key)
        self._more = msgspec.msgpack.decode(known, type=list[Url]) if known else []
        self._scope = self.redrawn(scope)

    def refusal(self, candidate: Candidate) -> Refused | None:
        return self._scope.refusal(candidate)

    def redrawn(self, scope: SeededScope) -> SeededScope:
        """Another scope around the same seeds, and around what they turned out to be."""
        return scope.with_seeds(self._more) if self._more else scope

    def redraw(self, scope: SeededScope) -> None:
        """From now on that scope holds."""
        self._scope = self.redrawn(scope)

    def seed_lives_at(self, url: Url) -> None:
        """The page that a seed redirected to is at hand; its links may be judged from now on."""
        self._more.append(url)
        self._scope = self._scope.with_seeds([url])

    def keep(self, batch: Batch) -> None:
        """Write what was learnt."""
        batch.put(Family.META, self._key, msgspec.msgpack.encode(self._more))
