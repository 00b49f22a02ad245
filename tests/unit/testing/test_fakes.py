from collections.abc import Iterator

import pytest

from bowerbird.model.outcomes import Failed, Failure, Fetched, FetchOutcome, Redirected
from bowerbird.model.ports import Clock, Fetcher, FetchRequest, Resolver
from bowerbird.testing.clock import FakeClock
from bowerbird.testing.fetcher import FakeFetcher, MemoryBody, a_page, a_redirect, a_url
from bowerbird.testing.resolver import FakeResolver


def test_a_fake_clock_moves_only_when_told():
    clock: Clock = FakeClock(now=100.0, ticks=5.0)
    assert isinstance(clock, FakeClock)

    clock.advance(2.5)

    assert (clock.now(), clock.ticks()) == (102.5, 7.5)


def test_a_fake_clock_advances_to_a_moment_and_never_back():
    clock = FakeClock(ticks=5.0)

    clock.advance_to(9.0)
    clock.advance_to(3.0)

    assert clock.ticks() == 9.0
    with pytest.raises(ValueError, match="cannot go back"):
        clock.advance(-1)


async def test_a_fake_fetcher_answers_by_url_and_records_the_questions():
    page = a_page("http://a.test/", "<title>Nest</title>")
    fetcher = FakeFetcher({"http://a.test/": Fetched(page)})
    port: Fetcher = fetcher

    outcome = await port.fetch(FetchRequest(a_url("http://a.test/")))

    assert outcome == Fetched(page)
    assert fetcher.asked == ["http://a.test/"]


async def test_a_fake_fetcher_asks_a_callable_anew_each_time():
    outcomes: Iterator[FetchOutcome] = iter(
        [Failed(Failure.CLOSED), a_redirect("http://a.test/", "/b")]
    )
    fetcher = FakeFetcher()
    fetcher.answer("http://a.test/", lambda _: next(outcomes))
    request = FetchRequest(a_url("http://a.test"))

    first, second = await fetcher.fetch(request), await fetcher.fetch(request)

    assert first == Failed(Failure.CLOSED)
    assert isinstance(second, Redirected)
    assert second.page.headers.get("location") == "/b"


async def test_a_fake_fetcher_answers_404_for_what_it_does_not_know():
    outcome = await FakeFetcher().fetch(FetchRequest(a_url("http://a.test/x")))

    assert isinstance(outcome, Fetched)
    assert outcome.page.status == 404


def test_a_page_says_what_it_is_and_gives_its_body_back():
    with a_page("http://a.test:81/x#y", "é") as page:
        assert page.url.href == "http://a.test:81/x"
        assert (page.url.host, page.url.origin) == ("a.test", "http://a.test:81")
        assert page.body.open().read() == page.body.read() == "é".encode()
        assert page.body.size == 2
        assert page.headers.get("content-type") == "text/html; charset=utf-8"
        assert page.raw_head.endswith(b"\r\n\r\n")

    assert isinstance(page.body, MemoryBody)
    assert page.body.closed


def test_a_url_must_be_absolute():
    with pytest.raises(ValueError, match="not an absolute URL"):
        a_url("/path")


async def test_a_fake_resolver_knows_only_its_table():
    resolver = FakeResolver({"a.test": "192.0.2.1", "*.wild.test": ["192.0.2.2", "192.0.2.3"]})
    port: Resolver = resolver

    assert await port.resolve("a.test") == ("192.0.2.1",)
    assert await port.resolve("b.wild.test") == ("192.0.2.2", "192.0.2.3")
    with pytest.raises(OSError, match="no address for b"):
        await port.resolve("b.test")
    assert resolver.asked == ["a.test", "b.wild.test", "b.test"]


async def test_a_fake_resolver_can_lose_a_name():
    resolver = FakeResolver({"a.test": "192.0.2.1"})

    resolver.set("a.test")

    with pytest.raises(OSError, match="no address"):
        await resolver.resolve("a.test")
