"""The loop of a run: workers take turns, budgets end it, pause and stop are conditions of it.

A worker asks for a lease, visits, asks again. Whoever finds nothing to do waits; each settled visit
and one timer hand out what has become due. Nothing else here knows what a visit is.
"""

import asyncio
import logging
from collections.abc import Callable

from msgspec import Struct

from bowerbird.crawl.health import HealthWatch
from bowerbird.crawl.options import SpeedOptions
from bowerbird.crawl.parts import Crawl
from bowerbird.crawl.progress import ProgressMeter
from bowerbird.crawl.stop_rules import StopRules
from bowerbird.crawl.visit import visit
from bowerbird.model.candidate import Lease
from bowerbird.model.errors import StoreError
from bowerbird.model.events import Event, Health, Progress, RunState, Severity, StateChanged
from bowerbird.model.outcomes import Failed, Failure
from bowerbird.model.ports import Frontier

log = logging.getLogger(__name__)

SYNC_EVERY = 0.1  # seconds; see "Durability contract" in docs/file-formats.md


class Ending(Struct, frozen=True):
    """How a run came to rest."""

    state: RunState
    reason: str


class RunLoop:
    """One run at work. `pause`, `resume` and `stop` may be called at any time."""

    def __init__(
        self,
        crawl: Crawl,
        frontier: Frontier,
        speed: SpeedOptions,
        meter: ProgressMeter,
        watch: HealthWatch,
        tell: Callable[[Event], None],
    ) -> None:
        self._crawl = crawl
        self._frontier = frontier
        self._speed = speed
        self._meter = meter
        self._rules = StopRules(lambda: meter.budget)
        self._watch = watch
        self._tell = tell
        self._clock = crawl.clock
        self._waiting: list[asyncio.Future[Lease | None]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._sync_timer: asyncio.TimerHandle | None = None
        self._ending: Ending | None = None
        self._worked_since = self._clock.ticks()
        self.state = RunState.NEW
        self.reason = ""

    # ---- what may be asked of a run --------------------------------------------------------------

    def pause(self, reason: str = "paused by request") -> None:
        if self.state is RunState.RUNNING:
            self._become(RunState.PAUSED, reason)

    def resume(self) -> None:
        if self.state is RunState.PAUSED:
            self._worked_since = self._clock.ticks()
            self._become(RunState.RUNNING)
            self._hand_out()

    def stop(self, reason: str = "stopped by request") -> None:
        self._end(RunState.STOPPED, reason)

    @property
    def in_flight(self) -> int:
        return self._workers - len(self._waiting)

    # ---- the run ---------------------------------------------------------------------------------

    async def run(self) -> Ending:
        """Work until the queue is empty, a rule stops it, or somebody says stop."""
        self._workers = self._speed.concurrency
        self._become(RunState.RUNNING)
        workers = [asyncio.create_task(self._work(number)) for number in range(self._workers)]
        drained = asyncio.gather(*workers)
        self._sync_now_and_then()
        try:
            while self._ending is None:
                await asyncio.wait([drained], timeout=1.0)
                if drained.done() and self._ending is None:
                    drained.result()
                self.look()
            await asyncio.wait([drained], timeout=self._speed.drain_seconds)
        finally:
            for timer in (self._timer, self._sync_timer):
                if timer is not None:
                    timer.cancel()
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
        self.look()
        return self._ending

    def look(self) -> Progress:
        """Measure, judge the run's health, and tell."""
        tally = self._crawl.ledger.tally
        ticks = self._clock.ticks()
        if self.state is not RunState.PAUSED:
            tally.seconds += ticks - self._worked_since
        self._worked_since = ticks
        progress = self._meter.look(self._clock.now(), tally, self._frontier.outlook(ticks))
        self._tell(progress)
        for health in self._watch.look(progress, tally):
            self._tell(health)
            self._heed(health)
        if self._ending is None and self.state is RunState.RUNNING:
            self._hand_out()
        return progress

    def _heed(self, health: Health) -> None:
        if health.rule == "low-disk":
            self._end(RunState.PAUSED, health.sentence)
        elif health.severity is Severity.STOP and self._watch.stops_early:
            self._end(RunState.STOPPED, health.sentence)

    def _sync_now_and_then(self) -> None:
        """Group commit, where the plan asks for safety from power loss."""
        if self._crawl.sync is None:
            return
        try:
            self._crawl.sync()
        except StoreError as error:
            self._end(RunState.PAUSED, then_resume(error))
        loop = asyncio.get_running_loop()
        self._sync_timer = loop.call_later(SYNC_EVERY, self._sync_now_and_then)

    # ---- workers ---------------------------------------------------------------------------------

    async def _work(self, worker: int) -> None:
        while (lease := await self._next_lease()) is not None:
            await self._visit(lease, worker)

    async def _visit(self, lease: Lease, worker: int) -> None:
        try:
            await visit(lease, self._crawl, worker)
        except StoreError as error:
            # What was committed is safe and the URL is still in the queue: end with state intact.
            self._end(RunState.PAUSED, then_resume(error))
        except Exception:
            log.exception("a bug while visiting %s", lease.candidate.url.href)
            self._give_up(lease)

    def _give_up(self, lease: Lease) -> None:
        """One page must not end a run; books that cannot be kept must."""
        failed = Failed(Failure.BUG, "a fault of Bowerbird; the run's errors.txt has the details")
        try:
            self._crawl.ledger.failed(lease, failed, failed)
        except StoreError as error:
            self._end(RunState.PAUSED, then_resume(error))
        except Exception:
            log.exception("a bug while booking %s", lease.candidate.url.href)
            self._end(RunState.FAILED, f"{failed.detail}. `bowerbird run resume` goes on.")

    async def _next_lease(self) -> Lease | None:
        if self._ending is not None:
            return None
        turn: asyncio.Future[Lease | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._hand_out()
        return await turn

    def _hand_out(self) -> None:
        try:
            self._give_what_is_due()
        except StoreError as error:
            self._end(RunState.PAUSED, then_resume(error))

    def _give_what_is_due(self) -> None:
        """Give what is due to those who wait; if nothing is, see whether all is done."""
        if self._spent():
            return
        if self.state is not RunState.RUNNING or not self._waiting:
            return
        now = self._clock.ticks()
        for lease in self._frontier.lease(now, self._room()):
            self._waiting.pop().set_result(lease)
        if self._waiting:
            self._wait_for_next(now)

    def _room(self) -> int:
        most = self._meter.budget.max_pages
        if most is None:
            return len(self._waiting)
        left = most - self._crawl.ledger.tally.pages - self.in_flight
        return max(0, min(len(self._waiting), left))

    def _wait_for_next(self, now: float) -> None:
        outlook = self._frontier.outlook(now)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if outlook.next_ready_at is not None and self._room():
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, outlook.next_ready_at - now), self._hand_out)
        elif not outlook.queued and not self.in_flight:
            self._end(RunState.COMPLETED, "every URL in scope was visited")

    def _spent(self) -> bool:
        """Is the run over, or has a rule that stops it come true?"""
        if self._ending is not None:
            return True
        tally, extracts = self._crawl.ledger.tally, self._crawl.reading.extracts
        if reason := self._rules.reason(tally, extracts=extracts):
            self._end(RunState.COMPLETED, reason)
            return True
        return False

    def _end(self, state: RunState, reason: str) -> None:
        if self._ending is not None:
            return
        self._ending = Ending(state, reason)
        self._become(RunState.STOPPING, reason)
        for turn in self._waiting:
            if not turn.done():
                turn.set_result(None)
        self._waiting.clear()

    def _become(self, state: RunState, reason: str = "") -> None:
        self.state, self.reason = state, reason
        self._tell(StateChanged(self._clock.now(), state, reason))


def then_resume(error: StoreError) -> str:
    """The reason for a pause that a disk in trouble forces: its sentence, and how to go on."""
    return f"{error} Then `bowerbird run resume` goes on."
