"""A quick web server on loopback that plays many hosts and keeps a log to judge politeness by."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from itertools import pairwise
from time import monotonic
from typing import Any, TypeVar

from msgspec import Struct

REASONS = {status.value: status.phrase for status in HTTPStatus}
LONGEST_HEAD = 64 * 1024
T = TypeVar("T")


class Asked(Struct, frozen=True):
    """What a client asked for."""

    method: str
    host: str  # as in the Host header, without the port
    target: str  # path and query, as sent
    headers: dict[str, str]  # names in lower case


class Answer(Struct, frozen=True):
    """What the server says to it."""

    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""


class Request(Struct, frozen=True):
    """One line of the log. Times are `time.monotonic()`."""

    host: str
    target: str
    started: float
    ended: float
    status: int
    in_flight: int  # requests under way at this host when it began, itself included
    agent: str

    @property
    def path(self) -> str:
        """The target without its query."""
        return self.target.partition("?")[0]


Answering = Callable[[Asked], Answer]


class ServedWeb:
    """A running server. Tests may change what it says while it runs, from any thread."""

    def __init__(self, answering: Answering) -> None:
        self.port = 0  # set when it listens
        self.requests: list[Request] = []  # in the order in which they ended
        self._answering = answering
        self._changed: dict[tuple[str, str], Answer] = {}
        self._delays: dict[str, float] = {}
        self._under_way: dict[str, int] = defaultdict(int)

    @property
    def resolve(self) -> str:
        """What a crawler is told so that it finds all hosts here."""
        return f"*.test=127.0.0.1:{self.port}"

    def page(self, host: str, path: str, html: str, *, status: int = 200) -> None:
        """From now on `host` answers `path` with this page."""
        headers = (("Content-Type", "text/html; charset=utf-8"),)
        self._changed[host, path] = Answer(status, headers, html.encode())

    def file(self, host: str, path: str, content: bytes, media_type: str) -> None:
        """From now on `host` answers `path` with this file."""
        self._changed[host, path] = Answer(200, (("Content-Type", media_type),), content)

    def redirect(self, path: str, to: str, *, host: str = "", status: int = 302) -> None:
        """From now on `path` leads to `to`; without `host`, on every host."""
        self._changed[host, path] = Answer(status, (("Location", to),))

    def robots(self, host: str, text: str, *, status: int = 200) -> None:
        """From now on this is the robots.txt of `host`."""
        headers = (("Content-Type", "text/plain; charset=utf-8"),)
        self._changed[host, "/robots.txt"] = Answer(status, headers, text.encode())

    def delay(self, host: str, seconds: float) -> None:
        """From now on `host` takes its time; `*` stands for every host."""
        self._delays[host] = seconds

    def asked(self, host: str) -> list[str]:
        """What was asked of `host`, in order."""
        return [request.target for request in self.at(host)]

    def at(self, host: str) -> list[Request]:
        """The log of one host, in the order in which its requests began."""
        return sorted((r for r in list(self.requests) if r.host == host), key=lambda r: r.started)

    def most_in_flight(self, host: str) -> int:
        """How many requests `host` ever had under way at once."""
        return max((request.in_flight for request in self.at(host)), default=0)

    def shortest_pause(self, host: str) -> float:
        """The least time between the beginnings of two requests at `host`, in seconds."""
        starts = [request.started for request in self.at(host)]
        pauses = (later - earlier for earlier, later in pairwise(starts))
        return min(pauses, default=float("inf"))

    def answer(self, asked: Asked) -> Answer:
        """What this web says now."""
        changed = self._changed
        if changed:
            answer = changed.get((asked.host, asked.target)) or changed.get(("", asked.target))
            if answer is not None:
                return answer
        return self._answering(asked)

    @property
    def under_way(self) -> int:
        """Requests that wait for their answer right now."""
        return sum(self._under_way.values())

    def pause(self, host: str) -> float:
        """How long `host` takes."""
        delays = self._delays
        return delays.get(host, delays.get("*", 0.0)) if delays else 0.0

    def begin(self, host: str) -> int:
        """A request began; answers how many are now under way at this host."""
        self._under_way[host] += 1
        return self._under_way[host]

    def end(self, request: Request) -> None:
        """A request ended."""
        self._under_way[request.host] -= 1
        self.requests.append(request)


@contextmanager
def serve(answering: Answering, port: int = 0) -> Iterator[ServedWeb]:
    """Serve on 127.0.0.1 from a thread of this process until the block ends."""
    with LoopThread() as loop:
        connections: set[_Connection] = set()
        web = ServedWeb(answering)
        server = loop.run(_listen(web, connections, port))
        try:
            yield web
        finally:
            loop.run(_close(server, connections))


class LoopThread:
    """An event loop of its own in a thread of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, name="loopback", daemon=True)

    def __enter__(self) -> "LoopThread":
        self._thread.start()
        return self

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine over there and wait for it here."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


async def _listen(web: ServedWeb, connections: "set[_Connection]", port: int) -> asyncio.Server:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: _Connection(web, connections, loop), "127.0.0.1", port, backlog=1024
    )
    web.port = server.sockets[0].getsockname()[1]
    return server


async def _close(server: asyncio.Server, connections: "set[_Connection]") -> None:
    server.close()
    for connection in list(connections):
        connection.abort()
    await asyncio.sleep(0)
    await server.wait_closed()


class _Connection(asyncio.Protocol):
    """One client: requests in turn, each answered before the next is read (HTTP/1.1)."""

    def __init__(
        self, web: ServedWeb, connections: "set[_Connection]", loop: asyncio.AbstractEventLoop
    ) -> None:
        self._web = web
        self._connections = connections
        self._loop = loop
        self._received = b""
        self._busy: asyncio.TimerHandle | None = None
        self._pending: tuple[Asked, float, int] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        if self._busy is not None:
            self._busy.cancel()
            self._log(0)

    def data_received(self, data: bytes) -> None:
        self._received += data
        self._work()

    def abort(self) -> None:
        """Close now, whatever is under way."""
        if self._transport is not None:
            self._transport.abort()

    def _work(self) -> None:
        while self._busy is None:
            head, end, rest = self._received.partition(b"\r\n\r\n")
            if not end:
                if len(head) > LONGEST_HEAD or (head and not head[:1].isupper()):
                    self.abort()  # too much, or not HTTP: TLS, most likely
                return
            self._received = rest
            asked = _read(head)
            if asked is None:
                self.abort()
                return
            self._pending = (asked, monotonic(), self._web.begin(asked.host))
            pause = self._web.pause(asked.host)
            if pause > 0:
                self._busy = self._loop.call_later(pause, self._answer_late)
            else:
                self._answer()

    def _answer_late(self) -> None:
        self._busy = None
        self._answer()
        self._work()

    def _answer(self) -> None:
        assert self._pending is not None
        assert self._transport is not None
        asked = self._pending[0]
        answer = self._web.answer(asked)
        closes = asked.headers.get("connection", "").lower() == "close"
        # Logged first: whoever has read the answer finds it in the log.
        self._log(answer.status)
        self._transport.write(_wire(asked, answer, closes=closes))
        if closes:
            self._transport.close()

    def _log(self, status: int) -> None:
        assert self._pending is not None
        asked, started, in_flight = self._pending
        agent = asked.headers.get("user-agent", "")
        ended = monotonic()
        self._web.end(Request(asked.host, asked.target, started, ended, status, in_flight, agent))


def _read(head: bytes) -> Asked | None:
    line, *fields = head.decode("latin-1").split("\r\n")
    words = line.split(" ")
    if len(words) != 3 or words[0] not in {"GET", "HEAD"}:
        return None
    headers = {}
    for field in fields:
        name, _, value = field.partition(":")
        headers[name.lower()] = value.strip()
    host = headers.get("host", "").partition(":")[0].lower()
    return Asked(words[0], host, words[1], headers)


def _wire(asked: Asked, answer: Answer, *, closes: bool) -> bytes:
    lines = [f"HTTP/1.1 {answer.status} {REASONS.get(answer.status, 'Odd')}"]
    lines += [f"{name}: {value}" for name, value in answer.headers]
    if answer.status != 304:
        lines.append(f"Content-Length: {len(answer.body)}")
    if closes:
        lines.append("Connection: close")
    head = "\r\n".join([*lines, "", ""]).encode("latin-1")
    if asked.method == "HEAD" or answer.status == 304:
        return head
    return head + answer.body
