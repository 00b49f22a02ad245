"""While a server attends a home, what is scheduled runs, and what happens is told."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.e2e.commands import until

from bowerbird import Workspace
from bowerbird.model.events import RunState
from bowerbird.testing.serving import ServedWeb
from bowerbird.testing.site import generated_site, serve_site
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.plan import changed

SITE = generated_site(hosts=2, pages=400, words=30)


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve_site(SITE, delay=0.02) as served:
        yield served


@pytest.fixture
def workspace(tmp_path: Path, web: ServedWeb) -> Workspace:
    workspace = Workspace(tmp_path / "home")
    project = workspace.project("zoo")
    project.plan = changed(
        project.plan,
        {
            "seeds": list(SITE.seeds),
            "politeness.delay": 0.0,
            "fetch.allow_private": True,
            "fetch.resolve": [web.resolve],
            "budget.max_pages": 5,
        },
        "the test",
    )
    return workspace


@pytest.mark.slow
def test_a_scheduled_run_is_started_booked_and_told(workspace):
    schedule = workspace.schedules.add("zoo", "weekly")
    ended = threading.Event()
    thread = threading.Thread(target=workspace.attendant().run, args=[ended, 0.1])
    thread.start()
    try:
        workspace.schedules.run_now(schedule.number)
        until(lambda: bool(workspace.runs()), 60)
        (run,) = workspace.runs()
        until(lambda: bool(workspace.notices.all()), 60)
    finally:
        ended.set()
        thread.join()

    assert run.state is RunState.COMPLETED
    (notice,) = workspace.notices.all()
    assert (notice.kind, notice.run, notice.severity) == ("run-ended", 1, "info")
    assert notice.sentence.startswith("Run 1 of zoo: Done: 5 pages")
    assert workspace.schedules.find(schedule.number).last_run == 1
    until(lambda: not run.is_alive, 30)


@pytest.mark.slow
def test_a_run_that_was_killed_is_told_once(workspace):
    run = workspace.project("zoo").crawl(budget__max_pages=400)
    entry = Catalogue(workspace.home).run("zoo", 1)
    assert entry is not None
    assert entry.pid is not None
    os.kill(entry.pid, signal.SIGKILL)
    run.wait(30)

    attendant = workspace.attendant()
    attendant.tick()
    attendant.tick()

    (notice,) = workspace.notices.all()
    assert (notice.kind, notice.severity) == ("run-failed", "stop")
    assert "goes on where it was" in notice.sentence


def test_a_run_that_died_long_ago_is_no_news(workspace):
    catalogue = Catalogue(workspace.home)
    number = catalogue.new_run("zoo").number
    catalogue.update(
        "zoo", number, state=RunState.RUNNING, started_at=1.0, heartbeat_at=2.0, pid=None
    )

    workspace.attendant().tick()

    assert workspace.notices.all() == []
