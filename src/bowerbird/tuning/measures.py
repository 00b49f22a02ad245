"""Measures of a ranking, from the places of judged documents (docs/tuning.md defines them).

A place is a document's rank in the whole ranking, from 1; 0 says that it was not found at all.
"""

from collections.abc import Iterable, Sequence
from math import log2
from typing import Literal, get_args

from msgspec import Struct

Measure = Literal["map", "mp@5", "mp@r", "ndcg@10", "mrr"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
DEPTH_5 = 5
DEPTH_10 = 10


class Scores(Struct, frozen=True):
    """One query's value by every measure, or the mean over queries."""

    map: float = 0.0
    mp5: float = 0.0
    mpr: float = 0.0
    ndcg10: float = 0.0
    mrr: float = 0.0

    def by(self, measure: Measure) -> float:
        return self.values()[MEASURES.index(measure)]

    def values(self) -> tuple[float, ...]:
        """In the order of `MEASURES`."""
        return self.map, self.mp5, self.mpr, self.ndcg10, self.mrr

    def named(self) -> dict[str, float]:
        return dict(zip(MEASURES, self.values(), strict=True))


def scores_of(places: Sequence[int], grades: Sequence[int], threshold: int = 1) -> Scores:
    """What a ranking is worth that puts judged documents of these grades in these places."""
    relevant = sum(grade >= threshold for grade in grades)
    if not relevant:
        return Scores()
    found = sorted(
        place for place, grade in zip(places, grades, strict=True) if place and grade >= threshold
    )
    return Scores(
        map=sum(nth / place for nth, place in enumerate(found, start=1)) / relevant,
        mp5=sum(place <= DEPTH_5 for place in found) / DEPTH_5,
        mpr=sum(place <= relevant for place in found) / relevant,
        ndcg10=_ndcg(places, grades),
        mrr=1 / found[0] if found else 0.0,
    )


def mean(each: Sequence[Scores]) -> Scores:
    if not each:
        return Scores()
    columns = zip(*(scores.values() for scores in each), strict=True)
    return Scores(*(sum(column) / len(each) for column in columns))


def _ndcg(places: Sequence[int], grades: Sequence[int]) -> float:
    best = _gain(enumerate(sorted(grades, reverse=True), start=1))
    return _gain(zip(places, grades, strict=True)) / best if best else 0.0


def _gain(placed: Iterable[tuple[int, int]]) -> float:
    return sum(grade / log2(place + 1) for place, grade in placed if 1 <= place <= DEPTH_10)
