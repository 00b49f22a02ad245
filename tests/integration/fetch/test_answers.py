"""Every kind of answer has its outcome."""

import asyncio

import pytest
from tests.integration.fetch.raw_server import chunked, page

from bowerbird.model.outcomes import Failed, Failure, Fetched, NotModified, Redirected


async def test_a_page_carries_everything_the_crawl_needs(server, client):
    server.on("/a", page(b"<html>hello</html>", "Server: raw", 'ETag: "x"'))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Fetched)
    got = outcome.page
    assert got.status == 200
    assert got.body.read() == b"<html>hello</html>"
    assert got.media_type == "text/html"
    assert got.headers.get("etag") == '"x"'
    assert got.raw_head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert got.raw_head.endswith(b"\r\n\r\n")
    assert got.address == "127.0.0.1"
    assert got.wire_bytes == 18
    assert not got.truncated
    assert 0 < got.timing.first_byte <= got.timing.total < 1


async def test_we_say_who_we_are_and_what_we_read(server, client):
    server.on("/a", page())

    await client.get(server.url("/a", host="one.test"))

    headers = server.asked[0].headers
    assert headers["user-agent"].startswith("Bowerbird/")
    assert headers["accept-encoding"] == "gzip, deflate, br, zstd"
    assert headers["host"] == f"one.test:{server.port}"
    assert "referer" not in headers
    assert "cookie" not in headers


async def test_a_url_is_asked_for_exactly_as_given(server, client):
    path = "/a/../b/./c//d;x=1?q=%7e&r=a|b&s=[1]{2}"
    server.on(path, page())

    outcome = await client.get(server.url(path))

    assert isinstance(outcome, Fetched)
    assert server.asked[0].path == path


async def test_a_referrer_is_sent_only_if_given(server, client):
    server.on("/a", page())

    await client.get(server.url("/a"), referrer="http://from.test/x")
    await client.get(server.url("/a"))
    await client.get(server.url("/a"), referrer="https://secret.test/x")

    assert [asked.headers.get("referer") for asked in server.asked] == [
        "http://from.test/x", None, None,
    ]  # fmt: skip


@pytest.mark.parametrize("status", [300, 301, 302, 303, 307, 308])
async def test_a_redirect_is_handed_back_and_not_followed(server, client, status):
    server.on("/a", page(b"moved", "Location: /b?x=\u00e9", status=f"{status} Moved"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Redirected)
    assert (outcome.to, outcome.status) == ("/b?x=\u00e9", status)
    assert outcome.page.body.read() == b"moved"
    assert len(server.asked) == 1


async def test_a_redirect_to_cloud_metadata_comes_back_as_an_outcome(server, client):
    to = "http://169.254.169.254/latest/meta-data/"
    server.on("/a", page(b"", f"Location: {to}", status="302 Found"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Redirected)
    assert outcome.to == to


@pytest.mark.parametrize("location", ["", "Location:"])
async def test_a_redirect_without_a_target_leads_nowhere(server, client, location):
    server.on("/a", page(b"", *filter(None, [location]), status="301 Moved"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert (outcome.reason, outcome.status) == (Failure.REDIRECT_NOWHERE, 301)


async def test_a_redirect_counts_even_if_its_body_is_broken(server, client):
    server.on(
        "/a",
        page(b"not gzip", "Location: /b", "Content-Encoding: gzip", "Connection: close",
             status="302 Found", length=500),
    )  # fmt: skip

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Redirected)
    assert outcome.page.truncated


async def test_a_huge_body_of_a_redirect_is_cut(server, client):
    server.on("/a", page(b"x" * 300_000, "Location: /b", status="302 Found"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Redirected)
    assert outcome.page.body.size <= 65536
    assert outcome.page.truncated


async def test_a_conditional_request_brings_not_modified(server, client):
    server.on("/a", page(b"", status="304 Not Modified"))

    outcome = await client.get(
        server.url("/a"), etag='"v1"', last_modified="Wed, 01 Jan 2025 00:00:00 GMT"
    )
    await client.get(server.url("/a"))

    assert isinstance(outcome, NotModified)
    assert server.asked[0].headers["if-none-match"] == '"v1"'
    assert server.asked[0].headers["if-modified-since"] == "Wed, 01 Jan 2025 00:00:00 GMT"
    assert "if-none-match" not in server.asked[1].headers


async def test_a_validator_cannot_smuggle_a_header_in(server, client):
    server.on("/a", page())

    await client.get(server.url("/a"), etag='"x"\r\nX-Evil: 1')

    assert "x-evil" not in server.asked[0].headers


@pytest.mark.parametrize("status", [403, 404, 410, 418, 500, 502])
async def test_an_error_page_is_a_page_with_its_status(server, client, status):
    server.on("/a", page(b"<html>sorry</html>", status=f"{status} Sorry"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.status == status
    assert outcome.page.body.read() == b"<html>sorry</html>"


@pytest.mark.parametrize(
    ("status", "header"), [(401, "WWW-Authenticate: Basic realm=x"), (407, "X: y")]
)
async def test_a_wanted_login_is_named_and_asked_once(server, client, status, header):
    server.on("/a", page(b"who?", header, status=f"{status} Unauthorized"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert (outcome.reason, outcome.status) == (Failure.AUTHENTICATION, status)
    assert len(server.asked) == 1


async def test_a_rate_limit_tells_how_long_to_wait(server, client):
    server.on("/a", page(b"slow down", "Retry-After: 120", status="429 Too Many"))
    server.on("/b", page(b"", "Retry-After: Fri, 31 Dec 2100 23:59:59 GMT", status="503 Busy"))
    server.on("/c", page(b"", status="503 Busy"))

    a, b, c = [await client.get(server.url(path)) for path in ("/a", "/b", "/c")]

    assert isinstance(a, Failed)
    assert isinstance(b, Failed)
    assert isinstance(c, Failed)
    assert (a.reason, a.status, a.retry_after) == (Failure.RATE_LIMITED, 429, 120.0)
    assert (b.reason, b.status) == (Failure.RATE_LIMITED, 503)
    assert b.retry_after is not None
    assert b.retry_after > 86400
    assert (c.reason, c.retry_after) == (Failure.RATE_LIMITED, None)


async def test_an_unwanted_endless_body_is_not_read_to_its_end(server, client):
    async def endless(_asked, writer):
        writer.write(b"HTTP/1.1 429 Slow\r\nContent-Type: text/html\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"x" * 65536)
            await writer.drain()

    server.on("/a", endless)

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.RATE_LIMITED


async def test_an_empty_page_is_a_page(server, client):
    server.on("/a", page(b""))
    server.on("/b", b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
    server.on("/c", page(b"", "Content-Encoding: gzip"))

    for path in ("/a", "/b", "/c"):
        outcome = await client.get(server.url(path))

        assert isinstance(outcome, Fetched), path
        assert outcome.page.body.size == 0
        assert not outcome.page.truncated


async def test_answers_without_a_body_do_not_spoil_the_next_one(server, client):
    server.on("/204", b"HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello")
    server.on("/304", b"HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nhello")
    server.on("/a", page(b"fine"))

    empty = await client.get(server.url("/204"))
    after_empty = await client.get(server.url("/a"))
    same = await client.get(server.url("/304"), etag='"x"')
    after_same = await client.get(server.url("/a"))

    assert isinstance(empty, Fetched)
    assert (empty.page.status, empty.page.body.size) == (204, 0)
    assert isinstance(same, NotModified)
    for outcome in (after_empty, after_same):
        assert isinstance(outcome, Fetched)
        assert outcome.page.body.read() == b"fine"


async def test_interim_answers_are_passed_over(server, client):
    early = b"HTTP/1.1 103 Early Hints\r\nLink: </s.css>; rel=preload\r\n\r\n"
    server.on("/a", b"HTTP/1.1 100 Continue\r\n\r\n" + early + page(b"real", "X-Real: 1"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.status == 200
    assert outcome.page.body.read() == b"real"
    assert outcome.page.headers.get("link") == ""
    assert outcome.page.raw_head.startswith(b"HTTP/1.1 200")


async def test_only_interim_answers_are_no_answer(server, client):
    server.on("/a", b"HTTP/1.1 100 Continue\r\nConnection: close\r\n\r\n")

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason in (Failure.CLOSED, Failure.BAD_HTTP)


async def test_a_missing_content_type_is_found_out_from_the_bytes(server, client):
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n%PDF-1.4 and so on ..."[:-1]
    server.on("/a", answer)

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.media_type == "application/pdf"


async def test_headers_keep_their_order_their_repeats_and_their_letters(server, client):
    server.on(
        "/a",
        b"HTTP/1.1 200 OK\r\nX-A: one\r\nx-a: two\r\nX-Utf: caf\xc3\xa9\r\nX-Fold: a\r\n b\r\n"
        b"Content-Length: 0\r\n\r\n",
    )
    server.on("/b", b"HTTP/1.1 200 OK\r\nX-Latin: caf\xe9\r\nContent-Length: 0\r\n\r\n")

    utf8 = await client.get(server.url("/a"))
    latin = await client.get(server.url("/b"))

    assert isinstance(utf8, Fetched)
    assert isinstance(latin, Fetched)
    assert utf8.page.headers.all("x-a") == ["one", "two"]
    assert utf8.page.headers.get("x-utf") == "caf\u00e9"
    assert utf8.page.headers.get("x-fold") == "a b"
    assert latin.page.headers.get("x-latin") == "caf\u00e9"


async def test_chunks_and_trailers_are_read(server, client):
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    body = chunked(b"hel", b"lo")[:-2] + b"X-Trailer: late\r\n\r\n"
    server.on("/a", head + body)

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.read() == b"hello"
    assert outcome.page.headers.get("x-trailer") == ""


async def test_many_requests_at_once_each_get_their_own_answer(server, client):
    for number in range(60):
        server.on(f"/{number}", page(b"%d" % number * 1000))

    outcomes = await asyncio.gather(*[client.get(server.url(f"/{n}")) for n in range(60)])

    for number, outcome in enumerate(outcomes):
        assert isinstance(outcome, Fetched)
        assert outcome.page.body.read() == b"%d" % number * 1000
