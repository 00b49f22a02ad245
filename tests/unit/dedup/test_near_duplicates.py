import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.dedup.near_duplicates import CHUNK, NearDuplicates
from bowerbird.testing.memory_store import MemoryStore

WORDS = st.integers(1, 2**64 - 1)


def differing(word: int, *bits: int) -> int:
    for bit in bits:
        word ^= 1 << bit
    return word


def remember(near: NearDuplicates, store: MemoryStore, **simhashes: int) -> None:
    batch = store.batch()
    for identity, simhash in simhashes.items():
        near.remember(identity, simhash, batch)
    store.commit(batch)


@given(word=WORDS, bits=st.sets(st.integers(0, 63), max_size=3))
def test_whatever_differs_in_at_most_three_bits_is_found(word: int, bits: set[int]) -> None:
    store = MemoryStore()
    near = NearDuplicates(store, 3, 1024)
    remember(near, store, a=word)

    assert near.nearest("b", differing(word, *bits)) == "a"


@given(word=WORDS, bits=st.sets(st.integers(0, 63), min_size=4, max_size=12))
def test_what_differs_in_more_is_not(word: int, bits: set[int]) -> None:
    store = MemoryStore()
    near = NearDuplicates(store, 3, 1024)
    remember(near, store, a=word)

    assert near.nearest("b", differing(word, *bits)) == ""


@settings(max_examples=30, deadline=None)
@given(
    words=st.lists(st.integers(0, 2**12 - 1), min_size=1, max_size=80),
    asked=st.integers(0, 2**12 - 1),
    distance=st.integers(0, 3),
)
def test_it_answers_as_a_comparison_with_all_would(
    words: list[int], asked: int, distance: int
) -> None:
    store = MemoryStore()
    near = NearDuplicates(store, distance, 1024)
    stands: dict[int, str] = {}
    for number, word in enumerate(words):
        stands.setdefault(word, f"{number:02}")
        remember(near, store, **{f"{number:02}": word})

    expected = min(
        (
            ((word ^ asked).bit_count(), identity)
            for word, identity in stands.items()
            if (word ^ asked).bit_count() <= distance
        ),
        default=(0, ""),
    )
    assert NearDuplicates(store, distance, 1024).nearest("x", asked) == expected[1]


def test_the_nearest_wins_and_among_equals_the_smallest_identity() -> None:
    store = MemoryStore()
    near = NearDuplicates(store, 3, 1024)
    word = 0x0123_4567_89AB_CDEF
    remember(near, store, far=differing(word, 1, 2), bb=differing(word, 3), aa=differing(word, 4))

    assert near.nearest("x", word) == "aa"
    assert near.nearest("aa", word) == "bb"


def test_a_bucket_may_hold_any_number_of_pages_of_one_template() -> None:
    store = MemoryStore()
    near = NearDuplicates(store, 3, 1024)
    chance = random.Random(5)
    template = chance.getrandbits(48) << 16
    words = {template | n: f"p{n}" for n in range(3 * CHUNK)}
    for word, identity in words.items():
        remember(near, store, **{identity: word})
    near = NearDuplicates(store, 0, 1024)

    assert [near.nearest("x", word) for word in words] == list(words.values())


@pytest.mark.parametrize("distance", [-1, 4])
def test_a_distance_that_bands_cannot_hold_is_refused(distance: int) -> None:
    with pytest.raises(ValueError, match="cannot be looked up exactly"):
        NearDuplicates(MemoryStore(), distance, 1024)
