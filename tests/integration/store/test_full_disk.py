"""A disk that fills up, a file that may not grow, descriptors that run out, a disk gone read-only.

Each time: one sentence, what was committed intact, and the same open store goes on afterwards.
"""

import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from tests.unit.store.pages import a_page

from bowerbird.model.errors import OutOfSpaceError, StoreError
from bowerbird.model.record import PageRef
from bowerbird.model.storage import Family
from bowerbird.store.shard import Durability, ShardStore, open_shard
from bowerbird.store.warc import WarcPages, open_pages

Room = Callable[[], None]


class Disk:
    """A folder whose room can be taken away and given back."""

    def __init__(self, folder: Path, take: Room, give_back: Room) -> None:
        self.folder, self.take, self.give_back = folder, take, give_back


@contextmanager
def limited_file_size(folder: Path) -> Iterator[Disk]:
    """No file may grow beyond 8 KiB more than nothing: works for every user."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def take() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8 << 10, before[1]))

    def give_back() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    try:
        yield Disk(folder, take, give_back)
    finally:
        give_back()


@contextmanager
def tiny_file_system(folder: Path) -> Iterator[Disk]:
    """8 MiB in memory, for root; others get the limit on file sizes instead."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "bowerbird-test", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        with limited_file_size(folder) as disk:
            yield disk
        return
    filler = folder / "filler"

    def take() -> None:
        with filler.open("wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)) == 4096:
                    continue
            except OSError:
                return

    try:
        yield Disk(folder, take, filler.unlink)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture(params=[limited_file_size, tiny_file_system])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    with request.param(folder) as made:
        yield made


def commit(shard: ShardStore, number: int) -> None:
    batch = shard.batch()
    for family in (Family.SEEN, Family.FRONTIER):
        batch.put(family, b"%04d" % number, Random(number).randbytes(3000))
    shard.commit(batch)
    shard.sync()


def numbers(shard: ShardStore, family: Family = Family.SEEN) -> list[int]:
    return [int(key) for key, _ in shard.scan(family, b"", b"\xff")]


@pytest.mark.parametrize("durability", ["process", "power"])
def test_a_full_disk_stops_commits_and_nothing_else(disk: Disk, durability: Durability) -> None:
    with open_shard(disk.folder / "s000", durability=durability) as shard:
        for number in range(20):
            commit(shard, number)
        disk.take()

        failed = fail_to_commit(shard, 20)
        read_meanwhile = numbers(shard)[:20]
        with pytest.raises(OutOfSpaceError, match=r"s000/db: .* resume"):
            commit(shard, failed)
        disk.give_back()
        for number in range(failed, failed + 20):
            commit(shard, number)

        assert read_meanwhile == list(range(20))
        assert numbers(shard) == list(range(failed + 20))
        assert numbers(shard, Family.FRONTIER) == list(range(failed + 20))

    with open_shard(disk.folder / "s000") as shard:
        assert numbers(shard) == list(range(failed + 20))


def test_a_shard_that_died_on_a_full_disk_opens_with_all_that_was_committed(disk: Disk) -> None:
    with pytest.raises(OutOfSpaceError):
        commit_until_death(disk)
    disk.give_back()

    with open_shard(disk.folder / "s000") as shard:
        assert numbers(shard)[:20] == list(range(20))
        assert numbers(shard) == numbers(shard, Family.FRONTIER)


def test_a_page_that_does_not_fit_leaves_no_trace(disk: Disk) -> None:
    with open_shard(disk.folder / "s000") as shard, open_pages(disk.folder / "p", shard) as pages:
        first = pages.append(a_page("http://site.test/0", b"first"), "r")
        file = disk.folder / "p" / "e00000.warc.gz"
        disk.take()

        kept = [first.ref, *append_until_full(pages)]
        size = file.stat().st_size
        with pytest.raises(OutOfSpaceError, match=r"e00000\.warc\.gz: .* resume"):
            pages.append(a_page(body=Random(0).randbytes(9000)), "r")
        disk.give_back()
        later = pages.append(a_page("http://site.test/later", b"later"), "r").ref

        assert size == kept[-1].offset + kept[-1].length == later.offset
        assert pages.read(first.ref).page.body.read() == b"first"
        assert pages.read(later).page.body.read() == b"later"


def test_no_descriptors_left_is_told_in_a_sentence(tmp_path: Path) -> None:
    with open_shard(tmp_path / "s000") as shard:
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        taken = [os.dup(0)]
        resource.setrlimit(resource.RLIMIT_NOFILE, (taken[0] + 1, before[1]))
        try:
            with pytest.raises(OutOfSpaceError, match="no file descriptors are left"):
                use_one_more(tmp_path / "pages", shard)
            with pytest.raises(OutOfSpaceError, match="no file descriptors are left"):
                use_one_more_shard(tmp_path / "s001")
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
            os.close(taken[0])
        commit(shard, 1)

        assert numbers(shard) == [1]


def test_a_disk_gone_read_only_is_told_and_can_still_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    with tiny_file_system(folder) as disk:
        with open_shard(folder / "s000") as shard:
            commit(shard, 1)
        with read_only(disk):
            with pytest.raises(StoreError, match=r"read-only|permission"):
                use_one_more_shard(folder / "s000")
            with open_shard(folder / "s000", read_only=True) as reader:
                assert numbers(reader) == [1]


@contextmanager
def read_only(disk: Disk) -> Iterator[None]:
    """Remounted if it is a file system of its own, else by its permissions."""
    remount = ["mount", "-o", "remount,ro", str(disk.folder)]
    mounted = disk.folder.is_mount() and not subprocess.run(remount, check=False).returncode
    if mounted:
        yield
        subprocess.run(["mount", "-o", "remount,rw", str(disk.folder)], check=True)
        return
    closed = [disk.folder / "s000" / "LOCK"]
    for path in closed:
        path.chmod(0o444)
    yield
    for path in closed:
        path.chmod(0o644)


def commit_until_death(disk: Disk) -> None:
    with open_shard(disk.folder / "s000") as shard:
        for number in range(20):
            commit(shard, number)
        disk.take()
        for number in range(20, 500):
            commit(shard, number)


def fail_to_commit(shard: ShardStore, first: int) -> int:
    """Commit until there is no room; answers which commit failed."""
    for number in range(first, first + 3000):
        try:
            commit(shard, number)
        except OutOfSpaceError:
            return number
    raise AssertionError("the disk never filled up")


def append_until_full(pages: WarcPages) -> list[PageRef]:
    kept = []
    for number in range(1, 10_000):
        try:
            body = Random(number).randbytes(3000)
            kept.append(pages.append(a_page(f"http://site.test/{number}", body), "r").ref)
        except OutOfSpaceError:
            return kept
    raise AssertionError("the disk never filled up")


def use_one_more(folder: Path, shard: ShardStore) -> None:
    with open_pages(folder, shard):
        pass


def use_one_more_shard(path: Path) -> None:
    with open_shard(path):
        pass
