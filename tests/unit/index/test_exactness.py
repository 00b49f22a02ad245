"""Rankings of an index on disk are those of a referee that reads the texts and reckons by the book,
whatever became of the documents meanwhile."""

import itertools
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.unit.index.counting import living
from tests.unit.index.plain_index import Doc, idf_by_the_book, referee

from bowerbird.index.entry import Entry
from bowerbird.index.options import IndexOptions, RankingOptions
from bowerbird.index.plain_kernels import IDF_FORMS
from bowerbird.index.ranking import idf
from bowerbird.index.reader import IndexReader
from bowerbird.index.results import Ranked
from bowerbird.index.searcher import Searcher
from bowerbird.index.settings import SearchSettings
from bowerbird.index.writer import IndexWriter, open_index

FIELDS = ("title", "text")
OPTIONS = IndexOptions()
WORDS = ["bower", "bird", "blue", "straw", "moss"]
texts = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
entries = st.builds(
    lambda key, title, text, votes, gone: Entry(
        key=key,
        serial=0,
        text={"title": title, "text": text},
        numbers={} if votes is None else {"votes": votes},
        gone=gone,
    ),
    st.integers(0, 15).map(lambda number: b"%d" % number),
    texts,
    texts,
    st.none() | st.integers(0, 9),
    st.sampled_from([False, False, False, False, True]),
)
steps = st.lists(
    st.lists(entries, min_size=1, max_size=8) | st.sampled_from(["commit", "merge", "merge all"]),
    min_size=1,
    max_size=12,
)
FORMULAS: dict[str, Callable[[float | None], float]] = {
    "": lambda votes: 0.0,
    "votes / 4 - 1": lambda votes: 0.0 if votes is None else votes / 4 - 1,
    "log(votes)": lambda votes: np.log(votes) if votes else 0.0,
}
rankings = st.builds(
    lambda b, k, idf, weights, words, formula: RankingOptions(
        b=b, k=k, idf=idf, weights=weights, words=words, formula=formula
    ),
    st.floats(0, 1) | st.sampled_from([0.0, 1.0]),
    st.floats(0, 20),
    st.sampled_from(IDF_FORMS),
    st.just({}) | st.dictionaries(st.sampled_from(FIELDS), st.sampled_from([0.0, 0.5, 3.0])),
    st.just({}) | st.dictionaries(st.sampled_from(WORDS), st.floats(-5, 5)),
    st.sampled_from([*FORMULAS]),
)


def take(writer: IndexWriter, given: list[Entry] | str, serial: int) -> None:
    if isinstance(given, str):
        writer.commit(serial)
        if given != "commit":
            writer.merge(everything=given == "merge all")
    else:
        writer.add(given)


def numbered(given: list[list[Entry] | str]) -> list[list[Entry] | str]:
    """With serials, as a record log would give them."""
    serial = 0
    out: list[list[Entry] | str] = []
    for each in given:
        if isinstance(each, str):
            out.append(each)
            continue
        out.append([replace(entry, serial=serial + n) for n, entry in enumerate(each, 1)])
        serial += len(each)
    return out


def agree(found: list[tuple[float, bytes]], expected: list[tuple[float, bytes]]) -> None:
    """Only scores that differ by rounding may change places."""
    truth = {key: score for score, key in expected}
    assert sorted(key for _, key in found) == sorted(truth)
    for score, key in found:
        assert score == pytest.approx(truth[key], rel=1e-12, abs=1e-12)
    for (_, one), (_, two) in itertools.pairwise(found):
        assert truth[one] > truth[two] - 1e-11


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(steps, st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True), rankings)
def test_a_ranking_from_disk_is_the_referees(given_steps, words, ranking):
    history = numbered(given_steps)
    with TemporaryDirectory() as folder:
        with open_index(Path(folder), OPTIONS) as writer:
            for step in history:
                take(writer, step, 10_000)
            writer.commit(10_000)
        searcher = Searcher(IndexReader(Path(folder)).snapshot(), OPTIONS)
        asked = SearchSettings(
            limit=100, forgive=False, **ranking.model_dump(include={"b", "k", "idf", "formula"}),
            weights=ranking.weights, words=ranking.words,
        )  # fmt: skip
        results = searcher.search(" ".join(words), asked)

    alive = living(entry for step in history if not isinstance(step, str) for entry in step)
    docs = [Doc({name: str(entry.text[name]) for name in FIELDS}) for entry in alive]
    bonus = np.array([FORMULAS[ranking.formula](entry.numbers.get("votes")) for entry in alive])
    expected = referee(docs, FIELDS, words, ranking, bonus if ranking.formula else None)
    agree(
        [(hit.score, hit.key) for hit in results.hits],
        [(score, alive[number].key) for score, number in expected],
    )
    assert results.total == len(expected)


@pytest.mark.parametrize("fields", [("text",), FIELDS])
@pytest.mark.parametrize(
    ("b", "k"), [(0.75, 1.75), (1.0, 1.75), (0.0, 1.75), (0.6, 0.0), (0.9, 60.0)]
)
@pytest.mark.parametrize("cuts", [1, 3])
def test_the_quick_way_for_plain_words_is_the_thorough_one(tmp_path, fields, b, k, cuts):
    chance = np.random.default_rng(4)
    options = IndexOptions(fields=list(fields), ranking=RankingOptions(b=b, k=k))
    often = np.minimum(chance.zipf(1.6, 5000), 300)
    documents = [
        Entry(
            key=b"%d" % number,
            serial=number + 1,
            text={
                "title": "bower" * (number % 7 == 0),
                "text": " ".join(
                    ["moss"] * int(often[number] * (number % 3 > 0))
                    + ["straw"] * int(often[-number])
                    + [f"other{number % 11}"] * int(chance.integers(0, 40))
                ),
            },
        )
        for number in range(5000)
    ]
    with open_index(tmp_path, options) as writer:
        for part in range(cuts):
            writer.add(documents[part * 5000 // cuts : (part + 1) * 5000 // cuts])
            writer.commit(part + 1)
        writer.add([Entry(key=b"%d" % n, serial=5001 + n, gone=True) for n in range(0, 500, 9)])
        writer.commit(9999)
        if cuts == 1:
            writer.merge(everything=True)
    searcher = Searcher(IndexReader(tmp_path).snapshot(), options)

    for words in ("moss", "bower", "moss straw", "bower other3 moss", "straw other1 other2 other7"):
        for limit in (1, 25, 10_000):
            quick = searcher.find(words, SearchSettings(forgive=False), limit)
            # Facets want every match marked, which only the thorough way does.
            thorough = searcher.find(words, SearchSettings(forgive=False, facets=["none"]), limit)
            assert quick.words == words.split()
            assert thorough.words == []
            assert quick.ranked == thorough.ranked
            assert quick.counts == thorough.counts


@pytest.mark.parametrize("best", [range(0, 40, 4), range(1, 41, 4), range(0, 1200, 4), ()])
def test_where_a_few_texts_are_far_better_than_the_rest_the_best_are_still_found(tmp_path, best):
    """Every fourth text is looked at to guess what it takes: so the guess is too high here, or too
    low, or everything is alike."""
    options = IndexOptions(fields=["text"])
    texts = ["moss " * (5 if n in best else 1 + n % 2 * bool(best)) + "blue" for n in range(1200)]
    with open_index(tmp_path, options) as writer:
        writer.add(
            Entry(key=b"%d" % n, serial=n + 1, text={"text": text}) for n, text in enumerate(texts)
        )
        writer.commit(1200)
    searcher = Searcher(IndexReader(tmp_path).snapshot(), options)

    quick = searcher.find("moss")
    thorough = searcher.find("moss", SearchSettings(facets=["none"]))

    assert (quick.words, thorough.words) == (["moss"], [])
    assert quick.ranked == thorough.ranked
    assert (quick.ranked.total, len(quick.ranked.documents)) == (1200, 25)


def test_how_rare_a_word_is_comes_out_the_same_to_the_last_bit(tmp_path):
    with open_index(tmp_path, IndexOptions(fields=["text"])) as writer:
        texts = ["moss " * (n < 37) + "straw " * (n < 71) + "blue" for n in range(101)]
        writer.add(
            Entry(key=b"%d" % n, serial=n + 1, text={"text": text}) for n, text in enumerate(texts)
        )
        writer.commit(101)
    snapshot = IndexReader(tmp_path).snapshot()

    for form in IDF_FORMS:
        # With b and k 0 every match has a word's rarity as its score.
        options = IndexOptions(fields=["text"], ranking=RankingOptions(b=0, k=0, idf=form))
        searcher = Searcher(snapshot, options)
        for word, df in (("moss", 37), ("straw", 71), ("blue", 101)):
            found: Ranked = searcher.find(word).ranked
            assert set(found.scores) == {idf(form, 101, df)}
            assert idf(form, 101, df) == pytest.approx(idf_by_the_book(form, 101, df), rel=1e-15)
