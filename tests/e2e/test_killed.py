"""Killed at any instant, as often as you like: nothing is lost, nothing is there twice."""

import signal
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import psutil
import pytest
from tests.e2e.kept import fastwarc_reads, records, rows, warcio_reads, whole_archive

from bowerbird import Workspace
from bowerbird.model.errors import RunError
from bowerbird.model.events import RunState
from bowerbird.model.pagerow import PageState
from bowerbird.testing.site import generated_site, serve_site
from bowerbird.workspace.run_processes import PROCESS
from bowerbird.workspace.runs import Run

SITE = generated_site(hosts=20, pages=2_000, links=12, words=60)
KILLS = 50
IN_THE_START = 8  # so many of them hit a process that has not said yet that it is at work


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_run_killed_fifty_times_loses_nothing_and_keeps_nothing_twice(tmp_path: Path) -> None:
    random = Random(2_000)
    early = set(random.sample(range(1, KILLS), IN_THE_START))

    with serve_site(SITE, delay=0.02) as web:
        project = Workspace(tmp_path).project("site")
        run = project.crawl(
            *SITE.seeds,
            changes={
                "scope.stay": "any",
                "politeness.delay": 0.0,
                "fetch.allow_private": True,
                "fetch.resolve": [web.resolve],
                "speed.concurrency": 3,
                # Its own kills: tests/integration/workspace/test_follower.py. Fifty starts of one
                # more process in half a second each would leave the crawl no time to get anywhere.
                "indexes": {"default": {"follow": False}},
            },
        )
        _kill(run, random.uniform(0.0, 0.5))
        for number in range(1, KILLS):
            if number in early:
                _kill_while_starting(run, random.uniform(0.3, 1.2))
            else:
                run.resume()
                _kill(run, random.uniform(0.0, 0.5))
            assert run.state is RunState.FAILED, "it was done before it had been killed 50 times"
        web.delay("*", 0.001)
        summary = run.resume().wait(120)
        asked = Counter(f"http://{request.host}{request.target}" for request in web.requests)

    known = rows(project.folder)
    became = Counter((row.state, row.reason, row.rule) for row in known.values())
    assert became == {(PageState.FETCHED, "", ""): len(SITE.urls)}, summary
    assert set(known) == SITE.urls
    assert summary["state"] == "completed"
    assert summary["pages"] == summary["records"] == len(SITE.urls)
    log = records(project.folder)
    assert Counter(record.url for record in log) == Counter(SITE.urls)
    assert len({record.key for record in log}) == len(log) == len(SITE.urls)
    assert Counter(whole_archive(project.folder)) == Counter(("response", u) for u in SITE.urls)
    assert len({row.page for row in known.values()}) == len(SITE.urls)
    for url, row in known.items():
        assert row.page is not None
        by_warcio = warcio_reads(project.folder, row.page)
        assert by_warcio == fastwarc_reads(project.folder, row.page)
        assert by_warcio[:2] == ("response", url)
        assert len(by_warcio[2]) == row.bytes
    # Each kill costs no more than the requests that were under way.
    assert sum(asked[url] - 1 for url in SITE.urls) <= 3 * KILLS


def _kill(run: Run, after: float) -> None:
    """SIGKILL to the run's own process, `after` seconds from now."""
    time.sleep(after)
    process = process_of(run)
    assert process is not None
    process.send_signal(signal.SIGKILL)
    run.wait(60)


def _kill_while_starting(run: Run, after: float) -> None:
    def strike() -> None:
        time.sleep(after)
        while (process := process_of(run)) is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)

    striker = threading.Thread(target=strike)
    striker.start()
    with suppress(RunError):  # it had not got as far as saying that it is at work
        run.resume()
    striker.join()
    run.wait(60)


def process_of(run: Run) -> psutil.Process | None:
    for child in psutil.Process().children():
        with suppress(psutil.NoSuchProcess):
            command = child.cmdline()
            if PROCESS in command and str(run.number) in command:
                return child
    return None
