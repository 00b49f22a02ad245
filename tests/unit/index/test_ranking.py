import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from tests.unit.index.plain_index import Doc, referee, snapshot_from

from bowerbird.index.options import RankingOptions
from bowerbird.index.ranker import Choice, Ranker, all_living
from bowerbird.index.ranking import searched
from bowerbird.index.reading import Snapshot
from bowerbird.index.results import Ranked
from bowerbird.index.terms import Term, Weighed

WORDS = ["bower", "bird", "blue", "straw", "moss"]


def rank(
    snapshot: Snapshot,
    words: list[str],
    ranking: RankingOptions,
    limit: int = 1000,
    formula: np.ndarray | None = None,
) -> Ranked:
    fields = searched(snapshot.fields, ranking)
    wanted = [
        Weighed(Term((word,), fields), added=ranking.words.get(word, 0.0))
        for word in dict.fromkeys(words)
    ]
    starts = np.cumsum([0, *map(len, snapshot.segments)])
    bonus = {
        segment.name: np.array([]) if formula is None else formula[start : start + len(segment)]
        for segment, start in zip(snapshot.segments, starts, strict=False)
    }
    choice = Choice(all_living, lambda s: bonus[s.name], lambda _: np.array([], np.uint8))
    return Ranker(snapshot).rank(wanted, ranking, limit, choice)


# The words of the thesis' three documents that its Table 2 speaks of; the rest fills them up to the
# lengths that it prints. How often each stands there follows from the printed scores.
THESIS = [
    ["university"] * 3 + ["freiburg"] * 3 + ["officially", "a"],
    ["freiburg"] * 2,
    ["university"] + ["a"] * 3,
]
TABLE_2 = {
    "university": [(1, 1.071), (3, 0.466)],
    "freiburg": [(1, 1.071), (2, 0.975)],
    "officially": [(1, 1.740)],
    "a": [(1, 0.642), (3, 0.885)],
}


@pytest.mark.parametrize("word", TABLE_2)
def test_the_scores_of_the_thesis_come_out_as_printed(word):
    docs = [
        Doc({"text": " ".join(words + [f"other{n}"] * (length - len(words)))})
        for n, (words, length) in enumerate(zip(THESIS, (26, 21, 49), strict=True))
    ]

    found = rank(snapshot_from(docs), [word], RankingOptions())

    # The thesis cuts after the third decimal: 1.0715 is printed as 1.071, 1.7408 as 1.740.
    cut = [
        (n + 1, int(s * 1000) / 1000) for s, n in zip(found.scores, found.documents, strict=True)
    ]
    assert sorted(cut) == TABLE_2[word]


texts = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
documents = st.builds(
    lambda title, text, alive: Doc({"title": title, "text": text}, alive=alive),
    texts,
    texts,
    st.sampled_from([True, True, True, False]),
)
rankings = st.builds(
    lambda b, k, idf, weights, words: RankingOptions(
        b=b, k=k, idf=idf, weights=weights, words=words
    ),
    st.floats(0, 1),
    st.floats(0, 20),
    st.sampled_from(["log2", "smooth", "bm25", "none"]),
    st.dictionaries(st.sampled_from(["title", "text"]), st.sampled_from([0.0, 0.5, 1.0, 3.0])),
    st.dictionaries(st.sampled_from(WORDS), st.floats(-5, 5)),
)


def agree(found: Ranked, expected: list[tuple[float, int]]) -> None:
    """The same documents with the same scores; only scores that differ by rounding may swap."""
    assert len(found.documents) == len(expected)
    truth = {n: s for s, n in expected}
    assert sorted(found.documents) == sorted(truth)
    for place, number in enumerate(found.documents):
        assert found.scores[place] == pytest.approx(truth[number], rel=1e-12, abs=1e-12)
    for one, two in zip(found.documents, found.documents[1:], strict=False):
        assert truth[one] > truth[two] - 1e-11
    for one, two in zip(range(len(truth) - 1), range(1, len(truth)), strict=True):
        if found.scores[one] == found.scores[two]:
            assert found.documents[one] < found.documents[two]


@given(
    st.lists(documents, min_size=1, max_size=14),
    st.sets(st.integers(1, 13)),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True),
    rankings,
    st.booleans(),
)
@settings(max_examples=300, deadline=None)
def test_every_ranking_is_the_referees(docs, cuts, words, ranking, with_formula):
    fields = ("title", "text")
    snapshot = snapshot_from(docs, fields, sorted(cuts))
    formula = np.linspace(-3, 3, len(docs)) ** 3 if with_formula else None

    found = rank(snapshot, words, ranking, formula=formula)

    expected = referee(docs, fields, words, ranking, formula)
    agree(found, expected)
    assert found.total == len(expected)


@given(
    st.lists(documents, min_size=1, max_size=14),
    st.sets(st.integers(1, 13)),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True),
    rankings,
    st.integers(1, 6),
)
@settings(max_examples=150, deadline=None)
def test_scores_do_not_depend_on_how_documents_fell_into_segments(docs, cuts, words, ranking, k):
    fields = ("title", "text")

    one = rank(snapshot_from(docs, fields), words, ranking)
    several = rank(snapshot_from(docs, fields, sorted(cuts)), words, ranking)
    first = rank(snapshot_from(docs, fields, sorted(cuts)), words, ranking, limit=k)

    assert one == several
    assert first.documents == one.documents[:k]
    assert first.scores == one.scores[:k]
    assert first.total == one.total


@given(st.lists(documents, min_size=1, max_size=10), st.sampled_from(WORDS), st.floats(0, 1))
@settings(max_examples=100, deadline=None)
def test_several_fields_of_which_one_is_empty_score_as_that_field_alone(docs, word, b):
    alone = [Doc({"text": doc.text["text"]}, alive=doc.alive) for doc in docs]
    ranking = RankingOptions(b=b)

    one = rank(snapshot_from(alone), [word], ranking)
    two = rank(snapshot_from(alone, ("title", "text")), [word], ranking)

    agree(two, list(zip(one.scores, one.documents, strict=True)))


def test_a_count_that_does_not_fit_a_byte_is_exact():
    docs = [Doc({"text": " ".join(["blue"] * n)}) for n in (3, 254, 255, 256, 1000)]
    docs.append(Doc({"text": "moss"}))
    ranking = RankingOptions(b=0, k=500)

    agree(rank(snapshot_from(docs), ["blue"], ranking), referee(docs, ("text",), ["blue"], ranking))


def test_more_documents_than_a_window_holds_are_all_counted():
    chosen = np.random.default_rng(3)
    docs = [Doc({"text": " ".join(chosen.choice(WORDS, 3))}) for _ in range(9000)]

    found = rank(snapshot_from(docs, cuts=[4097]), ["blue", "moss"], RankingOptions(), limit=9000)

    agree_on = [n for n, doc in enumerate(docs) if {"blue", "moss"} & set(doc.text["text"].split())]
    assert sorted(found.documents) == agree_on
    assert found.total == len(agree_on)
    assert found.scores == sorted(found.scores, reverse=True)


def test_a_word_that_every_document_holds_still_finds_them():
    docs = [Doc({"text": "blue"}), Doc({"text": "blue moss"})]

    found = rank(snapshot_from(docs), ["blue"], RankingOptions())

    assert found.documents == [0, 1]
    assert found.scores == [0, 0]
