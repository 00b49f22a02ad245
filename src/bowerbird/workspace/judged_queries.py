"""Judged queries on one state of an index, ready to be tried for as long as neither changes."""

from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from bowerbird.index.options import IndexOptions, RankingOptions
from bowerbird.index.reading import Snapshot
from bowerbird.tuning.candidates import Understand, plain_words
from bowerbird.tuning.documents import DocumentFinder, Located, judged_names
from bowerbird.tuning.judgements import JudgedQuery, Judgements
from bowerbird.tuning.trials import Trials
from bowerbird.tuning.twins import Folded, TwinFinder
from bowerbird.tuning.understanding import AsSearched
from bowerbird.workspace.judgement_book import JudgementBook
from bowerbird.workspace.query_help import help_over
from bowerbird.workspace.tried import JudgingOptions
from bowerbird.workspace.tuning_results import About


@dataclass(frozen=True)
class JudgedQueries:
    """Made by `judged_queries`."""

    snapshot: Snapshot
    options: IndexOptions
    judgements: Judgements
    state: int  # of the judgements
    located: Located
    judging: JudgingOptions
    understand: Understand

    def hold(self, snapshot: Snapshot, options: IndexOptions, state: int) -> bool:
        """Whether they are still the same; the ranking is open."""
        same = self.snapshot is snapshot and self.state == state
        return same and _without_ranking(self.options) == _without_ranking(options)

    @cached_property
    def trials(self) -> Trials:
        """`UsageError`: no relevant document of any query is known."""
        threshold = self.judging.threshold
        return Trials(
            self.snapshot, self.judgements, self.located.positions, self.understand, threshold
        )

    def about(self, index: str, warnings: list[str]) -> About:
        """What an evaluation rests on."""
        return About(
            index=index,
            documents=self.snapshot.documents,
            generation=self.snapshot.generation,
            judged_queries=len(self.trials.queries),
            judgements=len(self.judgements),
            in_index=len(set(self.located.positions.values())),
            ambiguous=sorted(self.located.ambiguous),
            threshold=self.judging.threshold,
            plain=self.judging.plain,
            warnings=warnings,
        )


@dataclass(frozen=True)
class Finders:
    """What was found in the segments of an index, for the next state of it."""

    documents: DocumentFinder
    twins: TwinFinder


def judged_queries(
    snapshot: Snapshot,
    options: IndexOptions,
    book: JudgementBook,
    finders: Finders,
    judging: JudgingOptions,
) -> JudgedQueries:
    """What was judged until now, on this state of an index."""
    judgements, state = book.judgements()
    located = finders.documents.find(snapshot, judged_names(judgements))
    understand = plain_words if judging.plain else AsSearched(options, help_over=help_over)
    first = finders.twins.first_of(snapshot)
    if first is not None:
        places = {name: int(first[position]) for name, position in located.positions.items()}
        located = replace(located, positions=places)
        understand = Folded(understand, first)
    return JudgedQueries(
        snapshot,
        options,
        _each_once(judgements, located),
        state,
        located,
        judging,
        understand,
    )


def _without_ranking(options: IndexOptions) -> IndexOptions:
    return options.model_copy(update={"ranking": RankingOptions()})


def _each_once(judgements: Judgements, located: Located) -> Judgements:
    """If two names of a query are one document, or twins, the later judgement counts."""
    return Judgements(tuple(_document_once(query, located) for query in judgements.queries))


def _document_once(query: JudgedQuery, located: Located) -> JudgedQuery:
    last = {located.positions.get(name, name): name for name in query.documents}
    if len(last) == len(query.documents):
        return query
    kept = {name: query.documents[name] for name in last.values()}
    return msgspec.structs.replace(query, documents=kept)
