"""The Python API here and by the address of a server: one suite over both."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bowerbird import Workspace
from bowerbird.model.errors import LockedError, PlanError, RunError, UnknownNameError, UsageError
from bowerbird.model.events import Event, Progress, RunState
from bowerbird.server.options import ServerOptions
from bowerbird.server.serving import open_server
from bowerbird.testing.serving import ServedWeb
from bowerbird.testing.site import generated_site, serve_site
from bowerbird.workspace import Project

SITE = generated_site(hosts=2, pages=60, words=20)
BIRDS = [
    {"title": "The satin bowerbird", "url": "https://birds.test/satin", "text": "He loves blue."},
    {"title": "The golden bowerbird", "url": "https://birds.test/golden", "text": "Two towers."},
    {"title": "The lyrebird", "url": "https://birds.test/lyre", "text": "He sings of saws."},
]


@pytest.fixture(params=["here", "by address"])
def workspace(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Workspace]:
    here = Workspace(tmp_path / "home")
    if request.param == "here":
        yield here
        return
    with open_server(here, ServerOptions(port=0)) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        yield Workspace(server.url, token=server.presence.key)
        server.end()
        thread.join()


@pytest.fixture
def birds(workspace: Workspace, tmp_path: Path) -> Project:
    file = tmp_path / "birds.jsonl"
    file.write_text("".join(json.dumps(bird) + "\n" for bird in BIRDS))
    project = workspace.project("birds")
    told = project.import_records(file, key=["url"])
    assert told["records"] == 3
    project.build_index(fields=["title", "text"])
    return project


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve_site(SITE, delay=0.02) as served:
        yield served


@pytest.fixture
def site(workspace: Workspace, web: ServedWeb) -> Project:
    project = workspace.project("site")
    wanted = {
        "seeds": SITE.seeds,
        "scope": {"stay": "any"},
        "politeness": {"delay": 0.0},
        "fetch": {"allow_private": True, "resolve": [web.resolve]},
    }
    project.plan = project.plan.model_validate(wanted)
    return project


def test_projects_come_into_being_with_what_is_put_into_them(workspace, birds):
    assert workspace.projects() == ["birds"]
    assert workspace.project("nobody").runs() == []


def test_a_plan_is_read_and_written(birds):
    before = birds.plan
    birds.plan = before.model_copy(update={"seeds": ["https://birds.test/"]})

    assert birds.plan.seeds == ["https://birds.test/"]
    assert birds.plan.indexes == before.indexes


def test_records_come_back_as_they_are(birds, tmp_path):
    records = list(birds.records())
    count = birds.export("csv", tmp_path / "out.csv", columns=["title"])

    assert [record.fields["title"] for record in records] == [bird["title"] for bird in BIRDS]
    assert [record.seq for record in records] == sorted(record.seq for record in records)
    assert count == 3
    assert BIRDS[1]["title"] in (tmp_path / "out.csv").read_text()


def test_a_search_finds_explains_and_corrects(birds):
    results = birds.search("bowerbird blu", limit=2, explain=True, weights={"title": 2.0})

    assert results.total == 2
    first = results.hits[0]
    assert first.url == BIRDS[0]["url"]
    assert first.explain is not None
    assert first.explain.score == pytest.approx(first.score)
    assert any(piece.marked for piece in first.snippet)
    assert birds.suggest("bowe")[0].text.startswith("bowe")


def test_an_index_is_described(birds):
    (told,) = birds.indexes()

    assert (told["name"], told["documents"]) == ("default", 3)
    assert birds.index(check=True)["damaged"] == []
    assert birds.build_index(ranking__b=0.4)["options"]["ranking"]["b"] == 0.4


def test_judgements_are_kept_and_tune_the_index(birds):
    birds.judge("blue", BIRDS[0]["url"], 3)
    birds.judge("towers", birds.search("towers").hits[0], 2)
    tuning = birds.tuning()

    evaluated = tuning.evaluate(b=0.3)
    compared = tuning.compare({"b": 0.1}, {"b": 0.9})
    swept = tuning.sweep(b_values=[0.0, 1.0], k_values=[1.0])
    accepted = tuning.accept(evaluated.setting, "it reads better")

    assert evaluated.result.measures["map"] == 1.0
    assert [query.text for query in compared.queries] == ["blue", "towers"]
    assert swept.b == [0.0, 1.0]
    assert accepted.number == tuning.holding()
    assert tuning.history()[-1].because == "it reads better"
    assert birds.plan.indexes["default"].ranking.b == 0.3
    assert [q.documents for q in birds.judgements().queries] == [
        {BIRDS[0]["url"]: 3},
        {BIRDS[1]["url"]: 2},
    ]
    assert birds.judgements_of("blue")[0].grade == 3
    assert birds.forget_judgements("blue") == 1
    assert tuning.revert().because == "back to 1"


def test_topics_are_understood(birds):
    assert birds.topic_senses("mouse")
    assert birds.expand_topic("mouse", reader="advanced")["terms"]


def test_a_run_is_started_heard_steered_and_ended(site):
    run = site.crawl(budget__max_pages=5_000, politeness__delay=0.05)
    heard: list[Any] = []
    for event in run.events():
        heard.append(event)
        if isinstance(event, Progress) and event.pages > 3:
            break

    run.pause()
    assert run.state is RunState.PAUSED
    with pytest.raises(LockedError, match="is at work"):
        site.crawl()
    run.resume()
    assert run.stop() is RunState.STOPPED
    summary = run.wait(5)

    assert isinstance(heard[-1], Progress)
    assert summary["state"] == "stopped"
    assert (site.run().id, [each.id for each in site.runs()]) == (run.id, [run.id])
    assert site.busy_run() is None
    assert run.plan.budget.max_pages == 5_000


def test_a_run_that_ends_by_itself_says_so_and_its_pages_are_known(site):
    run = site.crawl(budget__max_pages=10)
    events = list(run.events())
    summary = run.wait(30)

    assert summary["state"] == "completed"
    assert all(isinstance(event, Event) for event in events)
    assert sum(page["state"] == "fetched" for page in site.pages()) == summary["pages"]
    assert site.explain(SITE.seeds[0])["state"] == "fetched"


@pytest.mark.parametrize(
    ("ask", "kind", "sentence"),
    [
        (lambda p: p.run(7), UnknownNameError, "run"),
        (lambda p: p.index("other"), UnknownNameError, "no index 'other'"),
        (lambda p: p.crawl("https://a.test/", budget__max_pagse=3), PlanError, "max_pages"),
        (lambda p: p.search("a", b=7.0), UsageError, "b"),
    ],
)
def test_errors_are_the_same_sentences(birds, ask, kind, sentence):
    with pytest.raises(kind, match=sentence):
        ask(birds)


def test_a_server_that_is_not_there_is_said():
    with pytest.raises(RunError, match="is the server at work"):
        Workspace("http://127.0.0.1:9", token="any").projects()


def test_another_key_opens_nothing(tmp_path):
    here = Workspace(tmp_path)
    with open_server(here, ServerOptions(port=0)) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        with pytest.raises(UsageError, match="not signed in"):
            Workspace(server.url, token="wrong").projects()
        server.end()
        thread.join()


def test_on_the_servers_machine_the_key_is_found(tmp_path, monkeypatch):
    monkeypatch.setenv("BOWERBIRD_HOME", str(tmp_path))
    here = Workspace(tmp_path)
    with open_server(here, ServerOptions(port=0)) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        assert Workspace(server.url).projects() == []
        server.end()
        thread.join()
