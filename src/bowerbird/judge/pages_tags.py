"""Pages that people bookmarked with tags of the topic (P2)."""

from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.model.pageview import PageView
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict, ScoreTerm


class TagsOptions(Options):
    """What bookmarks count."""

    threshold: float = Field(
        0.5, gt=0, le=1, description="Evidence from which a bookmarked page is relevant."
    )


class TagsJudge:
    """Goes by who kept a page and what they called it; of other pages it cannot tell."""

    def __init__(self, options: TagsOptions, topic: Topic) -> None:
        self._threshold = options.threshold
        self._bookmarked = topic.bookmarked

    def judge(self, page: PageView) -> PageVerdict:
        evidence = max(self._bookmarked.get(page.url.identity, 0.0), page.tagged)
        if not evidence:
            return PageVerdict(0.0, False, sure=0.0)
        term = ScoreTerm("tags", evidence, "bookmarked with tags of the topic")
        return PageVerdict(evidence, evidence >= self._threshold, (term,))
