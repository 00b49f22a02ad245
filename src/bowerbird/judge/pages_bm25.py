"""BM25 over title, headings and text: the query is the topic, each term times what it weighs there.

How rare a term is, is learnt from the pages of the crawl that turned out not to be relevant: a word
of theirs does not tell. There is no collection to compare with, so the score is 1 − exp(−BM25 ÷ τ),
and τ is such that seeds score 0.7 on average.
"""

import msgspec
import numpy as np

from bowerbird.judge.matching import Evidence, Weights, matcher_of
from bowerbird.judge.memory import keep, recalled, state_key
from bowerbird.judge.page_options import Bm25Options
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import Lesson
from bowerbird.model.storage import Batch, Store
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict, ScoreTerm

# A page that has one word of the query in its title and six times in its text scores about 0.6 as
# long as no seed was read, one that has it once 0.35; with every further word more is expected.
TAU_OF_ONE_WORD = 7.0
SEEDS_SCORE = 0.7
SEEDS_ASSUMED = 2  # τ moves away from its beginning as if so many seeds had said so
PAGES_ASSUMED = 20.0  # without any term of the topic, before one was read
USUAL_LENGTH = 400.0  # words


class Learnt(msgspec.Struct):
    """What the pages of the crawl said so far."""

    frequencies: list[int]  # for each term: irrelevant pages that have it
    irrelevant: int = 0
    pages: int = 0
    words: int = 0  # of all pages
    seeds: int = 0  # that have a term of the topic
    taus: float = 0.0  # summed over these seeds: by which each would score 0.7


class Bm25Judge:
    """Compares pages with the topic as a search engine does."""

    def __init__(self, options: Bm25Options, topic: Topic) -> None:
        self._options = options
        self._matcher = matcher_of(topic)
        self._key = state_key("bm25", topic)
        self._first_tau = TAU_OF_ONE_WORD * (0.5 + 0.5 * max(1, len(topic.words)))
        self._know(Learnt([0] * len(topic.terms)))

    def judge(self, page: PageView) -> PageVerdict:
        contributions = self._contributions(self._matcher.look(page))
        raw = max(0.0, float(contributions.sum()))
        score = -float(np.expm1(-raw / self._tau))
        term = ScoreTerm("bm25", round(raw, 2), self._matcher.told(contributions))
        return PageVerdict(score, score >= self._options.threshold, (term,))

    def recall(self, store: Store) -> None:
        """See LearningJudge."""
        known = recalled(store, self._key, Learnt)
        if known is not None:
            self._know(known)

    def learn(self, lesson: Lesson, batch: Batch) -> None:
        """See LearningJudge."""
        found, learnt = self._matcher.look(lesson.page), self._learnt
        if lesson.rating is None:  # a page that a person rates was counted when it was read
            learnt.pages += 1
            learnt.words += found.length
            if lesson.page.is_seed:
                self._note_seed(float(self._contributions(found).sum()))
            if not lesson.verdict.relevant:
                learnt.irrelevant += 1
                has = (found.body > 0) | (found.title > 0)
                for at in np.flatnonzero(has):
                    learnt.frequencies[at] += 1
            self._know(learnt)
        keep(self._key, learnt, batch)

    def _note_seed(self, raw: float) -> None:
        if raw > 0:
            self._learnt.seeds += 1
            self._learnt.taus += raw / -float(np.log1p(-SEEDS_SCORE))

    def _know(self, learnt: Learnt) -> None:
        self._learnt = learnt
        frequencies = np.array(learnt.frequencies, np.float64)
        rest = PAGES_ASSUMED + learnt.irrelevant - frequencies
        rarity = np.log1p((rest + 0.5) / (frequencies + 1.0))
        self._term_weights: Weights = self._matcher.weights * rarity * (self._options.k + 1)
        words = PAGES_ASSUMED * USUAL_LENGTH + learnt.words
        self._length = words / (PAGES_ASSUMED + learnt.pages)
        assumed = SEEDS_ASSUMED * self._first_tau
        tau = (assumed + learnt.taus) / (SEEDS_ASSUMED + learnt.seeds)
        self._tau = min(2 * self._first_tau, max(0.5 * self._first_tau, tau))

    def _contributions(self, found: Evidence) -> Weights:
        options = self._options
        often = options.title * found.title + options.headings * found.headings + found.body
        norm = options.k * (1 - options.b + options.b * found.length / self._length)
        saturated: Weights = often / (often + norm + 1e-9)
        return self._term_weights * found.meant * saturated
