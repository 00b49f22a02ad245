"""Keeping the queue in order while the model moves: what is asked for next is looked at again.

The heads of the queue are looked at with every page, the best hundred with every sixteenth, all of
them so seldom that it costs little. Only what really moved is filed anew.
"""

from collections.abc import Sequence
from functools import partial
from random import Random

import numpy as np

from bowerbird.judge import learner_kernel as kernel
from bowerbird.judge.learner import Learner, priority_of
from bowerbird.judge.link_memory import LinkMemory, Rows
from bowerbird.model.links import Moved

ACTIVE = 128  # links whose promise is kept up to date closely
LOOK_EVERY = 16  # pages
ROWS_A_PAGE = 25  # all links are looked at so often that it comes to this many for each page
LEAST_PAGES = 10  # but not more often than this
STEP = 0.5  # of promise, a logit: less is not worth a move; .1 finds no more on the made-up web
MOST_MOVES = 8  # at once; a move costs 20 µs
NEAR_TOP = 32  # what rises matters only where it is asked for soon
VENTURE = 12.0  # added to the promise of what is taken at a venture
TRIES = 8  # links of which the one on the most promising host is taken

_NONE = np.zeros(0, np.int64)


class Rescoring:
    """Says which queued URLs have to be filed anew."""

    def __init__(
        self, learner: Learner, memory: LinkMemory, explore: float, chance: Random
    ) -> None:
        self._learner = learner
        self._memory = memory
        self._explore = explore
        self._chance = chance
        self._active = _NONE
        self._changed: list[Rows] = []
        self._floor = -np.inf  # of promise: of those that are looked at closely
        self._pages = 0
        self._looked_at_all = 0

    def note(self, rows: Rows) -> None:
        """These are new; what is far below the best need not be looked at soon."""
        self._changed.append(rows[self._memory.facts[rows, kernel.PROMISE] >= self._floor])

    def note_changed(self, rows: Rows) -> None:
        """Another page leads there now, or they were raised."""
        self._changed.append(rows)

    def moves(self, heads: Sequence[int | None]) -> list[Moved]:
        """Which URLs moved since they were filed, those about to be asked for first."""
        self._pages += 1
        memory = self._memory
        rows = np.array([row for row in heads if row is not None], np.int64)
        self._learner.rescore(rows, memory)
        moved = self._filed(rows)
        if self._pages % LOOK_EVERY == 0:
            moved += self._filed(self._rising())
        if self._explore and self._chance.random() < self._explore:
            moved += self._filed(self._at_a_venture())
        return moved

    def _filed(self, rows: Rows) -> list[Moved]:
        """File these where they belong by now, each once."""
        memory, moved = self._memory, []
        for row in rows.tolist():
            promise, filed = memory.facts[row, kernel.PROMISE], memory.facts[row, kernel.FILED]
            name = memory.name(row)
            if name and abs(promise - filed) > STEP:
                memory.facts[row, kernel.FILED] = promise
                forget = partial(memory.forget, name)
                moved.append(Moved(name, priority_of(float(promise)), forget))
        return moved

    def _rising(self) -> Rows:
        """The best links that promise more than they did when they were filed."""
        memory = self._memory
        changed, self._changed = self._changed, []
        if self._pages - self._looked_at_all >= max(LEAST_PAGES, memory.size // ROWS_A_PAGE):
            rows = memory.rows()
            self._looked_at_all = self._pages
            self._learner.rescore(rows, memory)
            self._active = _best(rows, memory.facts[rows, kernel.PROMISE], ACTIVE)
        else:
            rows = _once(np.concatenate((self._active, *changed)))
            self._learner.rescore(rows, memory)
            self._active = _best(rows, memory.facts[rows, kernel.PROMISE], 2 * ACTIVE)
        if len(self._active) >= ACTIVE:
            self._floor = float(memory.facts[self._active, kernel.PROMISE].min()) - STEP
        best = _best(self._active, memory.facts[self._active, kernel.PROMISE], NEAR_TOP)
        gain = memory.facts[best, kernel.PROMISE] - memory.facts[best, kernel.FILED]
        return _best(best, gain, MOST_MOVES)

    def _at_a_venture(self) -> Rows:
        """One link that is taken although others promise more: of a few, the one whose host is the
        most promising by a draw from what it brought so far (Thompson)."""
        memory = self._memory
        best, chosen = -1.0, _NONE
        for _ in range(TRIES):
            row = self._chance.randrange(memory.capacity)
            if not memory.name(row):
                continue
            read, relevant = memory.hosts[memory.counts[row, kernel.HOST_OF]][:2].tolist()
            draw = self._chance.betavariate(1 + relevant, 1 + max(0.0, read - relevant))
            if draw > best:
                best, chosen = draw, np.array([row])
        memory.facts[chosen, kernel.RAISED] = VENTURE
        self._learner.rescore(chosen, memory)
        return chosen


def _once(rows: Rows) -> Rows:
    """Each row once; quicker than numpy's own way where there are few."""
    rows.sort()
    fresh = np.ones(len(rows), np.bool_)
    fresh[1:] = rows[1:] != rows[:-1]
    each: Rows = rows[fresh]
    return each


def _best(rows: Rows, by: np.ndarray, most: int) -> Rows:
    if len(rows) <= most:
        return rows
    best: Rows = rows[np.argpartition(-by, most)[:most]]
    return best
