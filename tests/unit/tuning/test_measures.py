import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.tuning.measures import MEASURES, Scores, mean, scores_of

THEIR_NAMES = {
    "map": "map",
    "mp@5": "P_5",
    "mp@r": "Rprec",
    "ndcg@10": "ndcg_cut_10",
    "mrr": "recip_rank",
}


@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=40),
    st.integers(0, 40),
    st.integers(1, 3),
    st.randoms(use_true_random=False),
)
@settings(deadline=None)
def test_every_measure_agrees_with_trec_eval(grades, others, threshold, random):
    if not any(grade >= threshold for grade in grades):
        grades.append(threshold)
    names = [f"d{i}" for i in range(len(grades))]
    found = random.sample(names, random.randint(0, len(names)))
    ranking = found + [f"unjudged{i}" for i in range(others)]
    random.shuffle(ranking)
    places = [ranking.index(name) + 1 if name in ranking else 0 for name in names]

    ours = scores_of(places, grades, threshold)

    theirs = pytrec_eval.RelevanceEvaluator(
        {"q": dict(zip(names, grades, strict=True))},
        set(THEIR_NAMES.values()),
        relevance_level=threshold,
    ).evaluate({"q": {name: float(-at) for at, name in enumerate(ranking)}})
    expected = theirs.get("q", dict.fromkeys(THEIR_NAMES.values(), 0.0))
    for measure in MEASURES:
        assert ours.by(measure) == pytest.approx(expected[THEIR_NAMES[measure]], abs=1e-9)


def test_worked_example():
    # Relevant: grades 3 and 1, in places 2 and 6; a third relevant document was not found.
    scores = scores_of([2, 6, 0, 1], [3, 1, 2, 0])

    assert scores.mrr == 1 / 2
    assert scores.mp5 == 1 / 5
    assert scores.mpr == 1 / 3
    assert scores.map == pytest.approx((1 / 2 + 2 / 6) / 3)
    assert scores.ndcg10 == pytest.approx(0.4723, abs=1e-4)


def test_a_query_without_relevant_documents_is_worth_nothing():
    assert scores_of([1, 2], [0, 0]) == Scores()
    assert scores_of([], []) == Scores()
    assert scores_of([1], [1], threshold=2) == Scores()


def test_the_mean_is_over_queries():
    assert mean([Scores(map=0.5, mrr=1), Scores(map=0.25)]) == Scores(map=0.375, mrr=0.5)
    assert mean([]) == Scores()
