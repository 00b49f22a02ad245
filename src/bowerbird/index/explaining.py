"""How a score came about: the figures of the formula, and a sentence that a person can read."""

from collections.abc import Sequence

import numpy as np

from bowerbird.index.lists import exact_counts, lists_of, words_of
from bowerbird.index.options import RankingOptions
from bowerbird.index.ranker import Ranker
from bowerbird.index.ranking import weight_of
from bowerbird.index.reading import Postings, Segment, Snapshot
from bowerbird.index.results import Explanation, FieldScore, TermScore
from bowerbird.index.terms import Term, Weighed


class Explainer:
    """Explains hits of one query."""

    def __init__(
        self,
        snapshot: Snapshot,
        ranker: Ranker,
        weighed: Sequence[Weighed],
        counts: Sequence[int],
        ranking: RankingOptions,
    ) -> None:
        self._snapshot = snapshot
        self._ranker = ranker
        self._weighed = weighed
        self._df = counts
        self._ranking = ranking

    def explain(self, segment: Segment, document: int, score: float, formula: float) -> Explanation:
        """One hit's score, taken apart."""
        terms = [
            found
            for weighed, df in zip(self._weighed, self._df, strict=True)
            if (found := self._term(segment, document, weighed, df)) is not None
        ]
        return Explanation(score, terms, formula, self._sentence(score, terms, formula))

    def _term(self, segment: Segment, document: int, weighed: Weighed, df: int) -> TermScore | None:
        fields = [
            self._field(segment, document, field, count)
            for field, count in self._counts(segment, document, weighed.term)
        ]
        if not fields or not df:
            return None
        pseudo = sum(each.weight * each.tf / each.alpha for each in fields)
        k, idf = self._ranking.k, self._ranker.idf(df, self._ranking)
        score = weighed.boost * idf * pseudo * (k + 1) / (k + pseudo) + weighed.added
        return TermScore(
            word=str(weighed.term),
            score=score,
            df=df,
            documents=self._snapshot.documents,
            idf=idf,
            boost=weighed.boost,
            added=weighed.added,
            fields=fields,
        )

    def _counts(self, segment: Segment, document: int, term: Term) -> list[tuple[int, int]]:
        """(field, how often the term stands there), of the fields it is looked for in."""
        lists = lists_of([term], words_of([term], segment.vocabulary), segment)
        start, end = int(lists.starts[0]), int(lists.ends[0])
        at = start + int(np.searchsorted(lists.documents[start:end], document))
        if at == end or lists.documents[at] != document:
            return []
        postings = Postings(
            segment.postings.starts, lists.documents, lists.tf, lists.large_at, lists.large_tf
        )
        counts = exact_counts(postings, np.array([at]))[:, 0].tolist()
        return [(field, counts[field]) for field in term.fields if counts[field]]

    def _field(self, segment: Segment, document: int, field: int, count: int) -> FieldScore:
        name = segment.fields[field]
        place = int(segment.lengths.classes[field, document])
        return FieldScore(
            field=name,
            tf=count,
            length=int(segment.lengths.distinct[place]),
            average=self._snapshot.totals[field] / max(self._snapshot.documents, 1),
            alpha=float(self._ranker.alphas(segment, field, self._ranking.b)[place]),
            weight=weight_of(name, self._ranking),
        )

    def _sentence(self, score: float, terms: Sequence[TermScore], formula: float) -> str:
        parts = [_of_term(term, alone=len(self._snapshot.fields) == 1) for term in terms]
        if formula:
            parts.append(f"the formula {self._ranking.formula} gives {_signed(formula)}")
        return f"{score:.3g}: " + ("; ".join(parts) or "no word adds to it")


def _of_term(term: TermScore, *, alone: bool) -> str:
    """`moss +2.13 (2× in title, which counts 3×, in 4 of 120 records)`."""
    places = [
        f"{field.tf}×"
        + ("" if alone else f" in {field.field}")
        + ("" if field.weight == 1 else f", which counts {field.weight:g}×")
        for field in term.fields
    ]
    said = f"{term.word} {_signed(term.score)} ({' and '.join(places)}; "
    said += f"in {term.df:,} of {term.documents:,} records"
    if term.boost != 1:
        said += f"; boosted {term.boost:g}×"
    if term.added:
        said += f"; {_signed(term.added)} of it for the word itself"
    return said + ")"


def _signed(value: float) -> str:
    return f"{value:+.3g}".replace("-", "−")
