import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.index.words import prefix_distance, vocabulary

from bowerbird.index.near import SortedWalk, as_wanted
from bowerbird.index.options import IndexOptions
from bowerbird.index.qgrams import QGrams, engine_of
from bowerbird.index.ranked import Ranked
from bowerbird.index.warm import load_suggestions

ENGLISH = st.text("abc ", max_size=12)
ANY_SCRIPT = st.text("aé中😀", max_size=9)


@pytest.fixture(scope="module", autouse=True)
def kernels():
    load_suggestions()


@st.composite
def dictionaries(draw):
    """Some texts, a rank for each, and what was typed: now and then the start of one of them."""
    letters = draw(st.sampled_from([ENGLISH, ANY_SCRIPT]))
    texts = vocabulary(draw(st.sets(letters, max_size=60)))
    keys = draw(st.lists(st.integers(0, 3), min_size=len(texts), max_size=len(texts)))
    typed = draw(st.one_of(letters, st.sampled_from(["".join(map(texts.word, range(len(texts))))])))
    return texts, keys, typed[:20]


def answers(engine, keys, typed, edits) -> list[tuple[int, ...]]:
    ranked = Ranked(engine, np.array(keys, np.uint32))
    return [tuple(pick) for pick in ranked.best(as_wanted(typed), edits, 7)]


@settings(max_examples=150)
@given(dictionaries(), st.integers(0, 2), st.integers(2, 5))
def test_both_engines_give_the_answers_of_the_definition(dictionary, edits, q):
    texts, keys, typed = dictionary
    walk = SortedWalk(texts)

    every = [(prefix_distance(typed, texts.word(row)), keys[row], row) for row in range(len(texts))]
    expected = sorted(it for it in every if it[0] <= edits)[:7]
    assert answers(walk, keys, typed, edits) == expected
    assert answers(QGrams(texts, q, walk), keys, typed, edits) == expected


def test_the_engine_is_chosen_by_name():
    texts = vocabulary(["virtual"])

    assert isinstance(engine_of(texts, IndexOptions()), SortedWalk)
    assert isinstance(engine_of(texts, IndexOptions(suggestions="q-gram", qgram=4)), QGrams)


def test_large_nodes_that_are_listed_and_small_ones_that_are_not_give_the_same_answers():
    words = [f"{a}{b}{c}ö{d}" for a in "abcd" for b in "abcdé" for c in "ab中" for d in "abcdefgh"]
    texts = vocabulary([*words, "a", "ab", "abaö", "b"])
    typed = ["abaö", "xbaöc", "é", "dé中öhh", "acaöb", "zzzz"]

    for text in typed:
        for edits in range(3):
            found = SortedWalk(texts).within(as_wanted(text), edits).tolist()
            rows = {row for start, end in found for row in range(start, end)}
            expected = {
                n for n in range(len(texts)) if prefix_distance(text, texts.word(n)) <= edits
            }
            assert rows == expected, (text, edits)
