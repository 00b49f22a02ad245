"""Scores, odds and probabilities."""

import math

LEAST, MOST = 0.02, 0.98  # a judge alone is never surer: the logit of 0 or 1 would outvote all


def logit(score: float) -> float:
    """Log-odds of a score, within what one judge may say."""
    clipped = min(MOST, max(LEAST, score))
    return math.log(clipped / (1 - clipped))


def probability(log_odds: float) -> float:
    """The way back."""
    if log_odds < 0:
        return math.exp(max(log_odds, -700.0)) / (1 + math.exp(max(log_odds, -700.0)))
    return 1 / (1 + math.exp(-min(log_odds, 700.0)))


def squashed(amount: float, half: float, power: float = 1.0) -> float:
    """An amount as a score: one half where it is `half`, towards 1 beyond."""
    if amount <= 0:
        return 0.0
    return 1 / (1 + float((half / amount) ** power))
