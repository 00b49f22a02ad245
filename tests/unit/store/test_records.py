import pytest
from tests.unit.store.pages import a_record

from bowerbird.model.record import Record
from bowerbird.store.records import Records
from bowerbird.testing.memory_store import MemoryStore


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def append(store: MemoryStore, log: Records, *records: Record) -> int:
    batch = store.batch()
    written = log.append(records, batch)
    store.commit(batch)
    return written


def seen(log: Records, after: int = 0, limit: int = 100) -> list[tuple[int, bytes]]:
    return [(record.seq, record.key) for record in log.read(after, limit)]


def test_records_are_numbered_from_one_in_order(store: MemoryStore) -> None:
    log = Records(store)

    assert append(store, log, a_record(b"a"), a_record(b"b"), a_record(b"c")) == 3
    assert seen(log) == [(1, b"a"), (2, b"b"), (3, b"c")]
    assert (log.count(), log.last) == (3, 3)


def test_a_follower_reads_on_from_its_cursor_in_portions(store: MemoryStore) -> None:
    log = Records(store)
    append(store, log, *(a_record(bytes([i])) for i in range(10)))

    assert [seq for seq, _ in seen(log, after=3, limit=4)] == [4, 5, 6, 7]
    assert seen(log, after=10) == []


def test_an_equal_record_is_not_written_again_whichever_run_brings_it(
    store: MemoryStore,
) -> None:
    log = Records(store)
    append(store, log, a_record(title="T", tags=["x"]))

    assert append(store, log, a_record(run="r2", tags=["x"], title="T")) == 0
    assert [record.run for record in log.read(0, 9)] == ["r1"]


def test_a_changed_record_takes_the_place_of_the_one_before(store: MemoryStore) -> None:
    log = Records(store)
    append(store, log, a_record(b"a", title="old"), a_record(b"b"))

    assert append(store, log, a_record(b"a", title="new")) == 1
    assert seen(log) == [(2, b"b"), (3, b"a")]
    assert [record.fields for record in log.read(2, 9)] == [{"title": "new"}]
    assert log.count() == 2


def test_the_last_of_several_records_of_a_key_in_one_batch_holds(store: MemoryStore) -> None:
    log = Records(store)
    batch = store.batch()
    log.append([a_record(n=1), a_record(n=2)], batch)
    log.append([a_record(n=2)], batch)
    log.append([a_record(n=3)], batch)
    store.commit(batch)

    assert [(record.seq, record.fields) for record in log.read(0, 9)] == [(3, {"n": 3})]


def test_a_tombstone_tells_followers_to_forget(store: MemoryStore) -> None:
    log = Records(store)
    append(store, log, a_record(b"a"), a_record(b"b"))

    assert append(store, log, a_record(b"a", gone=True)) == 1
    assert [(r.seq, r.key, r.gone) for r in log.read(0, 9)] == [(2, b"b", False), (3, b"a", True)]
    assert log.count() == 1
    assert append(store, log, a_record(b"a", gone=True)) == 0


def test_what_was_gone_can_come_back(store: MemoryStore) -> None:
    log = Records(store)
    append(store, log, a_record(title="T"))
    append(store, log, a_record(gone=True))

    assert append(store, log, a_record(title="T")) == 1
    assert [(r.seq, r.gone) for r in log.read(0, 9)] == [(3, False)]


def test_a_tombstone_for_a_key_nobody_heard_of_is_not_written(store: MemoryStore) -> None:
    log = Records(store)

    assert append(store, log, a_record(b"never", gone=True)) == 0
    assert seen(log) == []


def test_numbers_go_on_after_opening_again(store: MemoryStore) -> None:
    log = Records(store)
    append(store, log, a_record(b"a"), a_record(b"b"))
    append(store, log, a_record(b"a", gone=True))

    append(store, Records(store), a_record(b"c"))

    assert seen(log) == [(2, b"b"), (3, b"a"), (4, b"c")]


def test_a_batch_that_is_never_committed_leaves_a_gap_and_no_trace(store: MemoryStore) -> None:
    log = Records(store)
    log.append([a_record(b"a", title="lost")], store.batch())

    assert append(store, log, a_record(b"a", title="lost")) == 1
    assert seen(log) == [(2, b"a")]


def test_numbers_are_not_used_twice_when_batches_are_committed_out_of_order(
    store: MemoryStore,
) -> None:
    log = Records(store)
    early, late = store.batch(), store.batch()
    log.append([a_record(b"a")], early)
    log.append([a_record(b"b"), a_record(b"c")], late)
    store.commit(late)
    store.commit(early)

    append(store, Records(store), a_record(b"d"))

    assert seen(log) == [(1, b"a"), (2, b"b"), (3, b"c"), (4, b"d")]


def test_the_record_that_holds_is_found_by_its_key(store: MemoryStore) -> None:
    log = Records(store)
    append(store, log, a_record(b"a", title="old"))
    append(store, log, a_record(b"a", title="new"))

    held = log.holds(b"a")

    assert held is not None
    assert held.fields == {"title": "new"}
    assert log.holds(b"b") is None


def test_a_key_may_look_like_any_prefix(store: MemoryStore) -> None:
    log = Records(store)
    keys = [b"", b"s", b"h", b"\xff" * 20, b"s\x00\x00\x00\x00\x00\x00\x00\x01"]
    append(store, log, *(a_record(key) for key in keys))

    assert [key for _, key in seen(log)] == keys
    assert log.count() == len(keys)
