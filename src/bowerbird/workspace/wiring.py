"""The one place that chooses the concrete parts of a crawl."""

import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import Any

import msgspec

from bowerbird.crawl.budget import HostBudgets, Spent
from bowerbird.crawl.digest import Reader
from bowerbird.crawl.growing_scope import GrowingScope
from bowerbird.crawl.harvest import Harvest
from bowerbird.crawl.health import HealthWatch
from bowerbird.crawl.ledger import Desk, Ledger
from bowerbird.crawl.media_budget import MediaBudget
from bowerbird.crawl.memory import Memory
from bowerbird.crawl.missing_pages import MissingPages
from bowerbird.crawl.parts import Crawl
from bowerbird.crawl.progress import ProgressMeter
from bowerbird.crawl.reading import Reading
from bowerbird.crawl.run import Ending, RunLoop
from bowerbird.crawl.sitemaps import RobotsSitemaps
from bowerbird.crawl.statistics import Tally, read_tally
from bowerbird.dedup.content_seen import DiskContentSeen
from bowerbird.fetch.browser_result import Surroundings
from bowerbird.fetch.cookies import CookieJar
from bowerbird.fetch.dns import open_resolver
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.options import DnsOptions
from bowerbird.fetch.overrides import Overrides, parse_override
from bowerbird.fetch.schemes import open_fetcher
from bowerbird.frontier.disk import DiskFrontier, begin_generation
from bowerbird.model.candidate import Candidate
from bowerbird.model.events import Event, RunState, Visited
from bowerbird.model.outcomes import Refused
from bowerbird.model.ports import Fetcher, LinkBook, Resolver
from bowerbird.model.record import Record
from bowerbird.model.storage import Family, Store
from bowerbird.politeness.gate import PoliteGate
from bowerbird.politeness.scope import RuleScope
from bowerbird.store.claims import Claims
from bowerbird.store.records import Records
from bowerbird.store.shard import ShardStore, open_shard
from bowerbird.store.warc import WarcPages, open_pages
from bowerbird.web.url import LinkResolver
from bowerbird.workspace.browsing import (
    Outside,
    open_browsing,
    remark_on_browser,
    screenshots_of,
)
from bowerbird.workspace.choices import bookmark_sites, filters, identity, judges, seed_urls
from bowerbird.workspace.clock import SystemClock
from bowerbird.workspace.desk import View
from bowerbird.workspace.link_learning import link_learning
from bowerbird.workspace.own_servers import guard_of
from bowerbird.workspace.places import run_folder, shard_folder
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.rating import Rate, Teacher, mark_of
from bowerbird.workspace.reading import open_reading
from bowerbird.workspace.record_source import OpenLog, portion
from bowerbird.workspace.run_steering import RunSteering, Steerable, redrawing
from bowerbird.workspace.run_topic import topic_of_run
from bowerbird.workspace.shard import release
from bowerbird.workspace.strategies import all_strategies
from bowerbird.workspace.tables.changes import changed_pages

GENERATION = b"run/generation"  # in META: the run whose queue the frontier holds


class OpenCrawl(msgspec.Struct, frozen=True):
    """A crawl that is ready to run."""

    loop: RunLoop
    tally: Tally
    view: View
    robots_found: Callable[[], int]
    plant_seeds: Callable[[], None]
    say_goodbye: Callable[[Ending], None]
    release: Callable[[str | None], int]  # of a host, or of all: quarantined URLs back to the queue
    rate: Rate  # a page, up or down: the judge is taught
    steering: RunSteering  # changes what it goes by while it works
    last_record: Callable[[], int]  # its number
    changed_pages: Callable[[dict[str, Any]], dict[str, Any]]
    log: OpenLog  # the record log, for who follows it: only what no power cut can take any more


@asynccontextmanager
async def open_crawl(
    plan: Plan, folder: Path, number: int, tell: Callable[[Event], None]
) -> AsyncIterator[OpenCrawl]:
    """Open the shard of a project and everything around it for one run."""
    async with AsyncExitStack() as stack:
        yield await _Wiring(plan, folder, number, tell, stack).crawl()


class _Wiring:
    """Builds one crawl; each method one part."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        number: int,
        tell: Callable[[Event], None],
        stack: AsyncExitStack,
    ) -> None:
        self._plan = plan
        self._folder = folder
        self._number = number
        self._run = str(number)
        self._tell = tell
        self._stack = stack
        self._table = all_strategies()
        self._clock = SystemClock()
        self._cookies = CookieJar() if plan.fetch.cookies else None

    async def crawl(self) -> OpenCrawl:
        plan = self._plan
        store = self._store()
        pages = self._stack.enter_context(
            open_pages(shard_folder(self._folder) / "pages", store, plan.store.warc)
        )
        self._pages = pages
        frontier = self._frontier(store, pages)
        content = DiskContentSeen(store, plan.dedup)
        resolver = await self._stack.enter_async_context(open_resolver(self._dns(), self._clock))
        plain = await self._fetcher(resolver)
        gate = PoliteGate(
            plan.politeness.model_copy(update={"agent": self._agent()}),
            plain,
            resolver,
            store,
            self._clock,
            SystemRandom(),
            exempt=self._is_overridden(),
        )
        scope = GrowingScope(
            RuleScope(plan.scope, seed_urls(plan), filters(plan, self._table)), store, self._run
        )
        budgets = HostBudgets(plan.budget, _spent(store, self._run))
        watch = HealthWatch(
            plan.health, lambda: shutil.disk_usage(self._folder).free, partial(_pause_of, gate)
        )
        _announce_losses(watch, store, pages)
        missing, records = MissingPages(store, self._run), Records(store)
        memory = Memory(store, content, missing)
        reading = await self._stack.enter_async_context(
            open_reading(plan, self._table, self._folder)
        )
        harvest = self._harvest(store, records, memory, reading)
        if remark := remark_on_browser(plan):
            watch.announce("browser-sandbox", remark)
        desk = Desk(
            store=store,
            frontier=frontier,
            learn=frontier.learn,
            gate=gate,
            content=content,
            records=records,
            pages=pages if plan.store.keep_pages else None,
            budgets=budgets,
            clock=self._clock,
            missing=missing,
            harvest=harvest,
        )
        ledger = Ledger(self._run, desk, _tally(store, self._run, plan), self._teller(watch))
        topic = topic_of_run(self._folder, self._number, plan)
        page_judge, link_judge = judges(plan, self._table, topic)
        teacher = Teacher(store, ledger, page_judge, mark_of(plan, topic))
        learning = link_learning(link_judge, store, frontier, self._run)
        ledger.links = learning.booking
        outside = Outside(resolver, self._guard(), store, ledger.with_next_commit)
        fetcher = await self._stack.enter_async_context(
            open_browsing(plan, plain, outside, self._surroundings(gate))
        )
        links = LinkResolver(identity(plan))
        named_by = partial(_sitemaps_of, gate if plan.follow.sitemaps else None)
        crawl = Crawl(
            run=self._run,
            gate=gate,
            fetcher=fetcher,
            pages=desk.pages,
            reading=reading,
            reader=Reader(
                page_judge,
                link_judge,
                links,
                scope,
                plan.follow,
                bookmark_sites(plan, topic),
                learning.learner,
            ),
            memory=memory,
            ledger=ledger,
            budgets=budgets,
            retry=plan.retry,
            clock=self._clock,
            offer_sitemaps=RobotsSitemaps(named_by, links, scope, ledger).offer,
            harvest=harvest,
            media=self._media_budget(harvest),
            sync=store.sync if plan.store.durability == "power" else None,
        )
        meter = ProgressMeter(plan.budget)
        ledger.most_items = lambda: meter.budget.max_records
        loop = RunLoop(crawl, frontier, plan.speed, meter, watch, self._tell)
        return OpenCrawl(
            loop=loop,
            tally=ledger.tally,
            view=View(
                store,
                frontier,
                content,
                scope,
                identity(plan),
                partial(_waits_for, gate),
                lambda: crawl.reader.link_judge,
            ),
            robots_found=lambda: gate.robots_found,
            release=partial(release, store, frontier),
            steering=self._steering(
                Steerable(
                    crawl,
                    teacher,
                    scope,
                    meter,
                    budgets,
                    redrawing(self._run, store, frontier),
                    lambda judge: link_learning(judge, store, frontier, self._run),
                )
            ),
            last_record=lambda: records.last,
            changed_pages=partial(changed_pages, store=store, changed=ledger.changed),
            rate=lambda url, relevant: teacher.rate(url, identity(plan), relevant=relevant),
            log=self._log(records, store),
            plant_seeds=lambda: self._plant(ledger, scope),
            say_goodbye=lambda ending: self._farewell(ending, loop, watch, crawl),
        )

    # ---- parts -----------------------------------------------------------------------------------

    def _store(self) -> ShardStore:
        return self._stack.enter_context(
            open_shard(
                shard_folder(self._folder),
                durability=self._plan.store.durability,
                before_sync=lambda: self._pages.sync(),
            )
        )

    def _frontier(self, store: Store, pages: WarcPages) -> DiskFrontier:
        known = store.get(Family.META, GENERATION)
        mark = self._number.to_bytes(4, "big")
        if known != mark:
            batch = store.batch()
            begin_generation(self._number, batch)
            batch.put(Family.META, GENERATION, mark)
            store.commit(batch)
        return DiskFrontier(
            store,
            self._plan.frontier.model_copy(
                update={"connections_per_host": self._plan.politeness.connections_per_host}
            ),
            self._number,
            this_year=datetime.now(UTC).year,
            suspects={url.identity for url in pages.suspects},
        )

    async def _fetcher(self, resolver: Resolver) -> Fetcher:
        plugins = {
            name: self._table.fetchers.build(name, self._plan.plugins.get(name, {}))
            for name in self._table.fetchers.names()
        }
        return await self._stack.enter_async_context(
            open_fetcher(
                self._plan.fetch, resolver, self._guard(), self._clock, plugins, self._cookies
            )
        )

    def _surroundings(self, gate: PoliteGate) -> Surroundings:
        return Surroundings(
            self._clock,
            pause=lambda host: gate.describe(host).pause,
            screenshots=screenshots_of(run_folder(self._folder, self._number)),
            cookies=self._cookies,
        )

    def _media_budget(self, harvest: Harvest | None) -> MediaBudget:
        media = self._plan.media
        if not media.download:
            return MediaBudget()
        return MediaBudget(harvest, max_files=media.max_files, max_bytes=media.max_bytes)

    def _harvest(
        self, store: Store, records: Records, memory: Memory, reading: Reading
    ) -> Harvest | None:
        """What templates found is booked also where they are gone: their records go, too."""
        claims = Claims(store, records)
        if not reading.extracts and not claims.are_any():
            return None
        return Harvest(
            claims, memory.row, reading, self._pages if self._plan.store.keep_pages else None
        )

    def _steering(self, parts: Steerable) -> RunSteering:
        return RunSteering(self._plan, self._table, self._folder, self._number, parts)

    def _teller(self, watch: HealthWatch) -> Callable[[Event], None]:
        def tell(event: Event) -> None:
            if isinstance(event, Visited):
                watch.note(event)
            self._tell(event)

        return tell

    def _plant(self, ledger: Ledger, scope: GrowingScope) -> None:
        """Offer the seeds; known ones stay as they are, so that a resume may do it again."""
        wanted: list[Candidate] = []
        refused: list[tuple[Candidate, Refused]] = []
        for number, url in enumerate(seed_urls(self._plan), 1):
            seed = Candidate(url, priority=1.0, seed=number)
            why = scope.refusal(seed)
            if why is None:
                wanted.append(seed)
            else:
                refused.append((seed, why))
        ledger.propose(wanted)
        ledger.note(refused)

    def _farewell(self, ending: Ending, loop: RunLoop, watch: HealthWatch, crawl: Crawl) -> None:
        ledger, links = crawl.ledger, crawl.reader.link_judge
        if ending.state is not RunState.PAUSED:  # of a disk in trouble nothing more is asked
            if isinstance(links, LinkBook):
                ledger.with_next_commit(links.keep)
            ledger.note(())  # the time since the last visit
        if ending.state is RunState.COMPLETED:
            progress = loop.look()
            told = watch.at_the_end(progress, self._plan.budget.max_pages)
            for health in told + watch.unused_templates(progress, ledger.tally):
                self._tell(health)

    def _log(self, records: Records, store: ShardStore) -> OpenLog:
        def read(after: int) -> list[Record]:
            found = portion(records, after)
            if found and self._plan.store.durability == "power":
                store.sync()  # what an index knows, the log must not lose
            return found

        return OpenLog(records.last, read)

    # ---- small choices ---------------------------------------------------------------------------

    def _agent(self) -> str:
        return self._plan.fetch.product_token

    def _guard(self) -> Guard:
        return guard_of(self._plan.fetch, self._folder.parent.parent)

    def _dns(self) -> DnsOptions:
        return self._plan.dns.model_copy(update={"resolve": self._plan.fetch.resolve})

    def _is_overridden(self) -> Callable[[str], bool]:
        overrides = Overrides([parse_override(text) for text in self._plan.fetch.resolve])
        return lambda host: overrides.find(host) is not None


def _waits_for(gate: PoliteGate, host: str) -> str:
    """Why a URL of this host may have to wait: a robots.txt that cannot be read, or its pause."""
    notes = gate.describe(host) if host else None
    if notes is None:
        return ""
    return "; ".join([*(r.sentence for r in notes.robots if r.is_trouble), notes.because])


def _sitemaps_of(gate: PoliteGate | None, origin: str) -> tuple[str, ...]:
    rules = gate.rules(origin) if gate else None
    return rules.sitemaps if rules else ()


def _pause_of(gate: PoliteGate, host: str) -> tuple[float, str]:
    notes = gate.describe(host)
    return notes.pause, notes.because


def _announce_losses(watch: HealthWatch, store: ShardStore, pages: WarcPages) -> None:
    """What a power cut or a failing disk took: the run goes on without it, but not in silence."""
    if store.remark:
        watch.announce("store-repaired", store.remark)
    if pages.missing:
        watch.announce(
            "pages-lost",
            f"{pages.missing} bytes of stored pages are gone (a power cut, or a failing disk). "
            "Their records remain; crawling again with a new run fetches the pages anew.",
        )


def _tally(store: Store, run: str, plan: Plan) -> Tally:
    tally = read_tally(store, run)
    for name, template in plan.templates.items():
        if template.applies_to:  # so that one which is for no page is missed
            tally.pages_by_template.setdefault(name, 0)
    return tally


def _spent(store: Store, run: str) -> dict[str, Spent]:
    prefix = f"budget/{run}/".encode()
    return {
        key[len(prefix) :].decode(): msgspec.msgpack.decode(value, type=Spent)
        for key, value in store.scan(Family.META, prefix, prefix[:-1] + b"0")
    }
