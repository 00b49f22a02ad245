"""Several page judges, pooled to one probability.

log-odds = bias + Σ weight × logit(score), each score cut to 0.02 … 0.98 so that no judge outvotes
all. Judges that cannot tell are left out. The weights are equal, or as given, until a person has
rated enough pages; see `calibration`. `max`, `noisy-or` and `product` take scores as they are.
"""

import math
from collections.abc import Mapping
from typing import Literal

import msgspec
from pydantic import Field

from bowerbird.judge.calibration import Rated, Weighing, refitted
from bowerbird.judge.memory import keep, recalled, state_key
from bowerbird.judge.scoring import logit, probability
from bowerbird.model.options import Options
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import LearningJudge, Lesson, PageJudge
from bowerbird.model.storage import Batch, Store
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict, ScoreTerm

How = Literal["odds", "max", "noisy-or", "product"]
UNKNOWN = 0.4  # while no judge can tell: not kept for relevant, nor its links last
TOLD = 3  # parts of each judge's score that are told


class PoolingOptions(Options):
    """How several judges become one."""

    how: How = Field(
        "odds", description="`odds` adds log-odds and is calibrated by ratings; or `max`, …"
    )
    weights: dict[str, float] = Field(
        {}, description="How much a judge counts, 1 where nothing is said: concept = 2."
    )
    threshold: float = Field(
        0.5, ge=0, le=1, description="Probability from which a page is relevant."
    )


class PoolOptions(PoolingOptions):
    """Several page judges, pooled."""

    judges: dict[str, dict[str, object]] = Field(
        {}, description="The page judges by name, each with its options."
    )


class PoolJudge:
    """Asks all its judges, and learns which to believe."""

    def __init__(
        self, options: PoolingOptions, judges: Mapping[str, PageJudge], topic: Topic
    ) -> None:
        self._options = options
        self._judges = dict(judges)
        self._learners = {n: j for n, j in judges.items() if isinstance(j, LearningJudge)}
        given = {name: options.weights.get(name, 1.0) for name in judges}
        total = sum(given.values()) or 1.0
        self._equal = {name: weight / total for name, weight in given.items()}
        self._fitted: Weighing | None = None
        self._rated: dict[str, Rated] = {}
        self._last: tuple[PageView, dict[str, PageVerdict]] | None = None
        self._key = state_key(f"pool/{'+'.join(judges)}", topic)

    def judge(self, page: PageView) -> PageVerdict:
        verdicts = {name: judge.judge(page) for name, judge in self._judges.items()}
        self._last = page, verdicts
        score, parts = self._pooled(verdicts)
        terms = tuple(
            ScoreTerm(name, round(parts[name], 3), _told(verdict))
            for name, verdict in verdicts.items()
            if name in parts
        )
        return PageVerdict(score, score >= self._options.threshold, terms)

    def recall(self, store: Store) -> None:
        """See LearningJudge."""
        self._rated = recalled(store, self._key, dict[str, Rated]) or {}
        self._fitted = refitted(self._equal, self._rated)
        for learner in self._learners.values():
            learner.recall(store)

    def learn(self, lesson: Lesson, batch: Batch) -> None:
        """A judge is taught by what the others say of the page, not by itself."""
        if not self._learners and lesson.rating is None:
            return
        if self._last is None or self._last[0] is not lesson.page:
            self.judge(lesson.page)
        assert self._last is not None
        verdicts = self._last[1]
        if lesson.rating is not None:  # before they learn it: that is how good they are
            self._note_rating(lesson, lesson.rating, verdicts, batch)
        for name, learner in self._learners.items():
            others = {other: verdict for other, verdict in verdicts.items() if other != name}
            score, _ = self._pooled(others)
            said = PageVerdict(
                score, score >= self._options.threshold, sure=sum(v.sure for v in others.values())
            )
            learner.learn(msgspec.structs.replace(lesson, verdict=said), batch)

    def _note_rating(
        self, lesson: Lesson, relevant: bool, verdicts: Mapping[str, PageVerdict], batch: Batch
    ) -> None:
        said = {name: logit(v.score) for name, v in verdicts.items() if v.sure > 0}
        self._rated[lesson.key.hex()] = Rated(said, relevant)
        self._fitted = refitted(self._equal, self._rated)
        keep(self._key, self._rated, batch)

    def _pooled(self, verdicts: Mapping[str, PageVerdict]) -> tuple[float, dict[str, float]]:
        """(the score, what each judge who can tell adds to it)."""
        able = {name: verdict for name, verdict in verdicts.items() if verdict.sure > 0}
        if not able:
            return UNKNOWN, {}
        if self._options.how != "odds":
            parts = {name: verdict.score for name, verdict in able.items()}
            return _combined(self._options.how, parts), parts
        certain = any(verdict.sure > 1 for verdict in able.values())
        if self._fitted is not None and not certain and len(verdicts) == len(self._judges):
            weighing = self._fitted
            parts = {n: weighing.weights[n] * logit(v.score) for n, v in able.items()}
            return probability(weighing.bias + sum(parts.values())), parts
        counts = {name: self._equal[name] * verdict.sure for name, verdict in able.items()}
        total = sum(counts.values()) or 1.0
        parts = {n: counts[n] / total * logit(v.score) for n, v in able.items()}
        return probability(sum(parts.values())), parts


def _combined(how: How, scores: Mapping[str, float]) -> float:
    if how == "max":
        return max(scores.values())
    if how == "product":
        return math.prod(scores.values())
    return 1 - math.prod(1 - score for score in scores.values())


def _told(verdict: PageVerdict) -> str:
    """The score of one judge, and what it is made of for the most part."""
    strongest = sorted(verdict.terms, key=lambda term: -abs(term.value))[:TOLD]
    parts = [f"{t.name} {t.value:.3g} {t.because}".rstrip() for t in strongest if t.value]
    return f"{verdict.score:.2f}: {'; '.join(parts)}" if parts else f"{verdict.score:.2f}"
