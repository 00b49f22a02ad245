"""Bytes between the browser and the other side of the door, counted as they pass."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from bowerbird.fetch.browser_pass import Pass
from bowerbird.fetch.upstream import Streams

CHUNK = 64 * 1024
HOPS = (b"connection", b"keep-alive", b"proxy-connection", b"proxy-authorization", b"upgrade")


async def both_ways(inside: Streams, outside: Streams, issued: Pass) -> None:
    """A tunnel, until either side has had enough."""
    await _until_either(_pump(inside[0], outside[1], issued), _pump(outside[0], inside[1], issued))


async def one_answer(inside: Streams, outside: Streams, length: int, issued: Pass) -> bool:
    """The request's body over, the answer back; whether there was one. A connection serves one
    request: the next may be for another host, which then is another question to the guard."""
    try:
        await _until_either(
            _send(inside[0], outside[1], length, issued), _answer(outside[0], inside[1], issued)
        )
    except (asyncio.LimitOverrunError, asyncio.IncompleteReadError):
        return False
    return True


def without_hops(fields: list[bytes]) -> list[bytes]:
    """Header lines without those that are between two neighbours alone."""
    return [line for line in fields if line.partition(b":")[0].strip().lower() not in HOPS]


async def _send(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, length: int, issued: Pass
) -> None:
    await _pump(reader, writer, issued, length)
    await reader.read(1)  # the browser goes away, or wants more: that is another connection's


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, issued: Pass) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    while _is_interim(head):
        head = await reader.readuntil(b"\r\n\r\n")
    first, *fields = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    writer.write(b"\r\n".join([first, *without_hops(fields), b"Connection: close", b"", b""]))
    issued.bytes += len(head)
    await _pump(reader, writer, issued)


async def _until_either(*ways: Coroutine[Any, Any, None]) -> None:
    tasks = [asyncio.ensure_future(way) for way in ways]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _is_interim(head: bytes) -> bool:
    words = head[:32].split(None, 2)
    return len(words) > 1 and words[1][:1] == b"1"


async def _pump(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    issued: Pass,
    length: int | None = None,
) -> None:
    """Until the end, or so many bytes, or the page's allowance is used up."""
    left = length
    while left is None or left > 0:
        piece = await reader.read(CHUNK if left is None else min(CHUNK, left))
        issued.bytes += len(piece)
        if not piece or issued.spent:
            return
        if left is not None:
            left -= len(piece)
        writer.write(piece)
        await writer.drain()
