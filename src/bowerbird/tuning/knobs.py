"""What may be turned, and which settings come from turning one knob of a given one."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal, get_args

import numpy as np

from bowerbird.index.formula import Column, Constant, Expression, Operation, parse_formula
from bowerbird.tuning.trials import Setting

Knob = Literal["b-and-k", "weights", "stop-words", "formula"]
KNOBS: tuple[Knob, ...] = get_args(Knob)

B_VALUES = tuple(np.linspace(0, 1, 11).round(2).tolist())
K_VALUES = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0)
WEIGHTS = (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0)
STOP_WORDS = (0, 10, 25, 50, 100)  # how many of the most frequent words are left out
COEFFICIENTS = (0.0, 0.1, 0.25, 0.5, 2.0, 4.0, 10.0)  # times what is written

Turned = Sequence[Sequence[Setting]]  # groups of settings, each with all else as it was


def turned(knob: Knob, setting: Setting, fields: Sequence[str], frequent: Sequence[str]) -> Turned:
    """Groups to choose from one after the other. Where a group is a grid, it goes row by row."""
    match knob:
        case "b-and-k":
            return [[_ranked(setting, b=b, k=k) for b in B_VALUES for k in K_VALUES]]
        case "weights":
            # Only their proportions matter beside k, so the last field stays as it is.
            return [
                [_weighed(setting, field, weight) for weight in WEIGHTS] for field in fields[:-1]
            ]
        case "stop-words":
            most = [count for count in STOP_WORDS if count <= len(frequent)]
            return [[replace(setting, stop_words=tuple(frequent[:count])) for count in most]]
        case "formula":
            return [
                [_ranked(setting, formula=text) for text in texts]
                for texts in formulas(setting.ranking.formula)
            ]


def formulas(text: str) -> list[list[str]]:
    """The formula with one of its coefficients changed: of each, and of the whole."""
    if not text:
        return []
    whole = parse_formula(text)
    many = sum(1 for _ in _coefficients(whole))
    of_each = [
        [str(_with_factor(whole, nth, times)) for times in COEFFICIENTS] for nth in range(many)
    ]
    if isinstance(whole, Operation) and whole.name in "*/" and many:
        return of_each  # the whole has its coefficient already
    of_whole = [str(Operation("*", (Constant(times), whole))) for times in COEFFICIENTS]
    return [*of_each, of_whole]


def _ranked(setting: Setting, **changes: object) -> Setting:
    return replace(setting, ranking=setting.ranking.model_copy(update=changes))


def _weighed(setting: Setting, field: str, weight: float) -> Setting:
    return _ranked(setting, weights={**setting.ranking.weights, field: weight})


def _coefficients(expression: Expression) -> Iterator[Constant]:
    """The numbers that multiply or divide, in the order in which they are written."""
    if isinstance(expression, Operation):
        for argument in expression.arguments:
            if expression.name in "*/" and isinstance(argument, Constant):
                yield argument
            yield from _coefficients(argument)


def _with_factor(whole: Expression, nth: int, times: float) -> Expression:
    """The whole with its nth coefficient so many times what it is. Divisors get their inverse."""
    found = next(islice(_coefficients(whole), nth, None))
    return _replaced(whole, lambda given, divides: _scaled(given, times, divides), found)


def _scaled(given: Constant, times: float, divides: bool) -> Expression:
    if not divides:
        return Constant(given.value * times)
    return Constant(given.value / times) if times else Constant(float("1e308"))


def _replaced(
    expression: Expression, change: Callable[[Constant, bool], Expression], wanted: Constant
) -> Expression:
    match expression:
        case Constant() | Column():
            return expression
        case Operation(name, arguments):
            return Operation(
                name,
                tuple(
                    change(argument, name == "/" and at == 1)
                    if argument is wanted and isinstance(argument, Constant)
                    else _replaced(argument, change, wanted)
                    for at, argument in enumerate(arguments)
                ),
            )
