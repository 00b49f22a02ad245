"""A run at work: opens the crawl, works, answers questions, leaves everything in order."""

import asyncio
import gc
import logging
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bowerbird.crawl.run import Ending, RunLoop, then_resume
from bowerbird.crawl.statistics import summarize
from bowerbird.model.errors import RunError, StoreError
from bowerbird.model.events import Event, Progress, RunState, StateChanged
from bowerbird.workspace import places
from bowerbird.workspace.ballast import ballast
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.control import Broadcast, serve_control, socket_path
from bowerbird.workspace.desk import answer_about_pages
from bowerbird.workspace.following import Following, begin_anew_what_is_ahead
from bowerbird.workspace.plan import Plan, read_plan
from bowerbird.workspace.run_notices import RunNotices
from bowerbird.workspace.run_series import SeriesWriter
from bowerbird.workspace.runlog import RunLog
from bowerbird.workspace.steering import read_journal, steered
from bowerbird.workspace.wiring import OpenCrawl, open_crawl

log = logging.getLogger(__name__)


class RunAtWork:
    """One run at work, with its surroundings."""

    def __init__(self, folder: Path, number: int, greet: Callable[[dict[str, Any]], None]) -> None:
        """`greet` tells the starter, once, that the run is at work."""
        self._greet = greet
        self._folder = folder
        self._number = number
        self._catalogue = Catalogue(folder.parent.parent)
        self._broadcast = Broadcast()
        self._control = socket_path(folder)
        self._started_at = time.time()
        self._at_work = False
        self._progress: Progress | None = None  # the last look
        self._figures: dict[str, Any] = {}  # the summary at the end
        self._project_plan = read_plan(folder / "project.toml")  # where indexes are kept up to date
        self._following = Following(folder, self._project_plan)

    async def work(self, *, attached: bool) -> int:
        run_folder = places.run_folder(self._folder, self._number)
        plan = steered(read_plan(run_folder / "plan.toml"), read_journal(run_folder))
        with RunLog(run_folder) as run_log:
            series = SeriesWriter(run_folder)
            notices = RunNotices(self._catalogue, self._folder.name, self._number)
            self._broadcast.also += [run_log.note, series.note, notices.note]
            with ballast(run_folder):
                ending = await self._crawl(plan, attached=attached)
            series.close()
            self._following.let_go()
            # Only now is everything closed and on disk: what ends here can be opened by others.
            self._broadcast.tell(StateChanged(time.time(), ending.state, ending.reason))
        figures = {"summary": self._figures} if self._figures else {}
        self._note(ending.state, ending.reason, ended_at=time.time(), **figures)
        notices.ended(ending.state, ending.reason, self._figures, self._folder)
        return 0

    async def _crawl(self, plan: Plan, *, attached: bool) -> Ending:
        """A disk in trouble pauses a run that is at work, even where it closes its files."""
        ending: Ending | None = None
        try:
            async with open_crawl(plan, self._folder, self._number, self._broadcast.tell) as opened:
                ending = await self._run(opened, attached=attached)
        except StoreError as error:
            if not self._at_work:
                raise
            if ending is None or ending.state is not RunState.PAUSED:
                ending = Ending(RunState.PAUSED, then_resume(error))
        return ending

    async def _run(self, opened: OpenCrawl, *, attached: bool) -> Ending:
        loop = opened.loop
        self._broadcast.also.append(lambda event: self._heed(event, opened))
        async with self._reachable(opened):
            self._catalogue.update(
                self._folder.name,
                self._number,
                state=RunState.RUNNING,
                reason="",
                started_at=self._first_start(),
                ended_at=None,
                heartbeat_at=time.time(),
                pid=os.getpid(),
                socket=str(self._control),
            )
            self._at_work = True
            self._greet({"ok": os.getpid()})
            self._obey_signals(loop, attached=attached)
            begin_anew_what_is_ahead(self._folder, self._project_plan, opened.log.last)
            self._following.look()
            opened.plant_seeds()
            await opened.steering.catch_up()
            gc.freeze()  # what is here now stays: no collection needs to look at it again
            ending = await loop.run()
            opened.say_goodbye(ending)
            self._figures = self._summary(opened)
            self._note_if_possible(RunState.STOPPING, ending.reason, summary=self._figures)
            return ending

    def _first_start(self) -> float:
        entry = self._catalogue.run(self._folder.name, self._number)
        if entry is not None and entry.started_at is not None:
            self._started_at = entry.started_at
        return self._started_at

    def _obey_signals(self, loop: RunLoop, *, attached: bool) -> None:
        events = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            events.add_signal_handler(number, loop.stop, f"stopped by {number.name}")
        if attached:
            events.add_reader(sys.stdin.fileno(), self._starter_is_gone, loop)

    @staticmethod
    def _starter_is_gone(loop: RunLoop) -> None:
        if not os.read(sys.stdin.fileno(), 1024):
            asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
            loop.stop("stopped because the program that started it ended")

    def _heed(self, event: Event, opened: OpenCrawl) -> None:
        """Keep the catalogue up to date: state at once, figures about once a second."""
        match event:
            case StateChanged(state=state, reason=reason):
                self._note_if_possible(state, reason)
            case Progress():
                self._progress = event
                self._note_if_possible(
                    opened.loop.state, heartbeat_at=time.time(), summary=self._summary(opened)
                )
                self._following.look()
            case _:
                pass

    def _note_if_possible(self, state: RunState, reason: str | None = None, **changes: Any) -> None:
        """News on the way; a full disk that swallows it pauses the run by other ways."""
        try:
            self._note(state, reason, **changes)
        except StoreError as error:
            log.warning("the catalogue does not know yet: %s", error)

    def _note(self, state: RunState, reason: str | None = None, **changes: Any) -> None:
        if reason is not None:
            changes["reason"] = reason
        self._catalogue.update(self._folder.name, self._number, state=state, **changes)

    def _summary(self, opened: OpenCrawl) -> dict[str, Any]:
        return summarize(opened.tally, opened.robots_found())

    @asynccontextmanager
    async def _reachable(self, opened: OpenCrawl) -> AsyncIterator[None]:
        async def answer(request: dict[str, Any]) -> Any:
            if request["do"] == "steer":
                return await self._steer(request, opened)
            return self._answer(request, opened)

        async with serve_control(self._control, answer, self._broadcast):
            yield

    async def _steer(self, request: dict[str, Any], opened: OpenCrawl) -> dict[str, Any]:
        """What a change does to the queue; with `preview`, what it would do."""
        if request.get("preview"):
            return await opened.steering.preview(request["changes"])
        done = await opened.steering.steer(request["changes"])
        self._broadcast.tell(done)
        opened.loop.look()  # what came back may be due at once
        return {"change": done.number, "hidden": done.hidden, "back": done.back}

    def _answer(self, request: dict[str, Any], opened: OpenCrawl) -> Any:
        loop = opened.loop
        match request:
            case {"do": "stop"}:
                loop.stop()
            case {"do": "pause"}:
                loop.pause()
            case {"do": "resume"}:
                loop.resume()
            case {"do": "summary"}:
                return {
                    "run": str(self._number),
                    "project": self._folder.name,
                    "state": loop.state,
                    "reason": loop.reason,
                    "started_at": self._started_at,
                    **self._summary(opened),
                }
            case {"do": "progress"}:
                return self._progress
            case {"do": "release"}:
                back = opened.release(request.get("host"))
                loop.look()  # what came back may be due at once
                return back
            case {"do": "rate"}:
                return opened.rate(request["url"], request["relevant"])
            case {"do": "follow"}:
                self._following.want()
            case _:
                return _looked_up(request, opened)
        return loop.state


def _looked_up(request: dict[str, Any], opened: OpenCrawl) -> Any:
    """Answers to questions that change nothing."""
    match request:
        case {"do": "pages" | "explain" | "seeds" | "hubs"}:
            return answer_about_pages(request, opened.view)
        case {"do": "records"}:
            return opened.log.read(int(request["after"]))
        case {"do": "last-record"}:
            return opened.last_record()
        case {"do": "changed-pages"}:
            return opened.changed_pages(request)
        case _:
            raise RunError(f"a run cannot {request.get('do')!r}")
