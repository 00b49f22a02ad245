"""An index beside a run: as new as the crawl, whole whoever is killed, and no burden to it."""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from bowerbird import Workspace
from bowerbird.index.reader import IndexReader
from bowerbird.model.events import RunState
from bowerbird.testing.serving import ServedWeb
from bowerbird.testing.site import generated_site, serve_site
from bowerbird.workspace.following import FOLLOWER
from bowerbird.workspace.indexes import index_folder, only_follower
from bowerbird.workspace.projects import Project
from bowerbird.workspace.runs import Run

pytestmark = pytest.mark.slow

SITE = generated_site(hosts=4, pages=700, words=30)
SLOW = 0.5  # seconds of an answer: eight at a time, so that a crawl would take a minute


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve_site(SITE, delay=SLOW) as served:
        yield served


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Workspace(tmp_path / "home").project("site")


def start(project: Project, web: ServedWeb, **changes: object) -> Run:
    return project.crawl(
        *SITE.seeds,
        changes={
            "scope.stay": "any",
            "politeness.delay": 0.0,
            "politeness.connections_per_host": 2,
            "fetch.allow_private": True,
            "fetch.resolve": [web.resolve],
            **changes,
        },
    )


def finish(run: Run, web: ServedWeb) -> None:
    web.delay("*", 0.0)
    run.wait(60)


def until(true: Callable[[], Any], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.05)


def followers(project: Project) -> list[psutil.Process]:
    """Those of this project, whoever their parent is by now."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        line = process.info["cmdline"] or []
        if FOLLOWER in line and str(project.folder) in line:
            found.append(process)
    return found


def kill(process: psutil.Process | int) -> None:
    os.kill(process if isinstance(process, int) else process.pid, signal.SIGKILL)


def documents(project: Project, name: str = "default") -> int:
    facts = next(each for each in project.indexes() if each["name"] == name)
    return int(facts["documents"])


def has_more_than(project: Project, seen: int) -> bool:
    return documents(project) > seen


def assert_whole(project: Project, name: str = "default") -> None:
    """Every record is in the index once, as the log has it, and nothing else is."""
    snapshot = IndexReader(index_folder(project.folder, name)).snapshot()
    there = Counter(
        (int(segment.serials[at]), segment.keys(at))
        for segment in snapshot.segments
        for at in range(len(segment))
        if segment.alive[at]
    )
    assert there == Counter((record.seq, record.key) for record in project.records())


# ---- while all goes well -------------------------------------------------------------------------


def test_what_was_crawled_is_found_while_the_run_is_at_work_and_after_it(project, web):
    run = start(project, web)
    until(lambda: documents(project) > 20)
    assert run.is_alive
    known = run.summary()["records"]
    until(lambda: documents(project) >= known, seconds=3.0)
    assert project.search("page", limit=5).total > 0

    finish(run, web)

    assert project.search("h000.site.test OR page", limit=1).total > 0
    assert_whole(project)
    until(lambda: not followers(project), seconds=10)


def test_a_crawl_that_asks_for_nothing_else_makes_the_default_index(project, web):
    start(project, web, **{"budget.max_pages": 5}).wait(30)

    assert project.search("page").total > 0
    assert [facts["name"] for facts in project.indexes()] == ["default"]
    assert "indexes" not in project.plan_file.read_text()


def test_an_index_that_does_not_follow_waits_until_it_is_asked(project, web):
    run = start(project, web, **{"budget.max_pages": 5, "indexes": {"quiet": {"follow": False}}})
    run.wait(30)

    assert not followers(project)
    assert project.indexes()[0]["state"] == "not built"
    assert project.build_index()["documents"] == 5


def test_an_index_that_is_made_beside_a_run_follows_it_from_then_on(project, web):
    run = start(project, web)
    until(lambda: documents(project) > 10)

    made = project.build_index("titles", fields=["title"])
    assert made["documents"] > 0
    project.build_index("titles", ranking__b=0.2, rebuild=True)
    finish(run, web)

    project.search("page")
    project.search("page", index="titles")
    assert_whole(project)
    assert_whole(project, "titles")


def test_other_words_may_be_asked_for_while_the_run_is_at_work(project, web):
    run = start(project, web)
    until(lambda: documents(project) > 10)

    project.build_index(analysis__stemming="english")
    finish(run, web)

    assert project.search("pages").total > 0
    assert_whole(project)


# ---- while it does not ---------------------------------------------------------------------------


def test_a_follower_that_is_killed_is_started_again_and_loses_nothing(project, web):
    run = start(project, web)
    for _ in range(2):
        until(lambda: followers(project))
        seen = documents(project)
        until(partial(has_more_than, project, seen))
        for process in followers(project):
            kill(process)

    finish(run, web)

    project.search("page")
    assert_whole(project)


def test_when_the_run_is_killed_the_follower_takes_in_what_is_left_and_ends(project, web):
    run = start(project, web)
    until(lambda: documents(project) > 10)

    kill(pid_of(run))
    run.wait(10)

    until(lambda: not followers(project), seconds=15)
    assert_whole(project)
    run.resume()
    finish(run, web)
    project.search("page")
    assert_whole(project)


def test_when_both_are_killed_a_search_finds_everything_that_was_committed(project, web):
    run = start(project, web)
    until(lambda: documents(project) > 10)
    for process in followers(project):
        process.suspend()
    seen = run.summary()["records"]
    until(lambda: run.summary()["records"] > seen + 5)

    kill(pid_of(run))
    for process in followers(project):
        kill(process)
    run.wait(10)

    assert run.state is RunState.FAILED
    until(lambda: not followers(project))
    assert project.search("page").warnings == []
    assert_whole(project)


def test_a_follower_that_is_stuck_holds_nobody_up(project, web):
    run = start(project, web)
    until(lambda: documents(project) > 10)
    (stuck,) = followers(project)
    stuck.suspend()

    began = time.monotonic()
    assert run.stop() is RunState.STOPPED
    assert time.monotonic() - began < 10

    results = project.search("page")
    assert results.total > 0
    assert "still being taken in" in results.warnings[0]
    kill(stuck)
    with only_follower(project.folder, 10):
        pass  # the kernel has let go of it


def test_a_damaged_index_is_told_and_the_others_go_on(project, web):
    run = start(project, web, **{"indexes": {"good": {}, "bad": {"fields": ["title"]}}})
    until(lambda: documents(project, "bad") > 10)
    manifest = index_folder(project.folder, "bad") / "manifest.json"
    manifest.write_bytes(b"nonsense")

    finish(run, web)

    project.search("page", index="good")
    assert_whole(project, "good")
    assert "does not hold what was written" in (run.folder / "errors.txt").read_text()
    project.build_index("bad", rebuild=True)
    assert_whole(project, "bad")


def pid_of(run: Run) -> int:
    return int(run._entry().pid or 0)
