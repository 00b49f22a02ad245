import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from tests.unit.index.plain_index import Doc, snapshot_from

from bowerbird.index.options import RankingOptions
from bowerbird.index.ranker import Choice, Ranker, all_living
from bowerbird.index.reading import Snapshot
from bowerbird.tuning.candidates import Asked, candidates_of, plain_words

WORDS = ["bower", "bird", "blue", "straw", "moss"]

texts = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
documents = st.builds(
    lambda title, text, alive: Doc({"title": title, "text": text}, alive=alive),
    texts,
    texts,
    st.sampled_from([True, True, True, False]),
)
weights = st.dictionaries(st.sampled_from(["title", "text"]), st.sampled_from([0.0, 0.5, 1.0, 3.0]))
few_values = st.sampled_from([0.0, 0.25, 0.75, 1.0])
values = st.one_of(few_values, st.floats(0, 1))


def places_by_searching(
    snapshot: Snapshot, asked: Asked, ranking: RankingOptions
) -> dict[int, int]:
    found = Ranker(snapshot).rank(asked.wanted, ranking, 10_000, asked.choice)
    return {document: at for at, document in enumerate(found.documents, start=1)}


@pytest.mark.parametrize("fields", [("text",), ("title", "text")])
@given(
    docs=st.lists(documents, min_size=1, max_size=14),
    cuts=st.sets(st.integers(1, 13)),
    query=st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join),
    points=st.lists(st.tuples(values, st.floats(0, 20) | few_values), min_size=1, max_size=4),
    weights=weights,
    words=st.dictionaries(st.sampled_from(WORDS), st.sampled_from([-1.0, 0.5, 5.0])),
    idf=st.sampled_from(["log2", "smooth", "bm25", "none"]),
    with_formula=st.booleans(),
)
@settings(max_examples=120, deadline=None)
def test_places_are_those_of_the_searcher(
    fields, docs, cuts, query, points, weights, words, idf, with_formula
):
    snapshot = snapshot_from(docs, fields, sorted(cuts))
    ends = np.cumsum([0, *map(len, snapshot.segments)])
    starts = dict(zip([s.name for s in snapshot.segments], ends, strict=False))
    bonus = np.round(np.linspace(-2, 2, len(docs))) if with_formula else np.array([])
    choice = Choice(
        all_living,
        lambda s: bonus[starts[s.name] : starts[s.name] + len(s)] if with_formula else bonus,
        lambda _: np.array([], np.uint8),
    )
    rankings = [
        RankingOptions(b=b, k=k, weights=weights, words=words, idf=idf) for b, k in sorted(points)
    ]
    asked = Asked(plain_words(snapshot, query, rankings[0]).wanted, choice)

    found = candidates_of(
        Ranker(snapshot), snapshot, asked, {str(at): (at, 1) for at in range(len(docs))}
    )

    for ranking, places in zip(rankings, found.places(rankings), strict=True):
        expected = places_by_searching(snapshot, asked, ranking)
        assert places.tolist() == [expected.get(at, 0) for at in range(len(docs))]


def test_documents_that_are_alike_are_one_row():
    docs = [Doc({"text": "blue moss"}) for _ in range(50)] + [
        Doc({"text": "blue blue"}),
        Doc({"text": "moss"}),
    ]
    snapshot = snapshot_from(docs)

    found = candidates_of(
        Ranker(snapshot),
        snapshot,
        plain_words(snapshot, "blue", RankingOptions()),
        {"30": (30, 1), "nowhere": (None, 1)},
    )

    assert sorted(found.rows.sizes.tolist()) == [1, 50]
    assert found.places([RankingOptions()]).tolist() == [[1 + 31, 0]]


def test_a_query_of_which_the_index_knows_no_word_finds_nothing():
    snapshot = snapshot_from([Doc({"text": "blue"})])

    found = candidates_of(
        Ranker(snapshot), snapshot, plain_words(snapshot, "moss", RankingOptions()), {"0": (0, 1)}
    )

    assert found.places([RankingOptions()]).tolist() == [[0]]


def test_counts_beyond_a_byte_are_exact():
    docs = [Doc({"text": " ".join(["blue"] * n)}) for n in (256, 254, 1000, 255)]
    snapshot = snapshot_from(docs)
    ranking = RankingOptions(b=0, k=500, idf="none")

    found = candidates_of(
        Ranker(snapshot),
        snapshot,
        plain_words(snapshot, "blue", ranking),
        {str(n): (n, 1) for n in range(4)},
    )

    assert found.places([ranking]).tolist() == [[2, 4, 1, 3]]
