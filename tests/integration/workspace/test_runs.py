"""A run seen from outside: never shown as what it is not, always reachable, always ended."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from tests.e2e.commands import until

from bowerbird import Workspace
from bowerbird.model.errors import LockedError, RunError
from bowerbird.model.events import Progress, RunState, StateChanged, Visited
from bowerbird.testing.serving import ServedWeb
from bowerbird.testing.site import generated_site, serve_site
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.control import ControlClient, socket_path
from bowerbird.workspace.projects import Project
from bowerbird.workspace.run_processes import PROCESS
from bowerbird.workspace.runs import Run

SITE = generated_site(hosts=4, pages=2_000, words=30)


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve_site(SITE, delay=0.05) as served:
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
            "fetch.allow_private": True,
            "fetch.resolve": [web.resolve],
            **changes,
        },
    )


def pid_of(run: Run) -> int:
    living = (c for c in psutil.Process().children() if c.status() != psutil.STATUS_ZOMBIE)
    (process,) = (c for c in living if PROCESS in c.cmdline())
    assert run.is_alive
    return int(process.pid)


def test_a_run_tells_what_it_does_while_it_does_it(project, web):
    web.delay("*", 1.0)
    run = start(project, web, **{"budget.max_pages": 60})

    events = []
    for event in run.events():
        events.append(event)
        web.delay("*", 0.01)  # now that somebody listens
    summary = run.wait(60)

    assert summary["pages"] == 60
    kinds = {type(event) for event in events}
    assert kinds >= {Visited, Progress, StateChanged}
    assert len([event for event in events if isinstance(event, Visited)]) > 40


def test_a_project_at_work_takes_no_second_run(project, web):
    run = start(project, web)

    with pytest.raises(LockedError, match=r"run 1 of project 'site' is at work; .*run stop 1"):
        start(project, web)

    assert len(project.runs()) == 1
    assert run.stop() is RunState.STOPPED
    assert not run.is_alive
    run.wait(30)


def test_a_shard_that_somebody_holds_is_named(project, web, tmp_path):
    run = start(project, web)
    other = Workspace(tmp_path / "other").project("site")
    other.folder.mkdir(parents=True)
    (other.folder / "shards").symlink_to(project.folder / "shards")

    with pytest.raises(RunError, match=r"the shard .* is in use by process \d+"):
        start(other, web)

    run.stop()
    run.wait(30)


def test_pages_of_a_run_at_work_are_seen(project, web):
    run = start(project, web)
    end = time.monotonic() + 60
    while not (rows := list(project.pages())):
        assert time.monotonic() < end

    assert {row["state"] for row in rows} <= {"fetched"}
    assert project.explain(SITE.url(0))["state"] == "fetched"
    run.stop()
    run.wait(30)
    assert len(list(project.records())) == len(list(project.pages()))


@pytest.mark.slow
def test_a_process_that_hangs_is_shown_as_stalled_and_stop_still_ends_it(project, web):
    run = start(project, web)
    pid = pid_of(run)
    os.kill(pid, signal.SIGSTOP)
    Catalogue(project.folder.parents[1]).update("site", 1, heartbeat_at=time.time() - 60)

    assert run.state is RunState.STALLED
    before = time.monotonic()
    assert run.stop() is RunState.STOPPED

    assert time.monotonic() - before < 10
    assert "killed" in run.summary()["reason"]
    assert not run.is_alive
    assert run.resume().state is RunState.RUNNING
    assert run.stop() is RunState.STOPPED
    run.wait(30)


@pytest.mark.slow
def test_a_stop_ends_within_ten_seconds_though_no_page_comes_to_its_end(project, web):
    web.delay("*", 300.0)
    run = start(project, web)
    until(lambda: web.under_way > 0)

    before = time.monotonic()
    assert run.stop() is RunState.STOPPED

    assert time.monotonic() - before < 10
    assert not run.is_alive
    run.wait(30)


def test_a_killed_run_says_so_within_five_seconds_to_somebody_else(project, web, tmp_path):
    run = start(project, web)
    (seen,) = Workspace(tmp_path / "home").runs()  # as another process sees it
    assert seen.sentence().startswith("Crawling: ")

    os.kill(pid_of(run), signal.SIGKILL)
    before = time.monotonic()
    until(lambda: seen.state is RunState.FAILED)

    assert time.monotonic() - before < 5
    assert seen.sentence().startswith("Failed after ")
    assert seen.progress() is None
    assert "`bowerbird run resume` goes on where it was" in seen.sentence()
    run.wait(30)


def test_a_killed_run_is_shown_as_failed_and_its_number_is_no_trap(project, web):
    run = start(project, web)
    os.kill(pid_of(run), signal.SIGKILL)
    run.wait(30)

    assert run.state is RunState.FAILED
    assert "`bowerbird run resume` goes on" in run.summary()["reason"]
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as stranger:
        # Process numbers are used again: a stranger with that number is no run.
        Catalogue(project.folder.parents[1]).update("site", 1, pid=stranger.pid)
        assert run.state is RunState.FAILED
        assert run.stop() is RunState.FAILED
        assert stranger.poll() is None


def test_a_completed_run_is_not_resumed_by_accident(project, web):
    run = start(project, web, **{"budget.max_pages": 5})
    run.wait(60)

    with pytest.raises(RunError, match=r"run 1 is completed .*--max-pages"):
        run.resume()

    assert run.resume(max_pages=9).wait(60)["pages"] == 9
    assert run.plan.budget.max_pages == 9


def test_what_a_run_was_made_of_does_not_change_with_the_plan(project, web):
    first = start(project, web, **{"budget.max_pages": 3})
    first.wait(60)
    second = start(project, web, **{"budget.max_pages": 4})
    second.wait(60)

    assert first.plan.budget.max_pages == 3
    assert project.plan.budget.max_pages == 4
    assert [run.id for run in project.runs()] == ["1", "2"]


def test_nobody_there_is_an_error_and_not_a_wait(tmp_path):
    place = socket_path(tmp_path)

    before = time.monotonic()
    with pytest.raises(RunError, match="does not answer"):
        ControlClient(str(place)).ask("summary")
    assert time.monotonic() - before < 5


def test_a_paused_run_says_why_and_its_seconds_survive_a_stop(project, web):
    run = start(project, web)
    run.pause()

    paused = run.summary()
    run.stop()
    stopped = run.summary()
    run.resume()
    resumed = run.summary()
    run.stop()
    run.wait(30)

    assert (paused["state"], paused["reason"]) == ("paused", "paused by request")
    assert stopped["reason"] == "stopped by request"
    assert resumed["seconds"] >= stopped["seconds"] > 0


def test_a_url_that_waits_for_its_host_says_why(project, web):
    web.robots("h000.site.test", "", status=500)
    run = start(project, web)
    url = SITE.url(0)
    end = time.monotonic() + 60
    while "robots.txt cannot be read" not in (facts := project.explain(url))["rule"]:
        assert time.monotonic() < end

    run.stop()
    run.wait(30)

    assert facts["state"] == "queued"
    assert "the server answered 500" in facts["sentence"]
    assert "robots.txt cannot be read: " in facts["sentence"]


def test_what_a_run_cannot_do_is_told_over_the_socket(project, web):
    run = start(project, web)

    with pytest.raises(RunError, match="a run cannot 'dance'"):
        run.ask("dance")
    with pytest.raises(RunError, match="'http://' is not a URL"):
        run.ask("explain", url="http://")

    assert run.state is RunState.RUNNING
    run.stop()
    run.wait(30)
