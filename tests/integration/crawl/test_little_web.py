"""The little web, crawled whole: what becomes of every URL is what its makers say."""

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from tests.integration.crawl.crawling import READ, Crawled, crawl, times_asked

from bowerbird import Workspace
from bowerbird.model.pagerow import PageState
from bowerbird.testing.little_web import LITTLE_WEB, serve_little_web
from bowerbird.testing.serving import ServedWeb

SEEDS = LITTLE_WEB.seeds["all"]
EVERYWHERE: dict[str, Any] = {"scope__stay": "any", "scope__include": ["host(*.test)"]}


@pytest.fixture
def web():
    with serve_little_web() as served:
        yield served


def truth(crawled: Crawled, seeds: tuple[str, ...] = SEEDS) -> list[str]:
    """Where a crawl differs from what the little web's makers know; empty if nowhere."""
    return LITTLE_WEB.complaints(crawled.states(), seeds)


async def test_every_url_ends_as_its_makers_say(tmp_path, web):
    crawled = await crawl(tmp_path, web, *SEEDS, **EVERYWHERE)

    assert truth(crawled) == []
    reasons = {
        url: (row.reason, LITTLE_WEB.pages[url].verdict.reason)
        for url, row in crawled.rows.items()
        if row.state in (PageState.REFUSED, PageState.FAILED)
        and row.reason != LITTLE_WEB.pages[url].verdict.reason
    }
    assert reasons == {}
    for url, row in crawled.rows.items():
        if row.state is PageState.REDIRECTED:
            assert row.final_url == LITTLE_WEB.pages[url].verdict.to


async def test_what_is_kept_of_a_page_is_true(tmp_path, web):
    crawled = await crawl(tmp_path, web, *SEEDS, **EVERYWHERE)

    pages = {url: LITTLE_WEB.pages[url] for url in crawled.read}
    html = {url: page for url, page in pages.items() if page.media_type == "text/html"}
    rows = {url: crawled.rows[url] for url in html}
    assert len(html) > 240
    assert {url: row.title for url, row in rows.items()} == {u: p.title for u, p in html.items()}
    assert {url: row.language for url, row in rows.items()} == {
        url: page.language for url, page in html.items()
    }
    assert {url for url, row in rows.items() if row.noindex} == {
        url for url, page in html.items() if page.noindex
    }
    assert {url for url, row in rows.items() if row.reason == "soft-404"} == {
        url for url, page in html.items() if page.soft_404
    }
    recorded = {record.url: record for record in crawled.records}
    assert recorded.keys() == {crawled.rows[url].url for url in crawled.read}
    for url, page in html.items():
        record = recorded[crawled.rows[url].url]
        assert (record.fields["title"], record.fields["noindex"]) == (page.title, page.noindex)
        said = " ".join(str(record.fields["text"]).split())
        assert _share_of(page.text, said) > 0.9, url


async def test_documents_are_pages_with_title_and_text(tmp_path, web):
    crawled = await crawl(tmp_path, web, *SEEDS, **EVERYWHERE)

    pages = {url: LITTLE_WEB.pages[url] for url in crawled.read}
    documents = {
        url: page
        for url, page in pages.items()
        if page.media_type not in ("text/html", "text/plain")
    }
    recorded = {record.url: record.fields for record in crawled.records}
    kinds = {page.media_type.rpartition(".")[2] for page in documents.values()}
    assert kinds >= {
        "application/pdf", "document", "text", "application/epub+zip", "text/markdown",
        "application/rss+xml", "application/atom+xml", "application/feed+json", "image/png",
    }  # fmt: skip
    for url, page in documents.items():
        assert recorded[url]["title"] == page.title, url
        assert _share_of(page.text, " ".join(str(recorded[url]["text"]).split())) == 1.0, url
    paper = recorded["http://library.test/tapirs.pdf"]
    assert (paper["meta.pdf:pages"], paper["meta.pdf:author"]) == ("2", "Amata Fenn")
    assert recorded["http://library.test/tapir.png"]["meta.image:width"] == "64"
    over = {row.url: row.via for row in crawled.rows.values()}
    assert over["http://library.test/only-a-json-feed"] == "feed"
    assert over["http://library.test/only-tapirs-pdf"] == "link"


async def test_sitemaps_that_robots_txt_names_are_read_if_the_plan_says_so(tmp_path, web):
    crawled = await crawl(tmp_path, web, *SEEDS, follow__sitemaps=True, **EVERYWHERE)

    lonely = crawled.rows["http://solar.test/only-in-the-sitemap"]
    assert (lonely.state, lonely.via) == (PageState.FETCHED, "sitemap")
    assert lonely.found_on == "http://solar.test/sitemap-2.xml.gz"
    assert crawled.rows["http://solar.test/sitemap.xml"].found_on == "http://solar.test/robots.txt"
    assert truth(crawled) == []


def _share_of(text: str, said: str) -> float:
    """How many of the paragraphs are in what was said; charsets that go wrong lose them."""
    paragraphs = [" ".join(part.split()) for part in text.split("\n") if part.strip()]
    return sum(part in said for part in paragraphs) / len(paragraphs) if paragraphs else 1.0


async def test_pages_with_the_same_content_are_found_out(tmp_path, web):
    crawled = await crawl(tmp_path, web, *SEEDS, **EVERYWHERE)

    by_name, by_fingerprint = defaultdict(set), defaultdict(set)
    for url in crawled.read:
        by_name[LITTLE_WEB.pages[url].duplicates or url].add(url)
        by_fingerprint[crawled.rows[url].fingerprint].add(url)
    groups = {frozenset(group) for group in by_name.values() if len(group) > 1}
    assert len(groups) > 2
    assert {frozenset(g) for g in by_fingerprint.values() if len(g) > 1} == groups
    assert crawled.summary.duplicates == sum(len(group) - 1 for group in groups)
    bodies = Counter(row.content_hash for row in crawled.rows.values() if row.state in READ)
    assert max(bodies.values()) > 1


@pytest.mark.parametrize(("topic", "query"), [
    ("tapirs", "tapirs"), ("bicycles", "bicycles"), ("solar-energy", "solar energy"),
])  # fmt: skip
async def test_page_weight_finds_the_topic(tmp_path, web, topic, query):
    crawled = await crawl(tmp_path, web, *SEEDS, topic__query=query, **EVERYWHERE)

    # The query is English; pages about it in other languages are a matter for concepts.
    english = {url for url in crawled.read if LITTLE_WEB.pages[url].language == "en"}
    found = {url for url in english if crawled.rows[url].relevant}
    right = LITTLE_WEB.relevant(topic) & english
    assert len(found & right) >= 0.75 * len(right), sorted(right - found)
    assert len(found & right) >= 0.75 * len(found), sorted(found - right)


def twice(folder: Path, web: ServedWeb, **judge: Any) -> list[tuple[set[Any], dict[bytes, Any]]]:
    """Pages and records of two runs of the same plan, each in a project of its own."""
    changes = {
        "scope.stay": "any",
        "scope.include": ["host(*.test)"],
        "politeness.delay": 0.0,
        "fetch.allow_private": True,
        "fetch.resolve": [web.resolve],
        "topic.query": "solar energy",
    }
    workspace = Workspace(folder)
    said = []
    for name in ("one", "two"):
        project = workspace.project(name)
        run = project.crawl(*SEEDS, changes=changes | judge)
        assert run.wait(60)["state"] == "completed"
        # Which of the addresses of one identity was met first is chance.
        pages = {(page["identity"], page["state"], page["reason"]) for page in project.pages()}
        said.append((pages, {record.key: dict(record.fields) for record in project.records()}))
    return said


def test_two_runs_of_the_same_plan_give_the_same_pages_and_records(tmp_path, web):
    one, two = twice(tmp_path, web)

    # A judge that learns scores by what was read before, and that is chance; nothing else is.
    for fields in [*one[1].values(), *two[1].values()]:
        fields.pop("score")
        fields.pop("relevant")
    assert len(one[0]) > 280
    assert one == two


def test_two_runs_with_a_judge_that_does_not_learn_also_give_the_same_scores(tmp_path, web):
    one, two = twice(tmp_path, web, page_judge={"use": "page-weight"})

    assert one == two


async def test_a_second_run_asks_only_whether_something_changed(tmp_path, web):
    first = await crawl(tmp_path, web, *SEEDS, **EVERYWHERE)
    asked = len(web.requests)
    web.page("tapirs.test", "/malayan", "<title>Renewed</title><p>The Malayan tapir, renewed.")

    second = await crawl(tmp_path, web, *SEEDS, number=2, **EVERYWHERE)

    assert second.read == first.read
    renewed = {u for u in second.read if second.rows[u].state is PageState.FETCHED}
    assert renewed == {"http://tapirs.test/malayan"}
    sent = [r.status for r in web.requests[asked:] if not r.target.endswith("/robots.txt")]
    unreadable = {url for url in second.rows if LITTLE_WEB.pages[url].unreadable}
    assert len(unreadable) == 2  # what could not be read is asked for again
    assert Counter(sent)[200] == 1 + len(unreadable)
    assert Counter(sent)[304] == len(second.read) - 1
    assert len(second.records) == len(first.records)
    assert second.summary.records == 1  # the one that changed
    last = second.records[-1]
    assert (last.url, last.fields["title"]) == ("http://tapirs.test/malayan", "Renewed")
    assert max(times_asked(web)["http://tapirs.test/"], 0) == 2
    history = second.rows["http://tapirs.test/"].history
    assert [(moment.run, moment.state) for moment in history] == [
        ("1", "fetched"),
        ("2", "unchanged"),
    ]


async def test_session_numbers_in_urls_make_no_second_page(tmp_path, web):
    crawled = await crawl(tmp_path, web, "http://forum.test/")

    threads = [url for url in crawled.read if "/thread/" in url]
    assert sorted(threads) == [f"http://forum.test/thread/{number}" for number in range(1, 9)]
    assert len([r for r in web.requests if "/thread/" in r.target]) == 8
    assert any("PHPSESSID" in r.target or "jsessionid" in r.target for r in web.requests)


async def test_the_robots_group_that_names_us_counts(tmp_path, web: ServedWeb):
    crawled = await crawl(tmp_path, web, "http://forum.test/")

    refused = crawled.rows["http://forum.test/members/7"]
    assert (refused.state, refused.reason) == (PageState.REFUSED, "robots")
    assert "Disallow: /members/7" in refused.rule
    assert "/members/7" not in web.asked("forum.test")


async def test_a_crawl_that_keeps_no_pages_reads_them_all_the_same(tmp_path, web):
    crawled = await crawl(tmp_path, web, *SEEDS, store__keep_pages=False, **EVERYWHERE)

    assert truth(crawled) == []
    assert {crawled.rows[url].page for url in crawled.read} == {None}


async def test_power_durability_brings_the_same(tmp_path, web):
    crawled = await crawl(tmp_path, web, *SEEDS, store__durability="power", **EVERYWHERE)

    assert truth(crawled) == []
    assert len(crawled.records) == len(crawled.read)


@pytest.mark.parametrize("topic", ["tapirs", "mouse-device"])
async def test_other_seeds_reach_what_they_should(tmp_path, web, topic):
    seeds = LITTLE_WEB.seeds[topic]

    crawled = await crawl(tmp_path, web, *seeds, **EVERYWHERE)

    assert truth(crawled, seeds) == []
