"""Connections for the browser: straight to a vetted address, or through a person's proxy."""

import asyncio
import ipaddress
import ssl
import struct
from base64 import b64encode
from urllib.parse import SplitResult, unquote, urlsplit

from msgspec import Struct

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
_PORTS = {"http": 80, "https": 443}  # of proxies that name none; SOCKS has 1080
LONGEST_ANSWER = 16 * 1024


class ProxyError(OSError):
    """The proxy was reached, and would not."""


class Way(Struct, frozen=True, gc=False):
    """Where to, and through which proxy."""

    name: str  # as the browser asked for it
    port: int
    address: str = ""  # vetted; empty: the proxy looks the name up
    proxy: str = ""


async def connect(way: Way) -> Streams:
    """A connection as if to the server itself. Raises OSError."""
    if not way.proxy:
        return await asyncio.open_connection(way.address, way.port)
    proxy = urlsplit(way.proxy)
    streams = await connect_to_proxy(proxy)
    try:
        await _introduce(proxy, way, *streams)
    except BaseException:
        streams[1].close()
        raise
    return streams


async def connect_to_proxy(proxy: SplitResult) -> Streams:
    """A connection to the proxy, which knows of nothing yet."""
    tls = ssl.create_default_context() if proxy.scheme == "https" else None
    port = proxy.port or _PORTS.get(proxy.scheme, 1080)
    return await asyncio.open_connection(proxy.hostname, port, ssl=tls)


def proxy_login(proxy: SplitResult) -> bytes:
    """The header line with which an HTTP proxy is told who asks; nothing if it need not know."""
    if not proxy.username:
        return b""
    pair = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return b"Proxy-Authorization: Basic " + b64encode(pair.encode()) + b"\r\n"


async def _introduce(
    proxy: SplitResult, way: Way, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    try:
        if proxy.scheme.startswith("http"):
            await _by_connect(proxy, way, reader, writer)
        elif proxy.scheme.startswith("socks4"):
            await _by_socks4(proxy, way, reader, writer)
        else:
            await _by_socks5(proxy, way, reader, writer)
    except asyncio.IncompleteReadError as trouble:
        raise ProxyError("the proxy hung up") from trouble


async def _by_connect(
    proxy: SplitResult, way: Way, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    host = way.address or way.name
    where = f"[{host}]:{way.port}" if ":" in host else f"{host}:{way.port}"
    line = f"CONNECT {where} HTTP/1.1\r\nHost: {where}\r\n".encode()
    writer.write(line + proxy_login(proxy) + b"\r\n")
    try:
        answer = await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError as trouble:
        raise ProxyError("the proxy's answer has no end") from trouble
    words = answer.split(None, 2)
    if len(words) < 2 or not words[1].startswith(b"2"):
        said = answer.splitlines()[0].decode("latin-1")
        raise ProxyError(f"the proxy would not connect: {said[:100]}")


async def _by_socks4(
    proxy: SplitResult, way: Way, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    user = unquote(proxy.username or "").encode() + b"\0"
    host = way.address or way.name
    try:
        where, name = ipaddress.IPv4Address(host).packed, b""
    except ValueError:  # SOCKS 4a: an address that cannot be, and the name behind it
        where, name = b"\0\0\0\1", host.encode() + b"\0"
    writer.write(b"\4\1" + struct.pack(">H", way.port) + where + user + name)
    answer = await reader.readexactly(8)
    if answer[1] != 90:
        raise ProxyError(f"the SOCKS proxy would not connect: code {answer[1]}")


async def _by_socks5(
    proxy: SplitResult, way: Way, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """RFC 1928, and RFC 1929 for the login."""
    writer.write(b"\5\2\0\2" if proxy.username else b"\5\1\0")
    _, method = await reader.readexactly(2)
    if method == 2:
        user = unquote(proxy.username or "").encode()[:255]
        password = unquote(proxy.password or "").encode()[:255]
        writer.write(b"\1" + bytes([len(user)]) + user + bytes([len(password)]) + password)
        if (await reader.readexactly(2))[1] != 0:
            raise ProxyError("the SOCKS proxy does not take this login")
    elif method != 0:
        raise ProxyError("the SOCKS proxy wants a login")
    writer.write(b"\5\1\0" + _socks_address(way.address or way.name) + struct.pack(">H", way.port))
    _, code, _, kind = await reader.readexactly(4)
    if code != 0:
        raise ProxyError(f"the SOCKS proxy would not connect: code {code}")
    length = {1: 4, 4: 16}.get(kind) or (await reader.readexactly(1))[0]
    await reader.readexactly(length + 2)


def _socks_address(host: str) -> bytes:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        name = host.encode()[:255]
        return b"\3" + bytes([len(name)]) + name
    return (b"\1" if address.version == 4 else b"\4") + address.packed
