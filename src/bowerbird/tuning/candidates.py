"""What each judged query finds in a snapshot, ready to be ranked under a thousand settings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from bowerbird.index.formula import parse_formula
from bowerbird.index.formula_values import formula_values
from bowerbird.index.lists import Lists, lists_of
from bowerbird.index.options import RankingOptions
from bowerbird.index.ranker import PLAIN, Choice, Ranker, all_living
from bowerbird.index.ranking import averages, idf, searched, weight_of
from bowerbird.index.reading import MANY, Segment, Snapshot
from bowerbird.index.terms import Term, Weighed
from bowerbird.tuning import row_kernels as kernels
from bowerbird.tuning.rows import Found, Integers, Numbers, rows_of


@dataclass(frozen=True)
class Asked:
    """What a query asks for under some ranking."""

    wanted: Sequence[Weighed]
    choice: Choice = PLAIN
    # Positions that this query finds instead of others (see `twins.py`).
    shown_as: Mapping[int, int] = field(default_factory=dict)


# How a query's text is read: by the snapshot, under a ranking.
Understand = Callable[[Snapshot, str, RankingOptions], Asked]


def plain_words(snapshot: Snapshot, text: str, ranking: RankingOptions) -> Asked:
    """The words of the text and nothing else: no operators, nothing forgiven."""
    words = snapshot.analyse(text)
    fields = searched(snapshot.fields, ranking)
    own = {
        word: weight for text, weight in ranking.words.items() for word in snapshot.analyse(text)
    }
    return Asked(
        [
            Weighed(Term((word,), fields), float(words.count(word)), own.get(word, 0.0))
            for word in dict.fromkeys(words)
        ],
        Choice(all_living, _formula(ranking.formula), PLAIN.matched) if ranking.formula else PLAIN,
    )


def _formula(text: str) -> Callable[[Segment], Numbers]:
    expression = parse_formula(text)
    return lambda segment: formula_values(expression, segment)[0]


@dataclass(frozen=True)
class Candidates:
    """All documents that one query finds; b, k, the rarity and the weights are still open."""

    rows: kernels.Rows
    judged: kernels.Judged
    documents: int  # N of the snapshot
    df: tuple[int, ...]  # per word
    boosts: tuple[float, ...]
    added: tuple[float, ...]
    fields: tuple[str, ...]  # whose counts the rows hold
    one_field: bool
    names: tuple[str, ...]  # of the judged documents, in the order of `judged`

    def places(self, settings: Sequence[RankingOptions]) -> Integers:
        """(settings, judged documents): places in the whole ranking; 0: not found. The settings
        differ in b, k, weights above 0, and in nothing else; sorted by b they are quickest."""
        rarity = settings[0].idf
        factors = [
            idf(rarity, self.documents, df) * boost
            for df, boost in zip(self.df, self.boosts, strict=True)
        ]
        words = kernels.Words(np.array(factors, np.float64), np.array(self.added, np.float64))
        table = np.array(
            [[each.b, each.k, *(weight_of(f, each) for f in self.fields)] for each in settings],
            np.float64,
        ).reshape(len(settings), 2 + len(self.fields))
        out = np.zeros((len(settings), len(self.names)), np.int64)
        kernels.places(self.rows, words, self.judged, table, self.one_field, out)
        return out


def candidates_of(
    ranker: Ranker,
    snapshot: Snapshot,
    asked: Asked,
    judged: Mapping[str, tuple[int | None, int]],
) -> Candidates:
    """`judged`: name → (position, None where the index has no such document; grade)."""
    terms = [each.term for each in asked.wanted]
    words, df = ranker.locate(terms)
    known = [place for place, count in enumerate(df) if count]
    wanted = [asked.wanted[place] for place in known]
    words = [[found[place] for place in known] for found in words]
    fields, one_field = _fields(wanted, snapshot)
    found = _found(snapshot, Asked(wanted, asked.choice), words, fields)
    rows, of_document = rows_of(found)
    return Candidates(
        rows=rows,
        judged=_judged(found, of_document, judged),
        documents=snapshot.documents,
        df=tuple(df[place] for place in known),
        boosts=tuple(each.boost for each in wanted),
        added=tuple(each.added for each in wanted),
        fields=tuple(snapshot.fields[field] for field in fields),
        one_field=one_field,
        names=tuple(judged),
    )


def _fields(wanted: Sequence[Weighed], snapshot: Snapshot) -> tuple[tuple[int, ...], bool]:
    """(the fields whose counts are needed, whether each term looks at the same single one)."""
    looked_at = {each.term.fields for each in wanted}
    if len(looked_at) == 1 and len(alone := next(iter(looked_at))) == 1:
        return alone, True
    return tuple(range(len(snapshot.fields))), False


def _found(
    snapshot: Snapshot,
    asked: Asked,
    words: Sequence[Sequence[list[range]]],
    fields: tuple[int, ...],
) -> Found:
    mean = averages(snapshot)
    each = [
        _found_in(segment, asked, of_segment, fields)
        for segment, of_segment in zip(snapshot.segments, words, strict=True)
    ]
    before = np.cumsum([0, *map(len, snapshot.segments)])
    known = np.cumsum([0, *(len(found.positions) for found in each)])
    nowhere, nothing = np.empty(0, np.int64), np.empty((len(fields), 0), np.int64)
    return Found(
        positions=np.concatenate(
            [
                nowhere,
                *(found.positions + first for found, first in zip(each, before, strict=False)),
            ]
        ),
        lists=[
            (
                np.concatenate(
                    [
                        nowhere,
                        *(f.lists[w][0] + first for f, first in zip(each, known, strict=False)),
                    ]
                ),
                np.concatenate([nothing, *(found.lists[w][1] for found in each)], axis=1),
            )
            for w in range(len(asked.wanted))
        ],
        lengths=np.concatenate([nothing, *(found.lengths for found in each)], axis=1),
        averages=[mean[field] for field in fields],
        bonus=np.concatenate([np.empty(0), *(found.bonus for found in each)]),
    )


def _found_in(
    segment: Segment, asked: Asked, words: Sequence[list[range]], fields: tuple[int, ...]
) -> Found:
    """What one segment has; positions are counted in it."""
    lists = lists_of([each.term for each in asked.wanted], words, segment)
    held = [_list(lists, word, each.term, fields) for word, each in enumerate(asked.wanted)]
    allowed = asked.choice.allowed(segment)
    marks = np.full(len(segment), allowed.every)
    for documents, _ in held:
        marks[documents] = True
    if len(allowed.documents):
        marks &= allowed.documents != 0
    positions = np.flatnonzero(marks)
    places = np.zeros(len(segment), np.int64)
    places[positions] = np.arange(len(positions))
    bonus = asked.choice.formula(segment)
    return Found(
        positions=positions,
        lists=[
            (places[documents[marks[documents]]], counts[:, marks[documents]])
            for documents, counts in held
        ],
        lengths=segment.lengths.distinct[
            segment.lengths.classes[np.ix_(np.array(fields), positions)]
        ].astype(np.int64),
        averages=(),
        bonus=bonus[positions] if len(bonus) else np.zeros(len(positions)),
    )


def _list(
    lists: Lists, word: int, term: Term, fields: tuple[int, ...]
) -> tuple[Integers, Integers]:
    """(documents, (fields, counts)) of a word, where a field that it looks at holds it."""
    places = np.arange(lists.starts[word], lists.ends[word])
    counts = lists.tf[:, places].astype(np.int64)
    rows, columns = np.nonzero(counts == MANY)
    at = rows.astype(np.uint64) * np.uint64(lists.tf.shape[1]) + places[columns].astype(np.uint64)
    counts[rows, columns] = lists.large_tf[np.searchsorted(lists.large_at, at)]
    for at_field in range(len(counts)):
        if at_field not in term.fields:
            counts[at_field] = 0
    held = counts.any(axis=0)
    return lists.documents[places[held]].astype(np.int64), counts[list(fields)][:, held]


def _judged(
    found: Found, rows: Integers, judged: Mapping[str, tuple[int | None, int]]
) -> kernels.Judged:
    positions = np.array(
        [-1 if position is None else position for position, _ in judged.values()], np.int64
    )
    own = np.full(len(judged), -1, np.int64)
    if len(found.positions):
        at = np.minimum(np.searchsorted(found.positions, positions), len(found.positions) - 1)
        there = found.positions[at] == positions
        own[there] = rows[at[there]]
    grades = np.array([grade for _, grade in judged.values()], np.int64)
    return kernels.Judged(own, positions, grades)
