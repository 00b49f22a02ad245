"""Twins: records with the same content. A search shows the first of them alone, so that one counts,
and what was judged of any of them was judged of it."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bowerbird.index.options import RankingOptions
from bowerbird.index.ranker import Allowed, Choice
from bowerbird.index.reading import Segment, Snapshot
from bowerbird.tuning.candidates import Asked, Understand

Positions = NDArray[np.int64]


class TwinFinder:
    """Finds twins in snapshots."""

    def first_of(self, snapshot: Snapshot) -> Positions | None:
        """Position → the first living record with this content; None: all are different."""
        segments = snapshot.segments
        if not segments:
            return None
        contents = np.concatenate([segment.contents for segment in segments])
        alive = np.concatenate([segment.alive for segment in segments])
        told = np.flatnonzero((contents != 0) & alive)
        first = np.arange(len(contents), dtype=np.int64)
        _, at, which = np.unique(contents[told], return_index=True, return_inverse=True)
        first[told] = told[at[which]]
        return first if len(at) < len(told) else None


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
