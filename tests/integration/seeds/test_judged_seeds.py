"""What engines find is read and judged before it becomes a seed; services on the command line."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.integration.crawl.crawling import page
from tests.integration.seeds import protocols

from bowerbird import Workspace
from bowerbird.model.errors import UsageError
from bowerbird.testing.serving import Answer, Asked, ServedWeb, serve
from bowerbird.workspace import Project

TAPIR = "The tapir is a mammal of the forest. Tapirs swim, and every tapir eats leaves. " * 6
PAGES = {
    "/good": page("All about the tapir", text=TAPIR),
    "/better": page("Tapir forest mammal", text=TAPIR * 2),
    "/soup": page("Soup", text="Onions in hot water. " * 40),
    "/closed": page("Tapir", text=TAPIR),
}
FOUND = ["http://a.test/good", "http://b.test/soup", "http://c.test/better", "http://d.test/gone",
         "http://e.test/closed"]  # fmt: skip


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    def answering(asked: Asked) -> Answer:
        path = urlsplit(asked.target).path
        if asked.host == "searxng.test":
            found = [] if "pageno" in asked.target else [{"url": url} for url in FOUND]
            return Answer(200, protocols.JSON, json.dumps({"results": found}).encode())
        if asked.host.removesuffix(".test") in protocols.SOURCES:
            return protocols.SOURCES[asked.host.removesuffix(".test")](asked)
        if asked.host == "e.test" and path == "/robots.txt":
            return Answer(200, (("Content-Type", "text/plain"),), b"User-agent: *\nDisallow: /")
        if path in PAGES:
            return Answer(200, (("Content-Type", "text/html"),), PAGES[path].encode())
        return Answer(404)

    with serve(answering) as served:
        yield served


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("SESAME", protocols.SECRET)
    return Workspace(tmp_path / "home").project("tapirs")


def changes(web: ServedWeb) -> dict[str, object]:
    return {"fetch.allow_private": True, "fetch.resolve": [web.resolve], "politeness.delay": 0.0}


def test_only_what_the_judge_finds_relevant_is_kept_and_the_rest_has_a_reason(project, web):
    found = project.find_seeds("tapir", ["searxng=http://searxng.test"], changes=changes(web))

    kept = {seed["url"]: seed for seed in found["seeds"]}
    left_out = {each["url"]: each["because"] for each in found["left_out"]}
    assert set(kept) == {"http://a.test/good", "http://c.test/better"}
    assert left_out["http://b.test/soup"].startswith("judged not relevant")
    assert left_out["http://d.test/gone"] == "the server answered 404"
    assert "robots.txt says" in left_out["http://e.test/closed"]
    assert all("near to what all of them say" in seed["because"] for seed in kept.values())
    assert {seed["url"] for seed in project.seeds()} == set(kept)


def test_bookmarks_of_a_service_that_fit_become_seeds_and_one_that_fails_costs_a_sentence(
    project, web
):
    web.file("lobsters.test", "/t/tapir.json", b"{}", "application/json")
    keyed = {f"seeding.sources.{name}.key": "${SESAME}" for name in ("pinboard", "bibsonomy")}
    sources = [f"{name}=http://{name}.test" for name in ("pinboard", "bibsonomy", "lobsters")]

    done = project.import_seeds(topic="tapir", sources=sources, changes=changes(web) | keyed)

    assert [seed["url"] for seed in done["seeds"]] == [protocols.ONE]
    assert "by 3 people" in done["seeds"][0]["because"]
    assert "something else than its protocol" in done["sources"]["lobsters"]["trouble"]
    assert done["sources"]["pinboard"] == {"bookmarks": 2, "kept": False, "trouble": ""}
    assert [seed["url"] for seed in project.seeds()] == [protocols.ONE]


def test_a_service_that_lacks_an_address_or_a_key_says_so(project):
    with pytest.raises(UsageError, match="--source linkding=ADDRESS"):
        project.import_seeds(sources=["linkding"])
    with pytest.raises(UsageError, match=r"pinboard wants a key.*seeding.sources.pinboard.key"):
        project.import_seeds(sources=["pinboard"])
    with pytest.raises(UsageError, match="unknown bookmarking service 'delicious'; known: bib"):
        project.import_seeds(sources=["delicious"])


def test_the_index_of_the_project_is_asked_too(project, web):
    project.crawl("http://a.test/good", changes=changes(web)).wait(60)
    project.build_index("default")

    found = project.find_seeds("tapir forest", ["searxng=http://searxng.test"],
                               changes=changes(web))  # fmt: skip

    best = found["seeds"][0]
    sources = {reason["source"] for seed in found["seeds"] for reason in seed["reasons"]}
    assert {"own-index", "searxng", "judge"} <= sources
    assert best["score"] >= found["seeds"][-1]["score"]
    assert web.asked("a.test").count("/good") == 1  # the kept page was read
