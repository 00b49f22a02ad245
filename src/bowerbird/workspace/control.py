"""How a run and the shells around it talk: one JSON document a line, over a Unix socket.

A request is `{"do": …}`; the answer is `{"ok": …}` or `{"error": …}`. After `{"do": "events"}` the
run sends its events, oldest kept first, until the asker hangs up; `"visits": false` leaves out the
news of each page, which is most of it.
"""

import asyncio
import json
import os
import socket
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from bowerbird.model.errors import BowerbirdError, RunError
from bowerbird.model.events import Event, Visited

Answer = Callable[[dict[str, Any]], Awaitable[Any]]
KEPT_EVENTS = 2_000  # per listener; a slow one loses the oldest, the run never waits for it
LONGEST_LINE = 64 * 1024 * 1024  # a listing of pages comes as one line

_encode = msgspec.json.Encoder().encode
_decode_event: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class Broadcast:
    """Hands every event to whoever listens."""

    def __init__(self) -> None:
        self._listeners: list[tuple[asyncio.Queue[Event | None], bool]] = []
        self.also: list[Callable[[Event], None]] = []  # listeners in the run itself

    def tell(self, event: Event) -> None:
        for listen in self.also:
            listen(event)
        for queue, hears_visits in self._listeners:
            if hears_visits or not isinstance(event, Visited):
                _put(queue, event)

    def close(self) -> None:
        """Nothing more will be told over the socket."""
        for queue, _ in self._listeners:
            _put(queue, None)

    @contextmanager
    def listening(self, *, visits: bool) -> Iterator[asyncio.Queue[Event | None]]:
        queue: asyncio.Queue[Event | None] = asyncio.Queue(KEPT_EVENTS)
        self._listeners.append((queue, visits))
        try:
            yield queue
        finally:
            self._listeners.remove((queue, visits))


def _put(queue: asyncio.Queue[Event | None], event: Event | None) -> None:
    if queue.full():
        queue.get_nowait()
    queue.put_nowait(event)


def socket_path(project_folder: Path) -> Path:
    """A short path of its own for each project: the kernel allows about a hundred characters."""
    folder = Path(tempfile.gettempdir()) / f"bowerbird-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise RunError(f"{folder} belongs to somebody else; remove it or set TMPDIR")
    return folder / f"{sha256(str(project_folder).encode()).hexdigest()[:20]}.sock"


@asynccontextmanager
async def serve_control(path: Path, answer: Answer, broadcast: Broadcast) -> AsyncIterator[None]:
    """Answer requests on that socket while the context lasts."""

    talks: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await _converse(reader, writer, answer, broadcast)
        writer.close()

    def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(talk(reader, writer))
        talks.add(task)
        task.add_done_callback(talks.discard)

    _remove(path)
    server = await asyncio.start_unix_server(serve, path, limit=LONGEST_LINE)
    try:
        yield
    finally:
        server.close()
        broadcast.close()
        if talks:
            await asyncio.wait(talks, timeout=1.0)
        for task in talks:
            task.cancel()  # an asker that keeps its line open without asking
        _remove(path)


def _remove(path: Path) -> None:
    """A run that was killed leaves its socket behind."""
    path.unlink(missing_ok=True)


async def _converse(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    answer: Answer,
    broadcast: Broadcast,
) -> None:
    while line := await reader.readline():
        request = json.loads(line)
        if request.get("do") == "events":
            await _send_events(writer, broadcast, visits=request.get("visits", True))
            return
        try:
            reply: dict[str, Any] = {"ok": await answer(request)}
        except BowerbirdError as error:
            reply = {"error": str(error)}
        writer.write(_encode(reply) + b"\n")
        await writer.drain()


async def _send_events(writer: asyncio.StreamWriter, broadcast: Broadcast, *, visits: bool) -> None:
    with broadcast.listening(visits=visits) as queue:
        while (event := await queue.get()) is not None:
            writer.write(_encode(event) + b"\n")
            await writer.drain()


class ControlClient:
    """Asks a run. Plain blocking sockets: the asker has nothing else to do."""

    def __init__(self, path: str, timeout: float = 10.0) -> None:
        self._path = path
        self._timeout = timeout

    def ask(self, do: str, **details: Any) -> Any:
        """One question, one answer; `RunError` when nobody is there."""
        with self._connected() as connection, connection.makefile("rwb") as stream:
            stream.write(_encode({"do": do, **details}) + b"\n")
            stream.flush()
            line = stream.readline()
        if not line:
            raise RunError("the run ended before it answered")
        reply = json.loads(line)
        if "error" in reply:
            raise RunError(reply["error"])
        return reply["ok"]

    def events(self, *, visits: bool = True) -> Iterator[Event]:
        """Every event from now on, until the run ends; `visits` includes the news of each page."""
        with self._connected() as connection, connection.makefile("rwb") as stream:
            connection.settimeout(None)
            stream.write(_encode({"do": "events", "visits": visits}) + b"\n")
            stream.flush()
            for line in stream:
                yield _decode_event.decode(line)

    @contextmanager
    def _connected(self) -> Iterator[socket.socket]:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(self._timeout)
            try:
                connection.connect(self._path)
                yield connection
            except (FileNotFoundError, ConnectionError) as error:
                raise RunError("the run's process does not answer; it may have ended") from error
            except TimeoutError as error:
                raise RunError(f"the run did not answer within {self._timeout:g} s") from error
