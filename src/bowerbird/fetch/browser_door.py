"""The browser's only way out: a proxy of ours on loopback, behind which the guard stands.

Chromium resolves no name and connects to nothing but this door. Each of its contexts comes with a
random word of its own; who has none gets nowhere. The door looks the name up, has the guard judge
the address and connects to that very address: whatever asked (a script, an image, a frame, a
websocket, a worker, a prefetch), and however often the name changes its mind.
"""

import asyncio
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from msgspec import Struct

from bowerbird.fetch.browser_pass import Allowance, Pass
from bowerbird.fetch.browser_relay import both_ways, one_answer, without_hops
from bowerbird.fetch.options import Limits
from bowerbird.fetch.proxies import resolves_names_itself, shown
from bowerbird.fetch.targets import Target, Targets
from bowerbird.fetch.upstream import (
    Streams,
    Way,
    connect,
    connect_to_proxy,
    proxy_login,
)
from bowerbird.model.outcomes import Failed, Failure, Refused

LONGEST_HEAD = 256 * 1024
WHO = (
    b"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=door\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)
NO = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
NOBODY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
NOTHING = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
OPEN = b"HTTP/1.1 200 Connection established\r\n\r\n"


class _Wanted(Struct, frozen=True):
    """What the browser asks of the door."""

    method: bytes
    target: str  # as in the request line
    fields: tuple[bytes, ...]
    host: str
    port: int

    @property
    def is_tunnel(self) -> bool:
        return self.method == b"CONNECT"

    def field(self, name: bytes) -> bytes:
        return next(
            (line[len(name) + 1 :].strip() for line in self.fields
             if line[: len(name) + 1].lower() == name + b":"),
            b"",
        )  # fmt: skip


class Door:
    """Use `open_door`."""

    def __init__(self, targets: Targets, limits: Limits) -> None:
        self._targets = targets
        self._seconds = limits.connect_seconds
        self._passes: dict[str, Pass] = {}
        self._guests: set[asyncio.Task[None]] = set()
        self.url = ""  # set when it is open

    def admit(self, proxy: str, allowance: Allowance) -> Pass:
        """A pass for another context."""
        issued = Pass(proxy, allowance)
        self._passes[issued.word] = issued
        return issued

    def revoke(self, issued: Pass) -> None:
        """That context is gone."""
        self._passes.pop(issued.word, None)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of the browser's: a tunnel, or one request."""
        task = asyncio.current_task()
        assert task is not None
        self._guests.add(task)
        try:
            # The browser going away in the middle is no error; nor is our closing.
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await self._let_in(reader, writer)
        finally:
            self._guests.discard(task)
            writer.close()

    async def close(self) -> None:
        """Whoever is still inside leaves."""
        guests = list(self._guests)
        for guest in guests:
            guest.cancel()
        await asyncio.gather(*guests, return_exceptions=True)

    async def _let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            wanted = _read(await reader.readuntil(b"\r\n\r\n"))
        except (asyncio.LimitOverrunError, ValueError):
            writer.write(NOBODY)
            return
        issued = self._passes.get(_word(wanted.field(b"proxy-authorization")))
        if issued is None:
            writer.write(WHO)
            return
        if not wanted.is_tunnel and urlsplit(wanted.target).path == "/favicon.ico":
            writer.write(NOTHING)  # of no use here, and asked for once for each site
            return
        issued.requests += 1
        if issued.spent:
            writer.write(NO)
            return
        way = await self._way(wanted, issued)
        if not isinstance(way, Way):
            issued.note(f"{wanted.host}:{wanted.port}", way)
            writer.write(NO)
            return
        await self._pass_on(wanted, way, issued, (reader, writer))

    async def _way(self, wanted: _Wanted, issued: Pass) -> Way | Refused | Failed:
        target = await self._targets.locate(wanted.host, wanted.port)
        if not issued.proxy:
            if not isinstance(target, Target):
                return target
            return Way(wanted.host, target.port, target.addresses[0])
        leave_name = resolves_names_itself(issued.proxy)
        if isinstance(target, Refused) or (isinstance(target, Failed) and not leave_name):
            return target
        if isinstance(target, Target) and (not leave_name or self._targets.overridden(wanted.host)):
            return Way(wanted.host, target.port, target.addresses[0], issued.proxy)
        return Way(wanted.host, wanted.port, "", issued.proxy)

    async def _pass_on(self, wanted: _Wanted, way: Way, issued: Pass, inside: Streams) -> None:
        """The guard judged `way.address`, and that is where the connection goes."""
        writer = inside[1]
        # Some HTTP proxies open tunnels to 443 alone: what is not encrypted is handed to them.
        handed = bool(way.proxy) and way.proxy.startswith("http") and not wanted.is_tunnel
        try:
            async with asyncio.timeout(self._seconds):
                outside = await (connect_to_proxy(urlsplit(way.proxy)) if handed else connect(way))
        except OSError as trouble:  # TimeoutError is one
            reason = Failure.PROXY if way.proxy else Failure.CONNECT
            said = f"{shown(way.proxy)}: {trouble}" if way.proxy else str(trouble)
            issued.note(f"{wanted.host}:{wanted.port}", Failed(reason, said))
            writer.write(NOBODY)
            return
        try:
            if wanted.is_tunnel:
                writer.write(OPEN)
                await both_ways(inside, outside, issued)
                return
            login = proxy_login(urlsplit(way.proxy)) if handed else b""
            outside[1].write(_request(wanted, way, login, whole=handed))
            length = int(wanted.field(b"content-length") or 0)
            if not await one_answer(inside, outside, length, issued):
                writer.write(NOBODY)
        finally:
            outside[1].close()


def _read(head: bytes) -> _Wanted:
    """Raises ValueError where it is no request to a proxy."""
    line, *fields = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    method, target, _ = line.decode("latin-1").split(" ")
    parts = urlsplit(f"//{target}" if method == "CONNECT" else target)
    if not parts.hostname or (method != "CONNECT" and parts.scheme != "http"):
        raise ValueError("not a request to a proxy")
    return _Wanted(method.encode(), target, tuple(fields), parts.hostname, parts.port or 80)


def _word(authorization: bytes) -> str:
    """The password of Basic credentials; the user's name says nothing."""
    kind, _, credentials = authorization.partition(b" ")
    if kind.lower() != b"basic":
        return ""
    try:
        return b64decode(credentials, validate=True).decode().partition(":")[2]
    except ValueError:
        return ""


def _request(wanted: _Wanted, way: Way, login: bytes, *, whole: bool) -> bytes:
    """The request as a server, or with `whole` as another proxy, expects it."""
    parts = urlsplit(wanted.target)
    target = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    if whole:
        host = way.address or way.name
        where = f"[{host}]:{way.port}" if ":" in host else f"{host}:{way.port}"
        target = f"http://{where}{target}"
    lines = [
        b"%s %s HTTP/1.1" % (wanted.method, target.encode("latin-1")),
        *without_hops(list(wanted.fields)),
        b"Connection: close",
    ]
    return b"\r\n".join(lines) + b"\r\n" + login + b"\r\n"


@asynccontextmanager
async def open_door(targets: Targets, limits: Limits) -> AsyncIterator[Door]:
    """Open on 127.0.0.1, at any port, for whoever has a pass."""
    door = Door(targets, limits)
    server = await asyncio.start_server(door.serve, "127.0.0.1", 0, limit=LONGEST_HEAD)
    door.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield door
    finally:
        server.close()
        await door.close()
        await server.wait_closed()
