"""The stand-in for nginx: every page in memory, HTTP/1.1 keep-alive, GET only."""

import asyncio
import contextlib
import gc
import signal
import sys
import time
from pathlib import Path
from typing import TextIO

import uvloop

MEDIA_TYPES = {".html": "text/html; charset=utf-8", ".txt": "text/plain; charset=utf-8"}


class Log:
    """One line per answer; SIGUSR1 writes out what is buffered and begins a new file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = self._open()

    def write(self, line: str) -> None:
        self._file.write(line)

    def reopen(self) -> None:
        self._file.close()
        self._file = self._open()

    def _open(self) -> TextIO:
        return self._path.open("a", encoding="utf-8", buffering=1 << 18)


class Answering(asyncio.Protocol):
    """One connection to one host."""

    def __init__(self, host: str, pages: dict[bytes, bytes], log: Log) -> None:
        self._host, self._pages, self._log = host, pages, log
        self._waiting = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        while (end := self._waiting.find(b"\r\n\r\n")) >= 0:
            self._answer(self._waiting[:end].split(b" ", 2)[1])
            self._waiting = self._waiting[end + 4 :]

    def _answer(self, target: bytes) -> None:
        answer = self._pages.get(target.partition(b"?")[0])
        status = 404 if answer is None else 200
        if self._transport is not None:
            self._transport.write(answer or b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        self._log.write(f"{time.time():.3f} {self._host} {status} {target.decode()}\n")


def load(folder: Path) -> dict[bytes, bytes]:
    """Path → whole response."""
    pages: dict[bytes, bytes] = {}
    for file in folder.rglob("*.*"):
        body = file.read_bytes()
        kind = MEDIA_TYPES.get(file.suffix, "application/octet-stream")
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        path = "/" + file.relative_to(folder).as_posix()
        pages[path.removesuffix("index.html").encode()] = head.encode() + body
    return pages


async def main(hosts: dict[str, dict[bytes, bytes]], port: int, log: Log) -> None:
    loop = asyncio.get_running_loop()
    async with contextlib.AsyncExitStack() as stack:
        for host, pages in hosts.items():
            server = await loop.create_server(
                lambda host=host, pages=pages: Answering(host, pages, log),  # type: ignore[misc]  # mypy infers no type for defaults
                host,
                port,
                backlog=4096,
            )
            await stack.enter_async_context(server)
        gc.freeze()
        loop.add_signal_handler(signal.SIGUSR1, log.reopen)
        ended = asyncio.Event()
        loop.add_signal_handler(signal.SIGTERM, ended.set)
        await ended.wait()
        log.reopen()


if __name__ == "__main__":
    loaded = {folder.name: load(folder) for folder in Path(sys.argv[1]).iterdir()}
    uvloop.run(main(loaded, int(sys.argv[2]), Log(Path(sys.argv[3]))))
