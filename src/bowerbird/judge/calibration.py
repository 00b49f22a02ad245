"""From what several judges say to a probability, by pages that a person rated.

Until there are enough of them all judges count the same. Then their weights are refitted as Platt
does it, by logistic regression on the log-odds they gave, held near equal weights: with eleven
ratings one lucky judge must not rule.
"""

from collections.abc import Mapping

from msgspec import Struct

from bowerbird.judge.scoring import probability

ENOUGH = 10  # rated pages, of both kinds
# How firmly weights are held where they were: with 1, twelve ratings made probabilities worse in 1
# of 20 samples of the judges in tests/unit/judge/test_calibration.py, with 0.1 in 3, and with 200
# ratings it makes no difference.
HELD = 1.0
BIAS_HELD = 0.05  # a shift of all odds is what few ratings can tell
STEPS = 25  # of Newton's method, which needs about six


class Rated(Struct, array_like=True):
    """What each judge had said of a page, as log-odds, before a person did."""

    said: dict[str, float]
    relevant: bool


class Weighing(Struct, frozen=True):
    """log-odds = bias + Σ weight × what a judge says."""

    weights: dict[str, float]
    bias: float = 0.0

    def log_odds(self, said: Mapping[str, float]) -> float:
        return self.bias + sum(self.weights[name] * value for name, value in said.items())


def refitted(weights: Mapping[str, float], rated: Mapping[str, Rated]) -> Weighing | None:
    """The weights that fit these ratings; None while there are too few. `weights`: before, summing
    to 1."""
    import numpy as np  # only once somebody has rated pages

    answers = np.array([each.relevant for each in rated.values()], np.float64)
    if len(answers) < ENOUGH or answers.min() == answers.max():
        return None
    names = list(weights)
    said = np.array([[each.said.get(name, 0.0) for name in names] for each in rated.values()])
    x = np.column_stack([said, np.ones(len(said))])
    start = np.array([*weights.values(), 0.0])
    found = start.copy()
    held = np.array([*[HELD] * len(names), BIAS_HELD])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(x @ found, -30, 30)))
        slope = x.T @ (p - answers) + held * (found - start)
        bend = (x.T * (p * (1 - p))) @ x + np.diag(held)
        step = np.linalg.solve(bend, slope)
        found -= step
        if float(np.abs(step).max()) < 1e-9:
            break
    return Weighing(dict(zip(names, map(float, found[:-1]), strict=True)), float(found[-1]))


def brier(weighing: Weighing, rated: Mapping[str, Rated]) -> float:
    """The mean squared error of the probabilities: 0 is perfect, 0.25 is a coin."""
    errors = [probability(weighing.log_odds(one.said)) - one.relevant for one in rated.values()]
    return sum(error**2 for error in errors) / max(1, len(errors))
