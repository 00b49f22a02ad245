"""Settings of a ranking that somebody tries on judged queries, and how to look for better ones."""

from typing import Annotated

from pydantic import Field

from bowerbird.index.options import Idf, RankingOptions
from bowerbird.index.reading import Snapshot
from bowerbird.model.errors import UsageError
from bowerbird.model.options import Options
from bowerbird.tuning.auto import Plan as AutoPlan
from bowerbird.tuning.knobs import KNOBS, Knob
from bowerbird.tuning.measures import Measure
from bowerbird.tuning.sweep import B_VALUES, K_VALUES
from bowerbird.tuning.trials import Setting

MOST_VALUES = 200  # of b, and of k: every pair is tried on every query


class JudgingOptions(Options):
    """How judgements are read."""

    threshold: int = Field(1, ge=1, le=3, description="From which grade on one is relevant.")
    plain: bool = Field(False, description="Queries are prose: no operators, nothing forgiven.")


class TriedSettings(Options):
    """What is left out is as the index has it."""

    b: float | None = Field(None, ge=0, le=1, description="As in the index's ranking.")
    k: float | None = Field(None, ge=0, le=1000, description="As in the index's ranking.")
    idf: Idf | None = Field(None, description="As in the index's ranking.")
    weights: dict[str, float] = Field({}, description="Weights of fields, over the index's.")
    words: dict[str, float] = Field({}, description="Weights of words, over the index's.")
    formula: str | None = Field(None, description="Instead of the index's; empty: none.")
    stop_words: list[str] = Field([], description="Words left out besides those of the index.")

    def over(self, usual: RankingOptions, snapshot: Snapshot) -> Setting:
        """These put over the index's ranking."""
        if unknown := sorted(set(self.weights) - set(snapshot.fields)):
            raise UsageError(
                f"weights: there is no searched field {unknown[0]!r}; "
                f"known: {', '.join(snapshot.fields)}"
            )
        said: dict[str, object] = {
            name: value
            for name in ("b", "k", "idf", "formula")
            if (value := getattr(self, name)) is not None
        }
        if self.weights:
            said["weights"] = {**usual.weights, **self.weights}
        if self.words:
            said["words"] = {**usual.words, **self.words}
        left_out = (word for text in self.stop_words for word in snapshot.analyse(text))
        return Setting(usual.model_copy(update=said), tuple(dict.fromkeys(left_out)))


class SweepOptions(Options):
    """Which pairs of b and k are tried."""

    measure: Measure = Field("map", description="What a pair is worth.")
    b_values: list[Annotated[float, Field(ge=0, le=1)]] = Field(
        list(B_VALUES), min_length=1, max_length=MOST_VALUES, description="Each from 0 to 1."
    )
    k_values: list[Annotated[float, Field(ge=0, le=1000)]] = Field(
        list(K_VALUES), min_length=1, max_length=MOST_VALUES, description="Each from 0 to 1,000."
    )


class AutoTuneOptions(Options):
    """How settings are looked for."""

    measure: Measure = Field("map", description="What is to become better.")
    knobs: list[Knob] = Field(list(KNOBS), min_length=1, description="What may be turned.")
    folds: int = Field(5, ge=2, le=100, description="Parts of the queries, each held out once.")
    deals: int = Field(3, ge=1, le=20, description="How often the queries are dealt anew.")
    seed: int = Field(0, ge=0, description="Of the deals and of the randomisation test.")

    def plan(self) -> AutoPlan:
        return AutoPlan(self.measure, tuple(self.knobs), self.folds, self.deals, self.seed)
