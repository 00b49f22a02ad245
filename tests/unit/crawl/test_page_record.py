"""What a page's record says beyond what every page's does."""

from collections.abc import Iterator

import msgspec
from tests.unit.crawl.bench import Bench

from bowerbird.model.outcomes import Fetched
from bowerbird.model.page import Page
from bowerbird.model.record import Record
from bowerbird.model.storage import Family
from bowerbird.testing.fetcher import FakeFetcher, a_page

ZOO = "http://zoo.test/de/"
FEW = {"variants", "truncated", "damaged_characters"}


async def record_of(page: Page) -> Record:
    """The record of a crawl of this page."""
    bench = Bench(FakeFetcher({ZOO: Fetched(page)})).seed(ZOO)
    await bench.visit_one()
    (record,) = _records(bench)
    return record


def _records(bench: Bench) -> Iterator[Record]:
    for _, data in bench.store.scan(Family.RECORDS, b"s", b"t"):
        yield msgspec.msgpack.decode(data, type=Record)


async def test_variants_of_a_page_are_kept_in_its_one_record():
    html = (
        '<link rel=alternate hreflang=en href="/en/"><link rel=amphtml href="amp">'
        '<link rel=alternate media="print" href="?print"><link rel=alternate href="http://[::1">'
        '<link rel=alternate type="application/rss+xml" href="/feed"><p>Federn.'
    )

    record = await record_of(a_page(ZOO, html))

    assert record.fields["variants"] == [
        "en http://zoo.test/en/",
        "amphtml http://zoo.test/de/amp",
        "print http://zoo.test/de/?print",
    ]


async def test_a_page_that_came_in_part_is_marked_so():
    page = a_page(ZOO, "<p>The first words", status=206)
    page.truncated = True

    assert (await record_of(page)).fields["truncated"] is True


async def test_characters_that_nobody_could_read_are_told():
    record = await record_of(a_page(ZOO, b"<meta charset=utf-8><p>Gr\xf6\xdfe"))

    assert record.fields["damaged_characters"] is True


async def test_a_page_like_any_other_says_none_of_this():
    record = await record_of(a_page(ZOO, "<p>Federn."))

    assert not FEW & record.fields.keys()
