"""Terms in, the best documents out: exactly, over all segments of a snapshot."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bowerbird.index.lists import Lists, documents_with, fields_mask, lists_of, words_of
from bowerbird.index.options import RankingOptions
from bowerbird.index.plain import PlainWords
from bowerbird.index.rank_kernels import best_of_fields, best_of_one_field, put_in_order
from bowerbird.index.ranking import alphas, averages, idf, weight_of
from bowerbird.index.reading import Bytes, Numbers, Segment, Snapshot
from bowerbird.index.results import Ranked
from bowerbird.index.terms import Term, Weighed

NO_MARKS = np.empty(0, np.uint8)
NO_NUMBERS = np.empty(0, np.float64)
_TABLES_KEPT = 64


class Located(NamedTuple):
    """Where the terms of a query are."""

    words: list[list[list[range]]]  # per segment and term: the numbers of its words
    counts: list[int]  # per term: living documents that hold it in a field it is looked for in


class Allowed(NamedTuple):
    """Which documents of a segment may be hits."""

    documents: Bytes = NO_MARKS  # empty: all
    every: bool = False  # each of them is one, also where no word matches


@dataclass(frozen=True)
class Choice:
    """What narrows and reorders a ranking besides its words; each is asked once per segment."""

    allowed: Callable[[Segment], Allowed]
    formula: Callable[[Segment], Numbers]  # added to each document; empty: nothing
    matched: Callable[[Segment], Bytes]  # where matches are marked; empty: nowhere


@dataclass
class _Best:
    """The best so far: a heap whose worst is in front."""

    scores: Numbers
    documents: NDArray[np.int64]  # numbered across segments
    held: int = 0
    total: int = 0  # how many matched
    offset: int = 0  # the number of the next segment's first document

    def in_order(self, limit: int) -> Ranked:
        put_in_order(self.scores, self.documents, self.held)
        held = min(self.held, limit)
        return Ranked(self.total, self.scores[:held].tolist(), self.documents[:held].tolist())


def all_living(segment: Segment) -> Allowed:
    """Every document that is not dead."""
    if segment.living == len(segment):
        return Allowed()
    return Allowed(np.ascontiguousarray(segment.alive).view(np.uint8))


PLAIN = Choice(all_living, lambda _: NO_NUMBERS, lambda _: NO_MARKS)


class Ranker:
    """Ranks the documents of one snapshot. May be used from several threads."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._averages = averages(snapshot)
        self._tables: dict[tuple[str, int, float], Numbers] = {}
        self.plain = PlainWords(snapshot, self.alphas)

    def rank(
        self,
        wanted: Sequence[Weighed],
        ranking: RankingOptions,
        limit: int,
        choice: Choice = PLAIN,
        located: Located | None = None,
    ) -> Ranked:
        """The first `limit` documents; among equals the earlier record comes first. `located` is
        where the terms are, if that is known already."""
        words, counts = located or self.locate([each.term for each in wanted])
        known = [place for place, df in enumerate(counts) if df]
        if len(known) < len(wanted):
            wanted = [wanted[place] for place in known]
            words = [[found[place] for place in known] for found in words]
        weights = self._weights(wanted, [counts[place] for place in known], ranking)
        room = max(1, min(limit, self._snapshot.documents))
        best = _Best(np.empty(room), np.empty(room, np.int64))
        for segment, found in zip(self._snapshot.segments, words, strict=True):
            lists = lists_of([each.term for each in wanted], found, segment)
            allowed = choice.allowed(segment)
            kept = (
                allowed.documents, allowed.every, choice.formula(segment), choice.matched(segment),
                best.offset, best.scores, best.documents, best.held,
            )  # fmt: skip
            best.held, matched = self._run(segment, lists, wanted, weights, ranking, kept)
            best.total += matched
            best.offset += len(segment)
        return best.in_order(limit)

    def locate(self, terms: Sequence[Term]) -> Located:
        """Find the words of terms, and in how many documents they are."""
        segments = self._snapshot.segments
        words = [words_of(terms, segment.vocabulary) for segment in segments]
        counts = [0] * len(terms)
        for place, term in enumerate(terms):
            whole = len(term.fields) == len(self._snapshot.fields)
            if whole and len(term.words) == 1:
                for segment, found in zip(segments, words, strict=True):
                    if found[place]:
                        counts[place] += int(segment.df[found[place][0].start])
            else:
                loose = Term(term.words, term.fields, term.prefix)
                counts[place] = sum(
                    int(np.count_nonzero(documents_with(loose, segment)[segment.alive]))
                    for segment in segments
                )
        return Located(words, counts)

    def idf(self, df: int, ranking: RankingOptions) -> float:
        return idf(ranking.idf, self._snapshot.documents, df)

    def _weights(
        self, wanted: Sequence[Weighed], counts: Sequence[int], ranking: RankingOptions
    ) -> tuple[Numbers, Numbers]:
        """(the factor, what is added) of each term."""
        factors = [
            self.idf(df, ranking) * each.boost * (ranking.k + 1)
            for each, df in zip(wanted, counts, strict=True)
        ]
        return np.array(factors, np.float64), np.array([each.added for each in wanted], np.float64)

    def _run(
        self,
        segment: Segment,
        lists: Lists,
        wanted: Sequence[Weighed],
        weights: tuple[Numbers, Numbers],
        ranking: RankingOptions,
        kept: tuple[object, ...],
    ) -> tuple[int, int]:
        """The kernel that fits: (how many are held, how many matched here)."""
        looked_at = {each.term.fields for each in wanted}
        classes = segment.lengths.classes
        if len(looked_at) == 1 and len(fields := next(iter(looked_at))) == 1:
            field = fields[0]
            damping = ranking.k * self.alphas(segment, field, ranking.b)
            damping = damping / weight_of(segment.fields[field], ranking)
            return best_of_one_field(  # type: ignore[no-any-return]  # numba
                lists.documents, lists.tf[field], field * lists.tf.shape[1], lists.large_at,
                lists.large_tf, lists.starts, lists.ends, *weights, classes[field], damping, *kept,
            )  # fmt: skip
        gains = np.array(
            [
                weight_of(name, ranking) / self.alphas(segment, field, ranking.b)
                for field, name in enumerate(segment.fields)
            ]
        )
        masks = [fields_mask(each.term.fields, len(segment.fields)) for each in wanted]
        return best_of_fields(  # type: ignore[no-any-return]  # numba
            lists.documents, lists.tf, lists.large_at, lists.large_tf, lists.starts, lists.ends,
            *weights, classes, gains, np.array(masks, np.uint8).reshape(-1, len(segment.fields)),
            ranking.k, *kept,
        )  # fmt: skip

    def alphas(self, segment: Segment, field: int, b: float) -> Numbers:
        """α of a field for each class of length in a segment."""
        key = (segment.name, field, b)
        table = self._tables.get(key)
        if table is None:
            if len(self._tables) >= _TABLES_KEPT * len(self._snapshot.segments):
                self._tables = {}
            table = self._tables[key] = alphas(segment.lengths, b, self._averages[field])
        return table
