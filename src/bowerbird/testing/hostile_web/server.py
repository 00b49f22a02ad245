"""The server that misbehaves as the scripts of the traps say."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from time import monotonic

from bowerbird.testing.hostile_web.scripts import PLACE, answer, head
from bowerbird.testing.hostile_web.values import Act, Endless, Heard, Reply, Script, Step, Trap
from bowerbird.testing.serving import Asked, LoopThread

NOT_FOUND = answer("<!DOCTYPE html><title>Not found</title><p>Nothing here.", 404)
LONGEST_HEAD = 256 * 1024
# What a client that went away, or never was one, may raise.
RUDE = (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError)


class HostileServer:
    """A running hostile web; its log is the judge."""

    def __init__(self, traps: Iterable[Trap], patience: float) -> None:
        self.port = 0  # set when it listens
        self.requests: list[Heard] = []  # in the order in which they ended
        self._patience = patience
        self._replies = _by_host(traps)
        self._under_way: dict[str, int] = defaultdict(int)
        self._turns: dict[str, int] = defaultdict(int)
        self._clients: set[asyncio.Task[None]] = set()

    @property
    def resolve(self) -> str:
        """What a crawler is told so that it finds all hosts here."""
        return f"*.test=127.0.0.1:{self.port}"

    def reply(self, asked: Asked) -> Script:
        """What this web says to a question."""
        self._turns[asked.host + asked.target] += 1
        turn = self._turns[asked.host + asked.target]
        replies = self._replies.get(asked.host)
        if replies is None:
            replies = self._replies.get("*." + asked.host.partition(".")[2], {})
        found = replies.get(asked.target)
        if found is None:
            fitting = [key for key in replies if _fits(key, asked.target)]
            found = replies[max(fitting, key=len)] if fitting else NOT_FOUND
        return found if isinstance(found, Script) else found(asked, turn)

    async def listen(self, port: int) -> asyncio.Server:
        """Begin; the port is then known."""
        server = await asyncio.start_server(
            self._serve, "127.0.0.1", port, limit=LONGEST_HEAD, backlog=512
        )
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def close(self, server: asyncio.Server) -> None:
        """End, whatever is under way."""
        server.close()
        clients = list(self._clients)
        for client in clients:
            client.cancel()
        await asyncio.gather(*clients, return_exceptions=True)
        await server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._clients.add(task)
        try:
            # A cancelled task is not an error: the server is closing.
            with suppress(*RUDE, asyncio.CancelledError):
                while await self._one(reader, writer):
                    pass
        finally:
            self._clients.discard(task)
            writer.close()
            with suppress(*RUDE):
                await writer.wait_closed()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        first = await reader.readexactly(1)
        if not first.isupper():  # not HTTP: TLS, most likely
            writer.write(head(400, {"Connection": "close"}))
            return False
        asked = _read(first + await reader.readuntil(b"\r\n\r\n"))
        if asked is None:
            return False
        started = monotonic()
        self._under_way[asked.host] += 1
        in_flight = self._under_way[asked.host]
        try:
            script = self.reply(asked)
            word = _word_of(asked.host)
            for step in script.steps:
                if isinstance(step, bytes):
                    step = step.replace(PLACE.encode(), word)
                await self._play(step, reader, writer)
            return script.keep and asked.headers.get("connection", "").lower() != "close"
        finally:
            self._under_way[asked.host] -= 1
            self.requests.append(
                Heard(
                    asked.method, asked.host, asked.target, asked.headers, started, monotonic(),
                    in_flight,
                )
            )  # fmt: skip

    async def _play(
        self, step: Step, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        match step:
            case bytes():
                writer.write(step)
                await writer.drain()
            case float():
                await _wait(reader, step)
            case Act.STALL:
                await _wait(reader, self._patience)
            case Act.DROP:
                writer.transport.abort()
                raise ConnectionAbortedError
            case Endless(chunk=chunk, pause=pause, times=times):
                for _ in range(times):
                    writer.write(chunk)
                    await writer.drain()
                    if pause:
                        await _wait(reader, pause)


async def _wait(reader: asyncio.StreamReader, seconds: float) -> None:
    """Pause; a client that leaves ends the wait at once."""
    try:
        more = await asyncio.wait_for(reader.read(1), seconds)
    except TimeoutError:
        return
    if not more:
        raise ConnectionResetError


def _read(received: bytes) -> Asked | None:
    line, *fields = received.removesuffix(b"\r\n\r\n").decode("latin-1").split("\r\n")
    words = line.split(" ")
    if len(words) != 3:
        return None
    headers = {}
    for field in fields:
        name, _, value = field.partition(":")
        headers[name.lower()] = value.strip()
    return Asked(words[0], headers.get("host", "").lower().removesuffix(":80"), words[1], headers)


def _word_of(host: str) -> bytes:
    digits = blake2b(host.encode(), digest_size=len(PLACE)).digest()
    return bytes(ord("a") + digit % 26 for digit in digits)


def _fits(key: str, target: str) -> bool:
    return key.endswith("*") and target.startswith(key[:-1])


def _by_host(traps: Iterable[Trap]) -> dict[str, dict[str, Reply]]:
    hosts: dict[str, dict[str, Reply]] = defaultdict(dict)
    for trap in traps:
        for url, reply in trap.replies.items():
            host, _, target = url.removeprefix("http://").partition("/")
            hosts[host]["/" + target] = reply
    return dict(hosts)


@contextmanager
def serve_traps(
    traps: Iterable[Trap], port: int = 0, *, patience: float = 30.0
) -> Iterator[HostileServer]:
    """Serve traps on 127.0.0.1 from a thread until the block ends; stalls last `patience`."""
    with LoopThread() as loop:
        hostile = HostileServer(traps, patience)
        server = loop.run(hostile.listen(port))
        try:
            yield hostile
        finally:
            loop.run(hostile.close(server))
