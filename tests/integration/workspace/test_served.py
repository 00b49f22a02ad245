"""What a crawl brings and a search must not show; and an index that follows a safe log."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bowerbird.testing.little_web import serve_little_web
from bowerbird.testing.serving import Answer, Asked, ServedWeb, serve
from bowerbird.workspace import Project, Workspace

PAST, TO_COME = "25 Jun 2010 15:00:00 GMT", "Sun, 25 Jun 2999 15:00:00 GMT"
ZEBRA = "<p>A zebra grazes beside the river, and another zebra watches it from the far bank.</p>"
PAGES = {
    "/open": "<title>Open</title>",
    "/future": f"<title>Future</title><meta name=robots content='unavailable_after: {TO_COME}'>",
    "/noindex": "<title>Hidden</title><meta name=robots content=noindex>",
    "/past": f"<title>Past</title><meta name=robots content='unavailable_after: {PAST}'>",
    "/missing": "<title>Page not found</title>",
    "/wall": "<title>Please log in to read about zebras</title>",
}


def answer(asked: Asked) -> Answer:
    headers = [("Content-Type", "text/html")]
    if asked.target == "/":
        links = "".join(f"<a href={path}>{path}</a> " for path in (*PAGES, "/header"))
        return Answer(200, tuple(headers), f"<title>Home</title>{ZEBRA}{links}".encode())
    if asked.target == "/header":
        headers.append(("X-Robots-Tag", "noindex"))
        return Answer(200, tuple(headers), f"<title>Header</title>{ZEBRA} header".encode())
    if asked.target not in PAGES:
        return Answer(404)
    # The path keeps the pages from being duplicates of each other.
    return Answer(200, tuple(headers), f"{PAGES[asked.target]}{ZEBRA} {asked.target}".encode())


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve(answer) as served:
        yield served


def crawled(folder: Path, web: ServedWeb, seed: str, **changes: Any) -> Project:
    project = Workspace(folder).project("web")
    run = project.crawl(
        seed,
        politeness__delay=0.0,
        fetch__allow_private=True,
        fetch__resolve=[web.resolve],
        **changes,
    )
    run.wait(60)
    return project


def test_pages_that_ask_not_to_be_found_and_pages_that_say_nothing_are_not_served(tmp_path, web):
    project = crawled(tmp_path, web, "http://zoo.test/")

    found = {hit.url.removeprefix("http://zoo.test") for hit in project.search("zebra").hits}

    assert {record.url.removeprefix("http://zoo.test") for record in project.records()} == {
        "/", "/header", *PAGES
    }  # fmt: skip
    assert found == {"/", "/open", "/future"}
    assert not project.suggest("Hidd")


def test_of_the_little_web_all_is_served_but_what_asks_not_to_be(tmp_path):
    with serve_little_web() as web:
        project = crawled(tmp_path, web, "http://directives.test/")

    served = {hit.url for hit in project.search("", limit=1000, fold=False).hits}

    hidden = {
        record.url
        for record in project.records()
        if any(record.fields[name] for name in ("noindex", "soft_404", "wall"))
    }
    assert hidden
    assert served == {record.url for record in project.records()} - hidden


@pytest.mark.parametrize("durability", ["process", "power"])
def test_an_index_never_knows_more_than_the_log(tmp_path, web, durability):
    project = crawled(tmp_path, web, "http://zoo.test/", store__durability=durability)

    assert project.search("zebra").total == 3
    last = max(record.seq for record in project.records())
    assert project.index()["cursor"] == last
