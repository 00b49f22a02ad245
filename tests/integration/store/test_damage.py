"""Damaged, foreign and unreachable files: one sentence that names the file, and nothing changed."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from rocksdict import Options, Rdict

from bowerbird.model.errors import BowerbirdError, CorruptError, LockedError, StoreError
from bowerbird.model.storage import Family
from bowerbird.store.lock import holder
from bowerbird.store.shard import FORMAT_KEY, Durability, ShardStore, open_shard
from bowerbird.store.warc import open_pages


@pytest.fixture
def shard(tmp_path: Path) -> Path:
    """A closed shard with 20,000 keys in a table file and some in its log."""
    path = tmp_path / "s000"
    with open_shard(path) as store:
        put(store, *(b"%06d" % number for number in range(20_000)))
    with open_shard(path) as store:
        put(store, b"later")
    return path


def put(store: ShardStore, *keys: bytes) -> None:
    batch = store.batch()
    for key in keys:
        batch.put(Family.SEEN, key, os.urandom(40))
    store.commit(batch)


def read_all(path: Path, *, read_only: bool = False) -> int:
    with open_shard(path, read_only=read_only) as store:
        return sum(1 for _ in store.scan(Family.SEEN, b"", b"\xff"))


def biggest_table(path: Path) -> Path:
    return max((path / "db").glob("*.sst"), key=lambda file: file.stat().st_size)


def manifest(path: Path) -> Path:
    return path / "db" / (path / "db" / "CURRENT").read_text().strip()


def flip_middle(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0xFF
    file.write_bytes(data)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def shorten(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-50])


def flip_start(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[20] ^= 0xFF
    file.write_bytes(data)


@pytest.mark.parametrize("read_only", [False, True], ids=["writing", "reading"])
@pytest.mark.parametrize(
    ("which", "harm"),
    [
        (biggest_table, flip_middle),
        (biggest_table, shorten),
        (biggest_table, Path.unlink),
        (manifest, flip_start),
        (manifest, Path.unlink),
        (lambda path: path / "db" / "CURRENT", empty),
        (lambda path: path / "db" / "CURRENT", Path.unlink),
    ],
)
def test_a_damaged_file_is_named_with_the_remedy(
    shard: Path,
    which: Callable[[Path], Path],
    harm: Callable[[Path], object],
    read_only: bool,
) -> None:
    file = which(shard)
    harm(file)

    with pytest.raises(CorruptError) as told:
        read_all(shard, read_only=read_only)

    sentence = str(told.value)
    assert str(file) in sentence
    assert "put back a checkpoint or a backup" in sentence
    assert "\n" not in sentence


def test_a_damaged_file_that_is_put_right_loses_nothing(shard: Path) -> None:
    current = shard / "db" / "CURRENT"
    before = current.read_bytes()
    for harm in (empty, Path.unlink):
        harm(current)
        with pytest.raises(CorruptError):
            read_all(shard)
        current.write_bytes(before)

    assert read_all(shard) == 20_001


def test_a_damaged_block_is_not_taken_for_the_end_of_a_scan(shard: Path) -> None:
    flip_middle(biggest_table(shard))

    for reverse in (False, True):
        with open_shard(shard) as store, pytest.raises(CorruptError):
            list(store.scan(Family.SEEN, b"", b"\xff", reverse=reverse))


@pytest.mark.parametrize("durability", ["process", "power"])
def test_a_damaged_log_is_told_and_a_prefix_of_all_families_holds(
    tmp_path: Path, durability: Durability
) -> None:
    log = killed_while_open(tmp_path, commits=300)
    flip_middle(log)

    with open_shard(tmp_path / "killed", durability=durability) as store:
        kept = [int(key) for key, _ in store.scan(Family.SEEN, b"", b"\xff")]

        assert "log of" in store.remark
        assert "will be crawled again" in store.remark
        assert kept == list(range(len(kept)))
        assert 100 < len(kept) < 200
        assert len(list(store.scan(Family.PAGES, b"", b"\xff"))) == len(kept)
    with open_shard(tmp_path / "killed") as store:
        assert store.remark == ""


def test_a_log_that_ends_in_the_middle_of_a_write_needs_no_remark(tmp_path: Path) -> None:
    shorten(killed_while_open(tmp_path, commits=300))

    with open_shard(tmp_path / "killed") as store:
        assert store.remark == ""
        assert sum(1 for _ in store.scan(Family.SEEN, b"", b"\xff")) == 299


def killed_while_open(tmp_path: Path, commits: int) -> Path:
    """What a killed process leaves is what lies there while it is open. Answers its log."""
    with open_shard(tmp_path / "s000") as store:
        for number in range(commits):
            batch = store.batch()
            batch.put(Family.SEEN, b"%06d" % number, os.urandom(500))
            batch.put(Family.PAGES, b"%06d" % number, b"row")
            store.commit(batch)
        shutil.copytree(tmp_path / "s000", tmp_path / "killed")
    logs = (tmp_path / "killed" / "db").glob("*.log")
    return max(logs, key=lambda file: file.stat().st_size)


def test_a_store_of_a_newer_format_is_left_alone(shard: Path) -> None:
    with open_shard(shard) as store:
        batch = store.batch()
        header = {"format": 99, "software": "bowerbird 9.0"}
        batch.put(Family.META, FORMAT_KEY, msgspec.msgpack.encode(header))
        store.commit(batch)

    with pytest.raises(CorruptError, match=r"format 99, written by bowerbird 9\.0"):
        read_all(shard)


@pytest.mark.parametrize("header", [None, b"\xc1 no msgpack"])
def test_a_store_without_a_readable_header_is_left_alone(shard: Path, header: bytes | None) -> None:
    with open_shard(shard) as store:
        batch = store.batch()
        if header is None:
            batch.delete(Family.META, FORMAT_KEY)
        else:
            batch.put(Family.META, FORMAT_KEY, header)
        store.commit(batch)

    with pytest.raises(CorruptError, match="header"):
        read_all(shard)


def test_families_that_an_older_store_lacks_are_created(tmp_path: Path) -> None:
    (tmp_path / "s000").mkdir()
    options = Options(raw_mode=True)
    options.create_if_missing(True)
    options.create_missing_column_families(True)
    old = Rdict(
        str(tmp_path / "s000" / "db"),
        options=options,
        column_families={"meta": Options(raw_mode=True), "long-gone": Options(raw_mode=True)},
    )
    old.close()
    del old

    with open_shard(tmp_path / "s000", read_only=True) as reader:
        assert reader.get(Family.SEEN, b"k") is None
        assert list(reader.scan(Family.SEEN, b"", b"\xff")) == []
    with open_shard(tmp_path / "s000") as store:
        put(store, b"k")
        assert store.get(Family.SEEN, b"k") is not None


def test_a_second_opening_names_who_holds_the_shard(shard: Path) -> None:
    assert holder(shard) is None

    with open_shard(shard):
        assert holder(shard) == os.getpid()
        with pytest.raises(LockedError) as told, open_shard(shard):
            pass

    assert f"is in use by process {os.getpid()}" in str(told.value)
    assert "`bowerbird run stop`" in str(told.value)
    assert read_all(shard) == 20_001


def test_a_shard_opens_again_although_a_scan_and_a_batch_of_it_still_live(shard: Path) -> None:
    with open_shard(shard) as store:
        scan = store.scan(Family.SEEN, b"", b"\xff")
        next(scan)
        batch = store.batch()

    assert read_all(shard) == 20_001
    assert list(scan) == []
    with pytest.raises(StoreError, match="not open"):
        store.get(Family.SEEN, b"k")
    with pytest.raises(KeyError):
        batch.put(Family.SEEN, b"k", b"v")


@pytest.mark.parametrize("name", ["db", "LOCK"])
def test_something_else_in_the_place_is_told_in_a_sentence(tmp_path: Path, name: str) -> None:
    path = tmp_path / "s000"
    path.mkdir()
    if name == "db":
        (path / name).write_text("a file where a folder should be")
    else:
        (path / name).mkdir()

    with pytest.raises(StoreError, match=str(path / name)), open_shard(path):
        pass


def test_a_file_above_the_shard_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")

    with (
        pytest.raises(StoreError, match="a file stands where a folder is needed"),
        open_shard(tmp_path / "home" / "s000"),
    ):
        pass


def test_pages_where_a_file_stands_are_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "pages").write_text("")

    with (
        open_shard(tmp_path / "s000") as store,
        pytest.raises(StoreError, match="a file stands"),
        open_pages(tmp_path / "pages", store),
    ):
        pass


def test_reading_a_store_that_is_not_there_creates_nothing(tmp_path: Path) -> None:
    with pytest.raises(BowerbirdError, match="there is no store"):
        read_all(tmp_path / "s000", read_only=True)

    assert list(tmp_path.iterdir()) == []
