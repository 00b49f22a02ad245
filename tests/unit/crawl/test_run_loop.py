"""The loop of a run, with real time and everything else faked."""

import asyncio
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from tests.unit.crawl.bench import Bench

from bowerbird.crawl.health import HealthWatch
from bowerbird.crawl.options import Budget, HealthOptions, SpeedOptions
from bowerbird.crawl.progress import ProgressMeter
from bowerbird.crawl.run import Ending, RunLoop
from bowerbird.model.errors import OutOfSpaceError
from bowerbird.model.events import Event, Health, RunState, StateChanged, Visited
from bowerbird.model.outcomes import Fetched, FetchOutcome
from bowerbird.model.page import Page
from bowerbird.model.pagerow import PageState
from bowerbird.model.ports import FetchRequest, Parsed
from bowerbird.parse.html import HtmlParser
from bowerbird.parse.options import ParseOptions
from bowerbird.testing.fetcher import a_page
from bowerbird.testing.memory_store import MemoryBatch, MemoryStore

PLENTY = 10**12


class RealClock:
    def now(self) -> float:
        return time.time()

    def ticks(self) -> float:
        return time.monotonic()


class SlowFetcher:
    """Every page takes a moment; how many were asked for at once is remembered."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.asked: list[str] = []
        self.under_way = 0
        self.most = 0

    async def fetch(self, request: FetchRequest) -> FetchOutcome:
        self.asked.append(request.url.href)
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            await asyncio.sleep(self.seconds)
        finally:
            self.under_way -= 1
        return Fetched(a_page(request.url, f"<title>{request.url.href}</title><p>Words."))


class FaultyParser:
    """Has a bug that one page brings out."""

    media_types = frozenset({"text/html"})

    def __init__(self) -> None:
        self._sound = HtmlParser(ParseOptions(), "Bowerbird")

    def parse(self, page: Page) -> Parsed:
        if page.url.href.endswith("/3"):
            raise ZeroDivisionError("a bug of ours")
        return self._sound.parse(page)


class FullStore(MemoryStore):
    """Takes so many commits, then the disk is full."""

    room = PLENTY

    def commit(self, batch: Any) -> None:
        if self.commits >= self.room:
            raise OutOfSpaceError("cannot write /disk/db: the disk is full; free some space.")
        assert isinstance(batch, MemoryBatch)
        super().commit(batch)


def urls(count: int) -> list[str]:
    return [f"http://zoo.test/{number}" for number in range(count)]


class Work:
    """A loop over a bench, and what it said."""

    def __init__(self, bench: Bench, budget: Budget | None = None, free: int = PLENTY,
                 **speed: Any) -> None:  # fmt: skip
        self.bench = bench
        self.events: list[Event] = []
        watch = HealthWatch(HealthOptions(), lambda: free)
        self.loop = RunLoop(
            bench.crawl,
            bench.frontier,
            SpeedOptions.model_validate({"concurrency": 4, **speed}),
            ProgressMeter(budget or Budget()),
            watch,
            self.events.append,
        )

    @property
    def states(self) -> list[RunState]:
        return [event.state for event in self.events if isinstance(event, StateChanged)]

    @property
    def visited(self) -> list[str]:
        return [event.url for event in self.bench.events if isinstance(event, Visited)]

    async def to_the_end(self) -> Ending:
        async with asyncio.timeout(30):
            return await self.loop.run()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110 - what is waited for knows nothing of events
            await asyncio.sleep(0.005)


def bench(fetcher: SlowFetcher, count: int, **more: Any) -> Bench:
    return Bench(fetcher, clock=RealClock(), **more).seed(*urls(count))


async def test_a_run_ends_when_everything_was_visited():
    fetcher = SlowFetcher(0.005)
    work = Work(bench(fetcher, 20))

    ending = await work.to_the_end()

    assert ending == Ending(RunState.COMPLETED, "every URL in scope was visited")
    assert sorted(work.visited) == sorted(urls(20))
    assert fetcher.most == 4  # no more visits at once than the plan allows
    assert work.states == [RunState.RUNNING, RunState.STOPPING]


async def test_a_run_without_seeds_ends_at_once():
    ending = await Work(bench(SlowFetcher(), 0)).to_the_end()

    assert ending.state is RunState.COMPLETED


async def test_a_paused_run_asks_nobody_and_goes_on_when_told():
    fetcher = SlowFetcher(0.02)
    work = Work(bench(fetcher, 40))
    running = asyncio.create_task(work.to_the_end())
    await until(lambda: len(fetcher.asked) >= 8)

    work.loop.pause()
    await until(lambda: fetcher.under_way == 0)
    asked = len(fetcher.asked)
    await asyncio.sleep(0.1)

    assert len(fetcher.asked) == asked < 40
    assert work.loop.state is RunState.PAUSED

    work.loop.resume()
    assert (await running).state is RunState.COMPLETED
    assert sorted(fetcher.asked) == sorted(urls(40))
    assert work.states[1:3] == [RunState.PAUSED, RunState.RUNNING]


async def test_the_time_of_a_pause_is_not_counted():
    work = Work(bench(SlowFetcher(0.01), 12))
    started = time.monotonic()
    running = asyncio.create_task(work.to_the_end())
    await until(lambda: len(work.visited) >= 4)

    work.loop.pause()
    work.loop.look()
    paused = time.monotonic()
    await asyncio.sleep(0.4)
    pause = time.monotonic() - paused
    work.loop.look()
    work.loop.resume()
    await running

    assert work.bench.tally.seconds <= time.monotonic() - started - pause


async def test_a_paused_run_can_be_stopped():
    fetcher = SlowFetcher(0.02)
    work = Work(bench(fetcher, 40))
    running = asyncio.create_task(work.to_the_end())
    await until(lambda: len(fetcher.asked) >= 4)

    work.loop.pause()
    work.loop.stop()

    assert await running == Ending(RunState.STOPPED, "stopped by request")


async def test_a_stop_lets_visits_under_way_end():
    fetcher = SlowFetcher(0.1)
    work = Work(bench(fetcher, 40))
    running = asyncio.create_task(work.to_the_end())
    await until(lambda: fetcher.under_way == 4)

    work.loop.stop("stopped by the test")
    ending = await running

    assert ending == Ending(RunState.STOPPED, "stopped by the test")
    assert sorted(work.visited) == sorted(fetcher.asked)
    assert work.bench.frontier.outlook(time.monotonic()).queued == 36


async def test_visits_that_do_not_end_in_time_are_given_up_and_stay_queued():
    fetcher = SlowFetcher(30.0)
    work = Work(bench(fetcher, 6), drain_seconds=0.1)
    running = asyncio.create_task(work.to_the_end())
    await until(lambda: fetcher.under_way == 4)
    before = time.monotonic()

    work.loop.stop()
    await running

    assert time.monotonic() - before < 10.0
    assert fetcher.under_way == 0
    assert work.visited == []
    again = Bench(fetcher, store=work.bench.store, clock=RealClock())
    assert again.frontier.outlook(time.monotonic()).queued == 6


async def test_a_bug_costs_one_page_and_not_the_run():
    work = Work(bench(SlowFetcher(), 6, parser=FaultyParser()))

    ending = await work.to_the_end()

    assert ending.state is RunState.COMPLETED
    row = work.bench.row("http://zoo.test/3")
    assert (row.state, row.reason) == (PageState.FAILED, "bug")
    assert work.bench.tally.failed == {"bug": 1}
    assert work.bench.tally.pages == 5


async def test_books_that_cannot_be_kept_end_the_run_as_failed():
    work = Work(bench(SlowFetcher(), 6, parser=FaultyParser()))
    work.bench.gate.faulty = True

    ending = await work.to_the_end()

    assert ending.state is RunState.FAILED
    assert "errors.txt" in ending.reason


async def test_a_full_disk_pauses_with_the_queue_intact():
    store = FullStore()
    work = Work(bench(SlowFetcher(0.005), 20, store=store))
    store.room = store.commits + 7

    ending = await work.to_the_end()

    assert ending.state is RunState.PAUSED
    assert ending.reason.startswith("cannot write /disk/db: the disk is full")
    assert ending.reason.endswith("Then `bowerbird run resume` goes on.")
    store.room = PLENTY
    resumed = Work(Bench(SlowFetcher(), store=store, clock=RealClock()))
    assert (await resumed.to_the_end()).state is RunState.COMPLETED
    assert sorted(work.visited + resumed.visited) == sorted(urls(20))


async def test_a_disk_that_cannot_sync_pauses_the_run():
    def sync() -> None:
        raise OutOfSpaceError("the disk is gone.")

    work = Work(bench(SlowFetcher(0.2), 20, sync=sync))

    ending = await work.to_the_end()

    assert (ending.state, ending.reason.split(".")[0]) == (RunState.PAUSED, "the disk is gone")


async def test_commits_are_made_safe_ten_times_a_second():
    synced: list[float] = []
    work = Work(bench(SlowFetcher(0.05), 500, sync=lambda: synced.append(time.monotonic())))
    running = asyncio.create_task(work.to_the_end())

    await until(lambda: len(synced) == 6)
    work.loop.stop()
    await running

    pauses = [later - earlier for earlier, later in pairwise(synced)]
    assert 0.09 < min(pauses) < 0.2  # a busy machine may be late now and then, never early


async def test_the_page_budget_is_never_overrun():
    fetcher = SlowFetcher(0.01)
    work = Work(bench(fetcher, 40), Budget(max_pages=10), concurrency=8)

    ending = await work.to_the_end()

    assert ending.reason == "the budget max_pages = 10 is spent"
    assert len(fetcher.asked) == work.bench.tally.pages == 10


async def test_little_room_on_the_disk_pauses_before_it_is_full():
    work = Work(bench(SlowFetcher(0.3), 40), free=1000)

    ending = await work.to_the_end()

    assert ending.state is RunState.PAUSED
    (health,) = [event for event in work.events if isinstance(event, Health)]
    assert ending.reason == health.sentence
    assert len(work.visited) < 40
