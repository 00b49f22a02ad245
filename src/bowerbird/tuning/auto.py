"""Settings found by themselves, and an honest word on what they are worth.

Settings are sought by turning one knob after the other and keeping what does better. What finds
them on some queries flatters itself on those, so the search is made anew for each fold, without the
fold's queries, and judged on them: that is the gain to expect on queries that nobody has seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bowerbird.tuning.comparison import Comparison, compare
from bowerbird.tuning.folds import folds
from bowerbird.tuning.found import Found
from bowerbird.tuning.knobs import B_VALUES, K_VALUES, KNOBS, STOP_WORDS, Knob, turned
from bowerbird.tuning.measures import MEASURES, Measure
from bowerbird.tuning.stop_words import most_frequent
from bowerbird.tuning.trials import Setting, Trials, Values

Verdict = Literal["better", "no-better", "too-few"]

FEWEST = 10  # queries: below, a single one moves the mean too much for any verdict
FOLDED = 4  # queries: below, there is nothing to learn from when some are held out
WORTH = 0.001  # gain on the queries at hand that a change must bring: less is mostly noise
# … and so many standard errors of it. Mean held-out gain in MAP on Cranfield and CISI, with and
# without stemming, four deals each: .0053 at 0, .0061 at 0.5, .0046 at 1, .0027 at 1.5.
ERRORS = 0.5
ROUNDS = 3  # of all knobs; a second round seldom changes much, a third hardly ever
LEVEL = 0.05


class Fold(Struct, frozen=True):
    """What was found without some queries, and what it is worth on them."""

    deal: int
    queries: list[str]  # ids of those held out
    found: Found
    start_value: float  # on the held-out queries
    found_value: float


class AutoTune(Struct, frozen=True):
    """`found` did best on all queries; `proposed` is what to use, which is `start` unless the
    held-out gain is positive and can be told from chance."""

    measure: Measure
    queries: int
    verdict: Verdict
    sentence: str
    start: Found
    found: Found
    proposed: Found
    start_value: float  # on all queries
    found_value: float  # on the queries it was found on: flattering
    held_out: Comparison | None  # None: too few queries to hold any out
    folds: list[Fold]


@dataclass(frozen=True)
class Plan:
    """How to search."""

    measure: Measure = "map"
    knobs: tuple[Knob, ...] = KNOBS
    parts: int = 5  # folds
    deals: int = 3  # how often the queries are dealt anew: what one deal says depends on its luck
    seed: int = 0


def auto_tune(trials: Trials, start: Setting, plan: Plan = Plan()) -> AutoTune:
    """The same trials, start and plan give the same answer."""
    search = _Search(trials, plan)
    everything = np.arange(len(trials.queries))
    found = search.best(start, everything)
    start_values, found_values = search.values([start, found])
    held_out, parts = _cross_validated(search, start, plan)
    verdict, sentence = judge(held_out, len(everything), changed=found != start)
    return AutoTune(
        measure=plan.measure,
        queries=len(everything),
        verdict=verdict,
        sentence=sentence,
        start=Found.of(start, trials.snapshot),
        found=Found.of(found, trials.snapshot),
        proposed=Found.of(found if verdict == "better" else start, trials.snapshot),
        start_value=float(start_values.mean()),
        found_value=float(found_values.mean()),
        held_out=held_out,
        folds=parts,
    )


def judge(held_out: Comparison | None, queries: int, changed: bool) -> tuple[Verdict, str]:
    """What may be said of a held-out gain."""
    if held_out is None or queries < FEWEST:
        return "too-few", (
            f"Too few queries to tell: {queries} have relevant documents, and below {FEWEST} "
            "no gain can be trusted; judge more queries."
        )
    gain = f"{held_out.gain:+.4f} on held-out queries, p = {held_out.p:.4f}"
    record = f"{held_out.wins} better, {held_out.losses} worse, {held_out.ties} alike"
    if not changed or held_out.gain <= 0:
        return "no-better", (
            f"No better settings were found: {gain} ({record}); keep the ones you have."
        )
    if not held_out.tells_apart(LEVEL):
        return "too-few", (
            f"Too few queries to tell: {gain} ({record}), which may be chance; a gain of this size "
            f"would show with about {held_out.queries_needed()} judged queries."
        )
    return "better", f"Better settings were found: {gain} ({record})."


def _cross_validated(
    search: "_Search", start: Setting, plan: Plan
) -> tuple[Comparison | None, list[Fold]]:
    queries = search.trials.queries
    if len(queries) < FOLDED:
        return None, []
    start_values = search.values([start])[0]
    held_out = np.zeros(len(queries))
    told: list[Fold] = []
    for deal in range(plan.deals):
        for held in folds(len(queries), min(plan.parts, len(queries)), plan.seed + deal):
            others = np.setdiff1d(np.arange(len(queries)), held)
            found = search.best(start, others)
            found_values = search.values([found])[0]
            held_out[held] += found_values[held] / plan.deals
            told.append(
                Fold(
                    deal=deal,
                    queries=[queries[at].id for at in held],
                    found=Found.of(found, search.trials.snapshot),
                    start_value=float(start_values[held].mean()),
                    found_value=float(found_values[held].mean()),
                )
            )
    return compare(start_values.tolist(), held_out.tolist(), plan.seed), told


@dataclass
class _Search:
    """One knob after the other. What a setting is worth by query is asked for once."""

    trials: Trials
    plan: Plan
    _known: dict[str, Values] = field(default_factory=dict)

    def __post_init__(self) -> None:
        wanted = "stop-words" in self.plan.knobs
        self._frequent = most_frequent(self.trials.snapshot, max(STOP_WORDS)) if wanted else []

    def values(self, settings: Sequence[Setting]) -> list[Values]:
        """Of each setting, its value for each query."""
        names = [_name(setting) for setting in settings]
        new = {name: at for at, name in enumerate(names) if name not in self._known}
        if new:
            measured = self.trials.values([settings[at] for at in new.values()])
            column = MEASURES.index(self.plan.measure)
            self._known.update(zip(new, measured[:, :, column], strict=True))
        return [self._known[name] for name in names]

    def best(self, start: Setting, queries: NDArray[np.int64]) -> Setting:
        """What does best on these queries, as far as turning knobs leads."""
        setting = start
        for _ in range(ROUNDS):
            before = setting
            for knob in self.plan.knobs:
                setting = self._turn(knob, setting, queries)
            if setting == before:
                break
        return setting

    def _turn(self, knob: Knob, setting: Setting, queries: NDArray[np.int64]) -> Setting:
        many = len(turned(knob, setting, self.trials.snapshot.fields, self._frequent))
        for group in range(many):
            settings = turned(knob, setting, self.trials.snapshot.fields, self._frequent)[group]
            values = self.values(settings)
            means = np.array([each[queries].mean() for each in values])
            best = _peak(means) if knob == "b-and-k" else int(np.argmax(means))
            gains = (values[best] - self.values([setting])[0])[queries]
            if gains.mean() > max(WORTH, ERRORS * _standard_error(gains)):
                setting = settings[best]
        return setting


def _standard_error(gains: Values) -> float:
    return float(gains.std(ddof=1) / np.sqrt(len(gains))) if len(gains) > 1 else 0.0


def _peak(means: NDArray[np.float64]) -> int:
    """The best point of the grid by itself and its neighbours: a plateau rather than a spike."""
    grid = np.pad(means.reshape(len(B_VALUES), len(K_VALUES)), 1, mode="edge")
    smooth = np.lib.stride_tricks.sliding_window_view(grid, (3, 3)).mean(axis=(2, 3))
    return int(np.argmax(smooth))


def _name(setting: Setting) -> str:
    return f"{len(setting.stop_words)} {setting.stop_words[:1]} {setting.ranking.model_dump_json()}"
