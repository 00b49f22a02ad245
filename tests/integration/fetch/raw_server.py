"""A server that says exactly the bytes a test gives it, and remembers what it was asked."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Asked:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    connection: int  # the n-th connection, from 1
    line: str = ""


Act = Callable[[Asked, asyncio.StreamWriter], Awaitable[None]]


def page(
    body: bytes = b"<html>hello</html>",
    *headers: str,
    status: str = "200 OK",
    length: int | None = None,
) -> bytes:
    """A whole answer; Content-Type is HTML unless a header says otherwise."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}"]
    if not any(header.lower().startswith("content-type") for header in headers):
        lines.append("Content-Type: text/html")
    return "\r\n".join([*lines, *headers, "", ""]).encode() + body


def chunked(*pieces: bytes) -> bytes:
    """A body in chunks, with its end."""
    return b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in pieces) + b"0\r\n\r\n"


@dataclass
class RawServer:
    """`answers` maps a path to bytes, or to a function that writes what it likes."""

    port: int = 0
    answers: dict[str, bytes | Act] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    connections: int = 0
    open_connections: int = 0

    def url(self, path: str = "/", host: str = "one.test", scheme: str = "http") -> str:
        """Where this server is found under a name."""
        return f"{scheme}://{host}:{self.port}{path}"

    def on(self, path: str, answer: "bytes | Act") -> None:
        """From now on `path` is answered so; a closing answer carries `Connection: close`."""
        self.answers[path] = answer

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.open_connections += 1
        number = self.connections
        try:
            while asked := await _read_request(reader, number):
                self.asked.append(asked)
                answer = self.answers.get(asked.path, page(b"nothing here", status="404 Not Found"))
                if isinstance(answer, bytes):
                    writer.write(answer)
                    await writer.drain()
                    if b"connection: close" in answer.lower() or b"\r\n\r\n" not in answer:
                        break
                else:
                    await answer(asked, writer)
                    if writer.is_closing():
                        break
        except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            return
        finally:
            self.open_connections -= 1
            writer.close()


async def _read_request(reader: asyncio.StreamReader, connection: int) -> Asked | None:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    return Asked(first.split(" ")[1], headers, connection, first)


@asynccontextmanager
async def open_raw_server(tls: ssl.SSLContext | None = None) -> AsyncIterator[RawServer]:
    """On a free port of 127.0.0.1."""
    served = RawServer()
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await served.serve(reader, writer)
        except asyncio.CancelledError:
            return
        finally:
            tasks.discard(task)

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    served.port = server.sockets[0].getsockname()[1]
    try:
        yield served
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
