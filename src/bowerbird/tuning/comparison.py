"""Two settings on the same queries: who wins where, and how likely chance would do as much."""

from collections.abc import Sequence
from math import ceil

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

EXACT_UP_TO = 16  # differing queries: 65,536 ways of turning their signs are all tried
SAMPLES = 20_000  # beyond: a p of .05 is then known to ± .003
NORMAL_5_80 = 2.80  # standard errors: 1.96 for a level of .05 and 0.84 for a power of .8
TIE = 1e-9  # differences below this come from rounding


class Comparison(Struct, frozen=True):
    """Each number is about the second setting against the first."""

    queries: int
    gain: float  # mean difference
    wins: int
    losses: int
    ties: int
    p: float  # two-sided: the chance of a difference as large if the settings were equally good
    exact: bool  # whether p was counted over all possibilities or over a sample
    spread: float = 0.0  # standard deviation of the differences

    def tells_apart(self, level: float = 0.05) -> bool:
        return self.p <= level

    def queries_needed(self) -> int:
        """About how many would show a gain of this size four times out of five (p ≤ .05)."""
        return ceil((NORMAL_5_80 * self.spread / self.gain) ** 2) if self.gain else 0


def compare(first: Sequence[float], second: Sequence[float], seed: int = 0) -> Comparison:
    """Paired by query. The same seed gives the same p."""
    differences = np.asarray(second, np.float64) - np.asarray(first, np.float64)
    differences[np.abs(differences) < TIE] = 0
    p, exact = randomisation_test(differences, seed)
    return Comparison(
        queries=len(differences),
        gain=float(differences.mean()) if len(differences) else 0.0,
        wins=int((differences > 0).sum()),
        losses=int((differences < 0).sum()),
        ties=int((differences == 0).sum()),
        p=p,
        exact=exact,
        spread=float(differences.std(ddof=1)) if len(differences) > 1 else 0.0,
    )


def randomisation_test(differences: NDArray[np.float64], seed: int = 0) -> tuple[float, bool]:
    """Were the settings equally good, each difference could as well have the other sign: p is the
    share of such turnings whose sum is as far from 0 as the one seen (Fisher; Smucker 2007)."""
    differing = differences[differences != 0]
    if not len(differing):
        return 1.0, True
    seen = abs(differing.sum()) - TIE
    if len(differing) <= EXACT_UP_TO:
        return float((np.abs(_every_sum(differing)) >= seen).mean()), True
    random = np.random.default_rng(seed)
    as_far = 0
    for size in _pieces(SAMPLES, 1_000):
        signs = random.integers(0, 2, (size, len(differing))) * 2 - 1
        as_far += int((np.abs(signs @ differing) >= seen).sum())
    return (as_far + 1) / (SAMPLES + 1), False  # what was seen counts as one of the possibilities


def _every_sum(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    sums = np.zeros(1)
    for difference in differences:
        sums = np.concatenate([sums + difference, sums - difference])
    return sums


def _pieces(whole: int, most: int) -> list[int]:
    return [min(most, whole - done) for done in range(0, whole, most)]
