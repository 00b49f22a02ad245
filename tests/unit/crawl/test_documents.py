"""What a crawl makes of documents, and of the links in feeds and sitemaps."""

from collections.abc import Mapping
from typing import Any

from tests.unit.crawl.bench import Bench

from bowerbird.crawl.reading import Reading, Unreadable
from bowerbird.crawl.sitemaps import RobotsSitemaps
from bowerbird.model.candidate import Candidate
from bowerbird.model.outcomes import Failure, Fetched, Refusal
from bowerbird.model.pagerow import PageRow, PageState
from bowerbird.model.ports import Parser
from bowerbird.parse.documents.kinds import DOCUMENT_TYPES
from bowerbird.parse.documents.parser import DocumentParser
from bowerbird.parse.isolate import IsolatedParser
from bowerbird.parse.options import ParseOptions
from bowerbird.testing.fetcher import FakeFetcher, a_page
from bowerbird.testing.little_web.pdf_file import pdf_file
from bowerbird.web.url import parse

ZOO = "http://zoo.test/"
XML, PDF = "application/xml", "application/pdf"


def bench(pages: Mapping[str, tuple[str | bytes, str]], *seeds: str, **options: Any) -> Bench:
    answers = {
        url: Fetched(a_page(url, body, media_type=kind)) for url, (body, kind) in pages.items()
    }
    parser: Parser = DocumentParser(ParseOptions(), "Bowerbird")
    return Bench(FakeFetcher(answers), parser=parser, **options).seed(*seeds)


def sitemap(*urls: str, name: str = "url") -> tuple[str, str]:
    listed = "".join(f"<{name}><loc>{url}</loc></{name}>" for url in urls)
    return f"<{name}s>{listed}</{name}s>".replace("urls>", "urlset>").replace(
        "sitemaps>", "sitemapindex>"
    ), XML


def told(row: PageRow) -> tuple[str, str, int]:
    return str(row.state), row.via, row.depth


async def test_entries_of_a_feed_come_over_the_feed() -> None:
    feed = "<rss><channel><item><link>http://zoo.test/post</link></item></channel></rss>"
    web = bench({ZOO: (feed, "application/rss+xml"), ZOO + "post": ("<r>x</r>", XML)}, ZOO)

    await web.visit_all()

    assert told(web.row(ZOO + "post")) == ("fetched", "feed", 1)


async def test_a_list_of_sitemaps_is_no_step_further_but_its_pages_are() -> None:
    web = bench({
        ZOO + "index.xml": sitemap(ZOO + "map.xml", name="sitemap"),
        ZOO + "map.xml": sitemap(ZOO + "page"), ZOO + "page": ("<r>x</r>", XML),
    }, ZOO + "index.xml")  # fmt: skip

    await web.visit_all()

    assert told(web.row(ZOO + "map.xml")) == ("fetched", "sitemap", 0)
    assert told(web.row(ZOO + "page")) == ("fetched", "sitemap", 1)


async def test_lists_of_lists_without_end_come_to_one() -> None:
    pages = {f"{ZOO}{n}.xml": sitemap(f"{ZOO}{n + 1}.xml", name="sitemap") for n in range(30)}
    web = bench(pages, ZOO + "0.xml")

    await web.visit_all()

    assert web.tally.pages == 11
    assert web.row(ZOO + "11.xml").reason == Refusal.TOO_MANY_HOPS


async def test_a_sitemap_speaks_for_its_own_site_only() -> None:
    own, other = "http://www.zoo.test/page", "http://farm.test/page"
    web = bench({ZOO + "map.xml": sitemap(own, other)}, ZOO + "map.xml")

    await web.visit_one()

    assert web.knows(own)
    assert not web.knows(other)
    assert web.row(other).reason == Refusal.FOREIGN_SITEMAP


async def test_a_url_that_only_a_foreign_sitemap_named_may_still_be_linked() -> None:
    feed = "<rss><channel><item><link>http://farm.test/page</link></item></channel></rss>"
    web = bench({
        ZOO + "map.xml": sitemap("http://farm.test/page"), ZOO: (feed, "application/rss+xml"),
    }, ZOO + "map.xml")  # fmt: skip

    await web.visit_one()
    web.seed(ZOO)
    await web.visit_all()

    assert web.fetcher.asked[-1] == "http://farm.test/page"  # type: ignore[attr-defined]


async def test_a_sitemap_on_another_host_may_speak_for_whoever_names_it_in_robots_txt() -> None:
    there = "http://maps.test/zoo.xml"
    web = bench({there: sitemap(ZOO + "page", "http://farm.test/x"), ZOO: ("<r>x</r>", XML)}, ZOO)
    named = {"http://zoo.test": (there,)}
    sitemaps = RobotsSitemaps(
        lambda origin: named.get(origin, ()), web.crawl.reader.resolver, web.crawl.reader.scope,
        web.ledger,
    )  # fmt: skip

    sitemaps.offer(Candidate(parse(ZOO), depth=2, priority=0.5))
    sitemaps.offer(Candidate(parse(ZOO)))  # once is enough
    await web.visit_all()

    row = web.row(there)
    assert (told(row), row.found_on, row.priority) == (
        ("fetched", "sitemap", 2), "http://zoo.test/robots.txt", 0.5,
    )  # fmt: skip
    assert web.row(ZOO + "page").depth == 3
    assert web.row("http://farm.test/x").reason == Refusal.FOREIGN_SITEMAP


async def test_sitemaps_of_robots_txt_obey_the_scope() -> None:
    web = bench({}, ZOO, scope={"stay": "host"}, seeds=[ZOO])
    sitemaps = RobotsSitemaps(
        lambda _: ("http://maps.test/zoo.xml", "::junk::"), web.crawl.reader.resolver,
        web.crawl.reader.scope, web.ledger,
    )  # fmt: skip

    sitemaps.offer(Candidate(parse(ZOO)))

    assert not web.knows("http://maps.test/zoo.xml")
    assert web.row("http://maps.test/zoo.xml").reason == Refusal.SCOPE


async def test_a_broken_document_is_a_failure_with_its_bytes_kept() -> None:
    web = bench({ZOO + "a.pdf": (b"%PDF-1.7 junk", PDF)}, ZOO + "a.pdf")

    await web.visit_one()

    row = web.row(ZOO + "a.pdf")
    assert (row.state, row.reason, row.status) == (PageState.FAILED, Failure.BROKEN, 200)
    assert row.page is not None
    assert (web.tally.pages, web.tally.errors) == (0, 0)


async def test_what_turns_out_to_be_no_document_is_kept_with_a_remark() -> None:
    web = bench({ZOO + "a.json": ('{"some": "data"}', "application/json")}, ZOO + "a.json")

    await web.visit_one()

    row = web.row(ZOO + "a.json")
    assert (row.state, row.reason) == (PageState.FETCHED, "media-type")


async def test_pdfs_are_pages_like_any_other() -> None:
    body = pdf_file("Of zoos", "A. Tapir", ["Zoos keep tapirs."])
    web = bench({ZOO + "a.pdf": (body, PDF)}, ZOO + "a.pdf")

    await web.visit_one()

    assert web.row(ZOO + "a.pdf").title == "Of zoos"
    assert web.tally.records == 1


async def test_documents_are_read_apart_and_web_pages_here() -> None:
    async with IsolatedParser(ParseOptions(), "Bowerbird") as isolated:
        reading = Reading({}, isolated, apart=DOCUMENT_TYPES)
        paper = a_page(ZOO + "a.pdf", pdf_file("Of zoos", "", ["x"]), media_type=PDF)

        assert reading.is_risky(paper, suspect=False)
        assert not reading.is_risky(a_page(ZOO, "<p>x"), suspect=False)
        assert isinstance(reading.parse_here(a_page(ZOO, b"\0", media_type="x/y")), Unreadable)
