from bowerbird.model.storage import Family
from bowerbird.store.draft import DraftStore
from bowerbird.testing.memory_store import MemoryStore

PAGES = Family.PAGES


def store(**values: bytes) -> MemoryStore:
    made = MemoryStore()
    batch = made.batch()
    for key, value in values.items():
        batch.put(PAGES, key.encode(), value)
    made.commit(batch)
    return made


def all_of(store: DraftStore | MemoryStore, *, reverse: bool = False) -> list[tuple[bytes, bytes]]:
    return list(store.scan(PAGES, b"", b"\xff", reverse=reverse))


def test_changes_are_seen_over_what_is_stored_and_leave_it_as_it_is():
    base = store(a=b"1", b=b"2", c=b"3")
    draft = DraftStore(base, MemoryStore())

    batch = draft.batch()
    batch.put(PAGES, b"b", b"20")
    batch.delete(PAGES, b"c")
    batch.put(PAGES, b"d", b"4")
    draft.commit(batch)

    assert all_of(draft) == [(b"a", b"1"), (b"b", b"20"), (b"d", b"4")]
    assert all_of(draft, reverse=True) == all_of(draft)[::-1]
    assert (draft.get(PAGES, b"b"), draft.get(PAGES, b"c")) == (b"20", None)
    assert all_of(base) == [(b"a", b"1"), (b"b", b"2"), (b"c", b"3")]


def test_a_range_is_taken_from_both_and_what_was_deleted_may_come_back():
    draft = DraftStore(store(a=b"1", b=b"2"), MemoryStore())
    batch = draft.batch()
    batch.put(PAGES, b"aa", b"5")
    batch.delete_range(PAGES, b"a", b"b")
    batch.put(PAGES, b"a", b"6")
    draft.commit(batch)

    assert all_of(draft) == [(b"a", b"6"), (b"b", b"2")]
