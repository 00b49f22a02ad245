import csv
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.index.words import edit_distance, prefix_distance, snapshot, vocabulary

from bowerbird.index.near import NearestWords, SortedWalk, as_wanted, edits_forgiven
from bowerbird.index.trie_kernel import build
from bowerbird.index.warm import load_suggestions

THESIS = Path(__file__).parents[3] / "../shared/data/thesis"
LETTERS = st.text("abcé中😀", max_size=7)


@pytest.fixture(scope="module", autouse=True)
def kernels():
    load_suggestions()


def rows(ranges) -> set[int]:
    return {row for start, end in ranges.tolist() for row in range(start, end)}


def nearest(words, wanted, **options) -> list[str]:
    return [near.word for near in NearestWords(snapshot(words)).nearest(wanted, **options)]


@given(st.sets(LETTERS, max_size=40), LETTERS, st.integers(0, 3))
def test_the_walk_finds_the_words_within_a_prefix_edit_distance_and_no_others(words, wanted, edits):
    texts = vocabulary(words)

    found = SortedWalk(texts).within(as_wanted(wanted), edits)

    expected = {n for n in range(len(texts)) if prefix_distance(wanted, texts.word(n)) <= edits}
    assert rows(found) == expected


@pytest.mark.parametrize("edits", [0, 1, 2])
@pytest.mark.parametrize("wanted", ["moss", "mosses", "中丁", "a中moss", "straw"])
def test_among_many_that_are_too_short_those_that_are_not_are_found(wanted, edits):
    pairs = {chr(0x4E00 + n % 40) + chr(0x4E00 + n // 40) for n in range(900)}
    words = {"moss", "mosses", "moos", "中moss", "丁丁moss", "straws", "ab", *"abcdefghij"}
    texts = vocabulary(pairs | words | {f"{n}{n}strw" for n in range(200)})

    found = SortedWalk(texts).within(as_wanted(wanted), edits)

    expected = {n for n in range(len(texts)) if prefix_distance(wanted, texts.word(n)) <= edits}
    assert rows(found) == expected


def test_how_long_the_longest_of_neighbouring_texts_is_counts_letters_not_bytes():
    texts = vocabulary(["a" * 300, *(f"b{n:03}" for n in range(63)), "中中", "中丁中"])

    assert build((texts.blob, texts.offsets))[2].tolist() == [255, 3]


def test_more_ranges_than_there_is_room_for_are_found_all_the_same():
    words = [chr(a) + chr(b) + "x" for a in range(0x100, 0x200) for b in range(0x100, 0x120)]

    found = SortedWalk(vocabulary(words)).within(as_wanted("x"), 0)
    missed = SortedWalk(vocabulary(words)).within(as_wanted("xy"), 1)
    swapped = SortedWalk(vocabulary(words)).within(as_wanted("axbxcxx"), 2)

    assert not rows(found)
    assert not rows(missed)
    assert not rows(swapped)
    near_all = SortedWalk(vocabulary(words)).within(as_wanted("00x"), 2)
    assert len(near_all) > 1 << 12
    assert len(rows(near_all)) == len(words)


@given(st.dictionaries(LETTERS.filter(bool), st.integers(0, 3), max_size=30), LETTERS)
def test_the_nearest_words_are_ranked_by_prefix_distance_then_whole_distance_then_df(df, wanted):
    held = {word for word, documents in df.items() if documents}
    allowed = edits_forgiven(len(wanted))

    found = NearestWords(snapshot(df)).nearest(wanted, limit=5)

    ranked = sorted(
        (prefix_distance(wanted, word), edit_distance(wanted, word), -df[word], word)
        for word in held
        if wanted
    )
    expected = [(word, near, -count) for near, _, count, word in ranked if near <= allowed]
    assert [(near.word, near.edits, near.df) for near in found] == expected[:5]


def test_the_next_snapshot_has_other_words_and_counts():
    first = snapshot({"color": 2}, {"colon": 1})
    before = NearestWords(first)
    assert [near.word for near in before.nearest("colox")] == ["color", "colon"]

    grown = snapshot({"colonel": 5, "colored": 1})
    after = before.renewed(replace(grown, segments=(first.segments[1], *grown.segments)))

    assert [near.word for near in after.nearest("colox")] == ["colon", "colonel", "colored"]


def test_a_word_counts_by_all_segments_together():
    words = NearestWords(snapshot({"color": 2, "colon": 3}, {"color": 2, "cold": 9}))

    found = words.nearest("colox")

    assert [(near.word, near.df) for near in found[:2]] == [("color", 4), ("colon", 3)]


def test_what_was_typed_so_far_is_nearer_than_what_was_typed_wrongly():
    assert nearest({"university": 1, "universe": 1, "diverse": 50}, "univers") == [
        "universe",
        "university",
    ]


def test_letters_of_any_script_count_as_one_edit():
    assert nearest({"größe": 1, "вирус": 1, "情報検索": 1}, "вирис") == ["вирус"]
    assert nearest({"größe": 1, "вирус": 1, "情報検索": 1}, "情報検察") == ["情報検索"]


def test_a_word_that_no_living_document_holds_is_never_proposed():
    assert nearest({"virtualenv": 0, "virtualize": 2}, "virtualinv") == ["virtualize"]


@pytest.mark.parametrize("odd", ["", "\x00", "a\ud800bcd", "x" * 10_000_000, "́" * 40])
def test_an_odd_word_is_near_to_nothing_and_does_no_harm(odd):
    assert nearest({"virtualenv": 1}, odd) == []


def test_very_short_words_are_not_corrected():
    assert nearest({"go": 1, "to": 1}, "xo") == []


def test_an_empty_index_has_no_words():
    assert NearestWords(snapshot()).nearest("virtualinv") == []


@pytest.mark.skipif(not THESIS.is_dir(), reason="needs the thesis' data beside the repository")
def test_the_misspelt_query_of_the_thesis_becomes_the_one_that_was_meant():
    right, wrong = (
        line.split("\t")[0].split()
        for line in (THESIS / "benchmark.txt").read_text("utf-8").splitlines()[:2]
    )
    df: Counter[str] = Counter()
    with (THESIS / "stack_overflow_posts_dataset.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            df.update(set(re.findall(r"[a-z0-9_]+", row["value"].lower())))
    words = NearestWords(snapshot(df))

    corrected = [word if word in df else words.nearest(word)[0].word for word in wrong]

    assert [word for word in wrong if word not in df] == ["invironment", "virtualinv"]
    assert corrected == right
