"""robots.txt over real sockets: what the gate makes of what servers do."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from time import monotonic, time

import pytest

from bowerbird.fetch.guard import Guard
from bowerbird.fetch.http import open_http_fetcher
from bowerbird.fetch.options import FetchOptions, Limits
from bowerbird.model.candidate import Candidate, Lease
from bowerbird.model.outcomes import Admission, Admitted, Postponed, Refusal, Refused
from bowerbird.politeness.gate import PoliteGate
from bowerbird.politeness.options import PolitenessOptions
from bowerbird.testing.memory_store import MemoryStore
from bowerbird.testing.resolver import FakeResolver
from bowerbird.web.robots import MOST_BYTES
from bowerbird.web.url import parse

RULES = b"User-agent: *\nDisallow: /private\n"


class SystemClock:
    def now(self) -> float:
        return time()

    def ticks(self) -> float:
        return monotonic()


def http(status: str, body: bytes = b"", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Stop:
    """What is sent before the connection is dropped, or before silence."""

    def __init__(self, sent: bytes, *, silence: float = 0.0) -> None:
        self.sent = sent
        self.silence = silence


@asynccontextmanager
async def serving(answer: bytes | Stop) -> AsyncIterator[tuple[str, list[str]]]:
    """A server that answers every question for robots.txt like this; its origin and its log."""
    asked: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            asked.append(head.split()[1].decode())
            reply = answer.sent if isinstance(answer, Stop) else answer
            if asked[-1] == "/moved.txt":
                reply = http("200 OK", RULES)
            writer.write(reply)
            await writer.drain()
            if isinstance(answer, Stop):
                await asyncio.sleep(answer.silence)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked


async def ask(origin: str, path: str, **fetching: object) -> Admission:
    options = FetchOptions.model_validate({"allow_private": True, **fetching})
    clock, resolver = SystemClock(), FakeResolver({"a.test": "127.0.0.1"})
    async with open_http_fetcher(options, resolver, a_guard(options), clock) as fetcher:
        polite = PolitenessOptions(delay=0, robots_timeout=5)
        gate = PoliteGate(polite, fetcher, resolver, MemoryStore(), clock, Random(1))
        url = parse(origin + path)
        return await gate.admit(Lease(Candidate(url), url.key, b"", 0.0))


def a_guard(options: FetchOptions) -> Guard:
    return Guard(allow_private=options.allow_private)


@pytest.mark.parametrize(
    "answer",
    [
        http("200 OK", RULES, "Content-Type: text/html"),
        http("200 OK", RULES + b"#" * MOST_BYTES * 2),
        http("301 Moved Permanently", b"", "Location: /moved.txt"),
        b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + RULES,
    ],
    ids=["plain", "longer than is read", "redirected", "without a length"],
)
async def test_rules_that_arrive_are_obeyed(answer):
    async with serving(answer) as (origin, _):
        refused = await ask(origin, "/private/x")
        admitted = await ask(origin, "/open")

    assert refused == Refused(Refusal.ROBOTS, "robots.txt line 2: Disallow: /private")
    assert isinstance(admitted, Admitted)


@pytest.mark.parametrize(
    "status", ["404 Not Found", "401 Unauthorized", "403 Forbidden", "410 Gone"]
)
async def test_what_is_not_there_forbids_nothing(status):
    async with serving(http(status, RULES)) as (origin, asked):
        assert isinstance(await ask(origin, "/private/x"), Admitted)

    assert asked == ["/robots.txt"]


@pytest.mark.parametrize(
    "answer",
    [
        http("500 Internal Server Error", b"User-agent: *\nAllow: /"),
        http("503 Service Unavailable"),
        http("429 Too Many Requests"),
        Stop(b""),
        Stop(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nUser-agent: *\n"),
        Stop(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nUser-\r\n"),
        Stop(b"HTTP/1.1 200 OK\r\n", silence=2),
        b"this is not HTTP\r\n\r\n",
    ],
    ids=["500", "503", "429", "dropped", "cut short", "chunks cut short", "silent", "not HTTP"],
)
async def test_trouble_postpones(answer):
    async with serving(answer) as (origin, _):
        admission = await ask(origin, "/x", limits=Limits(first_byte_seconds=1, total_seconds=1))

    assert isinstance(admission, Postponed)
    assert admission.because.startswith("robots.txt cannot be read: ")


async def test_retry_after_is_heard():
    async with serving(http("503 Service Unavailable", b"", "Retry-After: 500")) as (origin, _):
        admission = await ask(origin, "/x")

    assert isinstance(admission, Postponed)
    assert 490 < admission.until - monotonic() <= 500


async def test_nobody_there_and_no_such_name_are_trouble():
    async with serving(b"") as (origin, _):
        pass

    for gone in (origin, "http://nowhere.test"):
        assert isinstance(await ask(gone, "/x"), Postponed)


async def test_the_guard_speaks_for_itself():
    async with serving(http("200 OK", RULES)) as (origin, asked):
        refused = await ask(origin, "/open", allow_private=False)

    assert isinstance(refused, Refused)
    assert refused.reason is Refusal.PRIVATE_ADDRESS
    assert asked == []
