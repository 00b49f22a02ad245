"""The online model of links: one logistic regression over every cue and over hashed words, moved
by each page that is read (AdaGrad, Duchi et al. 2011)."""

from math import exp

import numpy as np
import numpy.typing as npt

from bowerbird.judge import learner_kernel as kernel
from bowerbird.judge.link_memory import LinkMemory, Rows
from bowerbird.judge.link_options import LearnedLinkOptions
from bowerbird.judge.link_words_kernel import TOKEN_BITS

CUES = (
    "parent", "mean_parent", "shark", "siblings", "distance", "hub", "host", "in_links",
    "concept", "tags", "depth", "seed", "bias",
)  # fmt: skip
RARE = 5.0  # a relevant page counts for at most so many others
FIRST_HARVEST = 0.1  # before a page was read


class Learner:
    """Weights, and the world they were learnt in."""

    def __init__(self, options: LearnedLinkOptions) -> None:
        self._learns = options.learn
        priors = options.weights
        self.dense = np.ones((2, kernel.FEATURES + 1))
        self.dense[0] = [getattr(priors, name) for name in CUES]
        self.words = np.zeros((2, 1 << TOKEN_BITS), np.float32)
        self.words[1] = 1.0
        self.world = np.zeros(kernel.WORLD_SIZE)
        self.world[kernel.HARVEST] = FIRST_HARVEST
        self.world[kernel.RATE_DENSE] = options.rate
        self.world[kernel.RATE_TOKENS] = options.words_rate if options.words else 0.0
        self._relevant = 0.0

    @property
    def harvest(self) -> float:
        """The share of relevant pages so far."""
        return float(self.world[kernel.HARVEST])

    @property
    def pages(self) -> int:
        """How many pages were learnt from."""
        return int(self.world[kernel.READ])

    def rescore(self, rows: Rows, memory: LinkMemory) -> None:
        """Note for these rows what they promise now."""
        kernel.rescore(rows, *self._rows(memory), *self._state(memory))

    def rescore_apart(
        self,
        facts: npt.NDArray[np.float32],
        counts: npt.NDArray[np.int32],
        sources: npt.NDArray[np.int32],
        tokens: npt.NDArray[np.int32],
        memory: LinkMemory,
    ) -> npt.NDArray[np.float32]:
        """What links promise that are in no row yet."""
        rows = np.arange(len(facts))
        kernel.rescore(rows, facts, counts, sources, tokens, *self._state(memory))
        promises: npt.NDArray[np.float32] = facts[:, kernel.PROMISE]
        return promises

    def terms(self, row: int, memory: LinkMemory) -> npt.NDArray[np.float64]:
        """What each cue adds to a row's promise, then the bias, what was raised, and the sum."""
        out = np.zeros(kernel.FEATURES + 3)
        kernel.explain_row(row, out, *self._rows(memory), *self._state(memory))
        return out

    def learn(self, row: int, relevance: float, memory: LinkMemory) -> None:
        """The page behind this row turned out to be so relevant."""
        if self._learns:
            weight = min(RARE, 1.0 / max(self.harvest, 1e-3)) if relevance >= 0.5 else 1.0
            kernel.learn(row, relevance, weight, *self._rows(memory), *self._state(memory))

    @property
    def relevant(self) -> float:
        """The sum of their scores."""
        return self._relevant

    def recount(self, pages: int, relevant: float) -> None:
        """So many were read before."""
        self._relevant = relevant
        self.world[kernel.READ] = pages
        self._measure()

    def count(self, relevance: float) -> None:
        """One page more was read."""
        self._relevant += relevance
        self.world[kernel.READ] += 1
        self._measure()

    def _measure(self) -> None:
        # Ten pages of doubt: the first page alone says nothing about the share.
        self.world[kernel.HARVEST] = (self._relevant + 10 * FIRST_HARVEST) / (self.pages + 10)

    def _rows(self, memory: LinkMemory) -> tuple[npt.NDArray[np.generic], ...]:
        return memory.facts, memory.counts, memory.sources, memory.tokens

    def _state(self, memory: LinkMemory) -> tuple[npt.NDArray[np.generic], ...]:
        self.world[kernel.LATEST] = memory.latest
        return memory.pages, memory.hosts, self.dense, self.words, self.world


def priority_of(promise: float) -> float:
    """The place in the queue: the probability that the page is relevant."""
    return 1.0 / (1.0 + exp(-min(30.0, max(-30.0, promise))))
