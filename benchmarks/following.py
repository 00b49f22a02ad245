"""How soon what was crawled is found, and what that costs the crawl.

    python -m benchmarks.following [--pages 4000] [--delay 0.02]

Crawls a generated site twice, once with an index that follows and once without. Prints how long
after its commit a record was in the index (sampled every 50 ms, from the follower's first commit
on), and the CPU seconds of the run's process and of the follower. Exits with 1 if it took longer
than a second: on a busy machine it may.
"""

import argparse
import sys
import time
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

import psutil

from bowerbird import Workspace
from bowerbird.testing.site import generated_site, serve_site
from bowerbird.workspace.following import FOLLOWER
from bowerbird.workspace.indexes import cursor_of, index_folder, only_follower
from bowerbird.workspace.projects import Project
from bowerbird.workspace.run_processes import PROCESS
from bowerbird.workspace.runs import Run

EVERY = 0.05
WITHIN = 1.0


class Watched:
    """One crawl, looked at from outside."""

    def __init__(self) -> None:
        self.committed: list[tuple[float, int]] = []  # (when, records by then)
        self.indexed: list[tuple[float, int]] = []
        self.cpu: dict[str, float] = {}
        self.seconds = 0.0

    def lags(self) -> list[float]:
        """Of each sample of the crawl, how long until the index knew as much."""
        began = next((at for at, cursor in self.indexed if cursor), 0.0)
        found = []
        for at, records in self.committed:
            known = next((when for when, cursor in self.indexed if cursor >= records), None)
            if at >= began and known is not None:
                found.append(max(0.0, known - at))
        return found


def watch(run: Run, project: Project) -> Watched:
    watched, began = Watched(), time.monotonic()
    index = index_folder(project.folder, "default")
    while run.is_alive:
        summary, now = run.summary(), time.monotonic()
        watched.committed.append((now, int(summary.get("records", 0))))
        watched.indexed.append((time.monotonic(), cursor_of(index)))
        for process in psutil.Process().children(recursive=True):
            try:
                line, times = process.cmdline(), process.cpu_times()
            except psutil.Error:
                continue
            for name in (PROCESS, FOLLOWER):
                if name in line:
                    watched.cpu[name] = times.user + times.system
        time.sleep(EVERY)
    watched.seconds = time.monotonic() - began
    until = time.monotonic() + 30
    while watched.cpu.get(FOLLOWER) and time.monotonic() < until:
        watched.indexed.append((time.monotonic(), cursor_of(index)))
        if watched.indexed[-1][1] >= watched.committed[-1][1]:
            break
        time.sleep(EVERY)
    return watched


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=4000)
    parser.add_argument("--delay", type=float, default=0.02, help="seconds of each answer")
    parser.add_argument("--words", type=int, default=300, help="on a page")
    asked = parser.parse_args()
    site = generated_site(hosts=20, pages=asked.pages, words=asked.words)
    longest = 0.0
    for follow in (True, False):
        with TemporaryDirectory() as home, serve_site(site, delay=asked.delay) as web:
            project = Workspace(Path(home)).project("site")
            run = project.crawl(
                *site.doors,
                changes={
                    "scope.stay": "any",
                    "politeness.delay": 0.0,
                    "fetch.allow_private": True,
                    "fetch.resolve": [web.resolve],
                    "indexes": {"default": {"follow": follow}},
                },
            )
            watched = watch(run, project)
            pages = run.wait()["pages"]
            with only_follower(project.folder):
                pass  # it has written its last
        print(
            f"follow = {follow}: {pages} pages in {watched.seconds:.1f} s; CPU of the run "
            f"{watched.cpu[PROCESS]:.1f} s, of the follower {watched.cpu.get(FOLLOWER, 0.0):.1f} s"
        )
        if follow:
            lags = watched.lags()
            cuts, longest = quantiles(lags, n=100), max(lags)
            print(
                f"  in the index after: half {cuts[49]:.2f} s, 95 % {cuts[94]:.2f} s, "
                f"all {longest:.2f} s ({len(lags)} samples)"
            )
    return int(longest > WITHIN)


if __name__ == "__main__":
    sys.exit(main())
