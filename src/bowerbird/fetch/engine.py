"""libcurl's multi interface on the running asyncio loop: many transfers, one thread."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

import pycurl
from msgspec import Struct

from bowerbird.fetch.watch import Watch, open_watch


class Ending(Struct, frozen=True, gc=False):
    """How libcurl says a transfer ended; code 0 is success."""

    code: int = 0
    message: str = ""


class Work(Protocol):
    """A transfer as the engine sees it."""

    easy: pycurl.Curl
    done: "asyncio.Future[Ending] | None"

    def overdue(self, now: float) -> bool:
        """Whether it has broken one of its limits by `now`; it remembers which."""


COMPLETED = Ending()
STOPPED = Ending(-1, "stopped by a limit of ours")


class Engine:
    """Runs transfers. Cancelling `perform` takes the transfer out and closes its connection."""

    def __init__(self, kept_connections: int, beat: float) -> None:
        """Use `open_engine`. Every `beat` seconds what runs is asked whether it is overdue."""
        self._loop = asyncio.get_running_loop()
        self._beat = beat
        self._multi = pycurl.CurlMulti()
        self._running: dict[pycurl.Curl, Work] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._due: float | None = None
        self._kicked = False
        self._sweeper: asyncio.TimerHandle | None = None
        self._watch: Watch = open_watch(self._loop, self._act)
        self._multi.setopt(pycurl.M_MAXCONNECTS, kept_connections)
        self._multi.setopt(pycurl.M_SOCKETFUNCTION, self._on_socket)
        self._multi.setopt(pycurl.M_TIMERFUNCTION, self._on_timer)

    async def perform(self, work: Work) -> Ending:
        """Run one transfer to its end."""
        easy = work.easy
        done: asyncio.Future[Ending] = self._loop.create_future()
        work.done = done
        self._running[easy] = work
        self._multi.add_handle(easy)
        if self._sweeper is None:
            self._sweeper = self._loop.call_later(self._beat, self._sweep)
        try:
            return await done
        finally:
            if self._running.pop(easy, None) is not None:  # cancelled
                self._multi.remove_handle(easy)
            work.done = None

    def close(self) -> None:
        """Ends every connection; nothing may be running any more."""
        for handle in (self._timer, self._sweeper):
            if handle is not None:
                handle.cancel()
        for easy in list(self._running):
            self._finish(easy, STOPPED)
        self._multi.close()  # says goodbye on its connections, and may want them watched for it
        self._watch.close()

    # ---- what libcurl asks of us

    def _on_socket(self, wanted: int, descriptor: int, _multi: object, _data: object) -> None:
        self._watch.change(descriptor, wanted)

    def _on_timer(self, milliseconds: int) -> None:
        if milliseconds < 0:
            self._due = None
        elif milliseconds == 0:
            self._due = None
            if not self._kicked:  # libcurl must not be entered from its own callback
                self._kicked = True
                self._loop.call_soon(self._kick)
        else:
            self._due = self._loop.time() + milliseconds / 1000
            self._arm()

    def _arm(self) -> None:
        """Most timers are moved on before they ring: a later one reuses the alarm that is set."""
        if self._due is None:
            return
        if self._timer is not None:
            if self._timer_at <= self._due:
                return
            self._timer.cancel()
        self._timer_at = self._due
        self._timer = self._loop.call_at(self._due, self._ring)

    # ---- what we tell libcurl

    def _ring(self) -> None:
        self._timer = None
        if self._due is not None and self._due <= self._loop.time() + 0.001:
            self._due = None
            self._act(pycurl.SOCKET_TIMEOUT, 0)
        self._arm()

    def _kick(self) -> None:
        self._kicked = False
        self._act(pycurl.SOCKET_TIMEOUT, 0)

    def _act(self, descriptor: int, bits: int) -> None:
        _, running = self._multi.socket_action(descriptor, bits)
        if running < len(self._running):
            self._collect()

    def _collect(self) -> None:
        more = 1
        while more:
            more, completed, failed = self._multi.info_read()
            for easy in completed:
                self._finish(easy, COMPLETED)
            for easy, code, message in failed:
                self._finish(easy, Ending(code, message))

    def _finish(self, easy: pycurl.Curl, ending: Ending) -> None:
        work = self._running.pop(easy, None)
        if work is None:
            return
        self._multi.remove_handle(easy)
        if work.done is not None and not work.done.done():
            work.done.set_result(ending)

    def _sweep(self) -> None:
        now = self._loop.time()
        for easy in [easy for easy, work in self._running.items() if work.overdue(now)]:
            self._finish(easy, STOPPED)
        self._sweeper = None
        if self._running:
            self._sweeper = self._loop.call_later(self._beat, self._sweep)


@asynccontextmanager
async def open_engine(kept_connections: int, beat: float) -> AsyncIterator[Engine]:
    """An engine on the running loop."""
    engine = Engine(kept_connections, beat)
    try:
        yield engine
    finally:
        engine.close()
