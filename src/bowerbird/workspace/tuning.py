"""What settings of an index are worth by the judgements of its project, and which do better."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
from msgspec import Struct

from bowerbird.index.options import IndexOptions, RankingOptions
from bowerbird.index.reader import IndexReader
from bowerbird.index.reading import Snapshot
from bowerbird.model.errors import UsageError
from bowerbird.tuning.auto import AutoTune, auto_tune
from bowerbird.tuning.candidates import plain_words
from bowerbird.tuning.comparison import Comparison
from bowerbird.tuning.documents import DocumentFinder, KeysOf, Located, judged_names
from bowerbird.tuning.evaluation import Evaluation, compare_settings, evaluate
from bowerbird.tuning.found import Found
from bowerbird.tuning.judgements import JudgedQuery, Judgements
from bowerbird.tuning.measures import MEASURES, Measure
from bowerbird.tuning.sweep import Sweep, sweep
from bowerbird.tuning.trials import Setting, Trials
from bowerbird.tuning.understanding import AsSearched
from bowerbird.workspace.accepting import Accepting
from bowerbird.workspace.indexes import in_use
from bowerbird.workspace.judgement_book import JudgementBook
from bowerbird.workspace.query_help import help_over
from bowerbird.workspace.setting_history import Accepted, IndexSettings
from bowerbird.workspace.tried import AutoTuneOptions, SweepOptions, TriedSettings, checked


class About(Struct, frozen=True):
    """What an evaluation rests on."""

    index: str
    documents: int  # of the index
    generation: int  # of the index
    judged_queries: int  # with relevant documents
    judgements: int
    in_index: int  # judged documents that the index has
    ambiguous: list[str]  # names that several of its records go by
    threshold: int
    plain: bool


class Evaluated(Struct, frozen=True):
    """A setting, and what it is worth."""

    about: About
    setting: Found
    result: Evaluation


class QueryGain(Struct, frozen=True):
    """What the second setting brings for one query."""

    id: str
    text: str
    gains: dict[Measure, float]


class Compared(Struct, frozen=True):
    """Two settings on the same queries; numbers are about the second against the first."""

    first: Evaluated
    second: Evaluated
    comparison: dict[Measure, Comparison]
    queries: list[QueryGain]


@dataclass(frozen=True)
class Judged:
    """What was judged, and how it is to be read."""

    book: JudgementBook
    keys_of: KeysOf
    threshold: int = 1
    plain: bool = False


class _Ready(Struct, frozen=True):
    """Judged queries on one snapshot, for as long as neither changes."""

    snapshot: Snapshot
    options: IndexOptions
    state: int  # of the judgements
    about: About
    trials: Trials


class Tuning:
    """Judged queries on one index. What queries find is kept from one call to the next, for as long
    as index and judgements stay as they are; calls from several threads take turns."""

    def __init__(
        self,
        index: str,
        folder: Path,
        asked: Callable[[], IndexOptions],
        judged: Judged,
        accepting: Accepting,
    ) -> None:
        """`asked`: what the plan says of the index now."""
        self.index = index
        self._folder = folder
        self._asked = asked
        self._judged = judged
        self._accepting = accepting
        self._finder = DocumentFinder(judged.keys_of)
        self._lock = Lock()
        self._reader: IndexReader | None = None
        self._kept: _Ready | None = None

    def evaluate(self, **tried: Any) -> Evaluated:
        """What a setting is worth: the plan's, with what is given put over it: `b`, `k`, `idf`,
        `weights`, `words`, `formula`, `stop_words`."""
        with self._lock:
            ready = self._ready()
            setting = _setting(ready, tried)
            result = evaluate(ready.trials, setting)
            return Evaluated(ready.about, Found.of(setting, ready.snapshot), result)

    def compare(
        self, first: Mapping[str, Any] | Evaluated, second: Mapping[str, Any] | Evaluated
    ) -> Compared:
        """Two settings, or what another index was evaluated to, on the same queries."""
        one = first if isinstance(first, Evaluated) else self.evaluate(**first)
        other = second if isinstance(second, Evaluated) else self.evaluate(**second)
        if [query.id for query in one.result.queries] != [q.id for q in other.result.queries]:
            raise UsageError("two evaluations can be compared if they are of the same queries")
        return Compared(
            one, other, compare_settings(one.result, other.result), _gains(one.result, other.result)
        )

    def sweep(self, tried: Mapping[str, Any] | None = None, **options: Any) -> Sweep:
        """A map over b and k, all else as in `tried`; `measure`, `b_values`, `k_values`."""
        wanted = checked(SweepOptions, options, "sweep")
        with self._lock:
            ready = self._ready()
            setting = _setting(ready, tried or {})
            return sweep(ready.trials, setting, wanted.measure, wanted.b_values, wanted.k_values)

    def auto_tune(self, **options: Any) -> AutoTune:
        """Look for better settings than the plan's: `measure`, `knobs`, `folds`, `deals`,
        `seed`."""
        wanted = checked(AutoTuneOptions, options, "auto-tune")
        with self._lock:
            ready = self._ready()
            return auto_tune(ready.trials, _setting(ready, {}), wanted.plan())

    def accept(
        self, setting: Found, because: str = "by hand", evidence: Mapping[str, Any] | None = None
    ) -> Accepted:
        """Write a setting into the plan. The index leaves out its stop words from then on."""
        held = self._asked()
        ranking = {name: getattr(setting, name) for name in RankingOptions.model_fields}
        checked_ranking = RankingOptions.model_validate(ranking)
        new = IndexSettings.of(held.model_copy(update={"ranking": checked_ranking}))
        words = [*new.stop_words, *(word for word in setting.written if word not in new.stop_words)]
        new = msgspec.structs.replace(new, stop_words=words)
        return self._accepting.accept(new, because, dict(evidence or {}))

    def revert(self, number: int | None = None) -> Accepted:
        """Back to the settings before the last accepted ones, or to those of a line of the
        history."""
        return self._accepting.revert(number)

    def history(self) -> list[Accepted]:
        """Accepted settings, oldest first."""
        return self._accepting.history()

    def holding(self) -> int | None:
        """Which line of the history holds: the last, or None if the plan was edited since."""
        return self._accepting.holding()

    def _ready(self) -> _Ready:
        if self._reader is None:
            self._reader = IndexReader(self._folder)
        snapshot, state = self._reader.snapshot(), self._judged.book.changes()
        options = in_use(self._reader.options, self._asked())
        kept = self._kept
        same = kept is not None and kept.snapshot is snapshot and kept.state == state
        if kept is None or not same or _without_ranking(kept.options) != _without_ranking(options):
            kept = self._made_ready(snapshot, options)
        self._kept = msgspec.structs.replace(kept, options=options)
        return self._kept

    def _made_ready(self, snapshot: Snapshot, options: IndexOptions) -> _Ready:
        judgements, state = self._judged.book.judgements()
        located = self._finder.find(snapshot, judged_names(judgements))
        judgements = _each_once(judgements, located)
        threshold, plain = self._judged.threshold, self._judged.plain
        understand = plain_words if plain else AsSearched(options, help_over=help_over)
        trials = Trials(snapshot, judgements, located.positions, understand, threshold)
        about = About(
            index=self.index,
            documents=snapshot.documents,
            generation=snapshot.generation,
            judged_queries=len(trials.queries),
            judgements=len(judgements),
            in_index=len(set(located.positions.values())),
            ambiguous=sorted(located.ambiguous),
            threshold=threshold,
            plain=plain,
        )
        return _Ready(snapshot, options, state, about, trials)


def _setting(ready: _Ready, tried: Mapping[str, Any]) -> Setting:
    wanted = checked(TriedSettings, tried, "the setting")
    return wanted.over(ready.options.ranking, ready.snapshot)


def _without_ranking(options: IndexOptions) -> IndexOptions:
    return options.model_copy(update={"ranking": RankingOptions()})


def _each_once(judgements: Judgements, located: Located) -> Judgements:
    """If two names of a query are one document, the later judgement counts."""
    return Judgements(tuple(_document_once(query, located) for query in judgements.queries))


def _document_once(query: JudgedQuery, located: Located) -> JudgedQuery:
    last = {located.positions.get(name, name): name for name in query.documents}
    if len(last) == len(query.documents):
        return query
    kept = {name: query.documents[name] for name in last.values()}
    return msgspec.structs.replace(query, documents=kept)


def _gains(first: Evaluation, second: Evaluation) -> list[QueryGain]:
    return [
        QueryGain(
            one.id,
            one.text,
            {name: other.measures[name] - one.measures[name] for name in MEASURES},
        )
        for one, other in zip(first.queries, second.queries, strict=True)
    ]
