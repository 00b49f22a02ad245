"""A sweep: every b with every k, as a map of what each pair is worth."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from msgspec import Struct

from bowerbird.tuning.measures import MEASURES, Measure
from bowerbird.tuning.trials import Setting, Trials, Values

B_VALUES = tuple(np.linspace(0, 1, 25).round(4).tolist())
K_VALUES = tuple(np.geomspace(0.1, 10, 40).round(4).tolist())
AS_GOOD = 0.99  # of the best value: what stands on the plateau


class Point(Struct, frozen=True):
    """One pair, and the mean over queries there."""

    b: float
    k: float
    value: float


class Plateau(Struct, frozen=True):
    """All points within 1 % of the best: among them it hardly matters. A narrow one is a warning
    that its peak may be chance."""

    points: int
    share: float  # of all points
    b: tuple[float, float]  # smallest and largest
    k: tuple[float, float]


class Sweep(Struct, frozen=True):
    """values[i][j] belongs to b[i] and k[j]."""

    measure: Measure
    b: list[float]
    k: list[float]
    values: list[list[float]]
    best: Point
    start: Point  # the setting that the sweep went out from
    plateau: Plateau


def sweep(
    trials: Trials,
    setting: Setting,
    measure: Measure = "map",
    b_values: Sequence[float] = B_VALUES,
    k_values: Sequence[float] = K_VALUES,
) -> Sweep:
    """All else stays as in `setting`."""
    pairs = [(b, k) for b in b_values for k in k_values]
    tried = [with_b_and_k(setting, b, k) for b, k in pairs]
    values: Values = trials.values([*tried, setting])[:, :, MEASURES.index(measure)].mean(axis=1)
    table = values[:-1].reshape(len(b_values), len(k_values))
    best = int(np.argmax(values[:-1]))
    return Sweep(
        measure=measure,
        b=list(b_values),
        k=list(k_values),
        values=table.tolist(),
        best=Point(*pairs[best], float(values[best])),
        start=Point(setting.ranking.b, setting.ranking.k, float(values[-1])),
        plateau=_plateau(table, b_values, k_values),
    )


def with_b_and_k(setting: Setting, b: float, k: float) -> Setting:
    return replace(setting, ranking=setting.ranking.model_copy(update={"b": b, "k": k}))


def _plateau(table: Values, b_values: Sequence[float], k_values: Sequence[float]) -> Plateau:
    rows, columns = np.nonzero(table >= AS_GOOD * table.max())
    return Plateau(
        points=len(rows),
        share=len(rows) / table.size,
        b=(b_values[rows.min()], b_values[rows.max()]),
        k=(k_values[columns.min()], k_values[columns.max()]),
    )
