"""What the runs say, for everybody who listens: one listener at each run, however many browsers.

The last news of each run is kept, with numbers, so that who was away hears what they missed.
Everything here is bounded: a listener that does not keep up loses the oldest.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
from msgspec import Struct

from bowerbird.model.errors import BowerbirdError
from bowerbird.model.events import Event, Health, Progress, RunState, StateChanged
from bowerbird.workspace import Run, Workspace

KEPT = 2_000  # news, of all runs together
WAITING = 500  # news for one listener
GOING = 10.0  # seconds that the process of a run has to end, once it said that it does
AT_WORK = {RunState.RUNNING, RunState.PAUSED, RunState.STOPPING, RunState.STALLED}
LOOK_EVERY = 1.0  # seconds between two looks which runs there are


class News(Struct, frozen=True):
    """One thing that a run said. Numbers only grow, also over restarts of the server."""

    number: int
    kind: str
    project: str
    run: str
    event: Event

    @property
    def topic(self) -> str:
        return f"{self.project}/{self.run}"


Wanted = Callable[[News], bool]


class Listener:
    """One stream's share; lives in the event loop."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self._queue: asyncio.Queue[News | None] = asyncio.Queue(WAITING)

    def put(self, news: News | None) -> None:
        if self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(news)

    async def next(self, patience: float) -> News | None:
        """The next, or None at the end; `TimeoutError` if there was nothing for so long."""
        return await asyncio.wait_for(self._queue.get(), patience)


class Newsroom:
    """Listens to every run at work while somebody listens here, and for a while after."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._lock = threading.Lock()
        self._listeners: set[Listener] = set()
        self._kept: deque[News] = deque(maxlen=KEPT)
        self._number = time.time_ns() // 1_000_000  # above those of an earlier server
        self._watched: dict[str, threading.Thread] = {}
        self._states: dict[str, RunState] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing = threading.Event()

    @contextmanager
    def open(self) -> Iterator["Newsroom"]:
        """Within the server's event loop."""
        self._loop = asyncio.get_running_loop()
        looking = threading.Thread(target=self._look, name="newsroom", daemon=True)
        looking.start()
        try:
            yield self
        finally:
            self.close()

    def close(self) -> None:
        """Every stream ends."""
        self._closing.set()
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            self._hand(listener, None)

    @contextmanager
    def listening(self, wanted: Wanted, since: int | None = None) -> Iterator[Listener]:
        """Hear what is wanted from now on, after what was said since that number."""
        listener = Listener(wanted)
        with self._lock:
            missed = [n for n in self._kept if since is not None and n.number > since]
            for news in missed:
                if wanted(news):
                    listener.put(news)
            self._listeners.add(listener)
            if self._closing.is_set():
                listener.put(None)
        try:
            yield listener
        finally:
            with self._lock:
                self._listeners.discard(listener)

    def alive(self) -> int:
        """How many runs are at work, as of the last look."""
        with self._lock:
            return len(self._watched)

    def listeners(self) -> int:
        """How many streams there are."""
        with self._lock:
            return len(self._listeners)

    def kept(self) -> list[News]:
        """What who comes back can still hear."""
        with self._lock:
            return list(self._kept)

    def tell(self, project: str, run: str, event: Event) -> None:
        """From any thread."""
        with self._lock:
            self._number += 1
            self._remember(project, run, event)
            news = News(self._number, kind_of(event), project, run, event)
            self._kept.append(news)
            listeners = [each for each in self._listeners if each.wanted(news)]
        for listener in listeners:
            self._hand(listener, news)

    def _remember(self, project: str, run: str, event: Event) -> None:
        if isinstance(event, StateChanged):
            self._states[f"{project}/{run}"] = event.state
            while len(self._states) > KEPT:
                self._states.pop(next(iter(self._states)))

    def _hand(self, listener: Listener, news: News | None) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(listener.put, news)

    # ---- at the runs -----------------------------------------------------------------------------

    def _look(self) -> None:
        """What each run is, and which are at work: those get a listener."""
        while not self._closing.wait(LOOK_EVERY):
            try:
                found = self._workspace.states()
                at_work = [place for place, state in found.items() if state in AT_WORK]
                runs = [self._workspace.project(name).run(number) for name, number in at_work]
            except BowerbirdError:
                continue  # what cannot be read is told where it is asked for
            for (name, number), state in found.items():
                self._note_state(name, str(number), state)
            for run in runs:
                self._watch(run)

    def _watch(self, run: Run) -> None:
        topic = f"{run.project}/{run.id}"
        with self._lock:
            if topic in self._watched:
                return
            thread = threading.Thread(target=self._follow, args=(run, topic), daemon=True)
            self._watched[topic] = thread
        thread.start()

    def _follow(self, run: Run, topic: str) -> None:
        try:
            for event in run.events(visits=False):
                if self._closing.is_set():
                    return
                self.tell(run.project, run.id, event)
            run.wait(GOING)  # it has said all, and its process is about to end
        except (BowerbirdError, OSError, msgspec.DecodeError):
            pass  # killed, or just ended: what it is now is looked up below
        finally:
            with self._lock:
                self._watched.pop(topic, None)
        self._tell_end(run)

    def _note_state(self, project: str, run: str, state: RunState) -> None:
        """Tell what a run cannot tell by itself: it is silent, or was killed before anybody
        listened."""
        with self._lock:
            is_known = self._states.get(f"{project}/{run}") == state
        if not is_known:
            self.tell(project, run, StateChanged(time.time(), state))

    def _tell_end(self, run: Run) -> None:
        """Its last state as it is true: whoever was killed could not say so."""
        summary = run.summary()
        event = StateChanged(time.time(), RunState(summary["state"]), summary["reason"])
        self.tell(run.project, run.id, event)


def kind_of(event: Event) -> str:
    """Under which name a browser hears it."""
    match event:
        case Progress():
            return "progress"
        case StateChanged():
            return "state"
        case Health():
            return "health"
        case _:
            return "visited"
