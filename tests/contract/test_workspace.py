"""The Python API here and by the address of a server: one suite over both."""

import json
import re
import threading
import time
from collections.abc import Iterator
from inspect import getsource
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
from bowerbird.workspace import Project, Run, Tuning
from bowerbird.workspace.audit import AuditBook
from bowerbird.workspace.notices import NoticeBook
from bowerbird.workspace.remote.home import (
    RemoteAudit,
    RemoteNotices,
    RemoteSchedules,
    RemoteUsers,
)
from bowerbird.workspace.remote.project import RemoteProject
from bowerbird.workspace.remote.run import RemoteRun
from bowerbird.workspace.remote.tables import RemoteTables
from bowerbird.workspace.remote.tuning import RemoteTuning
from bowerbird.workspace.remote.workspace import RemoteWorkspace
from bowerbird.workspace.schedules import Schedules
from bowerbird.workspace.tables.project import ProjectTables
from bowerbird.workspace.users import Users

BY_ADDRESS: dict[type, type] = {
    Workspace: RemoteWorkspace,
    Project: RemoteProject,
    Run: RemoteRun,
    ProjectTables: RemoteTables,
    Tuning: RemoteTuning,
    Users: RemoteUsers,
    Schedules: RemoteSchedules,
    NoticeBook: RemoteNotices,
    AuditBook: RemoteAudit,
}
# What cannot be had by address, and why.
ONLY_HERE: dict[type, dict[str, str]] = {
    Workspace: {
        "home": "a folder of the server's machine",
        "attendant": "the server runs its own",
    },
    Project: {
        "folder": "of the server's machine",
        "plan_file": "of the server's machine; `plan` is read and written",
        "snapshot": "its elements are those of a tree in memory; /picking has the HTML",
        "picking": "its pages are open in the server; the steps are at /picking",
    },
    Run: {
        "folder": "of the server's machine",
        "start": "the server starts what it makes",
        "ask": "a question to a process of the server's machine",
    },
    ProjectTables: {},
    Tuning: {"index": "known to whoever asked for it"},
    Users: {"verify": "whoever has a password signs in with it"},
    Schedules: {"done": "said by whoever starts runs, the server"},
    NoticeBook: {
        "tell": "said by runs",
        "since": "asked by whoever delivers, the server",
        "note_deliveries": "said by whoever delivers, the server",
    },
    AuditBook: {"note": "booked by what is done", "note_done": "booked by what is done"},
}

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
    birds.build_index("other", fields=["title"])
    birds.remove_index("other")
    assert [index["name"] for index in birds.indexes()] == ["default"]


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
    birds.draw_concept("bower", "part", "nest")
    assert {each["label"] for each in birds.concepts()} == {"bower", "nest"}
    birds.remove_concept("nest")
    assert [each["label"] for each in birds.concepts()] == ["bower"]


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


def test_tables_are_read(birds):
    tables = birds.tables
    found = tables.records(filters=["title~bowerbird"], sort="-title", limit=1)

    assert (found.matching, found.total, found.next, found.behind) == (2, 3, 1, False)
    assert found.rows[0]["title"] == "The satin bowerbird"
    assert tables.record(found.rows[0]["_key"])["fields"]["text"] == "He loves blue."
    assert sum(tables.kinds().values()) == 3
    assert "title" in [column["name"] for column in tables.columns()]
    assert tables.facet("records", "title", filters=["title~lyre"])[0]["count"] == 1
    assert birds.has_records
    with pytest.raises(UsageError, match="1000"):
        tables.records(limit=5_000)


def test_judgements_are_written_to_files(birds, tmp_path):
    birds.judge("blue", BIRDS[0]["url"], 3)
    qrels, queries, as_json = (tmp_path / name for name in ("a.qrels", "a.tsv", "a.json"))

    assert birds.export_judgements(as_json) == 1
    assert birds.export_judgements(qrels, queries) == 1
    assert BIRDS[0]["url"] in as_json.read_text()
    assert BIRDS[0]["url"] in qrels.read_text()
    assert "blue" in queries.read_text()
    assert birds.grades("blue") == {BIRDS[0]["url"]: 3}
    assert birds.grades("unheard of") == {}


def test_hits_have_names_and_indexes_columns(birds):
    hits = birds.search("bowerbird").hits

    assert set(birds.names_of_hits(hits)) == {BIRDS[0]["url"], BIRDS[1]["url"]}
    assert "title" in birds.columns()["text"]


def test_bookmarks_become_seeds_and_go_elsewhere_with_the_project(workspace, birds, tmp_path):
    file = tmp_path / "bookmarks.html"
    file.write_text('<dl><dt><a href="https://birds.test/" tags="birds">Birds</a></dl>')

    birds.import_seeds(file)
    with pytest.raises(PlanError, match="seeding"):
        birds.import_seeds(file, changes={"seeding.nonsense": 1})
    told = birds.export_project(tmp_path / "birds.bowerbird", records=True)
    workspace.import_project(tmp_path / "birds.bowerbird", "more")
    workspace.clone_project("birds", "other")

    assert told["bytes"] == (tmp_path / "birds.bowerbird").stat().st_size
    assert "project.toml" in told["members"]
    assert [seed["url"] for seed in workspace.project("more").seeds()] == ["https://birds.test/"]
    assert workspace.what_goes("other")["files"] > 0
    workspace.delete_project("other")
    assert workspace.projects() == ["birds", "more"]


def test_users_schedules_notices_and_the_book(workspace, birds):
    users, schedules = workspace.users, workspace.schedules
    users.add("ada", "four words in a row", "viewer")
    users.change("ada", role="editor")
    made = schedules.add("birds", "every 6 hours")

    assert [(user.name, user.role) for user in users.all()] == [("ada", "editor")]
    assert users.find("nobody") is None
    assert schedules.all("birds") == [made] == [schedules.find(made.number)]
    assert schedules.pause(made.number).paused
    assert not schedules.resume(made.number).paused
    assert len(schedules.upcoming(limit=3)) == 3
    schedules.remove(made.number)
    with pytest.raises(UnknownNameError, match="no schedule"):
        schedules.find(made.number)
    users.remove("ada")
    assert users.all() == []
    assert (workspace.notices.all(), workspace.notices.unread()) == ([], 0)
    workspace.notices.mark_read()
    booked = [entry.action for entry in workspace.audit.entries(3)]
    assert booked == ["remove user", "remove schedule", "resume schedule"]


@pytest.mark.slow
def test_a_run_is_looked_at_from_all_sides(workspace, site, tmp_path):
    run = site.crawl(budget__max_pages=12)
    run.wait(30)
    deadline = time.monotonic() + 20
    while site.busy_run() is not None and time.monotonic() < deadline:
        time.sleep(0.1)  # its process is still leaving
    second = site.crawl(budget__max_pages=3)
    second.wait(30)
    (page,) = [row for row in site.pages() if row["url"] == SITE.seeds[0]]

    assert second.sentence().startswith("Done: ")
    assert second.progress() is None
    assert second.series()["points"]
    assert "state" in {line["type"] for line in run.log(types=["state"], limit=5).lines}
    assert run.pictures() == []
    with pytest.raises(UnknownNameError, match="no picture"):
        run.picture("none.png")
    assert site.changes(run)["new"] > 0
    assert "budget.max_pages" in str(site.compare_runs(run, second)["settings"])
    assert site.replay({}, max_pages=5)
    assert "<html" in site.page_source(page["url"])["text"].lower()
    assert site.kept_page(page["url"]).status == 200
    assert site.kept_pictures([page["url"]]) == set()
    assert isinstance(site.hubs(), list)
    assert isinstance(site.words(), list)
    assert site.tables.link_map()["nodes"]
    assert [each.id for each in workspace.runs(1)] == ["2"]
    assert workspace.states() == {("site", 2): RunState.COMPLETED}
    site.refuse_if_busy()


@pytest.mark.slow
def test_a_few_pages_are_tried_and_a_page_is_rated(site):
    told = site.dry_run({"budget.max_pages": 50}, pages=2, seconds=20)
    site.crawl(budget__max_pages=3).wait(30)

    assert told["pages"]
    assert site.rate_page(SITE.seeds[0], relevant=True)["relevant"] is True


@pytest.mark.slow
def test_the_sample_begins_at_once(workspace):
    run = workspace.sample_project()
    run.stop()

    assert workspace.projects() == ["sample"]
    with pytest.raises(UsageError, match="already"):
        workspace.sample_project()


@pytest.mark.parametrize("kind", ONLY_HERE, ids=lambda kind: kind.__name__)
def test_nothing_of_the_python_api_is_forgotten(kind):
    here, there = public(kind), public(BY_ADDRESS[kind])

    assert here - there == set(ONLY_HERE[kind])
    assert there - here == ({"url"} if kind is Workspace else set())


def public(kind: type) -> set[str]:
    """What it offers: its methods and properties, and what it is given when it is made."""
    made = re.findall(r"^        self\.([a-z]\w*)(?:: .*)? = ", getsource(kind), re.MULTILINE)
    return {name for name in (*dir(kind), *made) if not name.startswith("_")}


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
