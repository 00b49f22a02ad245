import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import permutation_test

from bowerbird.tuning import comparison
from bowerbird.tuning.comparison import compare


def test_wins_losses_and_ties_are_counted_by_query():
    told = compare([0.5, 0.5, 0.5, 0.1], [0.6, 0.4, 0.5, 0.2])

    assert (told.wins, told.losses, told.ties) == (2, 1, 1)
    assert told.gain == pytest.approx(0.1 / 4)


def test_the_same_values_tell_nothing():
    told = compare([0.5, 0.1], [0.5, 0.1])

    assert (told.p, told.exact, told.gain) == (1.0, True, 0.0)


def test_five_wins_out_of_five_can_not_be_told_from_chance_and_six_can():
    assert compare([0] * 5, [0.1] * 5).p == 2 / 2**5
    assert compare([0] * 6, [0.1] * 6).p == 2 / 2**6
    assert not compare([0] * 5, [0.1] * 5).tells_apart()
    assert compare([0] * 6, [0.1] * 6).tells_apart()


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=10))
@settings(deadline=None)
def test_the_exact_test_agrees_with_scipy(differences):
    seen = np.array(differences, np.float64)  # whole, so that equal sums are equal

    theirs = permutation_test(
        (seen, np.zeros(len(seen))),
        lambda a, b, axis: (a - b).mean(axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    )

    # scipy doubles the smaller tail; ours counts both, which is the same: signs turn in pairs.
    assert compare([0] * len(seen), list(seen)).p == pytest.approx(theirs.pvalue)


def test_many_queries_are_sampled_near_the_exact_answer_and_by_a_fixed_seed(monkeypatch):
    random = np.random.default_rng(3)
    first, second = list(random.normal(0, 1, 18)), list(random.normal(0.4, 1, 18))

    sampled = compare(first, second)
    again = compare(first, second)
    monkeypatch.setattr(comparison, "EXACT_UP_TO", 18)
    exact = compare(first, second)

    assert not sampled.exact
    assert sampled == again
    assert exact.exact
    assert sampled.p == pytest.approx(exact.p, abs=0.01)
