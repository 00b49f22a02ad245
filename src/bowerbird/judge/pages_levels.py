"""Concept-vector ranking by level (P2, steps 1 to 6).

A seed ranks by how much it speaks of the topic's concepts, beside the other seeds. A page that a
link led to ranks by the mean of

    rank of its source × similarity to it,  similarity to what else the source led to,
    similarity to the combined vector of topic and seeds,

level after level. Pages that rank least among those of their depth are discarded: they score
nothing, whatever the threshold. While a crawl goes on a level is known as far as it was read.
"""

import numpy as np

from bowerbird.judge.level_book import ENOUGH, LevelBook, Ranked
from bowerbird.judge.matching import Weights, matcher_of
from bowerbird.judge.memory import state_key
from bowerbird.judge.page_options import ConceptOptions
from bowerbird.judge.pages_concept import ConceptJudge, ConceptSpace
from bowerbird.judge.scoring import squashed
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import Lesson, PageJudge
from bowerbird.model.storage import Batch, Store
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict, ScoreTerm


def concept_judge(options: ConceptOptions, topic: Topic) -> PageJudge:
    """The concept vector alone, or the ranking by level."""
    return LevelJudge(options, topic) if options.by_level else ConceptJudge(options, topic)


class LevelJudge:
    """Ranks pages by what they are made of and where they were found."""

    def __init__(self, options: ConceptOptions, topic: Topic) -> None:
        self._options = options
        self._matcher = matcher_of(topic)
        self._space = ConceptSpace(self._matcher)
        self._book = LevelBook(state_key("levels", topic), int(self._space.wanted.sum()))

    def judge(self, page: PageView) -> PageVerdict:
        wanted = self._wanted(page)
        parts = self._of_seed(wanted) if page.is_seed else self._of_page(page, wanted)
        rank = sum(part.value for part in parts)
        least = self._among_the_least(page.depth, rank)
        if least is not None:
            return PageVerdict(0.0, False, (*parts, least))
        threshold = self._options.threshold
        return PageVerdict(squashed(rank, threshold, 2.0), rank >= threshold, parts)

    def recall(self, store: Store) -> None:
        """See LearningJudge."""
        self._book.open(store)

    def learn(self, lesson: Lesson, batch: Batch) -> None:
        """See LearningJudge."""
        if lesson.rating is not None:
            return
        page, book = lesson.page, self._book
        wanted = self._wanted(page)
        parts = () if page.is_seed else self._of_page(page, wanted)
        said = book.note_seed(self._said(page)) if page.is_seed else 0.0
        rank = said if page.is_seed else sum(part.value for part in parts)
        direction = tuple(map(float, _direction(wanted)))
        book.note(page.url.identity, page.found_on, Ranked(rank, page.is_seed, direction), batch)
        if not page.is_seed:
            book.note_level(page.depth, rank)
        book.keep(batch)

    def _said(self, page: PageView) -> Weights:
        """What the page says of each wanted concept."""
        vector: Weights = self._space.vector(self._matcher.look(page))[:-1][self._space.wanted]
        return vector

    def _wanted(self, page: PageView) -> Weights:
        """The same as a share of all that it says."""
        vector = self._space.vector(self._matcher.look(page))
        length = float(np.linalg.norm(vector))
        shares: Weights = vector[:-1][self._space.wanted] / (length or 1.0)
        return shares

    def _combined(self) -> Weights:
        """The topic counts like one seed more, so that it is there before any was read."""
        seeds = np.array(self._book.shared.combined)
        return _direction(_direction(self._space.topic[self._space.wanted]) + _direction(seeds))

    def _of_seed(self, wanted: Weights) -> tuple[ScoreTerm, ...]:
        fits = float(wanted @ self._combined())
        seeds = self._book.shared.seeds
        told = f"its concepts beside those of the topic and {seeds} other seeds"
        return (ScoreTerm("seed", round(fits, 3), told),)

    def _of_page(self, page: PageView, wanted: Weights) -> tuple[ScoreTerm, ...]:
        """The parts of the mean that are known."""
        book, found_on = self._book, page.found_on
        parts = [("combined", float(wanted @ self._combined()), "like the topic and its seeds")]
        source = book.ranked(found_on) if found_on else None
        if source is not None:
            rank, alike = book.rank(source), float(wanted @ np.array(source.direction))
            told = f"rank {rank:.2f} × {alike:.2f} like {found_on}"
            parts.append(("source", rank * alike, told))
        family = book.family(found_on) if found_on else None
        if family is not None:
            alike = float(wanted @ np.array(family.directions)) / family.pages
            parts.append(("siblings", alike, f"like {family.pages} others found there"))
        return tuple(
            ScoreTerm(name, round(value / len(parts), 4), told) for name, value, told in parts
        )

    def _among_the_least(self, level: int, rank: float) -> ScoreTerm | None:
        """Is it among those of its level that are discarded?"""
        if level == 0:
            return None
        below, pages = self._book.place(level, rank)
        options = self._options
        if pages < max(ENOUGH, options.discard_pages + 1):
            return None
        if below < options.discard * pages or below < options.discard_pages:
            told = f"discarded: {below} of {pages} pages of level {level} rank no higher"
            return ScoreTerm("level", 0.0, told)
        return None


def _direction(vector: Weights) -> Weights:
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector
