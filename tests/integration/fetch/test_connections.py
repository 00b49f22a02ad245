"""Connections: kept, lost, encrypted, shared, and through proxies."""

import asyncio
import base64
import os
import selectors
import ssl
from pathlib import Path

import pytest
import trustme
import uvloop
from tests.integration.fetch.expect import fetched
from tests.integration.fetch.raw_server import open_raw_server, page

from bowerbird.fetch.guard import Guard
from bowerbird.fetch.http import open_http_fetcher
from bowerbird.fetch.options import FetchOptions
from bowerbird.fetch.watch import LoopWatch
from bowerbird.model.outcomes import Failed, Failure, Fetched
from bowerbird.model.ports import FetchRequest
from bowerbird.testing.clock import FakeClock
from bowerbird.testing.fetcher import a_url
from bowerbird.testing.resolver import FakeResolver

AUTHORITY = trustme.CA()  # made for this run; nobody else trusts it


async def test_a_connection_is_used_again(server, client):
    server.on("/a", page())

    for _ in range(5):
        await client.get(server.url("/a"))

    assert server.connections == 1


async def test_no_connection_outlives_its_fetcher(server):
    server.on("/a", page())
    resolver = FakeResolver({"one.test": "127.0.0.1"})
    guard = Guard(allow_private=True)

    async with open_http_fetcher(FetchOptions(), resolver, guard, FakeClock()) as fetcher:
        await fetcher.fetch(FetchRequest(a_url(server.url("/a"))))
        assert server.open_connections == 1

    await asyncio.sleep(0.05)
    assert server.open_connections == 0


async def test_a_process_that_is_started_meanwhile_inherits_no_connection(server, client):
    def left_to_children() -> set[str]:
        links = Path("/proc/self/fd").iterdir()
        heirs = [link for link in links if link.is_socket() and os.get_inheritable(int(link.name))]
        return {str(link.readlink()) for link in heirs}

    server.on("/a", page())
    before = left_to_children()

    await client.get(server.url("/a"))

    assert server.open_connections == 1
    assert left_to_children() == before


async def test_a_kept_connection_that_died_is_replaced_once(server, client):
    """The keep-alive race: the server hangs up at the moment we ask again."""

    async def first_only(asked, writer):
        if asked.connection == 1 and len(server.asked) > 1:
            writer.close()
        else:
            writer.write(page(b"fresh"))

    server.on("/a", first_only)

    first = await client.get(server.url("/a"))
    second = await client.get(server.url("/a"))

    assert isinstance(first, Fetched)
    assert isinstance(second, Fetched)
    assert [asked.connection for asked in server.asked] == [1, 1, 2]


async def test_a_fresh_connection_that_dies_is_not_tried_again(server, client):
    server.on("/a", b"")

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.CLOSED
    assert server.connections == 1


async def test_the_loop_can_be_one_without_epoll(server, open_client, monkeypatch):
    monkeypatch.setattr("bowerbird.fetch.engine.open_watch", LoopWatch)
    client = await open_client()
    server.on("/a", page(b"x" * 200_000))

    outcomes = await asyncio.gather(*[client.get(server.url("/a")) for _ in range(20)])

    assert all(isinstance(outcome, Fetched) for outcome in outcomes)


async def sizes_of_twenty_fetches() -> set[int]:
    resolver = FakeResolver({"one.test": "127.0.0.1"})
    guard = Guard(allow_private=True)
    async with (
        open_raw_server() as server,
        open_http_fetcher(FetchOptions(), resolver, guard, FakeClock()) as fetcher,
    ):
        server.on("/a", page(b"x" * 200_000))
        asking = [fetcher.fetch(FetchRequest(a_url(server.url("/a")))) for _ in range(20)]
        pages = [fetched(outcome) for outcome in await asyncio.gather(*asking)]
        for each in pages:
            each.body.close()
        return {each.body.size for each in pages}


@pytest.mark.parametrize(
    "new_loop",
    [uvloop.new_event_loop, lambda: asyncio.SelectorEventLoop(selectors.SelectSelector())],
    ids=["uvloop", "select"],
)
def test_every_loop_will_do(new_loop):
    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(sizes_of_twenty_fetches()) == {200_000}


# ---- TLS


@pytest.fixture
def authority(tmp_path):
    file = tmp_path / "authority.pem"
    AUTHORITY.cert_pem.write_to_path(str(file))
    return str(file)


@pytest.fixture
async def secure_server():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    AUTHORITY.issue_cert("secure.test").configure_cert(context)
    async with open_raw_server(context) as served:
        yield served


async def test_a_certificate_that_nobody_vouches_for_is_refused(secure_server, client):
    outcome = await client.get(secure_server.url("/a", "secure.test", "https"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.TLS
    assert secure_server.asked == []


async def test_a_certificate_we_were_told_to_trust_will_do(secure_server, open_client, authority):
    client = await open_client(ca_file=authority)
    secure_server.on("/a", page(b"secret"))

    outcome = await client.get(secure_server.url("/a", "secure.test", "https"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.read() == b"secret"


async def test_a_certificate_for_another_name_is_refused(secure_server, open_client, authority):
    client = await open_client(ca_file=authority)

    outcome = await client.get(secure_server.url("/a", "other.test", "https"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.TLS


async def test_verification_can_be_switched_off(secure_server, open_client):
    client = await open_client(verify_tls=False)
    secure_server.on("/a", page(b"secret"))

    outcome = await client.get(secure_server.url("/a", "other.test", "https"))

    assert isinstance(outcome, Fetched)


async def test_https_to_a_server_without_tls_is_a_failure_of_tls(server, hasty):
    async def plain(_asked, writer):
        writer.close()

    server.on("/a", plain)

    outcome = await hasty.get(server.url("/a", scheme="https"))

    assert isinstance(outcome, Failed)
    assert outcome.reason in (Failure.TLS, Failure.CONNECT_TIMEOUT)


# ---- HTTP/2


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    return (
        len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload
    )


@pytest.fixture
async def http2_server():
    """Answers every HEADERS frame with `:status: 200` (one indexed field) and a body."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    AUTHORITY.issue_cert("secure.test").configure_cert(context)
    context.set_alpn_protocols(["h2"])
    connections = []

    async def serve(reader, writer):
        connections.append(writer)
        try:
            await reader.readexactly(24)
            writer.write(frame(4, 0, 0))
            while True:
                head = await reader.readexactly(9)
                await reader.readexactly(int.from_bytes(head[:3], "big"))
                stream = int.from_bytes(head[5:9], "big")
                if head[3] == 4 and not head[4] & 1:
                    writer.write(frame(4, 1, 0))
                elif head[3] == 1:
                    writer.write(frame(1, 4, stream, b"\x88"))
                    writer.write(frame(0, 1, stream, b"over http/2, stream %d" % stream))
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            return
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    yield server.sockets[0].getsockname()[1], connections
    server.close()


async def test_http2_is_spoken_where_it_is_offered(http2_server, open_client, authority):
    port, connections = http2_server
    client = await open_client(ca_file=authority)

    first = await client.get(f"https://secure.test:{port}/a")
    second = await client.get(f"https://secure.test:{port}/b")

    assert isinstance(first, Fetched)
    assert isinstance(second, Fetched)
    assert first.page.raw_head.startswith(b"HTTP/2 200")
    assert second.page.body.read() == b"over http/2, stream 3"
    assert len(connections) == 1


# ---- proxies


@pytest.fixture
async def proxies():
    async with open_raw_server() as one, open_raw_server() as two:
        for each, name in ((one, b"one"), (two, b"two")):
            for number in range(6):
                each.on(f"http://site{number}.example/", page(name))
        yield one, two


async def test_proxies_take_turns(proxies, open_client):
    one, two = proxies
    client = await open_client(
        proxies={"urls": [f"http://127.0.0.1:{one.port}", f"http://127.0.0.1:{two.port}"]}
    )

    outcomes = [await client.get(f"http://site{number}.example/") for number in range(4)]

    assert [fetched(outcome).body.read() for outcome in outcomes] == [b"one", b"two"] * 2


async def test_a_failing_proxy_rests_and_the_other_does_its_work(proxies, open_client):
    _, two = proxies
    client = await open_client(
        proxies={"urls": ["http://127.0.0.1:1", f"http://127.0.0.1:{two.port}"]}
    )

    outcomes = [await client.get(f"http://site{number}.example/") for number in range(4)]

    assert isinstance(outcomes[0], Failed)
    assert outcomes[0].reason is Failure.PROXY
    assert "http://127.0.0.1:1" in outcomes[0].detail
    assert all(isinstance(outcome, Fetched) for outcome in outcomes[1:])


async def test_without_a_working_proxy_nothing_is_asked_directly(server, open_client):
    client = await open_client(proxies={"urls": ["socks5://127.0.0.1:1"]})

    first = await client.get(server.url("/a"))
    second = await client.get(server.url("/a"))

    assert isinstance(first, Failed)
    assert isinstance(second, Failed)
    assert first.reason is second.reason is Failure.PROXY
    assert second.retry_after == pytest.approx(60, abs=2)
    assert server.connections == 0


async def test_the_password_of_a_proxy_is_sent_to_it_and_never_told(
    open_client, proxies, monkeypatch
):
    one, _ = proxies
    monkeypatch.setenv("PROXY_PASSWORD", "geheim")
    one.on("http://site0.example/", page(b"", status="407 Who"))
    client = await open_client(
        proxies={"urls": [f"http://me:${{PROXY_PASSWORD}}@127.0.0.1:{one.port}"]}
    )

    outcome = await client.get("http://site0.example/")

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.AUTHENTICATION
    sent = one.asked[0].headers["proxy-authorization"]
    assert base64.b64decode(sent.removeprefix("Basic ")) == b"me:geheim"
    assert "geheim" not in repr(outcome)


async def test_a_tunnel_that_the_proxy_refuses_is_the_proxy_s_failure(proxies, open_client):
    one, _ = proxies
    one.on("site0.example:443", b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
    client = await open_client(proxies={"urls": [f"http://127.0.0.1:{one.port}"]})

    outcome = await client.get("https://site0.example/")

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.PROXY
    assert outcome.status == 502


async def socks5(reader, writer):
    """RFC 1928 without a login; connects where it is told and remembers that."""
    _, methods = await reader.readexactly(2)
    await reader.readexactly(methods)
    writer.write(b"\x05\x00")
    _, _, _, kind = await reader.readexactly(4)
    assert kind == 1, "a socks5:// proxy is given a vetted address, never a name"
    address = ".".join(map(str, await reader.readexactly(4)))
    port = int.from_bytes(await reader.readexactly(2), "big")
    writer.write(b"\x05\x00\x00\x01" + bytes(6))
    to_reader, to_writer = await asyncio.open_connection(address, port)
    to_writer.write(await reader.readuntil(b"\r\n\r\n"))
    writer.write(await to_reader.read(10_000))
    await writer.drain()
    to_writer.close()
    writer.close()


async def test_socks_is_given_the_vetted_address(server, open_client):
    proxy = await asyncio.start_server(socks5, "127.0.0.1", 0)
    port = proxy.sockets[0].getsockname()[1]
    client = await open_client(proxies={"urls": [f"socks5://127.0.0.1:{port}"]})
    server.on("/a", page(b"through socks"))

    outcome = await client.get(server.url("/a"))
    proxy.close()

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.read() == b"through socks"


async def test_the_environment_s_proxy_is_not_ours(server, client, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    server.on("/a", page(b"direct"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Fetched)
