"""The guard stands before every connection."""

import pytest
from tests.integration.fetch.raw_server import page

from bowerbird.fetch.guard import Guard
from bowerbird.model.outcomes import Failure, Fetched, Refusal, Refused
from bowerbird.model.ports import FetchRequest
from bowerbird.web.url import Url


def raw_url(host: str, port: int) -> Url:
    """A URL as no parser would leave it: the guard must not rely on the parser."""
    href = f"http://{host}:{port}/a"
    return Url(href, href, "http", host, f"http://{host}:{port}")


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "0x7f.1", "2130706433", "0177.0.0.1", "127.1", "0.0.0.0", "[::1]", "[::]",
     "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
     "169.254.169.254", "10.0.0.1", "192.168.1.1", "172.16.0.1", "100.64.0.1", "224.0.0.1",
     "localhost", "one.test", "[fe80::1]", "[fd00::1]"],
)  # fmt: skip
async def test_no_form_of_a_private_address_gets_through(server, open_client, host):
    server.on("/a", page())
    client = await open_client(Guard())

    outcome = await client.fetcher.fetch(FetchRequest(raw_url(host, server.port)))

    assert isinstance(outcome, Refused)
    assert outcome.reason is Refusal.PRIVATE_ADDRESS
    assert "--allow-private opens it" in outcome.rule
    assert server.connections == 0


async def test_the_rule_names_the_address(server, open_client):
    client = await open_client(Guard())

    outcome = await client.get(server.url("/a"))

    assert outcome == Refused(
        Refusal.PRIVATE_ADDRESS,
        "guard: 127.0.0.1 is not a public address; --allow-private opens it",
    )


async def test_an_override_does_not_get_round_the_guard(server, open_client):
    client = await open_client(Guard(), resolve=[f"*.example=127.0.0.1:{server.port}"])

    outcome = await client.get("http://www.example/")

    assert isinstance(outcome, Refused)
    assert server.connections == 0


class ForgetfulGuard(Guard):
    """Lets the first look pass, as if the address had changed since: rebinding."""

    looks = 0

    def refusal(self, address, port):
        self.looks += 1
        return None if self.looks == 1 else super().refusal(address, port)


async def test_the_address_connected_to_is_judged_and_not_only_the_one_looked_up(
    server, open_client
):
    guard = ForgetfulGuard()
    client = await open_client(guard)

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Refused)
    assert outcome.reason is Refusal.PRIVATE_ADDRESS
    assert guard.looks == 2
    assert server.connections == 0


async def test_our_own_server_is_refused_even_when_private_addresses_are_open(server, open_client):
    client = await open_client(
        Guard(allow_private=True, own_servers=lambda: [("127.0.0.1", server.port)])
    )

    outcomes = [
        await client.get(server.url("/a")),
        await client.get(server.url("/a", host="localhost")),
        await client.get(server.url("/a", host="0.0.0.0")),
    ]

    assert all(isinstance(outcome, Refused) for outcome in outcomes)
    assert server.connections == 0


async def test_public_addresses_of_a_name_are_used_and_private_ones_left(server, open_client):
    class OnlyOneIsPublic(Guard):
        def refusal(self, address, port):
            return None if address == "127.0.0.1" else super().refusal(address, port)

    client = await open_client(OnlyOneIsPublic())
    client.resolver.set("mixed.test", "10.0.0.1", "127.0.0.1")
    server.on("/a", page())

    outcome = await client.get(server.url("/a", host="mixed.test"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.address == "127.0.0.1"


async def test_an_override_names_the_port_too(server, open_client):
    server.on("/x", page(b"found"))
    client = await open_client(resolve=[f"*.example=127.0.0.1:{server.port}"])

    outcome = await client.get("http://www.shop.example/x")

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.read() == b"found"
    assert server.asked[0].headers["host"] == "www.shop.example"


async def test_what_was_pinned_for_one_host_does_not_hold_for_the_next(server, open_client):
    server.on("/x", page(b"found"))
    client = await open_client(resolve=[f"*.example=127.0.0.1:{server.port}"])
    pinned = await client.get("http://www.example/x")

    outcomes = [await client.get(f"http://{host}/x") for host in ("127.0.0.3:9", "[::1]:9")]

    assert isinstance(pinned, Fetched)
    assert [getattr(outcome, "reason", outcome) for outcome in outcomes] == [Failure.CONNECT] * 2
    assert [asked.headers["host"] for asked in server.asked] == ["www.example"]


async def test_nothing_stays_pinned_when_a_proxy_looks_up_the_name(server, open_client):
    server.on("/x", page(b"found"))
    proxy = f"http://127.0.0.1:{server.port}"
    client = await open_client(
        resolve=["*.example=127.0.0.3:9"], proxies={"urls": [proxy], "rest_seconds": 0}
    )

    await client.get("http://www.example/x")
    await client.get("http://one.test/x")

    assert [asked.line for asked in server.asked] == [
        "CONNECT 127.0.0.3:9 HTTP/1.1",
        "GET http://one.test/x HTTP/1.1",
    ]


async def test_libcurl_never_asks_for_a_name_itself(server, open_client):
    server.on("/a", page(b"found"))
    client = await open_client()
    client.resolver.set("localhost", "127.0.0.1")
    client.resolver.set("no-such-name.invalid", "127.0.0.1")

    outcome = await client.get(server.url("/a", host="no-such-name.invalid"))

    assert isinstance(outcome, Fetched)
    assert client.resolver.asked == ["no-such-name.invalid"]


async def test_another_scheme_is_refused(client):
    outcome = await client.get("gopher://one.test/")

    assert isinstance(outcome, Refused)
    assert outcome.reason is Refusal.SCHEME
