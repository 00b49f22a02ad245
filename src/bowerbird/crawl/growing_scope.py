"""The scope of a run: the plan's, around its seeds and around what those turned out to be.

Where a seed redirects to, its site lives: `example.org` that answers from `www.example.com` is
crawled there. What was learnt is kept with the run, so that a resume knows it.
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
        self._scope = scope.with_seeds(self._more) if self._more else scope

    def refusal(self, candidate: Candidate) -> Refused | None:
        return self._scope.refusal(candidate)

    def seed_moved(self, to: Url, batch: Batch) -> None:
        """A seed redirected there."""
        self._more.append(to)
        self._scope = self._scope.with_seeds([to])
        batch.put(Family.META, self._key, msgspec.msgpack.encode(self._more))
