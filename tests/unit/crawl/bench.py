"""A crawl on the workbench: the real visit and books between fakes, with time in our hands."""

from collections.abc import Callable
from typing import Any

from bowerbird.crawl.budget import HostBudgets
from bowerbird.crawl.digest import Reader
from bowerbird.crawl.growing_scope import GrowingScope
from bowerbird.crawl.ledger import Desk, Ledger
from bowerbird.crawl.memory import Memory
from bowerbird.crawl.missing_pages import MissingPages
from bowerbird.crawl.options import Budget, FollowOptions, RetryOptions
from bowerbird.crawl.parts import Crawl
from bowerbird.crawl.reading import Reading
from bowerbird.crawl.statistics import Tally
from bowerbird.crawl.visit import visit
from bowerbird.dedup.content_seen import ContentSeenOptions, DiskContentSeen
from bowerbird.frontier.disk import DiskFrontier
from bowerbird.frontier.options import FrontierOptions
from bowerbird.judge.links_words import WordsLinkJudge, WordsLinkOptions
from bowerbird.judge.pages_everything import EverythingJudge, EverythingOptions
from bowerbird.model.candidate import Candidate, Lease
from bowerbird.model.events import Event
from bowerbird.model.outcomes import Admission, Admitted, Failed, FetchOutcome
from bowerbird.model.page import Page
from bowerbird.model.pagerow import PageRow
from bowerbird.model.ports import Clock, Fetcher, FetchRequest, KeptPage, Parser, StoredPage
from bowerbird.model.record import PageRef
from bowerbird.model.storage import Batch
from bowerbird.model.topic import Topic
from bowerbird.parse.html import HtmlParser
from bowerbird.parse.isolate import IsolatedParser
from bowerbird.parse.options import ParseOptions
from bowerbird.politeness.options_scope import ScopeOptions
from bowerbird.politeness.scope import RuleScope
from bowerbird.store.records import Records
from bowerbird.testing.clock import FakeClock
from bowerbird.testing.fetcher import FakeFetcher
from bowerbird.testing.memory_store import MemoryStore
from bowerbird.web.url import IdentityRules, LinkResolver, parse


class OpenGate:
    """Lets everything through, unless it was told otherwise; hosts are free at once."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.answers: dict[str, Admission] = {}
        self.faulty = False  # has a bug that failures bring out

    async def admit(self, lease: Lease) -> Admission:
        return self.answers.pop(lease.candidate.url.href, Admitted())

    def settled(self, lease: Lease, outcome: FetchOutcome | Admission, batch: Batch) -> float:
        if self.faulty and isinstance(outcome, Failed):
            raise ZeroDivisionError("a bug in the books, too")
        return self._clock.ticks()


class KeptInMemory:
    """A page store of a list."""

    def __init__(self) -> None:
        self.pages: list[Page] = []

    def append(self, page: Page, run: str) -> KeptPage:
        self.pages.append(page)
        return KeptPage(PageRef(0, len(self.pages) - 1, 1), f"hash of {page.url.href}")

    def remember(self, batch: Batch) -> None: ...

    def read(self, ref: PageRef) -> StoredPage:
        return StoredPage(self.pages[ref.offset], "1")

    def sync(self) -> None: ...


class Bench:
    """Everything a test may want to look at or to turn."""

    def __init__(
        self,
        fetcher: Fetcher | None = None,
        *,
        clock: Clock | None = None,
        store: MemoryStore | None = None,
        parser: Parser | None = None,
        **options: Any,
    ) -> None:
        self.fetcher = fetcher or FakeFetcher()
        self.clock = clock or FakeClock()
        self.store = store or MemoryStore()
        self.gate = OpenGate(self.clock)
        self.kept: KeptInMemory = options.get("kept") or KeptInMemory()
        number: int = options.get("run", 1)
        self.events: list[Event] = []
        self.frontier = DiskFrontier(self.store, FrontierOptions(connections_per_host=8), number)
        content = DiskContentSeen(self.store, ContentSeenOptions())
        seeds = [parse(seed) for seed in options.get("seeds", ())]
        scope = RuleScope(ScopeOptions.model_validate(options.get("scope", {"stay": "any"})), seeds)
        budgets = HostBudgets(options.get("budget", Budget()), {})
        missing = MissingPages(self.store, str(number))
        desk = Desk(
            store=self.store,
            frontier=self.frontier,
            learn=self.frontier.learn,
            gate=self.gate,
            content=content,
            records=Records(self.store),
            pages=self.kept,
            budgets=budgets,
            clock=self.clock,
            missing=missing,
        )
        self.ledger = Ledger(str(number), desk, Tally(), self.events.append)
        read = parser or HtmlParser(ParseOptions(), "Bowerbird")
        isolated = IsolatedParser(ParseOptions(), "Bowerbird")
        self.crawl = Crawl(
            run=str(number),
            gate=self.gate,
            fetcher=self.fetcher,
            pages=self.kept,
            reading=Reading(dict.fromkeys(read.media_types, read), isolated),
            reader=Reader(
                EverythingJudge(EverythingOptions()),
                WordsLinkJudge(WordsLinkOptions(), Topic()),
                LinkResolver(IdentityRules()),
                GrowingScope(scope, self.store, str(number)),
                options.get("follow", FollowOptions()),
            ),
            memory=Memory(self.store, content, missing),
            ledger=self.ledger,
            budgets=budgets,
            retry=options.get("retry", RetryOptions()),
            clock=self.clock,
            sync=options.get("sync"),
        )

    @property
    def tally(self) -> Tally:
        return self.ledger.tally

    def seed(self, *urls: str) -> "Bench":
        self.ledger.propose([Candidate(parse(url), priority=1.0) for url in urls])
        return self

    def row(self, url: str) -> PageRow:
        """What the books say of a URL."""
        row = self.ledger.row(parse(url).key)
        assert row is not None, f"the books do not know {url}"
        return row

    def knows(self, url: str) -> bool:
        return self.frontier.knows(parse(url))

    async def visit_one(self) -> Lease:
        (lease,) = self.frontier.lease(self.clock.ticks(), 1)
        await visit(lease, self.crawl)
        return lease

    async def visit_all(self) -> None:
        """Until nothing is queued; time jumps to whenever something is due."""
        assert isinstance(self.clock, FakeClock)
        while True:
            leases = self.frontier.lease(self.clock.ticks(), 1)
            due = self.frontier.outlook(self.clock.ticks()).next_ready_at
            if not leases and due is None:
                return
            if not leases:
                assert due is not None
                self.clock.advance_to(due)
            for lease in leases:
                await visit(lease, self.crawl)


def in_turn(*outcomes: FetchOutcome) -> Callable[[FetchRequest], FetchOutcome]:
    """One after the other; the last one again and again."""
    waiting = list(outcomes)
    return lambda _: waiting.pop(0) if len(waiting) > 1 else waiting[0]


def failed(reason: Any, status: int = 0) -> Failed:
    return Failed(reason, "the test says so", status=status)
