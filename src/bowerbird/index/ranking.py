"""The ranking formula's figures: how rare a word is, and what the length of a text costs.

For one searched field of weight 1 a word adds tf·(k+1)/(k·α+tf) · idf with α = 1−b+b·DL/AVDL. Over
several fields the counts are weighed first and saturate once, as in BM25F: p = Σ weight·tf/α, and
the word adds p·(k+1)/(k+p) · idf. With one field both are the same number.
"""

from math import log, log2

import numpy as np

from bowerbird.index.options import Idf, RankingOptions
from bowerbird.index.reading import Lengths, Numbers, Snapshot


def idf(form: Idf, documents: int, df: int) -> float:
    """How much a word counts that `df` of so many documents hold; df is at least 1."""
    match form:
        case "log2":
            return log2(documents / df)
        case "smooth":
            return log2(1 + documents / df)
        case "bm25":
            return log(1 + (documents - df + 0.5) / (df + 0.5))
        case "none":
            return 1.0


def alphas(lengths: Lengths, b: float, average: float) -> Numbers:
    """1 − b + b·DL/AVDL for each class of equal length."""
    if not average:  # then no document has a word in this field
        return np.ones(len(lengths.distinct))
    damped: Numbers = 1 - b + b * (lengths.distinct / average)
    # With b = 1 an empty text has 0; no word stands there, so that any other number will do.
    return np.where(damped > 0, damped, 1.0)


def averages(snapshot: Snapshot) -> tuple[float, ...]:
    """AVDL of each field, over all living documents."""
    return tuple(total / max(snapshot.documents, 1) for total in snapshot.totals)


def searched(fields: tuple[str, ...], ranking: RankingOptions) -> tuple[int, ...]:
    """The fields that a word is looked for in: those that weigh anything."""
    return tuple(
        number for number, field in enumerate(fields) if ranking.weights.get(field, 1.0) > 0
    )


def weight_of(field: str, ranking: RankingOptions) -> float:
    """A field that weighs nothing, but is named in a query, counts as 1 there."""
    weight = ranking.weights.get(field, 1.0)
    return weight if weight > 0 else 1.0
