"""A run is steered: other judges, another scope, another budget, between two visits.

A scope that became narrower hides what is queued outside of it; one that became wider brings back
what it refused in this run. Both are books on disk, looked through a portion at a time, so that the
run goes on meanwhile.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from itertools import islice
from typing import Protocol

import msgspec
from msgspec import Struct

from bowerbird.crawl.parts import Crawl
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.outcomes import Refusal, Refused
from bowerbird.model.pagerow import PageRow, PageState
from bowerbird.model.ports import Frontier, Scope
from bowerbird.model.storage import Batch, Family, Store
from bowerbird.web.url import InvalidUrl, parse

PORTION = 2_000  # rows at a time: some ten milliseconds
BY_SCOPE = frozenset(
    {
        Refusal.SCOPE, Refusal.DEPTH, Refusal.SCHEME, Refusal.TOO_LONG, Refusal.TOO_DEEP_PATH,
        Refusal.UNSAFE,
    }
)  # fmt: skip
_LAST_KEY = b"\xff" * 17  # above every URL key

_decode_row = msgspec.msgpack.Decoder(PageRow).decode


class SteeredFrontier(Frontier, Protocol):
    """A queue that can be looked through, and from which URLs can be taken."""

    def waiting(self, after: bytes, limit: int) -> list[tuple[bytes, Candidate]]: ...

    def drop(
        self, unwanted: Sequence[tuple[bytes, Candidate]], batch: Batch
    ) -> list[Candidate]: ...


class Redrawn(Struct):
    """What another scope does to the queue."""

    hidden: int = 0  # queued URLs that are outside now
    back: int = 0  # refused ones that are inside now


class Redrawing:
    """The queue of a run, under another scope. `breathe` lets others work between two portions."""

    def __init__(
        self,
        run: str,
        store: Store,
        frontier: SteeredFrontier,
        breathe: Callable[[], Awaitable[None]],
    ) -> None:
        self._run = run
        self._store = store
        self._frontier = frontier
        self._breathe = breathe

    async def preview(self, scope: Scope) -> Redrawn:
        """What would happen; nothing does."""
        found = Redrawn()
        async for rows in self._queue():
            found.hidden += sum(scope.refusal(candidate) is not None for _, candidate in rows)
        async for candidates in self._refused():
            found.back += sum(scope.refusal(candidate) is None for candidate in candidates)
        return found

    async def redraw(self, scope: Scope, crawl: Crawl) -> Redrawn:
        """Take out of the queue what is outside, and offer what is inside once more."""
        found = Redrawn()
        crawl.memory.forget_links()
        async for candidates in self._refused():
            inside = [each for each in candidates if scope.refusal(each) is None]
            found.back += crawl.ledger.propose(inside)
        async for rows in self._queue():
            outside = [(row, why) for row in rows if (why := scope.refusal(row[1])) is not None]
            found.hidden += self._hide(outside, crawl)
        return found

    def _hide(
        self, outside: Sequence[tuple[tuple[bytes, Candidate], Refused]], crawl: Crawl
    ) -> int:
        """Nothing waits between reading these rows and this. A row of an earlier run, with the
        page that it read, says more than a refusal."""
        if not outside:
            return 0
        batch = self._store.batch()
        dropped = self._frontier.drop([row for row, _ in outside], batch)
        self._store.commit(batch)
        hidden = {candidate.url.identity for candidate in dropped}
        crawl.ledger.note(
            [
                (candidate, why)
                for (_, candidate), why in outside
                if candidate.url.identity in hidden and not crawl.memory.has_row(candidate.url)
            ]
        )
        return len(dropped)

    async def _queue(self) -> AsyncIterator[list[tuple[bytes, Candidate]]]:
        after = b""
        while rows := self._frontier.waiting(after, PORTION):
            yield rows
            after = rows[-1][0]
            await self._breathe()

    async def _refused(self) -> AsyncIterator[list[Candidate]]:
        """What the scope of this run kept out."""
        after = b""
        while rows := list(islice(self._rows(after), PORTION)):
            yield [each for _, row in rows if (each := self._as_candidate(row)) is not None]
            after = rows[-1][0] + b"\x00"
            await self._breathe()

    def _rows(self, after: bytes) -> Iterator[tuple[bytes, PageRow]]:
        for key, value in self._store.scan(Family.PAGES, after, _LAST_KEY):
            yield key, _decode_row(value)

    def _as_candidate(self, row: PageRow) -> Candidate | None:
        refused = row.state is PageState.REFUSED and row.reason in BY_SCOPE
        if not refused or row.run != self._run:
            return None
        try:
            url = parse(row.url)
        except InvalidUrl:
            return None
        known = msgspec.structs.replace(url, identity=row.identity)
        return Candidate(known, row.depth, row.priority, Via(row.via), row.found_on, seed=row.seed)
