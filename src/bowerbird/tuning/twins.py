"""Twins: records with the same content. A search shows the first of them alone, so that one counts,
and what was judged of any of them was judged of it."""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from bowerbird.index.duplicates import content_of
from bowerbird.index.options import RankingOptions
from bowerbird.index.ranker import Allowed, Choice
from bowerbird.index.reading import Segment, Snapshot
from bowerbird.tuning.candidates import Asked, Understand

Positions = NDArray[np.int64]
LOOKED_AT = 16  # records of a kind, to know whether it says what its contents are


@dataclass
class TwinFinder:
    """Finds twins in the snapshots of one index, as it grows: no segment is read twice."""

    _contents: dict[str, dict[int, str]] = field(default_factory=dict)

    def first_of(self, snapshot: Snapshot) -> Positions | None:
        """Position → the first living record with this content; None: all are different."""
        self._contents = {
            segment.name: self._contents.get(segment.name) or _contents(segment)
            for segment in snapshot.segments
        }
        first = np.arange(sum(map(len, snapshot.segments)), dtype=np.int64)
        seen: dict[str, int] = {}
        before = 0
        for segment in snapshot.segments:
            for document, content in self._contents[segment.name].items():
                if segment.alive[document]:
                    first[before + document] = seen.setdefault(content, before + document)
            before += len(segment)
        return first if (first != np.arange(len(first))).any() else None


@dataclass(frozen=True)
class Folded:
    """Queries find of all twins that they may find the first alone."""

    understand: Understand
    first: Positions

    def __call__(self, snapshot: Snapshot, text: str, ranking: RankingOptions) -> Asked:
        asked = self.understand(snapshot, text, ranking)
        allowed = {s.name: asked.choice.allowed(s) for s in snapshot.segments}
        marks = np.concatenate([_marks(allowed[s.name], s) for s in snapshot.segments])
        kept = marks & (self.first == np.arange(len(marks)))
        # Where a filter leaves out the first of several, it is the first of the others.
        orphans = np.flatnonzero(marks & ~marks[self.first])
        firsts, at = np.unique(self.first[orphans], return_index=True)
        kept[orphans[at]] = True
        ends = np.cumsum([len(s) for s in snapshot.segments])
        pieces = dict(zip(allowed, np.split(kept.view(np.uint8), ends[:-1]), strict=True))
        choice = Choice(
            lambda s: Allowed(pieces[s.name], allowed[s.name].every),
            asked.choice.formula,
            asked.choice.matched,
        )
        instead = dict(zip(firsts.tolist(), orphans[at].tolist(), strict=True))
        return replace(asked, choice=choice, shown_as=instead)


def _marks(allowed: Allowed, segment: Segment) -> NDArray[np.bool_]:
    if len(allowed.documents):
        return np.asarray(allowed.documents, np.bool_)
    return np.ones(len(segment), np.bool_)


def _contents(segment: Segment) -> dict[int, str]:
    """Document → its content, where that can be told. A kind of records of which none of some says
    it is passed over: imported files have no such columns, and would be read for nothing."""
    found: dict[int, str] = {}
    for documents in _by_kind(segment):
        some = documents[:: len(documents) // LOOKED_AT + 1].tolist()
        if any(content_of(segment, document) is not None for document in some):
            contents = ((at, content_of(segment, at)) for at in documents.tolist())
            found.update((at, content) for at, content in contents if content is not None)
    return dict(sorted(found.items()))


def _by_kind(segment: Segment) -> list[Positions]:
    kinds = segment.facets.get("kind")
    if kinds is None:
        return [np.arange(len(segment))]
    holders = np.repeat(
        np.arange(len(segment)), np.diff(kinds.starts.astype(np.int64)).astype(np.int64)
    )
    return [holders[kinds.ordinals == kind] for kind in range(len(kinds.labels))]
