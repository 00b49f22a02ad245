"""What a formula comes to for each document of a segment, all documents at once."""

from collections.abc import Callable
from functools import reduce

import numpy as np

from bowerbird.index.formula import COMPARISONS, Column, Constant, Expression, Operation
from bowerbird.index.reading import Numbers, Segment


def formula_values(expression: Expression, segment: Segment) -> tuple[Numbers, int]:
    """(each document's value, 0 where there is none; how many living documents have none).

    A missing number makes all that needs it missing. So does what is not finite: log(0), 1 ÷ 0.
    """
    with np.errstate(all="ignore"):
        values = np.broadcast_to(_values(expression, segment), len(segment))
    finite = np.isfinite(values)
    missing = int(np.count_nonzero(segment.alive & ~finite))
    return np.where(finite, values, 0.0), missing


def _values(expression: Expression, segment: Segment) -> Numbers:
    match expression:
        case Constant(value):
            return np.array(value, np.float64)
        case Column(name):
            column = segment.numbers.get(name)
            return np.array(np.nan) if column is None else np.asarray(column, np.float64)
        case Operation(name, arguments):
            values = [_values(argument, segment) for argument in arguments]
            if name in COMPARISONS:
                return _compared(name, values[0], values[1])
            if name == "if":
                return _chosen(*values)
            return _APPLIED[name](values)


_APPLIED: dict[str, Callable[[list[Numbers]], Numbers]] = {
    "+": lambda values: np.add(*values),
    "-": lambda values: np.subtract(*values),
    "*": lambda values: np.multiply(*values),
    "/": lambda values: np.divide(*values),
    "log": lambda values: np.log(values[0]),
    "sqrt": lambda values: np.sqrt(values[0]),
    "abs": lambda values: np.abs(values[0]),
    "min": lambda values: reduce(np.minimum, values),
    "max": lambda values: reduce(np.maximum, values),
}
_COMPARED: dict[str, Callable[[Numbers, Numbers], np.ndarray]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "=": np.equal,
    "!=": np.not_equal,
}


def _compared(sign: str, left: Numbers, right: Numbers) -> Numbers:
    """1 or 0; missing where either is."""
    missing = np.isnan(left) | np.isnan(right)
    return np.where(missing, np.nan, _COMPARED[sign](left, right))


def _chosen(condition: Numbers, then: Numbers, otherwise: Numbers) -> Numbers:
    return np.where(np.isnan(condition), np.nan, np.where(condition != 0, then, otherwise))
