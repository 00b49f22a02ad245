"""What every `Store` promises, asked of every implementation."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bowerbird.model.storage import Batch, Family, Store
from bowerbird.store.draft import DraftStore
from bowerbird.store.shard import Durability, ShardStore, open_shard
from bowerbird.testing.memory_store import MemoryStore

SEEN, META, FRONTIER = Family.SEEN, Family.META, Family.FRONTIER


class SyncedAfterEveryCommit:
    """The grouped shard with nothing ever staged: what a reader sees after `sync`."""

    def __init__(self, shard: ShardStore) -> None:
        self._shard = shard
        self.get, self.scan, self.batch = shard.get, shard.scan, shard.batch

    def commit(self, batch: Batch) -> None:
        self._shard.commit(batch)
        self._shard.sync()


@pytest.fixture(params=["memory", "shard", "grouped, staged", "grouped, synced", "draft"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    if request.param == "draft":
        yield DraftStore(MemoryStore(), MemoryStore())
        return
    durability: Durability = "process" if request.param == "shard" else "power"
    with open_shard(tmp_path / "s000", durability=durability) as shard:
        yield SyncedAfterEveryCommit(shard) if "synced" in request.param else shard


def fill(store: Store, family: Family, *keys: bytes) -> None:
    batch = store.batch()
    for key in keys:
        batch.put(family, key, b"value of " + key)
    store.commit(batch)


def keys(store: Store, start: bytes = b"", end: bytes = b"\xff", *, reverse: bool = False):
    return [key for key, _ in store.scan(FRONTIER, start, end, reverse=reverse)]


def test_a_key_nobody_wrote_is_absent(store: Store) -> None:
    assert store.get(SEEN, b"nobody") is None


def test_a_batch_changes_nothing_until_it_is_committed(store: Store) -> None:
    batch = store.batch()
    batch.put(SEEN, b"a", b"1")

    before = store.get(SEEN, b"a")
    store.commit(batch)

    assert before is None
    assert store.get(SEEN, b"a") == b"1"


def test_one_batch_reaches_every_family(store: Store) -> None:
    batch = store.batch()
    for family in Family:
        batch.put(family, b"k", family.value.encode())
    store.commit(batch)

    assert [store.get(family, b"k") for family in Family] == [f.value.encode() for f in Family]


def test_families_do_not_mix(store: Store) -> None:
    fill(store, SEEN, b"k")

    assert store.get(META, b"k") is None


def test_the_last_word_of_a_batch_holds(store: Store) -> None:
    batch = store.batch()
    batch.put(SEEN, b"a", b"1")
    batch.put(SEEN, b"a", b"2")
    batch.put(SEEN, b"b", b"1")
    batch.delete(SEEN, b"b")
    batch.delete(SEEN, b"c")
    batch.put(SEEN, b"c", b"3")
    store.commit(batch)

    assert store.get(SEEN, b"a") == b"2"
    assert store.get(SEEN, b"b") is None
    assert store.get(SEEN, b"c") == b"3"


def test_an_empty_value_is_a_value(store: Store) -> None:
    batch = store.batch()
    batch.put(SEEN, b"a", b"")
    store.commit(batch)

    assert store.get(SEEN, b"a") == b""
    assert list(store.scan(SEEN, b"", b"\xff")) == [(b"a", b"")]


def test_a_scan_is_in_byte_order_and_leaves_its_end_out(store: Store) -> None:
    fill(store, FRONTIER, b"b", b"a\x00", b"a", b"\xfe", b"c", b"a\xff")

    assert keys(store) == [b"a", b"a\x00", b"a\xff", b"b", b"c", b"\xfe"]
    assert keys(store, b"a\x00", b"c") == [b"a\x00", b"a\xff", b"b"]


def test_a_reverse_scan_has_the_same_keys_from_the_end_down(store: Store) -> None:
    fill(store, FRONTIER, b"a", b"b", b"c", b"d")

    assert keys(store, b"b", b"d", reverse=True) == [b"c", b"b"]
    assert keys(store, b"b", b"cc", reverse=True) == [b"c", b"b"]
    assert keys(store, reverse=True) == [b"d", b"c", b"b", b"a"]


def test_a_scan_between_keys_that_are_not_there_is_empty(store: Store) -> None:
    fill(store, FRONTIER, b"a", b"z")

    assert keys(store, b"b", b"c") == []
    assert keys(store, b"b", b"c", reverse=True) == []
    assert keys(store, b"c", b"b") == []


def test_a_scan_shows_the_store_as_it_was_when_it_began(store: Store) -> None:
    fill(store, FRONTIER, b"a", b"b", b"c")

    scan = store.scan(FRONTIER, b"", b"\xff")
    first = next(scan)
    batch = store.batch()
    batch.delete(FRONTIER, b"b")
    batch.put(FRONTIER, b"bb", b"late")
    store.commit(batch)

    assert [first[0], *(key for key, _ in scan)] == [b"a", b"b", b"c"]
    assert keys(store) == [b"a", b"bb", b"c"]


def test_a_range_is_deleted_without_its_end(store: Store) -> None:
    fill(store, FRONTIER, b"a", b"b", b"c", b"d")
    fill(store, SEEN, b"b")

    batch = store.batch()
    batch.delete_range(FRONTIER, b"b", b"d")
    store.commit(batch)

    assert keys(store) == [b"a", b"d"]
    assert store.get(FRONTIER, b"b") is None
    assert store.get(SEEN, b"b") is not None


def test_a_range_that_ends_before_it_starts_deletes_nothing(store: Store) -> None:
    fill(store, FRONTIER, b"a", b"b", b"c")

    batch = store.batch()
    batch.delete_range(FRONTIER, b"c", b"a")
    batch.delete_range(FRONTIER, b"b", b"b")
    store.commit(batch)

    assert keys(store) == [b"a", b"b", b"c"]


def test_what_is_put_after_a_range_was_deleted_stays(store: Store) -> None:
    fill(store, FRONTIER, b"a", b"b")

    batch = store.batch()
    batch.put(FRONTIER, b"ab", b"before")
    batch.delete_range(FRONTIER, b"", b"\xff")
    batch.put(FRONTIER, b"b", b"after")
    store.commit(batch)

    assert list(store.scan(FRONTIER, b"", b"\xff")) == [(b"b", b"after")]


def test_a_batch_is_committed_once(store: Store) -> None:
    batch = store.batch()
    batch.put(SEEN, b"a", b"1")
    store.commit(batch)

    with pytest.raises(ValueError, match="before"):
        store.commit(batch)
