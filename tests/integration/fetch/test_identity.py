"""Cookies and logins: sent where they belong, and nowhere else."""

import base64

import pytest
from tests.integration.fetch.raw_server import page

from bowerbird.model.outcomes import Failed, Failure, Fetched


@pytest.fixture(autouse=True)
def site_password(monkeypatch):
    monkeypatch.setenv("SECRET", "geheim")


async def test_a_cookie_comes_back_to_its_host_and_to_no_other(server, client):
    server.on("/set", page(b"", "Set-Cookie: id=1; Path=/"))
    server.on("/a", page())

    await client.get(server.url("/set", host="shop.one.test"))
    for host in ("shop.one.test", "one.test", "other.test", "evilshop.one.test"):
        await client.get(server.url("/a", host=host))

    assert [asked.headers.get("cookie") for asked in server.asked[1:]] == ["id=1", None, None, None]


async def test_a_cookie_is_set_even_by_a_redirect_or_a_refusal(server, client):
    server.on("/redirect", page(b"", "Set-Cookie: a=1; Path=/", "Location: /", status="302 Go"))
    server.on("/login", page(b"", "Set-Cookie: b=2; Path=/", status="401 Who"))
    server.on("/a", page())

    for path in ("/redirect", "/login", "/a"):
        await client.get(server.url(path))

    assert server.asked[-1].headers["cookie"] == "a=1; b=2"


async def test_cookies_can_be_switched_off(server, open_client):
    client = await open_client(cookies=False)
    server.on("/a", page(b"", "Set-Cookie: id=1; Path=/"))

    await client.get(server.url("/a"))
    await client.get(server.url("/a"))

    assert "cookie" not in server.asked[1].headers


async def test_every_run_has_a_jar_of_its_own(server, open_client):
    server.on("/a", page(b"", "Set-Cookie: id=1; Path=/"))

    await (await open_client()).get(server.url("/a"))
    await (await open_client()).get(server.url("/a"))

    assert "cookie" not in server.asked[1].headers


async def test_a_login_goes_to_its_origin_alone(server, open_client):
    login = {
        "origin": server.url("", host="one.test"),
        "user": "me",
        "password": "${SECRET}",
    }
    client = await open_client(logins=[login])
    server.on("/a", page())

    await client.get(server.url("/a", host="one.test"))
    await client.get(server.url("/a", host="two.test"))
    await client.get(server.url("/a", host="one.test"))

    sent = [asked.headers.get("authorization") for asked in server.asked]
    expected = "Basic " + base64.b64encode(b"me:geheim").decode()
    assert sent == [expected, None, expected]


async def test_a_wrong_login_is_not_tried_in_a_loop_nor_told(server, open_client):
    login = {
        "origin": server.url("", host="one.test"),
        "user": "me",
        "password": "${SECRET}",
    }
    client = await open_client(logins=[login])
    server.on("/a", page(b"", "WWW-Authenticate: Basic realm=x", status="401 No"))

    outcome = await client.get(server.url("/a", host="one.test"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.AUTHENTICATION
    assert len(server.asked) == 1
    assert "geheim" not in repr(outcome) + repr(client.fetcher._options)


async def test_a_digest_login_answers_the_challenge(server, open_client):
    login = {
        "origin": server.url("", host="one.test"), "user": "me", "password": "${SECRET}",
        "method": "digest",
    }  # fmt: skip
    client = await open_client(logins=[login])

    async def challenge(asked, writer):
        if asked.headers.get("authorization", "").startswith('Digest username="me"'):
            writer.write(page(b"welcome"))
        else:
            ask = 'WWW-Authenticate: Digest realm="x", nonce="n", qop="auth"'
            writer.write(page(b"who?", ask, status="401 Who"))

    server.on("/a", challenge)

    outcome = await client.get(server.url("/a", host="one.test"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.read() == b"welcome"
