"""Thumbs up and down: kept with the project, taught to its judge, also while a run works."""

import random
from typing import Any

import pytest
from tests.integration.crawl.crawling import Crawled, crawl, page, plan_for, small_web

from bowerbird import Workspace
from bowerbird.model.errors import UsageError
from bowerbird.model.topic import Topic
from bowerbird.workspace.plan import Choice, Plan
from bowerbird.workspace.rating import mark_of
from bowerbird.workspace.wiring import open_crawl

FOREST = ["trunk", "snout", "river", "mud", "leaves", "calf", "stripe", "browse", "dusk", "swim"]
KITCHEN = ["flour", "oven", "dough", "yeast", "crust", "loaf", "bake", "knead", "salt", "bowl"]
ABOUT = [f"http://zoo.test/forest/{number}" for number in range(8)]
OTHERS = [f"http://zoo.test/kitchen/{number}" for number in range(8)]
CLASSIFIER = {"use": "classifier", "options": {"examples": 2}}


def prose(words: list[str], seed: int) -> str:
    drawn = random.Random(seed)
    return " ".join(drawn.choice([*words, "the", "of", "and", "in"]) for _ in range(120))


@pytest.fixture(scope="module")
def web():
    """A start page, eight pages about a forest and eight about a kitchen."""
    pages = {"http://zoo.test/": page("Start", *ABOUT, *OTHERS, text="All that there is. " * 9)}
    pages |= {url: page("A page", text=prose(FOREST, n)) for n, url in enumerate(ABOUT)}
    pages |= {url: page("A page", text=prose(KITCHEN, 50 + n)) for n, url in enumerate(OTHERS)}
    with small_web(pages) as served:
        yield served


def relevant(crawled: Crawled) -> set[str]:
    return {row.url for row in crawled.rows.values() if row.relevant}


CHOICE: dict[str, Any] = {"topic__query": "http://zoo.test/", "page_judge": CLASSIFIER}


async def test_ratings_of_a_run_at_work_decide_what_later_pages_are(web, tmp_path):
    plan = plan_for(web, "http://zoo.test/", **CHOICE)
    async with open_crawl(plan, tmp_path, 1, lambda _: None) as opened:
        opened.plant_seeds()
        await opened.loop.run()
        for up, down in zip(ABOUT[:4], OTHERS[:4], strict=True):
            assert opened.rate(up, True)["relevant"]
            opened.rate(down, False)

    again = await crawl(tmp_path, web, "http://zoo.test/", number=2, **CHOICE)

    assert relevant(again) >= set(ABOUT)
    assert not relevant(again) & set(OTHERS)


async def test_ratings_are_taught_to_a_judge_that_comes_later(web, tmp_path):
    plan = plan_for(web, "http://zoo.test/", page_judge={"use": "everything"})
    async with open_crawl(plan, tmp_path, 1, lambda _: None) as opened:
        opened.plant_seeds()
        await opened.loop.run()
        for up, down in zip(ABOUT[:4], OTHERS[:4], strict=True):
            opened.rate(up, True)
            opened.rate(down, False)

    again = await crawl(tmp_path, web, "http://zoo.test/", number=2, **CHOICE)

    assert relevant(again) >= set(ABOUT[4:])
    assert not relevant(again) & set(OTHERS)


def test_a_page_is_rated_at_rest_and_while_a_run_works(web, tmp_path):
    project = Workspace(tmp_path / "home").project("zoo")
    changes = {
        "topic.query": "forest",
        "politeness.delay": 0.3,
        "fetch.allow_private": True,
        "fetch.resolve": [web.resolve],
    }
    run = project.crawl("http://zoo.test/", changes=changes)
    next(event for event in run.events() if getattr(event, "url", "") == ABOUT[0])

    working = project.rate_page(ABOUT[0], True)
    run.stop()
    run.wait(30)
    resting = project.rate_page("http://zoo.test/", False)

    assert (working["url"], working["relevant"]) == (ABOUT[0], True)
    assert not resting["relevant"]
    assert project.explain(ABOUT[0])["rating"]["relevant"]
    assert "Rated by hand: not relevant." in project.explain("http://zoo.test/")["sentence"]
    with pytest.raises(UsageError, match="was not read"):
        project.rate_page("http://zoo.test/nowhere", True)


def test_another_threshold_has_no_need_to_be_told_ratings_again():
    def mark(**choice: Any) -> str:
        return mark_of(Plan(page_judge=Choice(**choice)), Topic(words=("tapir",)))

    same = {mark(use="auto"), mark(use="auto", options={"threshold": 0.7, "how": "max"})}

    assert len(same) == 1
    assert mark(use="concept") not in same
    assert mark(use="pool", options={"judges": {"bm25": {}}}) != mark(
        use="pool", options={"judges": {"concept": {}}}
    )
    assert mark_of(Plan(), Topic(words=("okapi",))) not in same
