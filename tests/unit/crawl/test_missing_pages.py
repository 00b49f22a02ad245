"""Soft 404s by comparison: a host that repeats itself is asked for what cannot be."""

from collections.abc import Mapping

import msgspec
from tests.unit.crawl.bench import Bench

from bowerbird.model.outcomes import Fetched, FetchOutcome, Refusal, Refused
from bowerbird.model.ports import FetchRequest
from bowerbird.model.record import Record
from bowerbird.model.storage import Family
from bowerbird.testing.fetcher import Answer, FakeFetcher, a_page, a_redirect
from bowerbird.testing.memory_store import MemoryStore

ZOO = "http://zoo.test/"
OOPS = "<title>Hoppla</title><p>Da ist leider etwas schief gegangen, bitte geh zum Eingang."
GONE = [f"{ZOO}gone/{number}" for number in range(8)]
NAMES = "".join(f'<a href="{url}">x</a>' for url in (*GONE, f"{ZOO}tapir"))
TRUE = {
    ZOO: f"<title>Zoo</title><p>Animals of all kinds.{NAMES}",
    f"{ZOO}tapir": "<title>Tapir</title><p>A tapir is an animal that likes to swim.",
}


class Host(FakeFetcher):
    """Says something else than 404 where nothing is."""

    def __init__(self, elsewhere: Answer, pages: Mapping[str, str] | None = None) -> None:
        pages = TRUE if pages is None else pages
        super().__init__({url: Fetched(a_page(url, html)) for url, html in pages.items()})
        self._elsewhere = elsewhere

    async def fetch(self, request: FetchRequest) -> FetchOutcome:
        if request.url.href not in self._answers:
            self.answer(request.url.href, self._elsewhere)
        return await super().fetch(request)

    @property
    def probes(self) -> list[str]:
        return [url for url in self.asked if "no-such-page" in url]


def oops(request: FetchRequest) -> FetchOutcome:
    return Fetched(a_page(request.url, OOPS))


def not_found(request: FetchRequest) -> FetchOutcome:
    there = request.url.href in GONE
    return Fetched(a_page(request.url, OOPS, status=200 if there else 404))


async def crawled(host: Host, store: MemoryStore | None = None) -> Bench:
    bench = Bench(host, store=store).seed(ZOO)
    await bench.visit_all()
    return bench


def fates(bench: Bench) -> set[tuple[str, bool]]:
    rows = [bench.row(url) for url in GONE]
    return {(row.reason, row.relevant) for row in rows}


async def test_what_a_host_says_to_everything_is_no_page():
    host = Host(oops)

    bench = await crawled(host)

    assert len(host.probes) == 1
    assert fates(bench) == {("soft-404", False)}
    assert bench.row(GONE[0]).rule == f"the same as {host.probes[0]}, where nothing can be"
    assert [bench.row(url).relevant for url in TRUE] == [True, True]
    assert bench.tally.relevant == 2
    records = _records(bench)
    assert {records[url].fields["soft_404"] for url in GONE} == {True}
    assert {records[url].fields["soft_404"] for url in TRUE} == {False}


async def test_a_probe_is_no_page():
    host = Host(oops)

    bench = await crawled(host)

    (probe,) = host.probes
    assert (bench.row(probe).reason, bench.row(probe).page) == ("probe", None)
    assert bench.tally.pages == len(TRUE) + len(GONE)
    assert probe not in _records(bench)


async def test_a_host_that_says_404_repeats_itself_for_other_reasons():
    host = Host(not_found)

    bench = await crawled(host)

    assert len(host.probes) == 1
    assert fates(bench) == {("", True)}
    assert "http-error" not in bench.tally.failed


async def test_a_host_that_leads_home_instead_is_taken_at_its_word():
    host = Host(lambda request: oops(request) if request.url.href in GONE else _home(request))

    bench = await crawled(host)

    assert len(host.probes) == 1
    assert fates(bench) == {("", True)}
    assert bench.row(ZOO).relevant


def _home(request: FetchRequest) -> FetchOutcome:
    return a_redirect(request.url.href, ZOO)


async def test_a_host_that_does_not_repeat_itself_is_not_asked():
    pages = TRUE | {url: f"<title>{url}</title><p>All about {url}" for url in GONE}
    host = Host(oops, pages)

    await crawled(host)

    assert host.probes == []


async def test_one_page_under_many_queries_is_no_reason_to_ask():
    names = "".join(f'<a href="/list?ref={number}">x</a>' for number in range(9))
    host = Host(oops, {ZOO: f"<title>Zoo</title><p>Animals.{names}"})

    bench = await crawled(host)

    assert host.probes == []
    assert bench.tally.duplicates == 8


async def test_several_pages_with_a_copy_each_are_no_reason_to_ask():
    pairs = {f"{ZOO}{kind}/{number}": number for kind in "ab" for number in range(6)}
    names = "".join(f'<a href="{url}">x</a>' for url in pairs)
    pages = {url: f"<title>{n}</title><p>The number {n}." for url, n in pairs.items()}
    host = Host(oops, {ZOO: f"<title>Zoo</title><p>Animals.{names}", **pages})

    bench = await crawled(host)

    assert host.probes == []
    assert bench.tally.duplicates == 6


async def test_robots_txt_is_asked_before_a_probe_as_before_any_page():
    host = Host(oops)
    bench = Bench(host).seed(ZOO)
    probe = await _probe_of(Host(oops))
    bench.gate.answers[probe] = Refused(Refusal.ROBOTS, "robots.txt line 2: Disallow: /")

    await bench.visit_all()

    assert host.probes == []
    assert fates(bench) == {("", True)}


async def _probe_of(host: Host) -> str:
    await crawled(host)
    return host.probes[0]


async def test_a_resumed_run_knows_what_was_learnt():
    first = await crawled(Host(oops))
    more = f"{ZOO}more"
    names = f'<title>More</title><p>There are more.<a href="{ZOO}gone/99">x</a>'
    host = Host(oops, {more: names})

    again = Bench(host, store=first.store, kept=first.kept).seed(more)
    await again.visit_all()

    assert host.probes == []
    assert again.row(f"{ZOO}gone/99").reason == "soft-404"
    assert again.row(more).relevant


def _records(bench: Bench) -> dict[str, Record]:
    log = bench.store.scan(Family.RECORDS, b"s", b"t")
    records = [msgspec.msgpack.decode(data, type=Record) for _, data in log]
    return {record.url: record for record in records}
