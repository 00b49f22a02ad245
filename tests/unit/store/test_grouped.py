"""Reads of the grouped shard look through what waits for the disk."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bowerbird.model.errors import OutOfSpaceError
from bowerbird.model.storage import Batch, Family, Store
from bowerbird.store.shard import ShardStore, open_shard
from bowerbird.testing.memory_store import MemoryStore

Step = tuple[Any, ...]
KEYS = st.binary(min_size=1, max_size=2).map(lambda key: bytes(byte % 6 for byte in key))
FAMILIES = st.sampled_from([Family.SEEN, Family.FRONTIER])
CHANGES = st.one_of(
    st.tuples(st.just("put"), FAMILIES, KEYS, st.binary(max_size=2)),
    st.tuples(st.just("delete"), FAMILIES, KEYS),
    st.tuples(st.just("delete_range"), FAMILIES, KEYS, KEYS),
)
STEPS = st.one_of(
    st.tuples(st.just("commit"), st.lists(CHANGES, max_size=6)),
    st.tuples(st.just("scan"), FAMILIES, KEYS, KEYS, st.booleans()),
    st.tuples(st.just("sync")),
)


@pytest.fixture
def shard(tmp_path: Path) -> Iterator[ShardStore]:
    with open_shard(tmp_path, durability="power") as opened:
        yield opened


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],  # emptied for each example
)
@given(steps=st.lists(STEPS, max_size=25))
def test_whatever_is_staged_reads_equal_a_store_that_never_waits(
    shard: ShardStore, steps: list[Step]
) -> None:
    empty(shard)
    model = MemoryStore()

    for step in steps:
        match step:
            case ("commit", changes):
                for store in (shard, model):
                    commit(store, changes)
            case ("scan", family, start, end, reverse):
                assert list(shard.scan(family, start, end, reverse=reverse)) == list(
                    model.scan(family, start, end, reverse=reverse)
                )
            case _:
                shard.sync()

    for family in (Family.SEEN, Family.FRONTIER):
        everything = list(model.scan(family, b"", b"\xff"))
        assert list(shard.scan(family, b"", b"\xff")) == everything
        assert list(shard.scan(family, b"", b"\xff", reverse=True)) == everything[::-1]
        assert all(shard.get(family, key) == value for key, value in everything)
        assert all(
            shard.get(family, bytes([key])) == model.get(family, bytes([key])) for key in range(6)
        )


def test_pages_reach_the_disk_before_what_refers_to_them(shard: ShardStore, tmp_path: Path) -> None:
    seen_by_a_reader = []

    def pages_are_synced() -> None:
        with open_shard(tmp_path, read_only=True) as reader:
            seen_by_a_reader.append(reader.get(Family.PAGES, b"k"))

    shard.before_sync = pages_are_synced
    put(shard, b"k")
    shard.sync()
    shard.before_sync = None
    with open_shard(tmp_path, read_only=True) as reader:
        seen_by_a_reader.append(reader.get(Family.PAGES, b"k"))

    assert seen_by_a_reader == [None, b"v"]


def test_it_says_how_many_commits_wait(shard: ShardStore) -> None:
    put(shard, b"a")
    put(shard, b"b")
    before = shard.staged
    shard.sync()

    assert (before, shard.staged) == (2, 0)


def test_a_sync_that_fails_loses_nothing(shard: ShardStore) -> None:
    def full() -> None:
        raise OutOfSpaceError("the disk is full")

    put(shard, b"k")
    shard.before_sync = full
    with pytest.raises(OutOfSpaceError):
        shard.sync()
    still_there = (shard.get(Family.PAGES, b"k"), shard.staged)
    shard.before_sync = None
    shard.sync()

    assert still_there == (b"v", 1)
    assert (shard.get(Family.PAGES, b"k"), shard.staged) == (b"v", 0)


def test_what_is_staged_reaches_the_disk_on_closing(tmp_path: Path) -> None:
    with open_shard(tmp_path, durability="power") as shard:
        put(shard, b"k")

    with open_shard(tmp_path) as shard:
        assert shard.get(Family.PAGES, b"k") == b"v"


def put(shard: ShardStore, key: bytes) -> None:
    batch = shard.batch()
    batch.put(Family.PAGES, key, b"v")
    shard.commit(batch)


def commit(store: Store, changes: list[Step]) -> None:
    batch: Batch = store.batch()
    for name, *arguments in changes:
        getattr(batch, name)(*arguments)
    store.commit(batch)


def empty(shard: ShardStore) -> None:
    batch = shard.batch()
    batch.delete_range(Family.SEEN, b"", b"\xff")
    batch.delete_range(Family.FRONTIER, b"", b"\xff")
    shard.commit(batch)
