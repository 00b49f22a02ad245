"""What one setting is worth on judged queries, query by query, and beside another setting."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from bowerbird.tuning.candidates import Candidates
from bowerbird.tuning.comparison import Comparison, compare_many
from bowerbird.tuning.judgements import JudgedQuery
from bowerbird.tuning.measures import MEASURES, Measure, Scores, mean, scores_of
from bowerbird.tuning.trials import Setting, Trials

LOOKED_AT = 10  # how many first documents are asked whether they were judged


class QueryEvaluation(Struct, frozen=True):
    """One query."""

    id: str
    text: str
    measures: dict[str, float]
    relevant: int  # judged relevant
    found: int  # documents that the query finds
    unjudged: int  # among the first ten
    missing: list[str]  # judged relevant, but not in the index
    places: dict[str, int]  # of the judged documents that were found


class Evaluation(Struct, frozen=True):
    """All queries."""

    measures: dict[str, float]  # means over `queries`
    queries: list[QueryEvaluation]
    left_out: list[str]  # ids of queries without relevant documents
    unjudged: float  # share of unjudged documents among the first ten
    missing: int  # relevant judgements of documents that the index does not have

    def by(self, measure: Measure) -> list[float]:
        """One value for each query."""
        return [query.measures[measure] for query in self.queries]


def evaluate(trials: Trials, setting: Setting) -> Evaluation:
    each: list[QueryEvaluation] = []
    scores: list[Scores] = []
    shown = 0
    for query, found in zip(trials.queries, trials.candidates(setting), strict=True):
        places = found.places([setting.ranking])[0].tolist()
        scores.append(scores_of(places, found.judged.grades.tolist(), trials.threshold))
        each.append(_of_query(trials, query, found, places, scores[-1]))
        shown += min(LOOKED_AT, each[-1].found)
    return Evaluation(
        measures=mean(scores).named(),
        queries=each,
        left_out=[query.id for query in trials.left_out],
        unjudged=sum(query.unjudged for query in each) / shown if shown else 0.0,
        missing=sum(len(query.missing) for query in each),
    )


def compare_settings(
    first: Evaluation, second: Evaluation, seed: int = 0
) -> dict[Measure, Comparison]:
    """By every measure: the second setting against the first, on the same queries."""
    found = compare_many(
        [first.by(measure) for measure in MEASURES],
        [second.by(measure) for measure in MEASURES],
        seed,
    )
    return dict(zip(MEASURES, found, strict=True))


def _of_query(
    trials: Trials,
    query: JudgedQuery,
    found: Candidates,
    places: Sequence[int],
    scores: Scores,
) -> QueryEvaluation:
    many = int(np.sum(found.rows.sizes))
    judged = sum(0 < place <= LOOKED_AT for place in places)
    return QueryEvaluation(
        id=query.id,
        text=query.text,
        measures=scores.named(),
        relevant=query.relevant(trials.threshold),
        found=many,
        unjudged=min(LOOKED_AT, many) - judged,
        missing=[
            name
            for name, grade in query.documents.items()
            if grade >= trials.threshold and not trials.is_known(name)
        ],
        places={name: place for name, place in zip(found.names, places, strict=True) if place},
    )
