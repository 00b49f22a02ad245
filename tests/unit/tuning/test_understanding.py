import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from tests.unit.index.plain_index import Doc, snapshot_from

from bowerbird.index.options import IndexOptions, RankingOptions
from bowerbird.index.searcher import Searcher
from bowerbird.tuning.documents import found_by_field
from bowerbird.tuning.judgements import JudgedQuery, Judgements
from bowerbird.tuning.trials import Setting, Trials
from bowerbird.tuning.understanding import AsSearched

FIELDS = ("title", "text")
OPTIONS = IndexOptions(fields=list(FIELDS))
QUERIES = [
    "bower",
    "bower bird bower",
    "+bower moss",
    "bower -straw",
    '"blue moss" bird',
    "title:bower straw",
    "title:bird",
    "votes>2",
    "moss votes>=1",
    "bow* blue",
    "bowr",
    "bird OR straw",
]
texts = st.lists(st.sampled_from(["bower", "bird", "blue", "straw", "moss"]), max_size=6)
documents = st.builds(
    lambda title, text, votes, alive: (" ".join(title), " ".join(text), votes, alive),
    texts,
    texts,
    st.integers(0, 4),
    st.sampled_from([True, True, True, False]),
)


@pytest.mark.parametrize("formula", ["", "votes / 2"])
@given(st.lists(documents, min_size=1, max_size=10), st.sampled_from([0.0, 1.0, 3.0]))
@settings(max_examples=40, deadline=None)
def test_every_kind_of_query_is_ranked_as_the_search_box_ranks_it(formula, rows, weight):
    docs = [
        Doc({"title": a, "text": b}, {"votes": float(v)}, {}, {"url": str(at)}, alive or at == 0)
        for at, (a, b, v, alive) in enumerate(rows)
    ]
    snapshot = snapshot_from(docs, FIELDS, [4])
    grades = {str(at): 1 for at in range(len(docs))}
    judged = Judgements(tuple(JudgedQuery(text, text, grades) for text in QUERIES))
    trials = Trials(
        snapshot, judged, found_by_field(snapshot, judged), understand=AsSearched(OPTIONS)
    )
    start = RankingOptions(weights={"title": weight}, formula=formula)
    rankings = [start.model_copy(update={"b": b, "k": k}) for b, k in ((0, 1), (0.75, 0.3))]

    found = trials.candidates(Setting(start))

    for text, of_query in zip(QUERIES, found, strict=True):
        for ranking, places in zip(rankings, of_query.places(rankings), strict=True):
            searcher = Searcher(snapshot, OPTIONS.model_copy(update={"ranking": ranking}))
            ranked = searcher.find(text, limit=100).ranked.documents
            expected = [ranked.index(at) + 1 if at in ranked else 0 for at in range(len(docs))]
            assert places.tolist() == expected, text
