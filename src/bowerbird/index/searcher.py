"""Searching a snapshot of an index: a query and settings in, results out."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from time import perf_counter

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bowerbird.index.binding import Bound, Help, bind, bind_words
from bowerbird.index.explaining import Explainer
from bowerbird.index.facets import facet_counts, in_order_of
from bowerbird.index.formula import Expression, columns_of, parse_formula
from bowerbird.index.formula_values import formula_values
from bowerbird.index.matching import allowed
from bowerbird.index.naming import names_of
from bowerbird.index.near import NearestWords
from bowerbird.index.options import IndexOptions, RankingOptions
from bowerbird.index.query import is_words, parse_query
from bowerbird.index.query_tree import Labelled
from bowerbird.index.ranker import NO_MARKS, NO_NUMBERS, Choice, Located, Ranker
from bowerbird.index.reading import Numbers, Segment, Snapshot
from bowerbird.index.results import FacetCount, Hit, Ranked, Results
from bowerbird.index.settings import SearchSettings
from bowerbird.index.snippets import Marker
from bowerbird.index.terms import Weighed
from bowerbird.model.errors import PlanError
from bowerbird.model.record import Scalar

USUAL = SearchSettings()
_FORMULAS_KEPT = 16


class Found(Struct):
    """The hits of a query as numbers, and what was understood on the way."""

    ranked: Ranked
    counts: list[int]  # per term that counts: living documents that hold it
    ranking: RankingOptions
    words: list[str] = []  # if it is asked for words, and nothing else …
    fields: tuple[int, ...] = ()  # … in these
    understood: Bound | None = None  # otherwise
    warnings: list[str] = []
    marks: list[NDArray[np.uint8]] = []  # per segment, if asked for

    @property
    def bound(self) -> Bound:
        """What the index is asked for."""
        if self.understood is None:
            self.understood = bind_words(self.words, self.fields)
        return self.understood


class Searcher:
    """Answers queries over one snapshot. Queries from several threads may run at once."""

    def __init__(
        self, snapshot: Snapshot, options: IndexOptions, help_: Help | None = None
    ) -> None:
        """Without `help_`, nearest words come from the snapshot and nobody knows synonyms."""
        self.snapshot = snapshot
        self._options = options
        self._help = help_ or Help(NearestWords(snapshot).nearest_one)
        self._fields = tuple(range(len(snapshot.fields)))
        self._no_forgiving = Help(None, self._help.synonyms)
        self._ranker = Ranker(snapshot)
        self._marker = Marker(snapshot.analyse)
        self._ends = [*accumulate(len(segment) for segment in snapshot.segments)]
        self._names = names_of(snapshot)
        self._contents = _Contents(snapshot)
        self._formulas: dict[str, _Formula] = {}
        self._same: dict[tuple[str, str], dict[str, list[int]]] = {}

    def search(self, text: str, settings: SearchSettings = USUAL) -> Results:
        """The records that a query finds. No text of a query raises."""
        began = perf_counter()
        wanted = settings.offset + settings.limit
        found = self.find(text, settings, wanted)
        places, twins = self._distinct(text, found, settings, wanted)
        shown = places[settings.offset : wanted]
        hits = self._hits(found, settings, shown, twins)
        facets = self._facets(found, settings)
        took = (perf_counter() - began) * 1000
        return Results(
            found.ranked.total, took, hits, _corrected(found.bound), found.warnings, facets
        )

    def find(self, text: str, settings: SearchSettings = USUAL, limit: int = 25) -> Found:
        """The first hits as numbers alone: the quick half of `search`."""
        return self._plainly(text, settings, limit) or self._thoroughly(text, settings, limit)

    def _plainly(self, text: str, settings: SearchSettings, limit: int) -> Found | None:
        """Words beside each other, all of which the index has; None: this is something else. It is
        what most queries are, and the way that is right for all would cost more than the ranking.
        """
        ranking = self._options.ranking
        if settings is not USUAL:
            if settings.facets or settings.sort:
                return None
            ranking = settings.ranking(ranking, self.snapshot.fields)
        if ranking.weights or ranking.words or ranking.formula or self._help.synonyms:
            return None
        words = self.snapshot.analyse(text) if is_words(text) else None
        if not words or (len(words) > 1 and len(set(words)) < len(words)):
            return None
        ranked, counts = self._ranker.plain.rank(words, ranking, limit)
        if settings.forgive and 0 in counts and self._help.nearest is not None:
            return None
        return Found(ranked, counts, ranking, words, self._fields)

    def _thoroughly(self, text: str, settings: SearchSettings, limit: int) -> Found:
        found, formula, located = self._understood(text, settings)
        found.warnings += self._unknown_names(settings, found.ranking)
        if settings.facets or settings.sort:
            found.marks = [np.zeros(len(each), np.uint8) for each in self.snapshot.segments]
        if not found.bound.nothing:
            found.ranked = self._ranked(found, settings, limit, formula, located)
        return found

    def asked(
        self, text: str, settings: SearchSettings = USUAL
    ) -> tuple[Sequence[Weighed], Choice] | None:
        """What a query asks of a ranker, for who ranks it under many settings; None: nothing."""
        found, formula, _ = self._understood(text, settings)
        return None if found.bound.nothing else (found.bound.weighed, self._choice(found, formula))

    def _understood(
        self, text: str, settings: SearchSettings
    ) -> "tuple[Found, _Formula | None, Located]":
        ranking = settings.ranking(self._options.ranking, self.snapshot.fields)
        query = parse_query(text, self._names)
        bound = bind(query, self.snapshot, ranking, self._no_forgiving)
        located = self._ranker.locate([each.term for each in bound.weighed])
        if settings.forgive and self._help.nearest is not None and not all(located.counts):
            bound = bind(query, self.snapshot, ranking, self._help)
            located = self._ranker.locate([each.term for each in bound.weighed])
        found = Found(Ranked(0, [], []), located.counts, ranking, understood=bound)
        found.warnings += bound.warnings
        return found, self._formula(ranking.formula, found.warnings), located

    def _choice(self, found: Found, formula: "_Formula | None") -> Choice:
        marks = {
            segment.name: marked
            for segment, marked in zip(self.snapshot.segments, found.marks, strict=False)
        }
        return Choice(
            lambda segment: allowed(found.bound.condition, segment, self._labels),
            lambda segment: NO_NUMBERS if formula is None else formula.values[segment.name],
            lambda segment: marks.get(segment.name, NO_MARKS),
        )

    def _ranked(
        self,
        found: Found,
        settings: SearchSettings,
        limit: int,
        formula: "_Formula | None",
        located: Located,
    ) -> Ranked:
        choice = self._choice(found, formula)
        ranked = self._ranker.rank(found.bound.weighed, found.ranking, limit, choice, located)
        if not settings.sort:
            return ranked
        documents = in_order_of(
            self.snapshot.segments,
            found.marks,
            settings.sort.lstrip("-"),
            limit,
            falling=settings.sort.startswith("-"),
        )
        return Ranked(ranked.total, [0.0] * len(documents), documents)

    def _formula(self, text: str, warnings: list[str]) -> "_Formula | None":
        """A formula's values; None if there is none, or none that can be read."""
        if not text.strip():
            return None
        known = self._formulas.get(text)
        if known is None:
            try:
                known = _Formula.of(parse_formula(text, self._names.numbers), self.snapshot)
            except PlanError as error:
                warnings.append(f"{error}; ranked without it")
                return None
            if len(self._formulas) >= _FORMULAS_KEPT:
                self._formulas = {}
            self._formulas[text] = known
        if known.missing:
            warnings.append(
                f"{known.missing:,} of {self.snapshot.documents:,} records have no usable number "
                f"in {', '.join(known.columns)}: the formula adds 0 to them"
            )
        return known

    def _unknown_names(self, settings: SearchSettings, ranking: RankingOptions) -> list[str]:
        said = []
        for what, names, known in (
            ("field", [*ranking.weights, *settings.fields], self._names.text),
            ("column of labels", settings.facets, self._names.labels),
            (
                "column",
                [settings.sort.lstrip("-")] if settings.sort else [],
                {*self._names.numbers, *self._names.labels},
            ),
        ):
            said += [
                f"there is no {what} “{name}”; known: {', '.join(sorted(known)) or 'none'}"
                for name in dict.fromkeys(names)
                if name not in known
            ]
        return said

    def _labels(self, segment: Segment, asked: Labelled) -> list[int]:
        """The numbers of the labels that are the same but for case."""
        facet = segment.facets[asked.column]
        exact = facet.labels.find(asked.label)
        if exact is not None:
            return [exact]
        key = segment.name, asked.column
        if key not in self._same:
            folded: dict[str, list[int]] = {}
            for number in range(len(facet.labels)):
                folded.setdefault(facet.labels.word(number).casefold(), []).append(number)
            self._same[key] = folded
        return self._same[key].get(asked.label.casefold(), [])

    def _place(self, document: int) -> tuple[Segment, int]:
        """(its segment, its number there)."""
        at = bisect_right(self._ends, document)
        segment = self.snapshot.segments[at]
        return segment, document - (self._ends[at] - len(segment))

    def _distinct(
        self, text: str, found: Found, settings: SearchSettings, wanted: int
    ) -> tuple[list[int], dict[int, int]]:
        """(places in the ranking of the first records of each content, duplicates of each)."""
        everything = range(len(found.ranked.documents))
        if not settings.fold or not self._contents.any:
            return list(everything), {}
        asked = wanted
        while True:
            first: dict[int, int] = {}
            twins: dict[int, int] = {}
            for place, content in enumerate(self._contents.of(found.ranked.documents)):
                if not content or content not in first:
                    first[content or -1 - place] = place
                else:
                    twins[first[content]] = twins.get(first[content], 0) + 1
            if len(first) >= wanted or asked >= found.ranked.total:
                return sorted(first.values()), twins
            asked = min(4 * asked, found.ranked.total)
            found.ranked = self.find(text, settings, asked).ranked

    def _hits(
        self,
        found: Found,
        settings: SearchSettings,
        places: Sequence[int],
        twins: Mapping[int, int],
    ) -> list[Hit]:
        explainer = Explainer(
            self.snapshot, self._ranker, found.bound.weighed, found.counts, found.ranking
        )
        formula = self._formulas.get(found.ranking.formula)
        worth = {
            word: max(self._ranker.idf(df, found.ranking), 0.0) + 0.01
            for each, df in zip(found.bound.weighed, found.counts, strict=True)
            for word in each.term.words
            if df
        }
        prefixes = [each.term.prefix for each in found.bound.weighed if each.term.prefix]
        hits = []
        for rank, place in enumerate(places, settings.offset + 1):
            segment, number = self._place(found.ranked.documents[place])
            stored, score = segment.stored(number), found.ranked.scores[place]
            added = float(formula.values[segment.name][number]) if formula else 0.0
            hits.append(
                Hit(
                    rank=rank,
                    score=score,
                    key=segment.keys(number),
                    url=str(stored.get("url") or ""),
                    fields=stored,
                    snippet=self._marker.snippet(
                        self._texts(stored), worth, prefixes, settings.snippet_length
                    ),
                    explain=explainer.explain(segment, number, score, added)
                    if settings.explain
                    else None,
                    duplicates=twins.get(place, 0),
                )
            )
        return hits

    def _texts(self, stored: Mapping[str, Scalar | list[str]]) -> list[str]:
        """The searched fields as they are shown, the last first: titles are shown anyway."""
        texts = []
        for name in reversed(self.snapshot.fields):
            value = stored.get(name)
            if isinstance(value, list):
                value = " · ".join(value)
            if isinstance(value, str):
                texts.append(value)
        return texts

    def _facets(self, found: Found, settings: SearchSettings) -> dict[str, list[FacetCount]]:
        return {
            column: facet_counts(self.snapshot.segments, found.marks, column, settings.facet_limit)
            for column in settings.facets
            if column in self._names.labels
        }


class _Contents:
    """Which documents have the same content, over all segments."""

    def __init__(self, snapshot: Snapshot) -> None:
        each = [segment.contents for segment in snapshot.segments]
        self.any = any(contents.any() for contents in each)
        self._every = np.concatenate(each) if self.any else np.empty(0, np.uint64)

    def of(self, documents: Sequence[int]) -> list[int]:
        contents: list[int] = self._every[documents].tolist()
        return contents


@dataclass(frozen=True)
class _Formula:
    """A formula over all documents."""

    values: Mapping[str, Numbers]  # by the name of the segment
    missing: int  # living records without a value
    columns: list[str]

    @classmethod
    def of(cls, expression: Expression, snapshot: Snapshot) -> "_Formula":
        each = {s.name: formula_values(expression, s) for s in snapshot.segments}
        return cls(
            {name: values for name, (values, _) in each.items()},
            sum(missing for _, missing in each.values()),
            sorted(columns_of(expression)),
        )


def _corrected(bound: Bound) -> str:
    """searched for “university”, instead of “univercity”."""
    if not bound.replaced:
        return ""
    asked = " ".join(f"“{word}”" for word in bound.replaced)
    instead = " ".join(f"“{word}”" for word in bound.replaced.values())
    return f"searched for {instead}, instead of {asked}"
