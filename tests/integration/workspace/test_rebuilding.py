"""Records made anew from stored pages are what a crawl under the same plan would have made."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.integration.crawl.crawling import crawl, plan_for

from bowerbird.model.errors import UsageError
from bowerbird.model.record import Record
from bowerbird.store.records import Records
from bowerbird.store.shard import open_shard
from bowerbird.testing.little_web import serve_little_web
from bowerbird.workspace.places import shard_folder
from bowerbird.workspace.plan import changed
from bowerbird.workspace.rebuilding import rebuild

START = "http://gearshop.test/"
MICE = {
    "applies_to": ["/mice?page=*"],
    "record": "li.item",
    "detail": "h3 a",
    "fields": [
        {"name": "title", "selector": "h3 a"},
        {"name": "weight", "selector": "//th[.='Weight']/../td", "page": "detail"},
    ],
}


def contents(folder: Path) -> dict[bytes, Any]:
    with open_shard(shard_folder(folder), read_only=True) as store:
        return {each.key: said(each) for each in Records(store).read(0, 10_000) if not each.gone}


def said(record: Record) -> tuple[Any, ...]:
    fields = {k: v for k, v in record.fields.items() if k != "fingerprint"}
    return record.kind, record.url, fields, record.origin


@pytest.fixture
def web():
    with serve_little_web() as web:
        yield web


async def test_what_is_rebuilt_is_what_would_have_been_crawled(tmp_path, web):
    plain, templated = tmp_path / "plain", tmp_path / "templated"
    await crawl(templated, web, START, templates={"mice": MICE})
    await crawl(plain, web, START)
    plan = changed(plan_for(web, START), {"templates": {"mice": MICE}}, "the test")

    told = await in_thread(plan, plain, commit=True)

    assert (told["added"], told["changed"], told["gone"]) == (30, 0, 0)
    assert contents(plain) == contents(templated)


async def test_without_a_word_nothing_becomes_true_and_twice_is_once(tmp_path, web):
    await crawl(tmp_path, web, START)
    before = contents(tmp_path)
    plan = changed(plan_for(web, START), {"templates": {"mice": MICE}}, "the test")

    shown = await in_thread(plan, tmp_path, commit=False)
    assert contents(tmp_path) == before
    done = await in_thread(plan, tmp_path, commit=True)
    again = await in_thread(plan, tmp_path, commit=True)

    assert {k: v for k, v in shown.items() if k != "committed"} == {
        k: v for k, v in done.items() if k != "committed"
    }
    assert (again["added"], again["changed"], again["gone"]) == (0, 0, 0)
    assert not [each for each in tmp_path.iterdir() if each.name.startswith(".rebuild")]


async def test_a_changed_field_changes_records_and_a_template_that_is_gone_takes_them(
    tmp_path, web
):
    await crawl(tmp_path, web, START, templates={"mice": MICE})
    price = {"name": "price", "selector": "span.price", "type": "number"}
    more = {**MICE, "fields": [*MICE["fields"], price]}

    plan = changed(plan_for(web, START), {"templates": {"mice": more}}, "the test")
    told = await in_thread(plan, tmp_path, commit=True)
    without = await in_thread(plan_for(web, START), tmp_path, commit=False)

    assert (told["added"], told["changed"], told["gone"]) == (0, 30, 0)
    assert told["samples"]["changed"][0]["before"] == {"price": None}
    assert (without["added"], without["changed"], without["gone"]) == (0, 0, 30)


async def test_page_records_follow_the_options_of_parsing(tmp_path, web):
    await crawl(tmp_path, web, START)

    plan = plan_for(web, START, parse__text=False)
    told = await in_thread(plan, tmp_path, commit=False)

    assert told["by_kind"]["changed"] == {"page": told["pages"]}
    assert told["samples"]["changed"][0]["after"]["text"] == ""


async def in_thread(plan: Any, folder: Path, *, commit: bool) -> dict[str, Any]:
    """A rebuild has a loop of its own."""
    return await asyncio.to_thread(rebuild, plan, folder, commit=commit)


async def test_where_no_page_is_kept_there_is_nothing_to_rebuild(tmp_path, web):
    await crawl(tmp_path, web, START, store__keep_pages=False)

    with pytest.raises(UsageError, match=r"with store\.keep_pages"):
        await in_thread(plan_for(web, START), tmp_path, commit=False)
