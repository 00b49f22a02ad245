"""Where the terms of a topic stand on a page: in its URL, title, headings and text.

A topic is compiled once into a table of word numbers, and a page is looked at once for all judges
of a pool, over the words that its fingerprints are made of.

A word of several meanings has one on a page (Gale, Church, Yarowsky 1992). Where somebody chose a
sense, the word counts as much as what else stands there speaks for that sense, not for others.
"""

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bowerbird.model.pageview import PageView
from bowerbird.model.topic import Topic, TopicTerm

if TYPE_CHECKING:
    from bowerbird.text.word_hashes import Words

Counts = NDArray[np.int32]
Weights = NDArray[np.float64]
SPEAKS_AGAINST = 0.2  # weights nearer to 0 are of words that mean much else, such as "person"
SENSE_ASSUMED = 1.0  # occurrences that speak for the chosen sense before any was found
SHORTEST_INSIDE = 4  # letters of a word that is looked for inside the words of a URL, too


class Evidence(Struct, frozen=True):
    """How often each term occurs, by place."""

    url: Counts
    title: Counts
    headings: Counts
    body: Counts
    length: int  # of the text, in words
    meant: Weights  # of each term, how likely it is meant here as the topic has it


class TopicMatcher:
    """Finds the terms of one topic."""

    def __init__(
        self, terms: tuple[TopicTerm, ...], asked: tuple[str, ...], *, senses_chosen: bool
    ) -> None:
        self.terms = terms
        self.weights: Weights = np.array([term.weight for term in terms], np.float64)
        places = {term.term: at for at, term in enumerate(terms) if term.weight > 0}
        self._inside = [
            (word, places[word])
            for word in asked
            if word in places and len(word) >= SHORTEST_INSIDE
        ]
        self._ambiguous = np.array([senses_chosen and term.term in asked for term in terms], bool)
        self._for_sense = np.where(self._ambiguous, 0.0, np.maximum(self.weights, 0.0))
        strength = np.where(self.weights <= -SPEAKS_AGAINST, -self.weights, 0.0)
        self._against_sense = strength / max(1e-9, float(strength.max(initial=0.0)))
        self._all = np.ones(len(terms))
        self._last: tuple[PageView, Evidence] | None = None

    @cached_property
    def _table(self) -> "_Table":
        """Made for the first page: whoever only checks a plan need not load numba."""
        return _Table(self.terms)

    def look(self, page: PageView) -> Evidence:
        """The evidence of a page; the judges of a pool ask one after the other."""
        if self._last is not None and self._last[0] is page:
            return self._last[1]
        document, table = page.document, self._table
        headings = "\n".join(heading.text for heading in document.headings)
        title, body = table.count_in(document.title), table.count(page.words)
        found = Evidence(
            url=self._in_url(page.url.href),
            title=title,
            headings=table.count_in(headings),
            body=body,
            length=len(page.words),
            meant=self._meant(title + body) if self._ambiguous.any() else self._all,
        )
        self._last = page, found
        return found

    def _meant(self, often: Counts) -> Weights:
        fits = float(self._for_sense @ often)
        share = (0.5 + fits) / (1.0 + fits + float(self._against_sense @ often))
        return np.where(self._ambiguous, share, 1.0)

    def _in_url(self, href: str) -> Counts:
        counts = self._table.count_in(href)
        folded = href.lower()
        for word, at in self._inside:
            if not counts[at] and word in folded:
                counts[at] = 1
        return counts

    def told(self, contributions: Weights, most: int = 4) -> str:
        """The terms that contributed most, for or against."""
        found = contributions.nonzero()[0]
        if not len(found):
            return ""
        pairs = zip(contributions[found].tolist(), found.tolist(), strict=True)
        strongest = sorted(pairs, key=lambda pair: -abs(pair[0]))[:most]
        return ", ".join(self.terms[at].term for _, at in strongest)


@lru_cache(maxsize=4)
def _matcher(
    terms: tuple[TopicTerm, ...], words: tuple[str, ...], senses_chosen: bool
) -> TopicMatcher:
    return TopicMatcher(terms, words, senses_chosen=senses_chosen)


def matcher_of(topic: Topic) -> TopicMatcher:
    """One for all judges of a topic, so that they look at a page together."""
    return _matcher(topic.terms, topic.words, topic.senses_chosen)


class _Table:
    """See `word_kernels.count_terms`."""

    def __init__(self, terms: tuple[TopicTerm, ...]) -> None:
        from bowerbird.judge.word_kernels import count_terms  # loads numba
        from bowerbird.text.word_hashes import word_hashes

        self._count_terms, self._words_of = count_terms, word_hashes
        self._against = np.array([term.weight < 0 for term in terms], np.int32)
        self._patterns: list[int] = []
        self._following: list[int] = []
        firsts: dict[int, int] = {}
        # Those against come first in a chain: they hide what stands inside them.
        for at in sorted(range(len(terms)), key=lambda at: terms[at].weight > 0, reverse=True):
            for form in dict.fromkeys((terms[at].term, *terms[at].forms)):
                self._add(word_hashes(form), at, firsts)
        bits = max(4, (4 * len(firsts)).bit_length())
        self._shift = 64 - bits
        self._keys = np.zeros(1 << bits, np.uint64)
        self._firsts = np.full(1 << bits, -1, np.int32)
        for word, pattern in firsts.items():
            slot = (word * 0x9E3779B97F4A7C15 & (1 << 64) - 1) >> self._shift
            while self._firsts[slot] >= 0:
                slot = (slot + 1) & (1 << bits) - 1
            self._keys[slot], self._firsts[slot] = word, pattern
        self._packed = np.array(self._patterns, np.int32)
        self._rest = np.array(self._following, np.uint64)

    def _add(self, words: "Words", term: int, firsts: dict[int, int]) -> None:
        if not len(words):
            return
        first, *rest = map(int, words)
        start = len(self._patterns)
        self._patterns += [firsts.get(first, -1), term, len(rest), len(self._following)]
        self._following += rest
        firsts[first] = start

    def count_in(self, text: str) -> Counts:
        return self.count(self._words_of(text))

    def count(self, words: "Words") -> Counts:
        counts = np.zeros(len(self._against), np.int32)
        if len(words):
            self._count_terms(
                words, self._keys, self._firsts, self._shift,
                self._packed, self._rest, self._against, counts,
            )  # fmt: skip
        return counts
