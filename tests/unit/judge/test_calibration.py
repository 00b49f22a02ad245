import math
import random
from statistics import fmean

from bowerbird.judge.calibration import Rated, Weighing, brier, refitted
from bowerbird.judge.scoring import logit, probability

EQUAL = {"good": 0.5, "blind": 0.5}


def pages(count: int, seed: int) -> dict[str, Rated]:
    """Rated pages, of which the good judge says the true odds half as surely and shifted, and the
    blind one anything."""
    drawn = random.Random(seed)
    rated = {}
    for number in range(count):
        odds = drawn.gauss(0.0, 2.5)
        said = {"good": odds / 2 + 0.7, "blind": drawn.gauss(0.0, 1.0)}
        rated[str(number)] = Rated(said, drawn.random() < probability(odds))
    return rated


def reliability(weighing: Weighing, rated: dict[str, Rated]) -> float:
    """How far the probability is from what became true, over five bins of it."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(5)]
    for one in rated.values():
        chance = probability(weighing.log_odds(one.said))
        bins[min(4, int(5 * chance))].append((chance, one.relevant))
    return sum(abs(sum(p - y for p, y in each)) for each in bins) / len(rated)


def test_the_weights_stay_while_there_are_too_few_ratings_or_of_one_kind_only():
    few = dict(list(pages(40, 1).items())[:9])
    one_kind = {key: one for key, one in pages(60, 1).items() if one.relevant}

    assert refitted(EQUAL, few) is None
    assert len(one_kind) > 10
    assert refitted(EQUAL, one_kind) is None


def test_ratings_make_better_probabilities_of_pages_that_were_held_out():
    held_out = pages(2_000, 2)
    before = Weighing(EQUAL)

    after = [refitted(EQUAL, pages(80, 10 + sample)) for sample in range(8)]

    fitted = [each for each in after if each is not None]
    assert len(fitted) == 8
    assert fmean(brier(each, held_out) for each in fitted) < 0.75 * brier(before, held_out)
    gap = fmean(reliability(each, held_out) for each in fitted)
    assert gap < 0.6 * reliability(before, held_out)
    assert gap < 0.065


def test_a_dozen_ratings_do_not_make_it_worse():
    held_out = pages(2_000, 4)
    worse = 0

    for seed in range(20):
        after = refitted(EQUAL, pages(12, 100 + seed))
        worse += after is not None and brier(after, held_out) > brier(Weighing(EQUAL), held_out)

    assert worse <= 2


def test_the_judge_that_is_right_gets_the_weight():
    after = refitted(EQUAL, pages(200, 5))

    assert after is not None
    assert after.weights["good"] > 5 * abs(after.weights["blind"])


def test_log_odds_and_probability_are_each_others_way_back():
    for score in (0.02, 0.3, 0.5, 0.98):
        assert math.isclose(probability(logit(score)), score)
    assert logit(0.0) == logit(0.02)
    assert probability(-1e6) < 1e-100
    assert probability(1e6) == 1.0
