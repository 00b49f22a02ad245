"""Settings tried on judged queries: what each makes of each query, by every measure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from bowerbird.index.formula import parse_formula
from bowerbird.index.options import RankingOptions
from bowerbird.index.ranker import Ranker
from bowerbird.index.ranking import searched
from bowerbird.index.reading import Snapshot
from bowerbird.model.errors import UsageError
from bowerbird.tuning.candidates import (
    Candidates,
    Understand,
    candidates_of,
    plain_words,
)
from bowerbird.tuning.judgements import JudgedQuery, Judgements
from bowerbird.tuning.measures import MEASURES
from bowerbird.tuning.row_kernels import measure as measure_rows
from bowerbird.tuning.stop_words import without

Values = NDArray[np.float64]
Position = int

_SHAPES_KEPT = 32


@dataclass(frozen=True)
class Setting:
    """What is tried: a ranking, and words that are left out of texts and queries."""

    ranking: RankingOptions
    stop_words: tuple[str, ...] = ()


# What settings must share to be tried on the same candidates; b, k, idf and weights are free.
Shape = tuple[tuple[str, ...], tuple[int, ...], str, tuple[tuple[str, float], ...]]


class Trials:
    """Judged queries on one snapshot. What queries find is kept, so that another b, k or weight
    takes milliseconds; other fields, stop words or formulas are looked up anew. All that a query
    finds is ranked; `twins.py` folds documents with the same content, as the search page does.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        judgements: Judgements,
        documents: Mapping[str, Position],
        understand: Understand = plain_words,
        threshold: int = 1,
    ) -> None:
        """`documents`: where those that were judged stand in the snapshot (see `documents.py`);
        names that are missing there count as never found."""
        self.snapshot = snapshot
        self.threshold = threshold
        self.queries = tuple(q for q in judgements.queries if q.relevant(threshold))
        self.left_out = tuple(q for q in judgements.queries if not q.relevant(threshold))
        self._documents = documents
        self._understand = understand
        self._kept: dict[Shape, tuple[Candidates, ...]] = {}
        if not self.queries:
            raise UsageError(
                f"no query has a document of grade {threshold} or more: judge some first"
            )
        if not documents:
            raise UsageError(
                "none of the documents that were judged is in this index: name them as it does, or "
                "say by which of its fields they are named"
            )

    def is_known(self, document: str) -> bool:
        """Whether the index holds a judged document."""
        return document in self._documents

    def candidates(self, setting: Setting) -> tuple[Candidates, ...]:
        """What each query finds."""
        shape = self._shape(setting)
        found = self._kept.pop(shape, None) or self._found(setting)
        if len(self._kept) >= _SHAPES_KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[shape] = found  # now the last to be let go of
        return found

    def values(self, settings: Sequence[Setting]) -> Values:
        """(settings, queries, measures in the order of `MEASURES`)."""
        out = np.empty((len(settings), len(self.queries), len(MEASURES)))
        numbered = sorted(range(len(settings)), key=lambda at: self._order(settings[at]))
        for _, group in groupby(numbered, key=lambda at: self._order(settings[at])[:-1]):
            together = list(group)
            rankings = [settings[at].ranking for at in together]
            for query, found in enumerate(self.candidates(settings[together[0]])):
                measured = np.empty((len(together), len(MEASURES)))
                places = found.places(rankings)
                measure_rows(places, found.judged.grades, self.threshold, measured)
                out[together, query] = measured
        return out

    def _order(self, setting: Setting) -> tuple[Shape, str, float]:
        return self._shape(setting), setting.ranking.idf, setting.ranking.b

    def _shape(self, setting: Setting) -> Shape:
        ranking = setting.ranking
        fields = searched(self.snapshot.fields, ranking)
        words = tuple(sorted(ranking.words.items()))
        return setting.stop_words, fields, ranking.formula, words

    def _found(self, setting: Setting) -> tuple[Candidates, ...]:
        if setting.ranking.formula:
            columns = {name for segment in self.snapshot.segments for name in segment.numbers}
            parse_formula(setting.ranking.formula, columns)  # a wrong one is no setting to try
        snapshot = without(self.snapshot, setting.stop_words)
        ranker = Ranker(snapshot)
        return tuple(
            self._candidates(ranker, snapshot, query, setting.ranking) for query in self.queries
        )

    def _candidates(
        self, ranker: Ranker, snapshot: Snapshot, query: JudgedQuery, ranking: RankingOptions
    ) -> Candidates:
        asked = self._understand(snapshot, query.text, ranking)
        places = {name: self._documents.get(name) for name in query.documents}
        judged = {
            name: (None if at is None else asked.shown_as.get(at, at), query.documents[name])
            for name, at in places.items()
        }
        return candidates_of(ranker, snapshot, asked, judged)
