"""Search engines asked over sockets: a local server speaks each documented protocol, and refuses as
they do."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from bowerbird import Workspace
from bowerbird.model.errors import RunError, UnknownNameError, UsageError
from bowerbird.testing.serving import Answer, Asked, ServedWeb, serve
from bowerbird.workspace import Project

ONE, TWO = "http://one.test/tapirs", "http://two.test/tapirs"
JSON = (("Content-Type", "application/json"),)
XML = (("Content-Type", "application/atom+xml"),)


def of(asked: Asked) -> dict[str, str]:
    """The parameters of a question."""
    return {name: values[0] for name, values in parse_qs(urlsplit(asked.target).query).items()}


def said(document: Any) -> Answer:
    return Answer(200, JSON, json.dumps(document).encode())


def searxng(asked: Asked) -> Answer:
    if of(asked)["format"] != "json":
        return Answer(400)
    if of(asked).get("pageno"):
        return said({"results": []})
    results = [{"url": ONE, "title": "One", "content": "c", "engine": "x", "score": 2.0},
               {"url": TWO, "title": "Two", "content": None}]  # fmt: skip
    return said({"query": of(asked)["q"], "results": results})


def mediawiki(asked: Asked) -> Answer:
    given = of(asked)
    if given.get("generator") == "exturlusage":
        assert (given["geuquery"], given["geuprotocol"]) == ("one.test/tapirs", "http")
        article = {"pageid": 1, "title": "Tapir", "fullurl": "http://wiki.test/Tapir"}
        return said({"query": {"pages": [article]}})
    assert (given["action"], given["generator"]) == ("query", "search")
    links = [{"url": ONE}, {"url": "//rel.test/x"}, {"url": "mailto:a@b.test"}]
    pages = [{"pageid": 1, "index": 1, "title": "Tapir", "fullurl": TWO, "extlinks": links}]
    return said({"batchcomplete": True, "query": {"pages": pages}})


def crossref(asked: Asked) -> Answer:
    assert of(asked)["query"] == "tapirs of malaya"
    items = [{"URL": ONE, "DOI": "10.1/x", "title": ["One"], "container-title": ["J"]},
             {"DOI": "10.1/y", "title": []}]  # fmt: skip
    return said({"status": "ok", "message": {"items": items}})


def arxiv(asked: Asked) -> Answer:
    assert of(asked)["search_query"] == "all:tapirs AND all:of AND all:malaya"
    entry = "<entry><id>http://arxiv.test/abs/1</id><title>One\n two</title></entry>"
    return Answer(200, XML, f'<feed xmlns="http://www.w3.org/2005/Atom">{entry}</feed>'.encode())


def openalex(asked: Asked) -> Answer:
    if of(asked).get("api_key") != "sesame":
        return Answer(401, JSON, b'{"error": "key"}')
    place = {"landing_page_url": ONE, "source": {"display_name": "J"}}
    works = [
        {"display_name": "One", "primary_location": place},
        {"display_name": "Two", "doi": TWO, "primary_location": None},
    ]
    return said({"results": works})


def semantic_scholar(asked: Asked) -> Answer:
    if asked.headers.get("x-api-key") != "sesame":
        return Answer(429, (("Retry-After", "70"),))
    return said({"total": 1, "data": [{"url": TWO, "title": "One", "venue": None,
                                       "openAccessPdf": {"url": ONE}}]})  # fmt: skip


def dblp(asked: Asked) -> Answer:
    hits = [{"info": {"title": "One", "ee": [ONE, TWO], "url": "http://dblp.test/rec"}},
            {"info": {"title": "Two", "url": TWO, "venue": ["V"]}}]  # fmt: skip
    return said({"result": {"hits": {"@total": "2", "hit": hits}}})


def marginalia(asked: Asked) -> Answer:
    if asked.headers.get("api-key") not in ("public", "sesame"):
        return Answer(403)
    return said({"results": [{"url": ONE, "title": "One", "description": "d"}]})


def common_crawl(asked: Asked) -> Answer:
    assert of(asked)["url"] == "tapirs/*"
    lines = [{"url": ONE, "mime": "text/html"}, {"url": TWO, "mime": "text/html"}]
    return Answer(200, JSON, b"\n".join(json.dumps(line).encode() for line in lines))


def opensearch(asked: Asked) -> Answer:
    item = f"<item><link>{ONE}</link><title>One</title><description>d</description></item>"
    return Answer(200, XML, f"<rss><channel>{item}</channel></rss>".encode())


ENGINES = {
    "searxng": (searxng, "/search"), "mediawiki": (mediawiki, "/w/api.php"),
    "crossref": (crossref, "/works"), "arxiv": (arxiv, "/api/query"),
    "openalex": (openalex, "/works"), "semantic-scholar": (semantic_scholar, "/paper/search"),
    "dblp": (dblp, "/search/publ/api"), "marginalia": (marginalia, "/search"),
    "common-crawl": (common_crawl, "/CC-index"), "opensearch": (opensearch, "/find"),
}  # fmt: skip
KEYED = {"openalex", "semantic-scholar"}


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    def answering(asked: Asked) -> Answer:
        engine, path = ENGINES.get(asked.host.removesuffix(".test"), (None, ""))
        if engine is None or urlsplit(asked.target).path != path:
            return Answer(404)
        return engine(asked)

    with serve(answering) as served:
        yield served


@pytest.fixture
def project(tmp_path: Path, web: ServedWeb, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("SESAME", "sesame")
    return Workspace(tmp_path / "home").project("tapirs")


def address(name: str) -> str:
    if name == "searxng":
        return "http://searxng.test"
    if name == "opensearch":
        return "http://opensearch.test/find?q={searchTerms}&p={startPage?}"
    return f"http://{name}.test{ENGINES[name][1]}"


def find(project: Project, web: ServedWeb, *names: str, query: str = "tapirs of malaya",
         keys: bool = True, **more: Any) -> dict[str, Any]:  # fmt: skip
    changes = {"fetch.allow_private": True, "fetch.resolve": [web.resolve],
               "seeding.judged": False, **more}  # fmt: skip
    for name in names:
        changes[f"seeding.providers.{name}"] = {
            "address": address(name),
            "key": "${SESAME}" if keys and name in KEYED else "",
        }
    return project.find_seeds(query, names, changes=changes)


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_is_asked_and_read_as_its_protocol_says(project, web, name):
    query = "tapirs" if name == "common-crawl" else "tapirs of malaya"

    found = find(project, web, name, query=query)

    urls = [seed["url"] for seed in found["seeds"]]
    assert found["providers"][name]["trouble"] == ""
    assert ONE in urls or name == "arxiv"
    assert urls == [seed["url"] for seed in project.seeds()]
    assert all(f"of {name}" in seed["because"] for seed in found["seeds"])


def test_articles_and_what_they_link_to_are_hits(project, web):
    found = find(project, web, "mediawiki")

    assert {seed["url"] for seed in found["seeds"]} == {ONE, TWO, "https://rel.test/x"}


def test_who_links_to_an_address_can_be_asked(project, web):
    changes = {"fetch.allow_private": True, "fetch.resolve": [web.resolve]}

    found = project.find_seeds(
        ONE, [f"mediawiki-backlinks={address('mediawiki')}"], changes=changes
    )

    assert found["seeds"][0]["url"] == "http://wiki.test/Tapir"
    assert f"links to {ONE}" in found["seeds"][0]["because"]


def test_what_several_find_is_first_and_says_so(project, web):
    found = find(project, web, "searxng", "dblp", "marginalia")

    best = found["seeds"][0]
    assert best["url"] == ONE
    assert {reason["source"] for reason in best["reasons"]} == {"searxng", "dblp", "marginalia"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("openalex", r"openalex refused to answer \(401\); set seeding.providers.openalex.key"),
        ("semantic-scholar", r"asked too often \(429\) and wants 70 s of quiet; wait a minute"),
    ],
)
def test_a_missing_key_costs_one_sentence_and_not_the_search(project, web, name, words):
    found = find(project, web, name, "dblp", keys=False)

    assert re.search(words, found["providers"][name]["trouble"])
    assert found["seeds"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(500), "dblp answered 500"),
        (Answer(200, JSON, b"<html>"), "something else than its protocol says"),
        (Answer(200, JSON, b'{"result": 7}'), "something else than its protocol says"),
        (Answer(403), "refused to answer (403)"),
        (Answer(302, (("Location", "/search/publ/api?q=x"),)), "redirects more than 3 times"),
    ],
)
def test_an_engine_that_fails_is_told_in_a_sentence(project, web, answer, words):
    path = "/search/publ/api?q=tapirs+of+malaya&format=json&h=30"
    web._changed["dblp.test", path] = answer
    web._changed["dblp.test", "/search/publ/api?q=x"] = answer

    found = find(project, web, "dblp", "searxng")

    assert words in found["providers"]["dblp"]["trouble"]
    assert len(found["seeds"]) == 2


def test_if_every_engine_fails_nothing_is_kept(project, web):
    with pytest.raises(RunError, match="openalex refused"):
        find(project, web, "openalex", keys=False)

    assert project.seeds() == []


def test_an_answer_is_kept_for_a_day(project, web):
    find(project, web, "searxng")
    again = find(project, web, "searxng")

    assert again["providers"]["searxng"]["kept"]
    assert len(web.at("searxng.test")) == 2  # two pages of results, once


def test_an_engine_is_not_asked_faster_than_it_wants(project, web):
    find(project, web, "crossref")
    more: dict[str, Any] = {"seeding.per_provider": 10}
    find(project, web, "crossref", **more)

    assert web.shortest_pause("crossref.test") >= 0.95


def test_keys_are_neither_kept_nor_told(project, web, tmp_path):
    find(project, web, "openalex", "semantic-scholar")

    written = [file for file in (tmp_path / "home").rglob("*") if file.is_file()]
    assert not any(b"sesame" in file.read_bytes() or "sesame" in file.name for file in written)


def test_a_wrong_call_is_refused_before_anybody_is_asked(project, web):
    with pytest.raises(UnknownNameError, match="unknown search engine 'altavista'; known: arxiv"):
        project.find_seeds("tapirs", ["altavista"])
    with pytest.raises(UsageError, match="--provider searxng=ADDRESS"):
        project.find_seeds("tapirs", ["searxng"])
    with pytest.raises(UsageError, match="no search engine is named"):
        project.find_seeds("tapirs")
    with pytest.raises(UsageError, match="nothing to look for"):
        project.find_seeds("", ["dblp"])

    assert web.requests == []
