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
    return compare_many([first], [second], seed)[0]


def compare_many(
    first: Sequence[Sequence[float]], second: Sequence[Sequence[float]], seed: int = 0
) -> list[Comparison]:
    """The same by several measures of the same queries: signs are turned once for all of them."""
    rows = np.asarray(second, np.float64) - np.asarray(first, np.float64)
    rows[np.abs(rows) < TIE] = 0
    return [
        Comparison(
            queries=len(differences),
            gain=float(differences.mean()) if len(differences) else 0.0,
            wins=int((differences > 0).sum()),
            losses=int((differences < 0).sum()),
            ties=int((differences == 0).sum()),
            p=p,
            exact=exact,
            spread=float(differences.std(ddof=1)) if len(differences) > 1 else 0.0,
        )
        for differences, (p, exact) in zip(rows, randomisation_tests(rows, seed), strict=True)
    ]


def randomisation_tests(rows: NDArray[np.float64], seed: int = 0) -> list[tuple[float, bool]]:
    """Were the settings equally good, each difference could as well have the other sign: p is the
    share of such turnings whose sum is as far from 0 as the one seen (Fisher; Smucker 2007)."""
    sampled = [at for at, row in enumerate(rows) if np.count_nonzero(row) > EXACT_UP_TO]
    shares = dict(zip(sampled, _sampled(rows[sampled], seed), strict=True)) if sampled else {}
    return [
        (shares[at], False) if at in shares else (_counted(row[row != 0]), True)
        for at, row in enumerate(rows)
    ]


def _counted(differing: NDArray[np.float64]) -> float:
    seen = abs(differing.sum()) - TIE
    return float((np.abs(_every_sum(differing)) >= seen).mean())


def _sampled(rows: NDArray[np.float64], seed: int) -> list[float]:
    """Eight queries at a time: what their 256 ways of turning signs sum to is looked up."""
    many, queries = rows.shape
    seen = np.abs(rows.sum(axis=1)) - TIE
    random = np.random.default_rng(seed)
    sums = np.zeros((SAMPLES, many))
    for start in range(0, queries, 8):
        ways = np.stack([_every_sum(row[start : start + 8]) for row in rows], axis=1)
        sums += ways[random.integers(0, len(ways), SAMPLES)]
    as_far = (np.abs(sums) >= seen).sum(axis=0)
    return [(far + 1) / (SAMPLES + 1) for far in as_far.tolist()]  # what was seen counts, too


def _every_sum(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    sums = np.zeros(1)
    for difference in differences:
        sums = np.concatenate([sums + difference, sums - difference])
    return sums
