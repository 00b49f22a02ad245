"""Templates in a crawl: exactly one record for each true item, whatever the order of the pages."""

import random
from pathlib import Path
from typing import Any

import pytest
from tests.integration.crawl.crawling import Crawled, crawl, small_web

from bowerbird.model.outcomes import Refusal
from bowerbird.parse.html import needs_worker
from bowerbird.testing.serving import ServedWeb

BOLD = {"name": "name", "selector": "b", "required": True}
PRICE = {"name": "price", "selector": "i", "type": "number"}
ITEMS = {"applies_to": ["path like /list*"], "record": "li", "fields": [BOLD, PRICE]}
NAME = {"name": "name", "selector": "a", "required": True}
MAKER = {"name": "maker", "selector": "p.maker", "page": "detail"}
JOINED = {**ITEMS, "detail": "a", "fields": [NAME, MAKER]}
WORDS = "Words that every page of this site has in common with all others of it. " * 10


def a_list(*items: str, more: str = "") -> str:
    return f"<title>List</title><main><p>{WORDS}</p><ul>{''.join(items)}</ul>{more}</main>"


def item(name: str, price: str = "1") -> str:
    return f"<li><b>{name}</b> <i>{price}</i></li>"


def link(path: str, name: str = "") -> str:
    return f'<li><a href="{path}">{name or path}</a></li>'


def detail(maker: str) -> str:
    return f"<title>{maker}</title><p>{WORDS}</p><p class=maker>{maker}</p>"


def living(crawled: Crawled) -> list[dict[str, Any]]:
    """The records of templates that are not gone."""
    records = [each for each in crawled.records if each.kind not in ("page", "") and not each.gone]
    assert len({each.key for each in records}) == len(records)
    return sorted((dict(each.fields) for each in records), key=lambda fields: fields["name"])


def gone(crawled: Crawled) -> int:
    return sum(each.gone for each in crawled.records)


async def crawl_with(
    folder: Path, web: ServedWeb, seed: str, number: int = 1, **templates: Any
) -> Crawled:
    return await crawl(folder, web, seed, number=number, templates=templates)


async def test_every_item_becomes_one_record_that_knows_where_it_came_from(tmp_path):
    with small_web({"http://a.test/list": a_list(item("One"), item("Two", "2,5"))}) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list", things=ITEMS)

    assert living(crawled) == [{"name": "One", "price": 1}, {"name": "Two", "price": 2.5}]
    records = [each for each in crawled.records if each.kind == "things"]
    row = crawled.rows["http://a.test/list"]
    assert {each.page for each in records} == {row.page}
    assert [(each.origin.template, each.origin.place) for each in records if each.origin] == [
        ("things", 0),
        ("things", 1),
    ]
    assert crawled.summary.kinds == {"page": 1, "things": 2}


async def test_the_same_item_on_many_pages_is_one_record(tmp_path):
    pages = {
        "http://a.test/list": a_list(item("One"), item("Two"), more='<a href="/list2">more</a>'),
        "http://a.test/list2": a_list(item("Two"), item("Three")),
    }
    with small_web(pages) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list", things=ITEMS)

    assert [each["name"] for each in living(crawled)] == ["One", "Three", "Two"]
    assert crawled.summary.items == 3


async def test_templates_of_one_kind_that_overlap_yield_one_record_for_each_item(tmp_path):
    same = {**ITEMS, "kind": "things", "record": "ul > li"}
    with small_web({"http://a.test/list": a_list(item("One"), item("Two"))}) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list", things=ITEMS, others=same)

    assert [each["name"] for each in living(crawled)] == ["One", "Two"]


async def test_a_page_under_two_addresses_yields_its_items_once(tmp_path):
    links = {"record": "li", "fields": [{"name": "name", "selector": "a", "type": "link"}]}
    pages = {
        "http://a.test/": '<a href="/x/list">x</a><a href="/y/list">y</a>',
        "http://a.test/x/list": a_list(link("one"), link("two")),
        "http://a.test/y/list": a_list(link("one"), link("two")),
    }
    with small_web(pages) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/", things=links)

    assert len(living(crawled)) == 2


async def test_what_a_list_shows_no_more_is_gone_unless_another_page_shows_it(tmp_path):
    start = a_list(item("One"), item("Two"), item("Three"), more='<a href="/list2">more</a>')
    with small_web(
        {"http://a.test/list": start, "http://a.test/list2": a_list(item("Two"))}
    ) as web:
        await crawl_with(tmp_path, web, "http://a.test/list", things=ITEMS)
        web.page("a.test", "/list", a_list(item("One", "9"), more='<a href="/list2">more</a>'))
        crawled = await crawl_with(tmp_path, web, "http://a.test/list", 2, things=ITEMS)

    assert living(crawled) == [{"name": "One", "price": 9}, {"name": "Two", "price": 1}]
    assert gone(crawled) == 2  # Three, and One at its old price
    assert crawled.summary.items_gone == 2


async def test_a_page_that_is_not_there_any_more_takes_its_items_with_it(tmp_path):
    pages = {
        "http://a.test/list": a_list(item("One"), more='<a href="/list2">more</a>'),
        "http://a.test/list2": a_list(item("Two")),
    }
    with small_web(pages) as web:
        await crawl_with(tmp_path, web, "http://a.test/list", things=ITEMS)
        web.page("a.test", "/list2", "gone", status=404)
        crawled = await crawl_with(tmp_path, web, "http://a.test/list", 2, things=ITEMS)

    assert [each["name"] for each in living(crawled)] == ["One"]


async def test_an_unchanged_site_changes_no_record(tmp_path):
    with small_web({"http://a.test/list": a_list(item("One"), item("Two"))}) as web:
        before = await crawl_with(tmp_path, web, "http://a.test/list", things=ITEMS)
        after = await crawl_with(tmp_path, web, "http://a.test/list", 2, things=ITEMS)

    assert [each.seq for each in after.records] == [each.seq for each in before.records]
    assert after.summary.items == 0


async def test_no_more_records_than_wanted(tmp_path):
    many = a_list(*(item(f"Item {n}") for n in range(20)), more='<a href="/list2">more</a>')
    with small_web({"http://a.test/list": many, "http://a.test/list2": many}) as web:
        crawled = await crawl(
            tmp_path, web, "http://a.test/list", templates={"things": ITEMS}, budget__max_records=7
        )

    assert len(living(crawled)) == 7
    assert crawled.reason == "the budget max_records = 7 is spent"


async def test_items_without_a_required_value_are_counted_and_left_out(tmp_path):
    with small_web({"http://a.test/list": a_list(item("One"), item("", "5"))}) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list", things=ITEMS)

    assert [each["name"] for each in living(crawled)] == ["One"]
    assert crawled.summary.items_dropped == 1


async def test_items_of_a_page_that_asks_not_to_be_found_are_marked(tmp_path):
    hidden = '<meta name="robots" content="noindex">' + a_list(item("One"))
    with small_web({"http://a.test/list": hidden}) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list", things=ITEMS)

    assert living(crawled) == [{"name": "One", "price": 1, "noindex": True}]


# ---- detail pages --------------------------------------------------------------------------------


async def test_fields_of_a_detail_page_join_the_item_that_links_there(tmp_path):
    pages = {
        "http://a.test/list": a_list(link("/one"), link("/two")),
        "http://a.test/one": detail("Acme"),
        "http://a.test/two": detail("Bolt"),
    }
    with small_web(pages) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list", things=JOINED)

    assert living(crawled) == [{"name": "/one", "maker": "Acme"}, {"name": "/two", "maker": "Bolt"}]
    assert crawled.summary.items == 2
    urls = {each.url for each in crawled.records if each.kind == "things"}
    assert urls == {"http://a.test/one", "http://a.test/two"}


async def test_a_detail_page_read_before_its_list_joins_as_well(tmp_path):
    pages = {
        "http://a.test/": '<a href="/one">one</a>',
        "http://a.test/one": detail("Acme") + '<a href="/between">on</a>',
        "http://a.test/between": '<a href="/list">list</a>',
        "http://a.test/list": a_list(link("/one")),
    }
    with small_web(pages) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/", things=JOINED)

    assert living(crawled) == [{"name": "/one", "maker": "Acme"}]


@pytest.mark.parametrize("first", ["/list", "/moved", "/one"])
async def test_a_detail_page_behind_a_redirect_joins_in_any_order(tmp_path, first):
    order = [first, *({"/list", "/moved", "/one"} - {first})]
    chain = {
        f"http://a.test/step{n}": f'<a href="{path}">x</a><a href="/step{n + 1}">next</a>'
        for n, path in enumerate(order)
    }
    pages = chain | {
        "http://a.test/step3": "the end",
        "http://a.test/list": a_list(link("/moved")),
        "http://a.test/one": detail("Acme"),
    }
    with small_web(pages) as web:
        web.redirect("/moved", "/one", host="a.test")
        crawled = await crawl_with(tmp_path, web, "http://a.test/step0", things=JOINED)

    assert living(crawled) == [{"name": "/moved", "maker": "Acme"}]


async def test_an_item_whose_detail_page_lacks_a_required_value_is_no_record(tmp_path):
    strict = {**JOINED, "fields": [NAME, {**MAKER, "required": True}]}
    pages = {
        "http://a.test/list": a_list(link("/one"), link("/two"), link("/nowhere")),
        "http://a.test/one": detail("Acme"),
        "http://a.test/two": "<p>nothing here</p>",
    }
    with small_web(pages) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list", things=strict)

    assert living(crawled) == [{"name": "/one", "maker": "Acme"}]
    assert crawled.summary.items == 1


async def test_the_order_in_which_pages_are_read_makes_no_difference(tmp_path):
    names = [f"/item{n}" for n in range(12)]
    lists = [names[0:6], names[4:10], names[8:12]]
    pages = {f"http://a.test/list{n}": a_list(*map(link, part)) for n, part in enumerate(lists)}
    pages |= {f"http://a.test{name}": detail(f"Maker of {name}") for name in names}
    paths = [url.removeprefix("http://a.test") for url in pages]
    outcomes = []
    for seed in range(3):
        random.Random(seed).shuffle(paths)
        home = "".join(f'<p><a href="{path}">{path}</a></p>' for path in paths)
        with small_web(pages | {"http://a.test/": home}) as web:
            crawled = await crawl_with(tmp_path / str(seed), web, "http://a.test/", things=JOINED)
        outcomes.append(crawled.contents())

    assert {key: each for key, each in outcomes[0].items() if each[0] == "things"}
    things = [{k: v for k, v in each.items() if v[0] == "things"} for each in outcomes]
    assert len(things[0]) == 12
    assert things[0] == things[1] == things[2]


# ---- pagination ----------------------------------------------------------------------------------


async def test_only_links_of_the_pagination_scope_and_to_details_are_followed(tmp_path):
    template = {**JOINED, "pagination": "nav.pages"}
    pages = {
        "http://a.test/list": a_list(
            link("/one"), more='<nav class=pages><a href="/list2">2</a></nav><a href="/ad">ad</a>'
        ),
        "http://a.test/list2": a_list(link("/two"), more='<a href="/ad">ad</a>'),
        "http://a.test/one": detail("Acme") + '<a href="/elsewhere">similar</a>',
        "http://a.test/two": detail("Bolt"),
        "http://a.test/ad": "an advertisement",
        "http://a.test/elsewhere": "something else",
    }
    with small_web(pages) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list", things=template)

    assert {url.rpartition("/")[2] for url in crawled.read} == {"list", "list2", "one", "two"}
    for left_out in ("http://a.test/ad", "http://a.test/elsewhere"):
        assert crawled.rows[left_out].reason == Refusal.PAGINATION


async def test_lists_whose_text_is_all_the_same_are_told_apart_by_their_items(tmp_path):
    def shown(name: str, following: str) -> str:
        return a_list(f'<li><b title="{name}"></b></li>', more=f'<a href="{following}">next</a>')

    template = {"record": "li", "fields": [{"name": "name", "selector": "b", "attribute": "title"}]}
    pages = {f"http://a.test/list{n}": shown(f"N{n}", f"/list{n + 1}") for n in range(5)}
    with small_web(pages) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list0", things=template)

    assert [each["name"] for each in living(crawled)] == ["N0", "N1", "N2", "N3", "N4"]


# ---- hostile and large pages ---------------------------------------------------------------------


async def test_a_page_that_only_the_worker_may_read_yields_its_items_as_well(tmp_path):
    large = a_list(item("One"), item("Two"), more="<br>" * 12_000)
    with small_web({"http://a.test/list": large}) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list", things=ITEMS)

    assert needs_worker(large.encode())
    assert [each["name"] for each in living(crawled)] == ["One", "Two"]


# ---- what a person should know -------------------------------------------------------------------


async def test_a_template_that_finds_nothing_any_more_is_told(tmp_path):
    pages = {
        f"http://a.test/list{n}": a_list(f"<p>Entry {n}</p>", more=f'<a href="/list{n + 1}">on</a>')
        for n in range(6)
    }
    with small_web(pages) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list0", things=ITEMS)

    assert "things found nothing on the last" in crawled.sentences["template-silent"]
    assert "template-unused" not in crawled.sentences


async def test_a_field_that_finds_nothing_any_more_is_told_with_what_repairs_it(tmp_path):
    bare = [
        a_list(f"<li><b>Name {n}</b></li>", more=f'<a href="/list{n + 1}">on</a>') for n in range(6)
    ]
    pages = {f"http://a.test/list{n}": page for n, page in enumerate(bare)}
    optional = {**PRICE, "name": "discount", "default": 0}
    template = {**ITEMS, "fields": [BOLD, PRICE, optional]}
    with small_web(pages) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list0", things=template)

    sentence = crawled.sentences["field-lost"]
    assert "field price of the template things found too little on the last" in sentence
    assert "fields repair" in sentence
    assert "template-silent" not in crawled.sentences


async def test_a_field_that_finds_some_again_is_not_lost(tmp_path):
    pages = {
        f"http://a.test/list{n}": a_list(
            item(f"Name {n}", "7" if n == 4 else ""), more=f'<a href="/list{n + 1}">on</a>'
        )
        for n in range(8)
    }
    with small_web(pages) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list0", things=ITEMS)

    assert len(living(crawled)) == 8
    assert "field-lost" not in crawled.sentences


async def test_a_template_that_is_for_no_page_is_told_at_the_end(tmp_path):
    elsewhere = {**ITEMS, "applies_to": ["path like /lists/*"]}
    with small_web({"http://a.test/list": a_list(item("One"))}) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list", things=elsewhere)

    assert "its rules fit no URL" in crawled.sentences["template-unused"]


async def test_the_name_that_formulas_use_is_a_field_as_well(tmp_path):
    price = {"name": "Price in euros", "selector": "i", "type": "number", "variable": "price"}
    named = {**ITEMS, "fields": [BOLD, price]}
    with small_web({"http://a.test/list": a_list(item("One", "7"))}) as web:
        crawled = await crawl_with(tmp_path, web, "http://a.test/list", things=named)

    assert living(crawled) == [{"name": "One", "Price in euros": 7, "price": 7}]
