"""The concept vector of P2: which concepts of the topic a page is made of, and how much.

Each concept is a direction; what a page says of it is Σ over its names of weight × (1 + ln
occurrences), and one more direction stands for all the rest of a text, or a page that names a
concept once in passing would be as much about it as one that speaks of nothing else. The score is
the cosine with the vector of the topic, in which senses that are not meant point the other way.
"""

import numpy as np

from bowerbird.judge.matching import Evidence, TopicMatcher, Weights, matcher_of
from bowerbird.judge.page_options import ConceptOptions
from bowerbird.judge.scoring import squashed
from bowerbird.model.pageview import PageView
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict, ScoreTerm

IN_TITLE, IN_HEADINGS = 3.0, 2.0  # an occurrence there counts as so many in the text
# No page speaks of all that a topic of sixty concepts has: from this length on, a longer vector of
# the topic does not make the same page less about it.
FULL_TOPIC = 1.75
MOST_TOLD = 4  # concepts that a reason names
WORDS_OF_ONE = 25.0  # so many words of other things weigh like one occurrence of a concept


class ConceptSpace:
    """The concepts of a topic as directions."""

    def __init__(self, matcher: TopicMatcher) -> None:
        terms = matcher.terms
        names = list(dict.fromkeys(term.concept or term.term for term in terms))
        places = {name: at for at, name in enumerate(names)}
        self._concept_of = np.array([places[term.concept or term.term] for term in terms], np.intp)
        self._size = len(names)
        self._names = np.abs(matcher.weights)  # how much each name means its concept
        self.topic: Weights = np.zeros(len(names))
        for term in terms:
            at = places[term.concept or term.term]
            if abs(term.weight) > abs(self.topic[at]):
                self.topic[at] = term.weight
        self._names /= np.maximum(np.abs(self.topic[self._concept_of]), 1e-9)
        for_it = float(np.linalg.norm(np.maximum(self.topic, 0.0)))
        self._full = max(1e-9, min(FULL_TOPIC, for_it))
        self.wanted = self.topic > 0
        self.labels = [next(t.term for t in terms if (t.concept or t.term) == n) for n in names]

    def vector(self, found: Evidence) -> Weights:
        """What a page says of each concept; the last direction is everything else."""
        often = IN_TITLE * found.title + IN_HEADINGS * found.headings + found.body
        repeated = np.where(often > 0, 1 + np.log(np.maximum(often, 1)), 0.0)
        vector: Weights = np.zeros(self._size + 1)
        np.add.at(vector, self._concept_of, self._names * found.meant * repeated)
        vector[-1] = np.log1p(found.length / WORDS_OF_ONE)
        return vector

    def contributions(self, vector: Weights) -> Weights:
        """What each concept adds to the cosine with the topic, for or against."""
        length = float(np.linalg.norm(vector))
        if not length:
            return np.zeros(self._size)
        shares: Weights = vector[:-1] * self.topic / (length * self._full)
        return shares

    def told(self, shares: Weights) -> str:
        """The concepts that contributed most, for or against."""
        found = shares.nonzero()[0]
        strongest = found[np.argsort(-np.abs(shares[found]))[:MOST_TOLD]]
        return ", ".join(self.labels[at] for at in strongest.tolist())


class ConceptJudge:
    """Compares pages with the topic concept by concept."""

    def __init__(self, options: ConceptOptions, topic: Topic) -> None:
        self._threshold = options.threshold
        self._matcher = matcher_of(topic)
        self._space = ConceptSpace(self._matcher)

    def judge(self, page: PageView) -> PageVerdict:
        vector = self._space.vector(self._matcher.look(page))
        shares = self._space.contributions(vector)
        cosine = min(1.0, max(0.0, float(shares.sum())))
        told = self._space.told(shares)
        score = squashed(cosine, self._threshold, 2.0)
        terms = (ScoreTerm("concept", round(cosine, 3), told),)
        return PageVerdict(score, cosine >= self._threshold, terms)
