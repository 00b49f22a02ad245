"""What somebody who types may be about to ask: from dictionaries, titles and words of an index."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from bowerbird.index.dictionaries import open_dictionaries
from bowerbird.index.dictionary import Dictionary
from bowerbird.index.near import as_wanted
from bowerbird.index.options import IndexOptions
from bowerbird.index.qgrams import engine_of
from bowerbird.index.reading import Segment, Snapshot
from bowerbird.index.results import Source, Suggestion
from bowerbird.index.suggest_words import WordsOf, complete
from bowerbird.index.titles import SMALL, TitlesOf, kept_titles, small_titles
from bowerbird.index.typed import folded, typed

FOLDER = "suggest"  # in the index's folder


class _Candidate(NamedTuple):
    """In the order in which they are shown."""

    distance: int
    rotated: bool  # later words stand first
    rarity: float  # popularity below zero
    text: str
    entity: str
    source: Source

    @property
    def suggestion(self) -> Suggestion:
        return Suggestion(self.text, self.entity, self.distance, self.source)


class Suggester:
    """Suggestions for one snapshot of an index, or of dictionaries alone. For the next snapshot
    take what `renewed` gives: it keeps all that has not changed. One thread at a time."""

    def __init__(self, snapshot: Snapshot | None, options: IndexOptions, folder: Path) -> None:
        """`folder`: the index's, where compiled forms are kept. Fails with `PlanError` where the
        options name a dictionary that is not there."""
        self.dictionaries = open_dictionaries(options, folder / FOLDER)
        self._options, self._folder = options, folder
        self._snapshot = snapshot
        self._words: list[WordsOf] = []
        self._titles: list[TitlesOf] = []
        self._take(snapshot, [], [])

    def renewed(self, snapshot: Snapshot) -> "Suggester":
        """For another snapshot of the same index, with the same dictionaries."""
        other = object.__new__(Suggester)
        other.dictionaries = self.dictionaries
        other._options, other._folder, other._snapshot = self._options, self._folder, snapshot
        other._take(snapshot, self._words, self._titles)
        return other

    def suggest(self, prefix: str, limit: int = 10) -> list[Suggestion]:
        """By distance, then popularity, then text; texts whose later words were typed come last of
        their distance. Nothing for nothing.

        Popularity is what a dictionary says, how many documents bear a title, or hold the words.
        As these cannot be compared, each of the three has a fair share of the nearest places.
        """
        text = typed(prefix)
        if not text or limit < 1:
            return []
        each = [self._of_dictionaries(text, limit), self._of_titles(text, limit)]
        each.append(self._of_words(text, limit))
        return [it.suggestion for it in _shared([_once(found) for found in each], limit)]

    def _take(
        self, snapshot: Snapshot | None, words: Sequence[WordsOf], titles: Sequence[TitlesOf]
    ) -> None:
        """What these segments need. Where only documents died since, little is made anew."""
        segments = snapshot.segments if snapshot else ()
        engines = {id(part.segment.raw): part.engine for part in words}
        compiled = {id(part.segment.serials): part.dictionary for part in titles}
        self._words = [
            WordsOf(it, engines.get(id(it.raw)) or engine_of(it.raw, self._options))
            for it in segments
        ]
        each = [(it, compiled.get(id(it.serials)) or self._titles_of(it)) for it in segments]
        self._titles = [TitlesOf(it, titles) for it, titles in each if titles is not None]

    def _titles_of(self, segment: Segment) -> Dictionary | None:
        if len(segment) <= SMALL:
            return small_titles(segment, self._options)
        return kept_titles(segment, self._folder / FOLDER, self._options)

    def _of_dictionaries(self, text: str, limit: int) -> list[_Candidate]:
        return _found(self.dictionaries, text, limit, "dictionary")

    def _of_titles(self, text: str, limit: int) -> list[_Candidate]:
        """A title of several segments is as popular as in all of them together."""
        found = _found(self._titles, text, limit, "title")
        popular: dict[str, float] = defaultdict(float)
        for it in found:
            popular[it.text] += it.rarity
        return [it._replace(rarity=popular[it.text]) for it in found]

    def _of_words(self, text: str, limit: int) -> list[_Candidate]:
        if self._snapshot is None:
            return []
        edits = edits_allowed(len(text.rpartition(" ")[2]))
        return [
            _Candidate(it.distance, False, -float(it.documents), it.text, "", "word")
            for it in complete(self._snapshot, self._words, text, edits, limit)
        ]


def edits_allowed(length: int) -> int:
    """P4's way, up to two: one edit for every fourth character typed."""
    return min(2, length // 4)


def _found(
    parts: Iterable[Dictionary | TitlesOf], text: str, limit: int, source: Source
) -> list[_Candidate]:
    wanted = as_wanted(text)
    return [
        _Candidate(it.distance, it.rotated, -it.popularity, it.text, it.entity, source)
        for part in parts
        for it in part.suggest(wanted, edits_allowed(len(text)), limit)
    ]


def _once(candidates: Iterable[_Candidate]) -> list[_Candidate]:
    """The best of each entity, or, where there is none, of each text."""
    kept: dict[str, _Candidate] = {}
    for candidate in sorted(candidates):
        kept.setdefault(candidate.entity or "\t" + folded(candidate.text), candidate)
    return list(kept.values())


def _shared(sources: Sequence[list[_Candidate]], limit: int) -> list[_Candidate]:
    """The best of all, where each source has a share of the places at the least distance."""
    everything = sorted(candidate for source in sources for candidate in source)
    if not everything:
        return []
    least = everything[0].distance
    nearest = [[it for it in source if it.distance == least] for source in sources]
    share = limit // sum(map(bool, nearest)) or 1
    first = [candidate for source in nearest for candidate in source[:share]]
    chosen: dict[str, _Candidate] = {}
    for candidate in [*sorted(first), *everything]:
        chosen.setdefault(candidate.entity or "\t" + folded(candidate.text), candidate)
    with_entity = {folded(it.text) for it in chosen.values() if it.entity}
    several = [it for it in chosen.values() if it.entity or folded(it.text) not in with_entity]
    return sorted(several[:limit])
