"""Budgets, scope and directives: what a crawl leaves alone, and that it says why."""

from pathlib import Path

import pytest
from tests.integration.crawl.crawling import crawl, page, small_web, times_asked

from bowerbird.model.events import RunState
from bowerbird.model.outcomes import Refusal
from bowerbird.model.pagerow import PageState
from bowerbird.testing.serving import Answer
from bowerbird.testing.site import generated_site, serve_site

SITE = generated_site(hosts=5, pages=120, links=6, words=20)


@pytest.fixture
def site():
    with serve_site(SITE) as web:
        yield web


# ---- budgets -----------------------------------------------------------------------------------


@pytest.mark.parametrize("concurrency", [1, 32])
async def test_the_page_budget_is_kept_to_the_page(tmp_path, site, concurrency):
    crawled = await crawl(
        tmp_path, site, *SITE.doors, scope__stay="any", budget__max_pages=37,
        speed__concurrency=concurrency,
    )  # fmt: skip

    assert len(crawled.read) == 37
    assert (crawled.state, crawled.reason) == (
        RunState.COMPLETED,
        "the budget max_pages = 37 is spent",
    )
    assert sum(times_asked(site)[url] for url in SITE.urls) == 37  # nor was one more asked for


async def test_a_raised_budget_goes_on_where_it_stopped(tmp_path, site):
    await crawl(tmp_path, site, *SITE.seeds, scope__stay="any", budget__max_pages=40)
    crawled = await crawl(tmp_path, site, *SITE.seeds, scope__stay="any")

    assert crawled.read == SITE.urls
    assert max(times_asked(site)[url] for url in SITE.urls) == 1
    assert crawled.summary.pages == 120


async def test_depth_counts_links_from_the_seeds(tmp_path, site):
    crawled = await crawl(tmp_path, site, *SITE.seeds, scope__stay="any", scope__max_depth=1)

    one_link_away = set(SITE.links(0))
    assert crawled.read == {SITE.url(0)} | one_link_away
    too_deep = {url for url, row in crawled.rows.items() if row.reason == Refusal.DEPTH}
    assert too_deep | crawled.read == crawled.rows.keys()
    assert too_deep


async def test_the_record_budget_and_the_byte_budget_end_a_run(tmp_path, site):
    records = await crawl(tmp_path / "a", site, *SITE.doors, budget__max_records=10)
    bytes_ = await crawl(tmp_path / "b", site, *SITE.doors, budget__max_bytes=5_000)

    assert records.reason == "the budget max_records = 10 is spent"
    assert 10 <= len(records.records) < 10 + 5  # visits under way may end
    assert bytes_.reason == "the budget max_bytes = 5000 is spent"
    assert bytes_.summary.bytes < 5_000 + 5 * 3_000


async def test_the_time_budget_ends_a_run(tmp_path, site):
    site.delay("*", 0.05)

    crawled = await crawl(
        tmp_path, site, *SITE.seeds, scope__stay="any", budget__max_seconds=2,
        speed__concurrency=1,
    )  # fmt: skip

    assert crawled.reason == "the budget max_seconds = 2 is spent"
    assert crawled.summary.seconds >= 2
    assert 0 < len(crawled.read) <= crawled.summary.seconds / 0.05 < len(SITE.urls)


async def test_no_host_takes_more_than_its_share(tmp_path, site):
    crawled = await crawl(tmp_path, site, *SITE.doors, scope__stay="any", budget__host_pages=4)

    for host in SITE.hosts:
        assert len([url for url in crawled.read if f"//{host}/" in url]) == 4
    over = [row for row in crawled.rows.values() if row.reason == Refusal.HOST_BUDGET]
    assert {row.rule for row in over} == {"host_pages = 4"}
    assert len(crawled.read) + len(over) == len(crawled.rows)


# ---- scope -------------------------------------------------------------------------------------

CORNERS = {
    "http://www.zoo.test/in/": page(
        "Zoo", "/in/deep", "/out", "http://zoo.test/bare", "http://shop.zoo.test/",
        "http://other.test/", "http://zoo.test:8080/",
    ),
    "http://www.zoo.test/in/deep": page("Deep"),
    "http://www.zoo.test/out": page("Out"),
    "http://zoo.test/bare": page("Bare"),
    "http://shop.zoo.test/": page("Shop"),
    "http://other.test/": page("Other", "http://third.test/"),
    "http://third.test/": page("Third"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("stay", "beyond"),
    [
        ("seeds", {"in/deep"}),
        ("host", {"in/deep", "out", "bare"}),
        ("domain", {"in/deep", "out", "bare", "shop"}),
        ("any", {"in/deep", "out", "bare", "shop", "other", "third"}),
    ],
)
async def test_how_far_links_may_lead(tmp_path, stay, beyond):
    places = {
        "in/deep": "http://www.zoo.test/in/deep", "out": "http://www.zoo.test/out",
        "bare": "http://zoo.test/bare", "shop": "http://shop.zoo.test/",
        "other": "http://other.test/", "third": "http://third.test/",
    }  # fmt: skip
    with small_web(CORNERS) as web:
        crawled = await crawl(
            tmp_path, web, "http://www.zoo.test/in/", scope__stay=stay,
            retry__attempts=1, politeness__robots_patience=1, budget__max_seconds=8,
            scope__exclude=["url like http://zoo.test:8080/*"],
        )  # fmt: skip

    assert crawled.read == {"http://www.zoo.test/in/"} | {places[name] for name in beyond}
    for name in places.keys() - beyond - {"third"}:
        row = crawled.rows[places[name]]
        assert (row.state, row.reason, row.rule) == (
            PageState.REFUSED, Refusal.SCOPE, f"stay = {stay}",
        )  # fmt: skip
        assert row.found_on == "http://www.zoo.test/in/"


async def test_include_and_exclude_are_named_when_they_refuse(tmp_path):
    with small_web(CORNERS) as web:
        crawled = await crawl(
            tmp_path, web, "http://www.zoo.test/in/", scope__stay="any",
            scope__include=["host(*.zoo.test)", "host(zoo.test)"], scope__exclude=["/out"],
        )  # fmt: skip

    assert crawled.rows["http://www.zoo.test/out"].rule.startswith("exclude ")
    assert crawled.rows["http://other.test/"].rule.startswith("include ")
    assert "http://shop.zoo.test/" in crawled.read


async def test_a_seed_that_moved_takes_the_scope_with_it(tmp_path):
    pages = {
        "http://www.moved.example.test/home": page("Home", "/more", "http://old.test/rest"),
        "http://www.moved.example.test/more": page("More", "http://far.test/"),
        "http://old.test/rest": page("Rest"),
        "http://far.test/": page("Far"),
    }
    with small_web(pages) as web:
        web.redirect("/", "http://www.moved.example.test/home", host="old.test")
        crawled = await crawl(tmp_path, web, "http://old.test/")

        # What was learnt of the seed is known after a restart, too.
        web.page("old.test", "/rest", page("Rest", "http://www.moved.example.test/late"))
        web.page("www.moved.example.test", "/late", page("Late"))
        again = await crawl(tmp_path, web, "http://old.test/", number=2)

    assert crawled.read == {
        "http://www.moved.example.test/home", "http://www.moved.example.test/more",
        "http://old.test/rest",
    }  # fmt: skip
    assert crawled.rows["http://far.test/"].rule == "stay = host"
    assert "http://www.moved.example.test/late" in again.read


async def test_a_link_that_redirects_out_of_scope_is_not_followed(tmp_path):
    pages = {"http://zoo.test/": page("Zoo", "/away"), "http://far.test/": page("Far")}
    with small_web(pages) as web:
        web.redirect("/away", "http://far.test/", host="zoo.test")

        crawled = await crawl(tmp_path, web, "http://zoo.test/")

        assert web.asked("far.test") == []
    away, far = crawled.rows["http://zoo.test/away"], crawled.rows["http://far.test/"]
    assert (away.state, away.final_url) == (PageState.REDIRECTED, "http://far.test/")
    assert (far.state, far.rule, far.via) == (PageState.REFUSED, "stay = host", "redirect")


# ---- directives --------------------------------------------------------------------------------


async def test_nofollow_is_obeyed_unless_the_plan_says_otherwise(tmp_path: Path):
    shut = '<meta name="robots" content="nofollow">' + page("Shut", "/beyond")
    pages = {
        "http://zoo.test/": page("Zoo", "/shut") + '<a rel="nofollow" href="/guest">guest</a>',
        "http://zoo.test/shut": shut,
        "http://zoo.test/guest": page("Guest"),
        "http://zoo.test/beyond": page("Beyond"),
    }
    with small_web(pages) as web:
        obeyed = await crawl(tmp_path / "a", web, "http://zoo.test/")
        ignored = await crawl(tmp_path / "b", web, "http://zoo.test/", follow__nofollow=True)

    assert obeyed.read == {"http://zoo.test/", "http://zoo.test/shut"}
    assert {u for u, row in obeyed.rows.items() if row.reason == Refusal.NOFOLLOW} == {
        "http://zoo.test/guest", "http://zoo.test/beyond",
    }  # fmt: skip
    assert ignored.read == pages.keys()


async def test_noindex_is_kept_flagged_and_its_links_are_followed(tmp_path):
    pages = {
        "http://zoo.test/": '<meta name="robots" content="noindex">' + page("Zoo", "/next"),
        "http://zoo.test/next": page("Next"),
    }
    with small_web(pages) as web:
        crawled = await crawl(tmp_path, web, "http://zoo.test/")

    assert crawled.read == pages.keys()
    flags = {record.url: record.fields["noindex"] for record in crawled.records}
    assert flags == {"http://zoo.test/": True, "http://zoo.test/next": False}


async def test_links_of_a_page_seen_before_are_not_followed_again(tmp_path):
    twin = page("Twin", "leaf", text="The same words on both pages, many of them. " * 20)
    pages = {
        "http://zoo.test/": page("Zoo", "/a/twin", "/b/twin"),
        "http://zoo.test/a/twin": twin, "http://zoo.test/b/twin": twin,
        "http://zoo.test/a/leaf": page("A leaf"), "http://zoo.test/b/leaf": page("B leaf"),
    }  # fmt: skip
    with small_web(pages) as web:
        once = await crawl(tmp_path / "a", web, "http://zoo.test/", speed__concurrency=1)
        both = await crawl(tmp_path / "b", web, "http://zoo.test/", follow__repeats=True)

    assert len(once.read & {"http://zoo.test/a/leaf", "http://zoo.test/b/leaf"}) == 1
    assert sum(row.links_suppressed for row in once.rows.values()) == 1
    assert once.summary.duplicates == 1
    assert both.read == pages.keys()


async def test_hard_focus_follows_only_the_links_of_relevant_pages(tmp_path):
    about = "Tapirs, tapirs and more about tapirs and the tapir. " * 10
    pages = {
        "http://zoo.test/": page("Tapirs", "/on", "/off", text=about),
        "http://zoo.test/on": page("A tapir", "/on/more", text=about),
        "http://zoo.test/on/more": page("More", text=about),
        "http://zoo.test/off": page("Tax forms", "/off/more", text="Fill in line seven. " * 30),
        "http://zoo.test/off/more": page("More forms"),
    }
    with small_web(pages) as web:
        crawled = await crawl(
            tmp_path, web, "http://zoo.test/", topic__query="tapirs", follow__relevant_only=True
        )

    assert crawled.read == pages.keys() - {"http://zoo.test/off/more"}


async def test_what_nobody_here_can_read_is_kept_and_said_so(tmp_path):
    with small_web({"http://zoo.test/": page("Zoo", "/a.bin", "/b.bin")}) as web:
        web._changed["zoo.test", "/a.bin"] = binary(b"\x00\x01first" * 50)
        web._changed["zoo.test", "/b.bin"] = binary(b"\x00\x02second" * 50)

        crawled = await crawl(tmp_path, web, "http://zoo.test/")

    for name in ("a", "b"):
        row = crawled.rows[f"http://zoo.test/{name}.bin"]
        assert (row.state, row.reason) == (PageState.FETCHED, "media-type")
        assert row.page is not None
    assert crawled.summary.duplicates == 0
    assert len(crawled.records) == 3


def binary(content: bytes) -> Answer:
    return Answer(200, (("Content-Type", "application/x-unheard-of"),), content)
