"""The browser's connections through a person's proxies, of every kind."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from bowerbird.fetch.browser_door import Door, open_door
from bowerbird.fetch.browser_pass import Allowance, Pass
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.options import FetchOptions
from bowerbird.fetch.targets import Targets
from bowerbird.fetch.upstream import ProxyError, Way, connect
from bowerbird.testing.resolver import FakeResolver

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class FakeProxy:
    """Says what it was told to say to each question, then echoes; remembers what it heard."""

    def __init__(self, *talk: tuple[int | bytes, bytes]) -> None:
        self.talk = talk  # (how much is read, or up to which bytes; what is answered)
        self.heard: list[bytes] = []
        self.port = 0
        self.clients: list[asyncio.StreamWriter] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.clients.append(writer)
        with suppress(OSError, asyncio.IncompleteReadError):
            await self._talk(reader, writer)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for wanted, answer in self.talk:
            if isinstance(wanted, int):
                self.heard.append(await reader.readexactly(wanted))
            else:
                self.heard.append(await reader.readuntil(wanted))
            writer.write(answer)
        while piece := await reader.read(100):
            writer.write(piece)


@asynccontextmanager
async def serving(proxy: FakeProxy) -> AsyncIterator[FakeProxy]:
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        for client in proxy.clients:
            client.transport.abort()
        await server.wait_closed()
        await asyncio.sleep(0)  # what was aborted is closed in the next round


async def echoed(streams: Streams) -> bytes:
    reader, writer = streams
    writer.write(b"hello")
    try:
        return await reader.readexactly(5)
    finally:
        writer.close()
        await writer.wait_closed()


END = b"\r\n\r\n"
KINDS = {
    "http": (
        "http://me:s%40cret@127.0.0.1:{port}",
        FakeProxy((END, b"HTTP/1.1 200 Connection established\r\nVia: x\r\n\r\n")),
        [b"CONNECT one.test:443 HTTP/1.1\r\nHost: one.test:443\r\n"
         b"Proxy-Authorization: Basic bWU6c0BjcmV0\r\n\r\n"],
    ),
    "socks5h": (
        "socks5h://127.0.0.1:{port}",
        FakeProxy((3, b"\5\0"), (4 + 9 + 2, b"\5\0\0\3\4name\1\2")),
        [b"\5\1\0", b"\5\1\0\3\x08one.test\1\xbb"],
    ),
    "socks5h with a login": (
        "socks5h://me:secret@127.0.0.1:{port}",
        FakeProxy((4, b"\5\2"), (11, b"\1\0"), (15, b"\5\0\0\1\0\0\0\0\1\2")),
        [b"\5\2\0\2", b"\1\2me\6secret", b"\5\1\0\3\x08one.test\1\xbb"],
    ),
    "socks4a": (
        "socks4a://127.0.0.1:{port}",
        FakeProxy((18, b"\0\x5a\0\0\0\0\0\0")),
        [b"\4\1\1\xbb\0\0\0\1\0one.test\0"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
async def test_a_proxy_is_asked_in_its_own_way_and_then_only_passes_on(kind):
    url, proxy, heard = KINDS[kind]
    async with serving(proxy):
        way = Way("one.test", 443, proxy=url.format(port=proxy.port))

        assert await echoed(await connect(way)) == b"hello"

    assert proxy.heard == heard


async def test_a_vetted_address_is_given_to_a_proxy_that_looks_up_no_names():
    proxy = FakeProxy((3, b"\5\0"), (4 + 4 + 2, b"\5\0\0\1\0\0\0\0\1\2"))
    async with serving(proxy):
        way = Way("one.test", 80, "192.0.2.7", f"socks5://127.0.0.1:{proxy.port}")

        assert await echoed(await connect(way)) == b"hello"

    assert proxy.heard[1] == b"\5\1\0\1\xc0\0\2\7\0\x50"


@pytest.mark.parametrize(
    ("scheme", "talk", "said"),
    [
        ("http", [(END, b"HTTP/1.1 403 Not you\r\n\r\n")], "HTTP/1.1 403 Not you"),
        ("socks5h", [(3, b"\5\0"), (15, b"\5\2\0\1")], "code 2"),
        ("socks5h", [(3, b"\5\xff")], "wants a login"),
        ("socks4a", [(18, b"\0\x5b\0\0\0\0\0\0")], "code 91"),
    ],
)
async def test_a_proxy_that_would_not_says_why(scheme, talk, said):
    async with serving(FakeProxy(*talk)) as proxy:
        way = Way("one.test", 443, proxy=f"{scheme}://127.0.0.1:{proxy.port}")

        with pytest.raises(ProxyError, match=said):
            await connect(way)


@asynccontextmanager
async def a_door(proxy: str) -> AsyncIterator[tuple[Door, Pass]]:
    fetching = FetchOptions(allow_private=True)
    targets = Targets(fetching, FakeResolver({"one.test": "192.0.2.7"}), Guard(allow_private=True))
    async with open_door(targets, fetching.limits) as door:
        yield door, door.admit(proxy, Allowance(10, 100_000))


async def ask(door: Door, issued: Pass, line: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(door.url.rpartition(":")[2]))
    login = b64encode(f"page:{issued.word}".encode())
    writer.write(line + b"\r\nHost: one.test\r\nProxy-Authorization: Basic " + login + END)
    try:
        return await reader.read(10_000)
    finally:
        writer.close()
        await writer.wait_closed()


async def test_what_is_not_encrypted_is_handed_to_an_http_proxy_as_it_is():
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nhi"
    async with (
        serving(FakeProxy((END, answer))) as proxy,
        a_door(f"http://127.0.0.1:{proxy.port}") as (door, issued),
    ):
        said = await ask(door, issued, b"GET http://one.test/a?b HTTP/1.1")

    assert said.startswith(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi")
    assert proxy.heard[0].startswith(b"GET http://one.test:80/a?b HTTP/1.1\r\nHost: one.test\r\n")
    assert b"Proxy-Authorization" not in proxy.heard[0]


async def test_a_proxy_that_is_not_there_is_noted_and_nobody_is_asked_directly():
    async with a_door("socks5h://127.0.0.1:9") as (door, issued):
        said = await ask(door, issued, b"CONNECT one.test:443 HTTP/1.1")

    assert said.startswith(b"HTTP/1.1 502 ")
    assert "socks5h://127.0.0.1:9" in str(issued.notes["one.test:443"])
