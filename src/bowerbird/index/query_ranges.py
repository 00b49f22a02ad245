"""What is asked of a number: `<100`, `2019..2024`, `2024-01-01..`, `2024-05`."""

import math

from bowerbird.index.instants import span_of
from bowerbird.index.query_tree import Range

_SAME = {"≤": "<=", "≥": ">=", "=": ":"}


def range_of(column: str, sign: str, value: str, *, years: bool = False) -> Range | None:
    """The numbers that are meant; None if the value cannot be read.

    A date stands for all of its month, day or minute: `date:2024-05` is all of May,
    `date>2024-05` begins in June. With `years`, 2024 is a date, too, and not a number.
    """
    sign = _SAME.get(sign, sign)
    if sign == ":" and ".." in value:
        return _between(column, *value.split("..", 1), years=years)
    bounds = _bounds(value, years)
    if bounds is None:
        return None
    first, after = bounds
    whole = after > first  # a date: all instants from `first` until before `after`
    match sign:
        case "<":
            return Range(column, -math.inf, first, high_in=False)
        case "<=":
            return Range(column, -math.inf, after, high_in=not whole)
        case ">":
            return Range(column, after, math.inf, low_in=whole)
        case ">=":
            return Range(column, first, math.inf)
        case "!=":
            return Range(column, first, after, high_in=not whole, outside=True)
        case _:
            return Range(column, first, after, high_in=not whole)


def _between(column: str, low: str, high: str, *, years: bool) -> Range | None:
    """`2..5`, `2..`, `..5`; both ends belong to it."""
    if not low and not high:
        return None
    lower = _bounds(low, years) if low else (-math.inf, -math.inf)
    upper = _bounds(high, years) if high else (math.inf, math.inf)
    if lower is None or upper is None:
        return None
    return Range(column, lower[0], upper[1], high_in=upper[0] == upper[1])


def _bounds(value: str, years: bool) -> tuple[float, float] | None:
    """(the first number meant, the first beyond it); twice the same for a plain number."""
    span = span_of(value, years=years)
    if span is not None:
        return span
    try:
        number = float(value)
    except ValueError:
        return None
    return (number, number) if math.isfinite(number) else None
