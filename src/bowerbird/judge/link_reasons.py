"""Why a link stands where it stands: the summands of its promise, in words."""

import re
from collections.abc import Callable, Sequence

import numpy as np

from bowerbird.judge import learner_kernel as kernel
from bowerbird.judge.learner import CUES, Learner
from bowerbird.judge.link_memory import LinkMemory
from bowerbird.judge.link_words import FIELDS, address, word_tokens
from bowerbird.model.candidate import Candidate
from bowerbird.model.verdict import ScoreTerm
from bowerbird.text.tokens import fold

TOLD = 6  # summands, the weightiest first
WORDS_TOLD = 3
SOURCES_TOLD = 3
FIRST_NAMES = 1_000
NAME_EVERY = 8  # links, beyond those, whose words are named; naming all would cost 30 µs a page
NAMES = 20_000  # words that can be named; the others have numbers only
ALWAYS = "in_links"  # told whatever it adds: it says where the links are
LEAST = 0.005  # a summand below this tells nothing

_WORD = re.compile(r"[^\W\d_]{2,}")


class Reasons:
    """Names what the kernel only counts."""

    def __init__(self, learner: Learner, memory: LinkMemory) -> None:
        self._learner = learner
        self._memory = memory
        self._names: dict[int, str] = {}
        self._told = 0
        self._because: dict[str, Callable[[int, Sequence[int]], str]] = {
            "parent": self._best_source,
            "siblings": self._siblings,
            "hub": self._hub,
            "in_links": self._sources,
            "words": self._words,
            "depth": lambda row, _: f"{int(self._fact(row, kernel.LINKS_AWAY))} links from a seed",
        }

    def terms(self, row: int, candidate: Candidate) -> tuple[ScoreTerm, ...]:
        """What adds to the promise of this row, or takes from it; the weightiest first."""
        values = self._learner.terms(row, self._memory).tolist()
        raised, promise = values[-2:]
        words = promise - sum(values[:-1])
        named = [*zip(CUES, values[:-2], strict=True), ("raised", raised), ("words", words)]
        named.sort(key=lambda pair: -abs(pair[1]))
        sources = self._memory.living_sources(row)
        self._told += 1
        if len(self._names) < FIRST_NAMES or self._told % NAME_EVERY == 0:
            self.name_words(candidate)
        return tuple(
            ScoreTerm(name, round(value, 4), self._said(name, row, sources))
            for place, (name, value) in enumerate(named)
            if (place < TOLD and abs(value) >= LEAST) or name == ALWAYS
        )

    def name_words(self, candidate: Candidate) -> None:
        """Remember what words are called that lead to this URL."""
        if len(self._names) >= NAMES:
            return
        said = fold(f"{candidate.anchor} {address(candidate.url)}")
        for word in set(_WORD.findall(said)):
            for field, token in zip(FIELDS, word_tokens(word), strict=False):
                self._names[token] = f"{field}:{word}"

    def strongest(self, most: int) -> list[tuple[str, float]]:
        """The named words that say most for a page, then those that say most against it."""
        tokens = np.fromiter(self._names, np.int64, len(self._names))
        weights = self._learner.words[0, tokens]
        order = np.argsort(-weights, kind="stable")
        ends = [*order[:most], *order[: most - 1 : -1][:most]] if len(order) > 2 * most else order
        return [(self._names[int(tokens[at])], round(float(weights[at]), 3)) for at in ends]

    def _said(self, name: str, row: int, sources: Sequence[int]) -> str:
        because = self._because.get(name)
        return because(row, sources) if because is not None else ""

    def _words(self, row: int, _: Sequence[int]) -> str:
        tokens = self._memory.tokens[row, : self._memory.counts[row, kernel.TOKENS]]
        weights = self._learner.words[0, tokens]
        said: list[str] = []
        for at in np.argsort(-np.abs(weights)).tolist():
            name = self._names.get(int(tokens[at]))
            if name and abs(weights[at]) >= LEAST:
                said.append(f"{name} {weights[at]:+.2f}")
            if len(said) == WORDS_TOLD:
                break
        return ", ".join(said)

    def _fact(self, row: int, column: int) -> float:
        return float(self._memory.facts[row, column])

    def _best(self, sources: Sequence[int], column: int) -> tuple[float, str]:
        memory = self._memory
        found = [(float(memory.page(number)[column]), number) for number in sources]
        value, number = max(found, default=(0.0, -1))
        return value, memory.page_name(number)

    def _best_source(self, row: int, sources: Sequence[int]) -> str:
        value, name = self._best(sources, kernel.RELEVANCE)
        return f"{name} scored {value:.2f}" if name else ""

    def _sources(self, row: int, sources: Sequence[int]) -> str:
        names = [self._memory.page_name(number) for number in sources[:SOURCES_TOLD]]
        count = int(self._fact(row, kernel.IN_LINKS))
        more = count - len(names)
        said = f"linked from {', '.join(names)}" if names else ""
        return said + (f" and {more} more" if names and more else "")

    def _siblings(self, row: int, sources: Sequence[int]) -> str:
        best = max(
            (self._memory.page(number) for number in sources),
            key=lambda page: float(page[kernel.RELEVANT_LINKS]),
            default=None,
        )
        if best is None or not best[kernel.READ_LINKS]:
            return "none of them was read yet"
        read, relevant = best[kernel.READ_LINKS], best[kernel.RELEVANT_LINKS]
        return f"of {read:.0f} other links of the page, {relevant:.1f} were relevant"

    def _hub(self, row: int, sources: Sequence[int]) -> str:
        value, name = self._best(sources, kernel.HUBNESS)
        return f"{name} is a hub ({value:.2f})" if name else ""
