"""Folds: queries in equal parts, each held out once while settings are sought on the others."""

import random

from bowerbird.model.errors import UsageError


def folds(queries: int, parts: int, seed: int = 0) -> list[list[int]]:
    """The numbers of the queries of each part; sizes differ by one at most. The same seed deals
    the same parts."""
    if parts < 2:
        raise UsageError(f"{parts} folds are too few to hold any out: give 2 or more")
    if queries < parts:
        raise UsageError(
            f"{queries} judged queries do not fill {parts} folds: judge more, or give fewer folds"
        )
    order = list(range(queries))
    random.Random(seed).shuffle(order)  # noqa: S311  # a deal of queries is no secret
    return [sorted(order[part::parts]) for part in range(parts)]
