"""What a focused crawl found, by labels that it never saw."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

BUDGETS = (0.05, 0.1, 0.2, 0.5)  # shares of the pages that can be reached


@dataclass(frozen=True)
class Line:
    """One crawl, or the mean of several."""

    name: str
    harvest: tuple[float, ...]  # the share of what was read that is relevant, at each budget
    recall: tuple[float, ...]  # the share of what is relevant that was read
    milliseconds: float  # of processor for a page


def measured(
    name: str, order: Sequence[str], relevant: Set[str], pages: int, seconds: float
) -> Line:
    """A crawl that ended early found nothing more."""
    hits = [0]
    for each in order:
        hits.append(hits[-1] + (each in relevant))
    budgets = [max(1, int(pages * share)) for share in BUDGETS]
    found = [hits[min(budget, len(order))] for budget in budgets]
    return Line(
        name,
        tuple(hit / budget for hit, budget in zip(found, budgets, strict=True)),
        tuple(hit / max(1, len(relevant)) for hit in found),
        1000 * seconds / max(1, len(order)),
    )


def ideal(relevant: int, pages: int) -> Line:
    """Every relevant page first."""
    budgets = [max(1, int(pages * share)) for share in BUDGETS]
    return Line(
        "ideal",
        tuple(min(1.0, relevant / budget) for budget in budgets),
        tuple(min(1.0, budget / max(1, relevant)) for budget in budgets),
        0.0,
    )


def mean(name: str, lines: Sequence[Line]) -> Line:
    """Of the same preset over several tasks."""
    count = len(lines)
    harvests = zip(*(line.harvest for line in lines), strict=True)
    recalls = zip(*(line.recall for line in lines), strict=True)
    return Line(
        name,
        tuple(sum(column) / count for column in harvests),
        tuple(sum(column) / count for column in recalls),
        sum(line.milliseconds for line in lines) / count,
    )
