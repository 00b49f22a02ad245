"""A gate among fakes: a clock that is turned by hand, and servers that answer as they are told."""

from collections.abc import Mapping
from random import Random

from bowerbird.model.candidate import Candidate, Lease
from bowerbird.model.outcomes import (
    Admission,
    Admitted,
    Failed,
    Failure,
    Fetched,
    FetchOutcome,
    Postponed,
    Refused,
)
from bowerbird.politeness.gate import PoliteGate
from bowerbird.politeness.options import PolitenessOptions
from bowerbird.testing.clock import FakeClock
from bowerbird.testing.fetcher import FakeFetcher, a_page, a_url
from bowerbird.testing.memory_store import MemoryStore
from bowerbird.testing.resolver import FakeResolver


def a_lease(href: str) -> Lease:
    url = a_url(href)
    return Lease(Candidate(url), url.key, b"", 0.0)


def answer(
    url: str = "http://a.test/",
    content: str | bytes = "",
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Fetched:
    return Fetched(a_page(url, content, status=status, headers=headers))


def failure(reason: Failure, detail: str = "") -> Failed:
    return Failed(reason, detail)


class Street:
    """Some servers, and one gate before them. `restart` puts another gate on the same store."""

    def __init__(self, **options: object) -> None:
        self.clock = FakeClock()
        self.store = MemoryStore()
        self.fetcher = FakeFetcher()
        self.resolver = FakeResolver({"*.test": "127.0.0.1"})
        self.exempt: set[str] = set()
        self.restart(**options)

    def restart(self, **options: object) -> None:
        self.options = PolitenessOptions.model_validate(options)
        self.gate = PoliteGate(
            self.options,
            self.fetcher,
            self.resolver,
            self.store,
            self.clock,
            Random(7),
            exempt=self.exempt.__contains__,
        )

    def robots(self, *lines: str, origin: str = "http://a.test", **page: object) -> None:
        """This origin has a robots.txt."""
        url = f"{origin}/robots.txt"
        self.fetcher.answer(url, answer(url, "\n".join(lines), **page))  # type: ignore[arg-type]  # passed through

    @property
    def robots_requests(self) -> int:
        return sum(url.endswith("/robots.txt") for url in self.fetcher.asked)

    async def ask(self, href: str) -> Admission:
        return await self.gate.admit(a_lease(href))

    async def come_in(self, href: str, *, within: float = 1e9) -> float:
        """Come back whenever told to, until admitted; answers how long that took."""
        started = self.clock.ticks()
        while True:
            match await self.ask(href):
                case Admitted():
                    return self.clock.ticks() - started
                case Postponed(until=until):
                    assert until > self.clock.ticks()
                    assert until - started <= within, f"postponed by {until - started} s"
                    self.clock.advance_to(until)
                case Refused() as refused:
                    raise AssertionError(refused)

    async def end_of_asking(self, href: str) -> tuple[Refused, float]:
        """Come back whenever told to, until refused; answers how long that took."""
        started = self.clock.ticks()
        while True:
            match await self.ask(href):
                case Postponed(until=until):
                    self.clock.advance_to(until)
                case Refused() as refused:
                    return refused, self.clock.ticks() - started
                case Admitted():
                    raise AssertionError("admitted")

    def settle(self, href: str, outcome: FetchOutcome | Admission | None = None) -> float:
        """The request is over and its batch committed; answers seconds until the host is free."""
        batch = self.store.batch()
        free_at = self.gate.settled(a_lease(href), outcome or answer(href), batch)
        self.store.commit(batch)
        return free_at - self.clock.ticks()

    async def visit(self, href: str, outcome: FetchOutcome | None = None) -> float:
        await self.come_in(href)
        return self.settle(href, outcome)
