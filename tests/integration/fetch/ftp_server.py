"""A small passive FTP server over a table of files."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

LISTING = (
    "drwxr-xr-x   2 ftp      ftp          4096 Jan 01 10:00 sub folder\r\n"
    "-rw-r--r--   1 ftp      ftp            11 Jan 01  2020 a <b>.txt\r\n"
    "lrwxrwxrwx   1 ftp      ftp             3 Jan 01 10:00 link -> a.txt\r\n"
)


@dataclass
class FtpServer:
    """`files` maps a path to bytes; `folders` to what LIST says."""

    port: int = 0
    files: dict[str, bytes] = field(default_factory=dict)
    folders: dict[str, str] = field(default_factory=lambda: {"/": LISTING, "/pub/": LISTING})
    commands: list[str] = field(default_factory=list)
    password: str = ""  # any will do while empty
    lies_about_size: bool = False

    def url(self, path: str) -> str:
        return f"ftp://files.test:{self.port}{path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        folder, data = "/", _DataConnection()
        writer.write(b"220 hello\r\n")
        try:
            while line := (await reader.readline()).decode().strip():
                self.commands.append(line)
                verb, _, word = line.partition(" ")
                if verb == "CWD":
                    target = folder + word.strip("/") + "/" if word != "/" else "/"
                    known = target in self.folders
                    folder = target if known else folder
                    writer.write(b"250 ok\r\n" if known else b"550 no such folder\r\n")
                elif verb in ("EPSV", "LIST", "RETR"):
                    await self._transfer(verb, folder + word, folder, writer, data)
                else:
                    writer.write(self._answer(verb, folder + word))
        finally:
            await data.close()
            writer.close()

    def _answer(self, verb: str, path: str) -> bytes:
        if verb == "PASS" and self.password and not path.endswith(self.password):
            return b"530 who are you?\r\n"
        if verb == "SIZE":
            size = len(self.files.get(path, b"")) + 100 * self.lies_about_size
            return b"213 %d\r\n" % size if path in self.files else b"550 no such file\r\n"
        answers = {"USER": b"331 password?\r\n", "PASS": b"230 welcome\r\n",
                   "PWD": b'257 "/"\r\n', "TYPE": b"200 ok\r\n"}  # fmt: skip
        return answers.get(verb, b"502 not here\r\n")

    async def _transfer(
        self, verb: str, path: str, folder: str, writer: asyncio.StreamWriter,
        data: "_DataConnection",
    ) -> None:  # fmt: skip
        if verb == "EPSV":
            writer.write(b"229 here (|||%d|)\r\n" % await data.open())
            return
        sent = self.folders[folder].encode() if verb == "LIST" else self.files.get(path)
        if sent is None:
            writer.write(b"550 no such file\r\n")
            return
        writer.write(b"150 coming\r\n")
        await data.send(sent)
        writer.write(b"226 done\r\n")


class _DataConnection:
    def __init__(self) -> None:
        self._server: asyncio.Server | None = None
        self._writers: list[asyncio.StreamWriter] = []
        self._content: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    async def open(self) -> int:
        await self.close()
        content = self._content = asyncio.get_running_loop().create_future()

        async def serve(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._writers.append(writer)
            await asyncio.wait([content])
            if not content.cancelled():
                writer.write(content.result())
            writer.close()

        self._server = await asyncio.start_server(serve, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def send(self, content: bytes) -> None:
        self._content.set_result(content)
        await asyncio.sleep(0.02)

    async def close(self) -> None:
        self._content.cancel()
        for writer in self._writers:
            writer.close()
        if self._server is not None:
            self._server.close()


@asynccontextmanager
async def open_ftp_server() -> AsyncIterator[FtpServer]:
    """On a free port of 127.0.0.1."""
    served = FtpServer()
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await served.serve(reader, writer)
        except (ConnectionError, asyncio.CancelledError):
            return
        finally:
            tasks.discard(task)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    served.port = server.sockets[0].getsockname()[1]
    try:
        yield served
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
