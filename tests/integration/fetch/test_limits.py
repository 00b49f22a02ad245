"""However a server misbehaves, it is given up in time and by its right name."""

import asyncio
import socket
import struct
from asyncio import StreamWriter

import pytest
from tests.integration.fetch.raw_server import Act, Asked, chunked, page

from bowerbird.model.errors import StoreError
from bowerbird.model.outcomes import Failed, Failure, Fetched

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n"


async def stall(_asked: Asked, _writer: StreamWriter) -> None:
    await asyncio.sleep(30)


def stalling_after(*said: bytes) -> Act:
    async def act(_asked: Asked, writer: StreamWriter) -> None:
        writer.write(b"".join(said))
        await writer.drain()
        await asyncio.sleep(30)

    return act


def dripping(start: bytes, drop: bytes, every: float = 0.03) -> Act:
    async def act(_asked: Asked, writer: StreamWriter) -> None:
        writer.write(start)
        while not writer.is_closing():
            writer.write(drop)
            await writer.drain()
            await asyncio.sleep(every)

    return act


def resetting(said: bytes = b"") -> Act:
    async def act(_asked: Asked, writer: StreamWriter) -> None:
        writer.write(said)
        await writer.drain()
        await asyncio.sleep(0.05)
        linger = struct.pack("ii", 1, 0)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        writer.close()

    return act


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (stall, Failure.FIRST_BYTE_TIMEOUT),
        (stalling_after(b"HTTP/1.1 2"), Failure.FIRST_BYTE_TIMEOUT),
        (stalling_after(b"HTTP/1.1 200 OK\r\nX-A: b\r\n"), Failure.TOO_SLOW),
        (stalling_after(HEAD), Failure.TOO_SLOW),
        (stalling_after(HEAD, b"x" * 5000), Failure.TOO_SLOW),
        (dripping(b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n"), Failure.TOO_SLOW),
        (dripping(HEAD, b"x"), Failure.TOO_SLOW),
        (dripping(HEAD, b"x" * 100), Failure.TOTAL_TIMEOUT),
    ],
    ids=["silence", "half a status line", "half a head", "head only", "part of the body",
         "slow-loris head", "slow-loris body", "fast enough but endless"],
)  # fmt: skip
async def test_a_server_that_takes_its_time_is_given_up(server, hasty, answer, reason):
    server.on("/a", answer)
    started = asyncio.get_running_loop().time()

    outcome = await hasty.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is reason
    assert outcome.detail
    assert asyncio.get_running_loop().time() - started < 15  # the server would take 30


async def test_connecting_has_a_limit_of_its_own(hasty, full_backlog):
    outcome = await hasty.get(f"http://one.test:{full_backlog}/")

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.CONNECT_TIMEOUT


@pytest.fixture
def full_backlog():
    """A port whose queue of connections is full: the next one is never answered."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        port = listening.getsockname()[1]
        waiting = []
        for _ in range(4):
            each = socket.socket()
            each.setblocking(False)
            each.connect_ex(("127.0.0.1", port))
            waiting.append(each)
        yield port
        for each in waiting:
            each.close()


async def test_nobody_listening_is_a_failure_to_connect(client):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]

    outcome = await client.get(f"http://one.test:{port}/")

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.CONNECT


async def test_a_name_without_an_address_is_a_failure_of_dns(client):
    outcome = await client.get("http://nowhere.example/")

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.DNS
    assert "nowhere.example" in outcome.detail


async def test_the_next_address_is_tried_when_the_first_refuses(server, client):
    client.resolver.set("two.test", "127.0.0.9", "127.0.0.1")
    server.on("/a", page(b"here"))

    outcome = await client.get(server.url("/a", host="two.test"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.address == "127.0.0.1"


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"", Failure.CLOSED),
        (resetting(), Failure.CLOSED),
        (b"HTTP/1.1 200 OK\r\nContent-Ty", Failure.CLOSED),
        (b"HTTP/1.1 200 OK\r\nX-A: b\r\n", Failure.CLOSED),
        (resetting(HEAD + b"half"), Failure.CLOSED),
        (page(b"short", "Connection: close", length=500), Failure.TRUNCATED),
        (CHUNKED + chunked(b"hello")[:-5], Failure.TRUNCATED),
        (CHUNKED + b"ff\r\nhello", Failure.TRUNCATED),
        (CHUNKED + b"zz\r\nhello\r\n0\r\n\r\n", Failure.BAD_HTTP),
        (CHUNKED + b"2\r\nhello\r\n0\r\n\r\n", Failure.BAD_HTTP),
        (CHUNKED + b"fffffffffffffffff1\r\nx", Failure.BAD_HTTP),
        (b"<html>an answer of 1991</html>\r\n\r\n", Failure.BAD_HTTP),
        (b"HELLO 200 OK\r\nConnection: close\r\n\r\nhi", Failure.BAD_HTTP),
        (b"HTTP/1.1 abc OK\r\nConnection: close\r\n\r\nhi", Failure.BAD_HTTP),
        (b"HTTP/9.9 200 OK\r\nConnection: close\r\n\r\nhi", Failure.BAD_HTTP),
        (page(b"hello!!", "Content-Length: 5"), Failure.BAD_HTTP),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\nConnection: close\r\n\r\nhi", Failure.BAD_HTTP),
        (b"HTTP/1.1 200 OK\r\nX: a\x00b\r\nConnection: close\r\n\r\nhi", Failure.BAD_HTTP),
    ],
    ids=["closed at once", "reset at once", "closed in a header", "closed between headers",
         "reset in the body", "short body", "no last chunk", "short chunk", "junk chunk size",
         "chunk longer than its size", "huge chunk size", "HTTP/0.9", "junk status line",
         "status of letters", "HTTP/9.9", "two lengths", "negative length", "NUL in a header"],
)  # fmt: skip
async def test_each_broken_answer_has_its_own_name(server, client, answer, reason):
    server.on("/a", answer)

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is reason, outcome.detail
    assert outcome.detail
    assert "\n" not in outcome.detail


@pytest.mark.parametrize(
    "headers",
    [
        b"".join(b"X-%d: y\r\n" % number for number in range(400)),
        b"X-Long: " + b"y" * 70_000 + b"\r\n",
        b"X-Longest: " + b"y" * 2_000_000 + b"\r\n",
        b"".join(b"X-%d: %s\r\n" % (number, b"y" * 5000) for number in range(150)),
    ],
    ids=["too many", "one too long", "one far too long", "too long together"],
)
async def test_a_head_has_a_limit(server, client, headers):
    server.on("/a", b"HTTP/1.1 200 OK\r\n" + headers + b"Content-Length: 2\r\n\r\nhi")

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.HEADERS_TOO_LARGE, outcome.detail
    assert len(outcome.head) <= 65536


async def test_an_endless_head_is_given_up(server, client):
    server.on("/a", dripping(b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n" * 1000, every=0.001))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.HEADERS_TOO_LARGE


async def test_the_cap_depends_on_the_media_type(server, open_client):
    client = await open_client(limits={"text_bytes": 1000, "document_bytes": 3000})
    server.on("/text", page(b"x" * 2000, "Content-Type: text/html; charset=utf-8"))
    server.on("/none", page(b"x" * 2000, "Content-Type:"))
    server.on("/document", page(b"x" * 2000, "Content-Type: application/pdf"))
    server.on("/large", page(b"x" * 4000, "Content-Type: application/pdf"))

    reasons = {}
    for path in ("/text", "/none", "/document", "/large"):
        outcome = await client.get(server.url(path))
        reasons[path] = outcome.reason if isinstance(outcome, Failed) else None

    assert reasons == {
        "/text": Failure.TOO_LARGE,
        "/none": Failure.TOO_LARGE,
        "/document": None,
        "/large": Failure.TOO_LARGE,
    }


async def test_html_that_calls_itself_a_document_has_the_cap_of_html(server, open_client):
    client = await open_client(limits={"text_bytes": 1000, "document_bytes": 3000})
    body = b"<!doctype html><html>" + b"x" * 2000
    server.on("/a", page(body, "Content-Type: application/octet-stream"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.TOO_LARGE


async def test_a_length_over_the_cap_is_not_even_begun(server, open_client):
    client = await open_client(limits={"text_wire_bytes": 100_000})
    server.on("/a", stalling_after(HEAD.replace(b"100000", b"999999999999"), b"x" * 10))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.TOO_LARGE
    assert "999999999999" in outcome.detail


async def test_an_endless_body_ends_at_the_cap(server, open_client):
    client = await open_client(limits={"text_wire_bytes": 500_000, "total_seconds": 20})
    server.on("/a", dripping(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65536, every=0))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.TOO_LARGE


async def test_a_request_may_ask_for_less_and_gets_it_cut(server, client):
    server.on("/a", page(b"x" * 100_000))
    server.on("/b", page(b"y" * 10))

    long = await client.get(server.url("/a"), max_bytes=1000)
    short = await client.get(server.url("/b"), max_bytes=1000)
    exact = await client.get(server.url("/b"), max_bytes=10)

    assert isinstance(long, Fetched)
    assert isinstance(short, Fetched)
    assert isinstance(exact, Fetched)
    assert (long.page.body.read(), long.page.truncated) == (b"x" * 1000, True)
    assert (short.page.body.read(), short.page.truncated) == (b"y" * 10, False)
    assert (exact.page.body.read(), exact.page.truncated) == (b"y" * 10, False)


async def test_a_large_page_waits_in_a_file_and_reads_the_same(server, client):
    body = b"0123456789" * 30_000
    server.on("/a", page(body))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.size == len(body)
    assert outcome.page.body.read() == body
    with outcome.page.body.open() as first, outcome.page.body.open() as second:
        assert first.read(10) == second.read(10) == b"0123456789"


async def test_no_room_for_a_large_page_is_our_trouble_and_not_the_server_s(
    server, open_client, tmp_path
):
    client = await open_client(spool_folder=str(tmp_path / "missing"))
    server.on("/a", page(b"x" * 100_000))

    with pytest.raises(StoreError, match="missing"):
        await client.get(server.url("/a"))


async def test_a_cancelled_fetch_hangs_up_and_the_next_one_works(server, client):
    server.on("/a", stall)
    server.on("/b", page(b"fine"))
    fetching = asyncio.create_task(client.get(server.url("/a")))
    await asyncio.sleep(0.1)

    fetching.cancel()
    with pytest.raises(asyncio.CancelledError):
        await fetching
    outcome = await client.get(server.url("/b"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.read() == b"fine"
    assert [asked.connection for asked in server.asked] == [1, 2]
