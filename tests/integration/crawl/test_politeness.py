"""Politeness as the servers see it: their own log is the judge."""

import json
import signal
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from tests.integration.crawl.crawling import crawl, page, small_web, times_asked

from bowerbird.model.outcomes import Refusal
from bowerbird.model.pagerow import PageState
from bowerbird.testing.serving import Answer, Asked, Request, ServedWeb, serve
from bowerbird.testing.site import generated_site
from bowerbird.text.similarity import fingerprints

HOSTS, DELAY, PAGES = 50, 0.2, 2_000
SITE = generated_site(hosts=HOSTS, pages=PAGES, words=40)


@contextmanager
def site_of_its_own(log: Path) -> Iterator[ServedWeb]:
    """Served from another process, so that server and crawler do not take each other's time; the
    log is there when the block has ended."""
    sizes = ["--hosts", str(HOSTS), "--pages", str(PAGES), "--words", "40"]
    with subprocess.Popen(
        [sys.executable, "-m", "bowerbird.testing.site", *sizes, "--log", str(log)],
        stdout=subprocess.PIPE,
    ) as server:
        assert server.stdout is not None
        web = ServedWeb(SITE.answer)
        web.port = json.loads(server.stdout.readline())["port"]
        yield web
        server.send_signal(signal.SIGTERM)


@pytest.mark.slow
async def test_fifty_hosts_are_asked_politely_and_none_is_left_waiting(tmp_path):
    log = tmp_path / "requests.jsonl"
    fingerprints("Whatever is compiled with the first text is compiled by now.")
    with site_of_its_own(log) as web:
        crawled = await crawl(
            tmp_path / "project", web, *SITE.doors, scope__stay="any", politeness__delay=DELAY,
            politeness__adapt_to_latency=0.0, speed__concurrency=64,
        )  # fmt: skip

    lines = log.read_bytes().splitlines()
    requests = [msgspec.json.decode(line, type=Request) for line in lines]
    at = defaultdict(list)
    for request in sorted(requests, key=lambda request: request.started):
        at[request.host].append(request)
    assert crawled.read == SITE.urls
    assert len(at) == HOSTS
    assert {request.in_flight for request in requests} == {1}
    closest = min(b.started - a.ended for log in at.values() for a, b in pairwise(log))
    assert closest >= DELAY

    # While every host has something queued: neither the beginning nor the end.
    begin = min(request.started for request in requests) + 1.0
    window = PAGES / HOSTS * DELAY - 3.0
    asked = sum(begin <= request.started < begin + window for request in requests)
    assert 0.9 * HOSTS / DELAY <= asked / window <= HOSTS / DELAY


async def test_a_crawl_delay_in_robots_is_kept(tmp_path):
    pages = {"http://slow.test/": page("Slow", "/a", "/b"), "http://slow.test/a": page("A"),
             "http://slow.test/b": page("B")}  # fmt: skip
    with small_web(pages) as web:
        web.robots("slow.test", "User-agent: *\nCrawl-delay: 0.4\n")

        crawled = await crawl(tmp_path, web, "http://slow.test/", politeness__delay=0.01)

        starts = [
            request.started for request in web.at("slow.test") if "robots" not in request.path
        ]
    assert crawled.read == pages.keys()
    assert min(later - earlier for earlier, later in pairwise(starts)) >= 0.4


async def test_a_host_that_says_429_is_left_alone_as_long_as_it_asks(tmp_path):
    turned_away: list[Asked] = []
    lock = threading.Lock()

    def answer(asked: Asked) -> Answer:
        with lock:
            if asked.host == "busy.test" and asked.target == "/" and len(turned_away) < 2:
                turned_away.append(asked)
                return Answer(429, (("Retry-After", "1"),), b"later")
        if asked.target == "/robots.txt":
            return Answer(404)
        html = page(asked.host, *(f"/{n}" for n in range(5)))
        return Answer(200, (("Content-Type", "text/html"),), html.encode())

    with serve(answer) as web:
        crawled = await crawl(
            tmp_path, web, "http://busy.test/", "http://calm.test/", retry__first_pause=0.0,
            politeness__least_retry_after=0.1,
        )  # fmt: skip

        busy = [request for request in web.at("busy.test") if request.path == "/"]
        calm = web.at("calm.test")
    assert [request.status for request in busy] == [429, 429, 200]
    assert all(b.started - a.ended >= 1.0 for a, b in pairwise(busy))
    # Others did not wait for it.
    assert any(busy[0].ended < request.started < busy[1].started for request in calm)
    assert len(crawled.read) == 12
    assert crawled.summary.retries == 2


async def test_a_redirect_is_checked_against_robots_again(tmp_path):
    pages = {
        "http://zoo.test/": page("Zoo", "/open", "/over"),
        "http://far.test/shut": page("Shut"),
    }
    with small_web(pages) as web:
        web.redirect("/open", to="/private", host="zoo.test")
        web.redirect("/over", to="http://far.test/shut", host="zoo.test")
        web.robots("zoo.test", "User-agent: *\nDisallow: /private\n")
        web.robots("far.test", "User-agent: *\nDisallow: /shut\n")

        crawled = await crawl(tmp_path, web, "http://zoo.test/", scope__stay="any")

        assert "/private" not in web.asked("zoo.test")
        assert web.asked("far.test") == ["/robots.txt"]
    for url, line in (("http://zoo.test/private", "/private"), ("http://far.test/shut", "/shut")):
        row = crawled.rows[url]
        assert (row.state, row.reason) == (PageState.REFUSED, Refusal.ROBOTS)
        assert row.rule == f"robots.txt line 2: Disallow: {line}"


async def test_robots_are_read_once_and_remembered_over_runs(tmp_path):
    pages = {"http://zoo.test/": page("Zoo", "/next"), "http://zoo.test/next": page("Next")}
    with small_web(pages) as web:
        web.robots("zoo.test", "User-agent: *\nDisallow: /private\n")

        first = await crawl(tmp_path, web, "http://zoo.test/")
        await crawl(tmp_path, web, "http://zoo.test/", number=2)

        asked = times_asked(web)
    assert first.read == pages.keys()
    assert asked["http://zoo.test/robots.txt"] == 1
    assert asked["http://zoo.test/"] == 2


async def test_a_site_whose_robots_cannot_be_had_is_not_crawled(tmp_path):
    with small_web({"http://zoo.test/": page("Zoo")}) as web:
        web.robots("zoo.test", "in trouble", status=500)

        crawled = await crawl(
            tmp_path, web, "http://zoo.test/", politeness__robots_patience=2,
            politeness__robots_retry_first=0.1,
        )  # fmt: skip

        assert set(web.asked("zoo.test")) == {"/robots.txt"}
    row = crawled.rows["http://zoo.test/"]
    assert (row.state, row.reason) == (PageState.REFUSED, Refusal.ROBOTS_UNREACHABLE)


async def test_ignoring_robots_asks_for_none(tmp_path):
    with small_web({"http://zoo.test/private": page("Private")}) as web:
        web.robots("zoo.test", "User-agent: *\nDisallow: /\n")

        crawled = await crawl(
            tmp_path, web, "http://zoo.test/private", politeness__obey_robots=False
        )

        assert web.asked("zoo.test") == ["/private"]
    assert crawled.read == {"http://zoo.test/private"}
