"""A disk that fills up, a disk gone read-only, descriptors that run out: the run pauses, says so in
a sentence, and goes on after the cure as if nothing had been."""

import os
import resource
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from tests.e2e.kept import records, rows, whole_archive
from tests.integration.crawl.crawling import crawl, page, small_web

from bowerbird import Workspace
from bowerbird.model.errors import BowerbirdError, RunError
from bowerbird.model.events import Health, RunState
from bowerbird.testing.serving import ServedWeb
from bowerbird.testing.site import generated_site, serve_site
from bowerbird.workspace.projects import Project
from bowerbird.workspace.run_processes import PROCESS
from bowerbird.workspace.runs import Run

SITE = generated_site(hosts=100, pages=300, words=200)
Cure = Callable[[], None]
Trouble = Callable[[Run, Path], Cure]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small file system of its own where root may mount one, else a folder."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64m", "bowerbird-test", str(folder)]
    mounted = not subprocess.run(mount, capture_output=True, check=False).returncode
    yield folder
    if mounted:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def site() -> Iterator[ServedWeb]:
    with serve_site(SITE, delay=0.01) as web:
        yield web


def start(home: Path, web: ServedWeb, **changes: object) -> tuple[Project, Run]:
    project = Workspace(home).project("site")
    run = project.crawl(
        *SITE.seeds,
        changes={
            "scope.stay": "any",
            "politeness.delay": 0.0,
            "fetch.allow_private": True,
            "fetch.resolve": [web.resolve],
            "speed.concurrency": 4,
            "health.low_disk_bytes": 0,
            **changes,
        },
    )
    until_pages(run, 20)
    return project, run


def until_pages(run: Run, count: int) -> None:
    end = time.monotonic() + 60
    while run.summary()["pages"] < count:
        assert time.monotonic() < end
        time.sleep(0.02)


def midway(run: Run, web: ServedWeb) -> None:
    """Most of the site is still to come, and at least twenty pages are safe: the server takes so
    long now that twelve pages by four workers take two group commits, whatever the machine does."""
    web.delay("*", 0.1)
    until_pages(run, run.summary()["pages"] + 12)


def fill_the_disk(run: Run, home: Path) -> Cure:
    filler = home / "filler"
    if not home.is_mount():
        return stop_files_from_growing(run, home)
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)) == 4096:
            continue
    return filler.unlink


def stop_files_from_growing(run: Run, home: Path) -> Cure:
    return limited(run, resource.RLIMIT_FSIZE, 64 << 10)


def take_the_descriptors(run: Run, home: Path) -> Cure:
    return limited(run, resource.RLIMIT_NOFILE, process_of(run).num_fds())


def limited(run: Run, what: int, most: int) -> Cure:
    """Limits the process of this run; the next one begins without."""
    process = process_of(run)
    resource.prlimit(process.pid, what, (most, resource.getrlimit(what)[1]))
    return lambda: None


def process_of(run: Run) -> psutil.Process:
    (found,) = (
        child
        for child in psutil.Process().children()
        if child.status() != psutil.STATUS_ZOMBIE and PROCESS in child.cmdline()
    )
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (fill_the_disk, "the disk is full|may not grow further"),
        (stop_files_from_growing, "may not grow further"),
        (take_the_descriptors, "file descriptors"),
    ],
)
@pytest.mark.parametrize("durability", ["process", "power"])
def test_a_run_in_trouble_pauses_and_goes_on_after_the_cure(
    disk: Path, site: ServedWeb, trouble: Trouble, sentence: str, durability: str
) -> None:
    project, run = start(disk, site, **{"store.durability": durability})
    midway(run, site)

    cure = trouble(run, disk)
    run.wait(60)
    site.delay("*", 0.01)

    state, reason = run.state, run.summary()["reason"]
    assert state is RunState.PAUSED, reason
    assert any(part in reason for part in sentence.split("|")), reason
    assert "Then `bowerbird run resume` goes on." in reason

    cure()
    before = rows(project.folder)
    assert 20 <= len(before) < len(SITE.urls)
    summary = run.resume().wait(120)

    assert summary["state"] == "completed", summary["reason"]
    known = rows(project.folder)
    assert {url for url, row in known.items() if row.state == "fetched"} == SITE.urls
    log = records(project.folder)
    assert Counter(record.url for record in log) == Counter(SITE.urls)
    kept = Counter(url for kind, url in whole_archive(project.folder) if kind == "response")
    assert kept.keys() == SITE.urls


@pytest.mark.slow
def test_a_disk_gone_read_only_is_told_and_nothing_is_damaged(disk: Path, site: ServedWeb) -> None:
    # A follower would hold the disk open for some seconds more.
    project, run = start(disk, site, indexes={"default": {"follow": False}})
    run.stop()
    before = rows(project.folder)

    with read_only(disk), pytest.raises(BowerbirdError, match=r"[Rr]ead-only|[Pp]ermission"):
        run.resume()

    assert rows(project.folder) == before
    assert run.resume().wait(120)["state"] == "completed"
    assert rows(project.folder).keys() == SITE.urls


@contextmanager
def read_only(disk: Path) -> Iterator[None]:
    if disk.is_mount():
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        yield
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
        return
    closed = [disk, *(Path(folder) for folder, _, _ in os.walk(disk))]
    for folder in closed:
        folder.chmod(0o555)
    yield
    for folder in closed:
        folder.chmod(0o755)


async def test_a_run_pauses_before_the_disk_is_full(tmp_path: Path) -> None:
    with small_web({"http://zoo.test/": page("Zoo", "/a"), "http://zoo.test/a": page("A")}) as web:
        web.delay("zoo.test", 0.7)

        crawled = await crawl(tmp_path, web, "http://zoo.test/", health__low_disk_bytes=10**18)

    assert crawled.state is RunState.PAUSED
    assert crawled.reason.startswith("Low disk: ")
    assert "run resume" in crawled.sentences["low-disk"]


def test_what_a_power_cut_took_is_told_when_a_run_begins(tmp_path: Path, site: ServedWeb) -> None:
    project, run = start(tmp_path, site)
    run.stop()
    (warc,) = (project.folder / "shards" / "s000" / "pages").glob("*.warc.gz")
    os.truncate(warc, warc.stat().st_size - 1000)

    run.resume()
    said = [event for event in run.events() if isinstance(event, Health)]
    summary = run.wait(60)

    assert summary["state"] == "completed"
    told = {event.rule: event.sentence for event in said}
    assert told["pages-lost"].startswith("1000 bytes of stored pages are gone")


def test_a_resume_without_room_says_so_and_changes_nothing(disk: Path, site: ServedWeb) -> None:
    project, run = start(disk, site)
    run.stop()
    before = rows(project.folder)
    lock = project.folder / "shards" / "s000" / "LOCK"
    lock.unlink()
    lock.mkdir()

    with pytest.raises(RunError, match=str(lock)):
        run.resume()

    lock.rmdir()
    assert run.state is RunState.STOPPED
    assert rows(project.folder) == before
