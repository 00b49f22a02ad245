"""What every content-seen promises, over every store."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import permutations
from pathlib import Path

import pytest

from bowerbird.dedup.content_seen import ContentSeenOptions, DiskContentSeen, Repeats
from bowerbird.model.ports import Sighting
from bowerbird.model.storage import Store
from bowerbird.store.shard import open_shard
from bowerbird.testing.memory_store import MemoryStore

NOTHING = Sighting()
WORD = 0x0123_4567_89AB_CDEF


@pytest.fixture(params=["memory", "rocksdb"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened: AbstractContextManager[Store] = (
        nullcontext(MemoryStore()) if request.param == "memory" else open_shard(tmp_path)
    )
    with opened as shard:
        yield shard


class Reader:
    """Reads pages one by one, with a commit after each as the crawl does it."""

    def __init__(self, store: Store, options: ContentSeenOptions | None = None) -> None:
        self.store = store
        self.options = options or ContentSeenOptions()
        self.reopen()

    def reopen(self) -> None:
        self.seen = DiskContentSeen(self.store, self.options)

    def read(self, identity: str, fingerprint: int, simhash: int = 0) -> Sighting:
        sighting = self.seen.look(identity, fingerprint, simhash)
        batch = self.store.batch()
        self.seen.remember(identity, fingerprint, simhash, batch)
        self.store.commit(batch)
        return sighting


@pytest.fixture
def reader(store: Store) -> Reader:
    return Reader(store)


def test_a_content_is_a_repeat_under_another_url(reader: Reader) -> None:
    assert reader.read("https://a.test/x", 7) == NOTHING
    assert reader.read("https://b.test/x", 7) == Sighting(duplicate_of="https://a.test/x")
    assert reader.read("https://b.test/y", 8) == NOTHING


def test_a_url_is_never_a_repeat_of_itself(reader: Reader) -> None:
    reader.read("https://a.test/x", 7, WORD)

    assert reader.read("https://a.test/x", 7, WORD) == NOTHING
    assert reader.read("https://a.test/x", 9, WORD ^ 1) == NOTHING


def test_looking_changes_nothing(reader: Reader) -> None:
    reader.seen.look("a", 7, WORD)

    assert reader.seen.look("b", 7, WORD) == NOTHING


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("order", list(permutations(["bb", "aaa", "ab"])))
def test_the_same_identity_stands_for_a_content_in_whatever_order_it_came(
    reader: Reader, order: tuple[str, ...], restart: bool
) -> None:
    for identity in order:
        reader.read(identity, 7, WORD)
    if restart:
        reader.reopen()

    assert reader.seen.look("z", 7, 0) == Sighting(duplicate_of="ab")
    assert reader.seen.look("z", 8, WORD ^ 1) == Sighting(near_duplicate_of="ab")
    assert reader.seen.look("ab", 7, WORD) == NOTHING


def test_almost_the_same_content_is_a_near_repeat(reader: Reader) -> None:
    reader.read("https://a.test/x", 7, WORD)

    near = reader.read("https://a.test/y", 8, WORD ^ 0b111)
    far = reader.read("https://a.test/z", 9, WORD ^ (0b1111 << 40))

    assert near == Sighting(near_duplicate_of="https://a.test/x")
    assert far == NOTHING


def test_an_exact_repeat_is_not_called_a_near_one_too(reader: Reader) -> None:
    reader.read("a", 7, WORD)

    assert reader.read("b", 7, WORD) == Sighting(duplicate_of="a")


def test_no_simhash_is_like_no_other(reader: Reader) -> None:
    reader.read("a", 7, 0)
    reader.read("b", 8, 1)

    assert reader.read("c", 9, 0) == NOTHING
    assert reader.read("d", 10, 1) == Sighting(near_duplicate_of="b")


def test_no_fingerprint_is_like_no_other(reader: Reader) -> None:
    reader.read("a", 0)

    assert reader.read("b", 0) == NOTHING


def test_the_distance_is_an_option(store: Store) -> None:
    reader = Reader(store, ContentSeenOptions(near_distance=1))
    reader.read("a", 7, WORD)

    assert reader.read("b", 8, WORD ^ 0b11) == NOTHING
    assert reader.read("c", 9, WORD ^ 0b1 << 60) == Sighting(near_duplicate_of="a")


def test_near_repeats_can_be_switched_off(store: Store) -> None:
    reader = Reader(store, ContentSeenOptions(near_duplicates=False))
    reader.read("a", 7, WORD)

    assert reader.read("b", 8, WORD) == NOTHING
    assert reader.read("c", 7, WORD) == Sighting(duplicate_of="a")


def test_what_an_open_batch_holds_is_seen(reader: Reader) -> None:
    batch = reader.store.batch()
    reader.seen.remember("a", 7, WORD, batch)
    reader.seen.remember("b", 8, WORD ^ (1 << 5), batch)

    assert reader.seen.look("c", 7, 0) == Sighting(duplicate_of="a")
    reader.store.commit(batch)
    reader.reopen()
    assert reader.seen.look("c", 0, WORD) == Sighting(near_duplicate_of="a")
    assert reader.seen.look("c", 0, WORD ^ (1 << 5)) == Sighting(near_duplicate_of="b")


def test_a_batch_that_was_never_committed_leaves_no_trace(reader: Reader) -> None:
    reader.seen.remember("a", 7, WORD, reader.store.batch())
    reader.reopen()

    assert reader.read("b", 7, WORD) == NOTHING
    assert reader.seen.repeats == Repeats(contents=1)


def test_repeats_are_counted_and_their_share_told(reader: Reader) -> None:
    reader.read("a", 7, WORD)
    reader.read("b", 7, WORD)
    reader.read("c", 8, WORD ^ 1)
    reader.read("d", 9, ~WORD & (2**64 - 1))
    reader.reopen()

    assert reader.seen.repeats == Repeats(contents=4, exact=1, near=1)
    assert reader.seen.repeats.share == 0.5


def test_it_is_exact_when_memory_is_smaller_than_the_crawl(store: Store) -> None:
    reader = Reader(store, ContentSeenOptions(remembered=1024))
    words = [0x9E37_79B9_7F4A_7C15 * n & (2**64 - 1) for n in range(1, 1500)]
    for number, word in enumerate(words):
        reader.read(f"{number:05}", word, word)

    assert all(
        reader.seen.look("z", 0, word ^ (1 << 63)).near_duplicate_of
        and reader.seen.look("z", word, 0).duplicate_of == f"{number:05}"
        for number, word in enumerate(words)
    )
