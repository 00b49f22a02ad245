"""Pages in other languages than those that were asked for count less."""

from collections.abc import Collection

import msgspec

from bowerbird.model.pageview import PageView
from bowerbird.model.ports import LearningJudge, Lesson, PageJudge
from bowerbird.model.storage import Batch, Store
from bowerbird.model.verdict import PageVerdict, ScoreTerm

HALF = 0.5  # where judges put their thresholds


class LanguageJudge:
    """Another judge, whose scores it lowers; a page whose language nobody knows is left alone."""

    def __init__(self, judge: PageJudge, languages: Collection[str], factor: float) -> None:
        self._judge = judge
        self._languages = frozenset(languages)
        self._factor = factor

    def judge(self, page: PageView) -> PageVerdict:
        verdict = self._judge.judge(page)
        language = page.document.language
        if not language or language in self._languages or not verdict.score:
            return verdict
        score = verdict.score * self._factor
        lost = ScoreTerm("language", round(score - verdict.score, 3), f"it is in {language!r}")
        return msgspec.structs.replace(
            verdict,
            score=score,
            relevant=verdict.relevant and score >= HALF,
            terms=(*verdict.terms, lost),
        )

    def recall(self, store: Store) -> None:
        """See LearningJudge."""
        if isinstance(self._judge, LearningJudge):
            self._judge.recall(store)

    def learn(self, lesson: Lesson, batch: Batch) -> None:
        """See LearningJudge."""
        if isinstance(self._judge, LearningJudge):
            self._judge.learn(lesson, batch)
