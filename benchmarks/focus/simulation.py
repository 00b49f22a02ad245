"""A crawl over a recorded graph: the product's judges, books and queue, without a network."""

import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.focus.corpus import Corpus, Task
from bowerbird.crawl.budget import HostBudgets
from bowerbird.crawl.digest import Reader, digest
from bowerbird.crawl.growing_scope import GrowingScope
from bowerbird.crawl.ledger import Desk, Ledger, Seen
from bowerbird.crawl.memory import Memory
from bowerbird.crawl.missing_pages import MissingPages
from bowerbird.crawl.options import Budget
from bowerbird.crawl.reading import Templated
from bowerbird.crawl.statistics import Tally
from bowerbird.dedup.content_seen import DiskContentSeen
from bowerbird.frontier.disk import DiskFrontier
from bowerbird.model.candidate import Candidate, Lease
from bowerbird.model.outcomes import Admission, Fetched, FetchOutcome
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import LearningJudge, Lesson
from bowerbird.model.storage import Batch, Store
from bowerbird.model.topic import Topic
from bowerbird.politeness.scope import RuleScope
from bowerbird.store.records import Records
from bowerbird.testing.clock import FakeClock
from bowerbird.testing.fetcher import a_page
from bowerbird.testing.memory_store import MemoryStore
from bowerbird.web.url import LinkResolver, parse
from bowerbird.workspace.choices import identity, judges
from bowerbird.workspace.link_learning import link_learning
from bowerbird.workspace.plan import Plan, changed
from bowerbird.workspace.presets import preset_changes
from bowerbird.workspace.strategies import all_strategies
from bowerbird.workspace.topics import topic_of


class FreeGate:
    """Hosts are free at once: this is about the order alone."""

    async def admit(self, lease: Lease) -> Admission:
        raise NotImplementedError("nothing is asked for here")

    def settled(self, lease: Lease, outcome: FetchOutcome | Admission, batch: Batch) -> float:
        return 0.0


@dataclass(frozen=True)
class Crawled:
    """The identities in the order of their visits, and what the crawl cost."""

    order: list[str]
    seconds: float  # of processor


def plan_for(task: Task, preset: str) -> Plan:
    """What somebody would write who looks for this."""
    values = {
        **preset_changes(preset),
        "topic.query": task.query,
        "seeds": list(task.seeds),
        "scope.stay": "any",
        "frontier.traps.enabled": False,
    }
    return changed(Plan(), values, preset)


def compiled_topic(plan: Plan) -> Topic:
    """What the query comes to."""
    with tempfile.TemporaryDirectory() as folder:
        return topic_of(Path(folder), plan.topic)


class SimulatedCrawl:
    """One crawl, page by page."""

    def __init__(
        self, corpus: Corpus, plan: Plan, topic: Topic, store: Store | None = None
    ) -> None:
        self._corpus = corpus
        self._store = store = store or MemoryStore()
        self._frontier = DiskFrontier(store, plan.frontier, 1)
        content = DiskContentSeen(store, plan.dedup)
        page_judge, link_judge = judges(plan, all_strategies(), topic)
        learning = link_learning(link_judge, store, self._frontier, "1")
        scope = RuleScope(plan.scope, [parse(seed) for seed in plan.seeds])
        self.reader = Reader(
            page_judge,
            link_judge,
            LinkResolver(identity(plan)),
            GrowingScope(scope, store, "1"),
            plan.follow,
            learner=learning.learner,
        )
        missing = MissingPages(store, "1")
        self._memory = Memory(store, content, missing)
        desk = Desk(
            store=store,
            frontier=self._frontier,
            learn=self._frontier.learn,
            gate=FreeGate(),
            content=content,
            records=Records(store),
            pages=None,
            budgets=HostBudgets(Budget(), {}),
            clock=FakeClock(),
            missing=missing,
        )
        self.ledger = Ledger("1", desk, Tally(), lambda _: None)
        self.ledger.teach(page_judge)
        self.ledger.links = learning.booking
        self.ledger.propose(
            [
                Candidate(parse(url), priority=1.0, seed=number)
                for number, url in enumerate(plan.seeds, 1)
            ]
        )

    def show(self, task: Task) -> None:
        """Rate the pages that the task shows, as a person would."""
        judge = self.reader.page_judge
        if not isinstance(judge, LearningJudge):
            return
        batch = self._store.batch()
        for urls, rating in ((task.examples, True), (task.counter_examples, False)):
            for url in urls:
                parsed = parse(url)
                view = PageView(self._corpus[parsed.identity].document, parsed)
                judge.learn(Lesson(parsed.key, view, judge.judge(view), rating), batch)
        self._store.commit(batch)

    def visits(self) -> Iterator[str]:
        """The identity of each page as it is read, until nothing is queued."""
        while leases := self._frontier.lease(0.0, 1):
            yield self._visit(leases[0])

    def _visit(self, lease: Lease) -> str:
        name = lease.candidate.url.identity
        recorded = self._corpus[name]
        page = a_page(lease.candidate.url.href, "")
        found = digest(Templated(recorded), page, lease.candidate, self.reader, self._memory)
        self.ledger.read(lease, Fetched(page), Seen(page, None), found)
        self._memory.recent.note(found.sorted_out)
        return name


def crawl(corpus: Corpus, task: Task, preset: str, pages: int) -> Crawled:
    """So many pages, or fewer if nothing more is queued."""
    plan = plan_for(task, preset)
    simulated = SimulatedCrawl(corpus, plan, compiled_topic(plan))
    simulated.show(task)
    began = time.process_time()
    order: list[str] = []
    for name in simulated.visits():
        order.append(name)
        if len(order) == pages:
            break
    return Crawled(order, time.process_time() - began)
