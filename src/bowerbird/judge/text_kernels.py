"""The compiled half of `pages_classifier`: words of a page as features, and their weights."""

import numpy as np
from numba import types

from bowerbird.judge.examples import BITS
from bowerbird.text.compiling import compiled

_WORDS = types.Array(types.uint64, 1, "C")
_PLACES = types.Array(types.int32, 1, "C")
_COUNTS = types.Array(types.float32, 1, "C")
_WEIGHTS = types.Array(types.float64, 1, "C")
_ODD = np.uint64(0xD6E8FEB86659FD93)  # a multiplier with well-mixed high bits
_SHIFT = np.uint64(64 - BITS)


@compiled(types.int64(_WORDS, _COUNTS, _PLACES))
def counted(words, scratch, places):  # type: ignore[no-untyped-def]  # typed above
    """How many different features the words have: their places in `places`, in order of
    appearance; `scratch`, all zero before, has at each how often it came."""
    found = 0
    for word in words:
        place = np.int32((word * _ODD) >> _SHIFT)
        if scratch[place] == 0:
            places[found] = place
            found += 1
        scratch[place] += 1
    return found


@compiled(types.void(_COUNTS, _PLACES, types.int64, _COUNTS))
def damped(scratch, places, found, values):  # type: ignore[no-untyped-def]  # typed above
    """1 + ln of the counts into `values`; `scratch` is all zero again."""
    for at in range(found):
        values[at] = 1 + np.log(scratch[places[at]])
        scratch[places[at]] = 0


@compiled(types.float64(_PLACES, _COUNTS, _COUNTS, _WEIGHTS))
def weighed(places, values, rarity, weights):  # type: ignore[no-untyped-def]  # typed above
    """The weights of a page's features over the length of its vector."""
    length, total = 0.0, 0.0
    for at in range(len(places)):
        value = values[at] * rarity[places[at]]
        length += value * value
        total += value * weights[places[at]]
    return total / np.sqrt(length) if length > 0 else 0.0


@compiled(
    types.float64(
        _PLACES, _PLACES, _COUNTS, _WEIGHTS, _WEIGHTS, _WEIGHTS, types.int64
    )
)  # fmt: skip
def trained(starts, places, values, answers, importance, weights, epochs):  # type: ignore[no-untyped-def]  # typed above
    """Logistic regression by AdaGrad, example after example; the bias.

    Example e has the features `places[starts[e]:starts[e + 1]]` with these values, of length 1.
    Steps shrink with what a feature has moved already, so the order matters little; weights are
    held back once in each epoch.
    """
    moved = np.full(len(weights), 1e-3)
    bias, bias_moved = 0.0, 1e-3
    for _ in range(epochs):
        for example in range(len(answers)):
            total = bias
            for at in range(starts[example], starts[example + 1]):
                total += weights[places[at]] * values[at]
            slope = (1 / (1 + np.exp(-total)) - answers[example]) * importance[example]
            bias_moved += slope * slope
            bias -= 0.3 * slope / np.sqrt(bias_moved)
            for at in range(starts[example], starts[example + 1]):
                step = slope * values[at]
                place = places[at]
                moved[place] += step * step
                weights[place] -= 0.3 * step / np.sqrt(moved[place])
        for example in range(len(answers)):
            for at in range(starts[example], starts[example + 1]):
                weights[places[at]] *= 1 - 2e-4
    return bias
