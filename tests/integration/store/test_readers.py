"""Who only looks takes no lock, leaves no trace, and sees what was committed."""

import os
from pathlib import Path

import pytest

from bowerbird.model.errors import StoreError
from bowerbird.model.storage import Family
from bowerbird.store.shard import ShardStore, open_shard


def put(store: ShardStore, key: bytes) -> None:
    batch = store.batch()
    batch.put(Family.PAGES, key, b"v")
    store.commit(batch)


def test_a_reader_sees_every_commit_made_before_it_opened(tmp_path: Path) -> None:
    with open_shard(tmp_path) as writer:
        put(writer, b"a")
        with open_shard(tmp_path, read_only=True) as reader:
            put(writer, b"b")

            assert [key for key, _ in reader.scan(Family.PAGES, b"", b"\xff")] == [b"a"]
        with open_shard(tmp_path, read_only=True) as reader:
            assert [key for key, _ in reader.scan(Family.PAGES, b"", b"\xff")] == [b"a", b"b"]


def test_a_reader_of_a_grouped_shard_sees_what_was_synced(tmp_path: Path) -> None:
    with open_shard(tmp_path, durability="power") as writer:
        put(writer, b"a")
        writer.sync()
        put(writer, b"b")

        with open_shard(tmp_path, read_only=True) as reader:
            assert reader.get(Family.PAGES, b"a") == b"v"
            assert reader.get(Family.PAGES, b"b") is None


def test_a_reader_keeps_what_it_saw_while_the_writer_rewrites_everything(tmp_path: Path) -> None:
    with open_shard(tmp_path) as writer:
        for number in range(200):
            put(writer, b"%04d" % number)
        with open_shard(tmp_path, read_only=True) as reader:
            batch = writer.batch()
            batch.delete_range(Family.PAGES, b"", b"\xff")
            for number in range(4000):
                batch.put(Family.META, b"%04d" % number, os.urandom(4000))
            writer.commit(batch)
            put(writer, b"new")

            assert sum(1 for _ in reader.scan(Family.PAGES, b"", b"\xff")) == 200


def test_a_reader_leaves_no_trace(tmp_path: Path) -> None:
    with open_shard(tmp_path) as writer:
        put(writer, b"a")
    before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")}

    with open_shard(tmp_path, read_only=True) as reader:
        assert reader.get(Family.PAGES, b"a") == b"v"

    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")} == before


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    with open_shard(tmp_path) as writer:
        put(writer, b"a")

    with (
        open_shard(tmp_path, read_only=True) as reader,
        pytest.raises(StoreError, match="read-only"),
    ):
        put(reader, b"b")


def test_a_checkpoint_is_a_whole_shard_of_that_moment(tmp_path: Path) -> None:
    with open_shard(tmp_path / "s000", durability="power") as writer:
        put(writer, b"a")
        (tmp_path / "copy").mkdir()
        writer.checkpoint(tmp_path / "copy" / "db")
        put(writer, b"b")
        assert writer.size_on_disk() > 0

    with open_shard(tmp_path / "copy") as restored:
        assert restored.get(Family.PAGES, b"a") == b"v"
        assert restored.get(Family.PAGES, b"b") is None


def test_a_checkpoint_does_not_overwrite(tmp_path: Path) -> None:
    with open_shard(tmp_path / "s000") as writer:
        (tmp_path / "copy").mkdir()

        with pytest.raises(StoreError, match="copy"):
            writer.checkpoint(tmp_path / "copy")
