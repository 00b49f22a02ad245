"""What settings of an index are worth by the judgements of its project, and which do better."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from bowerbird.index.options import IndexOptions, RankingOptions
from bowerbird.index.reader import IndexReader
from bowerbird.index.reading import Snapshot
from bowerbird.model.errors import UsageError
from bowerbird.tuning.auto import AutoTune, auto_tune
from bowerbird.tuning.documents import DocumentFinder
from bowerbird.tuning.evaluation import Evaluation, compare_settings, evaluate
from bowerbird.tuning.found import Found
from bowerbird.tuning.judgements import JudgedQuery
from bowerbird.tuning.measures import MEASURES
from bowerbird.tuning.sweep import Sweep, sweep
from bowerbird.tuning.trials import Setting
from bowerbird.tuning.twins import TwinFinder
from bowerbird.tuning.unjudged import unjudged
from bowerbird.web.url import IdentityRules
from bowerbird.workspace.accepting import Accepting
from bowerbird.workspace.checked import checked
from bowerbird.workspace.indexes import in_use, outdated
from bowerbird.workspace.judged_queries import Finders, JudgedQueries, judged_queries
from bowerbird.workspace.judgement_book import JudgementBook
from bowerbird.workspace.judgements import keys_of, name_of
from bowerbird.workspace.setting_history import Accepted, IndexSettings
from bowerbird.workspace.tried import (
    AutoTuneOptions,
    JudgingOptions,
    SweepOptions,
    TriedSettings,
)
from bowerbird.workspace.tuning_results import (
    Compared,
    Evaluated,
    OpenDocument,
    OpenQuery,
    QueryGain,
)


@dataclass(frozen=True)
class Judged:
    """What was judged, and how it is to be read."""

    book: JudgementBook
    identity: IdentityRules
    judging: JudgingOptions


@dataclass(frozen=True)
class IndexInUse:
    """An index, what the plan says of it now, and how to have it as new as it can be."""

    name: str
    folder: Path
    asked: Callable[[], IndexOptions]
    refreshed: Callable[[], list[str]]  # answers what a person has to know about it


class Tuning:
    """Judged queries on one index. What queries find is kept from one call to the next, for as long
    as index and judgements stay as they are; calls from several threads take turns."""

    def __init__(self, index: IndexInUse, judged: Judged, accepting: Accepting) -> None:
        self.index = index.name
        self._in_use = index
        self._judged = judged
        self._accepting = accepting
        self._finders = Finders(DocumentFinder(keys_of(judged.identity)), TwinFinder())
        self._lock = Lock()
        self._reader: IndexReader | None = None
        self._kept: JudgedQueries | None = None
        self._warnings: list[str] = []

    def evaluate(self, **tried: Any) -> Evaluated:
        """What a setting is worth: the plan's, with what is given put over it: `b`, `k`, `idf`,
        `weights`, `words`, `formula`, `stop_words`."""
        with self._lock:
            ready, usual = self._ready()
            setting = _tried(tried, usual, ready.snapshot)
            result = evaluate(ready.trials, setting)
            about = ready.about(self.index, self._warnings)
            return Evaluated(about, Found.of(setting, ready.snapshot), result)

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
            ready, usual = self._ready()
            setting = _tried(tried or {}, usual, ready.snapshot)
            return sweep(ready.trials, setting, wanted.measure, wanted.b_values, wanted.k_values)

    def auto_tune(self, **options: Any) -> AutoTune:
        """Look for better settings than the plan's: `measure`, `knobs`, `folds`, `deals`,
        `seed`."""
        wanted = checked(AutoTuneOptions, options, "auto-tune")
        with self._lock:
            ready, usual = self._ready()
            return auto_tune(ready.trials, Setting(usual), wanted.plan())

    def unjudged(self, query: str | None = None, depth: int = 10) -> list[OpenQuery]:
        """What nobody judged among the first documents of each query, or of one: a known one's id
        or text, or the text of a new one."""
        with self._lock:
            ready, usual = self._ready()
            wanted = ready.judgements.queries
            if query is not None:
                id_ = self._judged.book.find(query)
                known = [each for each in wanted if each.id == id_]
                wanted = tuple(known) or (JudgedQuery("", query),)
            return [
                OpenQuery(each.id, each.text, self._open(ready, usual, each, depth))
                for each in wanted
            ]

    def accept(
        self, setting: Found, because: str = "by hand", evidence: Mapping[str, Any] | None = None
    ) -> Accepted:
        """Write a setting into the plan. The index leaves out its stop words from then on."""
        held = self._in_use.asked()
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

    def _open(
        self, ready: JudgedQueries, ranking: RankingOptions, query: JudgedQuery, depth: int
    ) -> list[OpenDocument]:
        places = ready.located.positions
        asked = ready.understand(ready.snapshot, query.text, ranking)
        judged = {places[name] for name in query.documents if name in places}
        judged = {asked.shown_as.get(position, position) for position in judged}
        return [
            OpenDocument(
                each.place,
                name_of(each.key, each.stored, self._judged.identity),
                str(each.stored.get("title") or ""),
                str(each.stored.get("url") or ""),
            )
            for each in unjudged(ready.snapshot, asked, ranking, judged, depth)
        ]

    def _ready(self) -> tuple[JudgedQueries, RankingOptions]:
        """As everything is now: the judged queries, and the ranking in use."""
        remarks, asked = self._in_use.refreshed(), self._in_use.asked()
        if self._reader is None:
            self._reader = IndexReader(self._in_use.folder)
        snapshot, book = self._reader.snapshot(), self._judged.book
        self._warnings = [*remarks, *outdated(self._reader.options, asked)]
        options = in_use(self._reader.options, asked)
        if self._kept is None or not self._kept.hold(snapshot, options, book.changes()):
            judging = self._judged.judging
            self._kept = judged_queries(snapshot, options, book, self._finders, judging)
        return self._kept, options.ranking


def _tried(tried: Mapping[str, Any], usual: RankingOptions, snapshot: Snapshot) -> Setting:
    return checked(TriedSettings, tried, "the setting").over(usual, snapshot)


def _gains(first: Evaluation, second: Evaluation) -> list[QueryGain]:
    return [
        QueryGain(
            one.id,
            one.text,
            {name: other.measures[name] - one.measures[name] for name in MEASURES},
        )
        for one, other in zip(first.queries, second.queries, strict=True)
    ]
