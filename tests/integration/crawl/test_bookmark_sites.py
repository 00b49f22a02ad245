"""A bookmarking site as the area of a crawl: its fitting tags are followed, and what people kept
under them comes first and is judged by that."""

from typing import Any

import pytest
from tests.integration.crawl.crawling import crawl

from bowerbird import Workspace
from bowerbird.crawl.bookmarked import Bookmarked
from bowerbird.model.pagerow import PageState
from bowerbird.store.shard import open_shard
from bowerbird.testing.little_web import LITTLE_WEB, serve_little_web
from bowerbird.web.url import parse
from bowerbird.workspace.places import shard_folder

SITE = {"marks": {"tags": ["marks.test/t/{tag}"], "users": ["marks.test/u/{user}"]}}
FITTING = {"SolarEnergy", "solar-panels", "photovoltaics"}
PLAN: dict[str, Any] = {
    "scope__stay": "any", "scope__include": ["host(*.test)"], "topic__query": '"solar energy"',
    "topic__terms": {"solar panels": 0.8, "photovoltaics": 0.8},
    "bookmark_sites": SITE, "page_judge": {"use": "tags"}, "speed__concurrency": 1,
}  # fmt: skip


@pytest.fixture
def web():
    with serve_little_web() as served:
        yield served


def kept(tags: set[str]) -> set[str]:
    return {each.url for each in LITTLE_WEB.bookmarks if set(each.tags) & tags}


async def test_fitting_tags_are_followed_and_their_resources_are_kept(tmp_path, web):
    crawled = await crawl(
        tmp_path, web, "http://marks.test/", scope__max_depth=3, budget__max_pages=90, **PLAN
    )

    pages = {
        url: row for url, row in crawled.rows.items() if url.startswith("http://marks.test/t/")
    }
    followed = {url.rpartition("/")[2].partition("?")[0] for url, row in pages.items()
                if row.state is PageState.FETCHED}  # fmt: skip
    assert followed == FITTING
    assert "none of the topic's" in pages["http://marks.test/t/cycling"].rule
    wanted = kept(FITTING)
    assert wanted <= crawled.read
    relevant = {url for url in crawled.read if crawled.rows[url].relevant}
    assert relevant
    assert relevant <= wanted
    others = {url for url in crawled.read if "marks.test" not in url} - wanted
    if others:  # one queue each: what people kept under a fitting tag was asked for before
        first = min(crawled.rows[url].order for url in others)
        assert sum(crawled.rows[url].order < first for url in wanted) > len(wanted) / 2


async def test_who_kept_what_is_counted_person_by_person(tmp_path, web):
    await crawl(tmp_path, web, "http://marks.test/", scope__max_depth=2, **PLAN)

    people: dict[str, set[str]] = {}
    for each in LITTLE_WEB.bookmarks:
        if set(each.tags) & FITTING:
            people.setdefault(each.url, set()).add(each.user)
    with open_shard(shard_folder(tmp_path), read_only=True) as store:
        known = Bookmarked(store)
        evidence = {url: known.evidence(parse(url)) for url in people}
    alone = [evidence[url] for url, users in people.items() if len(users) == 1]
    shared = [evidence[url] for url, users in people.items() if len(users) > 1]
    assert min(alone) > 0
    assert max(alone) < max(shared)


def test_a_replay_knows_what_people_kept(tmp_path, web):
    project = Workspace(tmp_path / "home").project("marks")
    plan = {name.replace("__", "."): value for name, value in PLAN.items()}
    changes = plan | {
        "scope.max_depth": 2, "politeness.delay": 0.0, "fetch.allow_private": True,
        "fetch.resolve": [web.resolve],
    }  # fmt: skip
    project.crawl("http://marks.test/", changes=changes).wait(60)

    told = project.replay()
    scores = sorted({row["relevance"] for row in told["rows"]})
    milder = project.replay({"page_judge.options.threshold": scores[1]})

    assert told["added"] == told["dropped"] == 0
    assert told["now"]["kept"] >= told["kept_by_run"] > 0
    assert scores[0] == 0.0 < scores[1] < 0.5
    assert milder["then"]["kept"] > told["now"]["kept"]
    fitting = {row["url"].rpartition("/")[2].partition("?")[0] for row in told["rows"]
               if row["url"].startswith("http://marks.test/t/")}  # fmt: skip
    assert fitting == FITTING
