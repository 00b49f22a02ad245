"""A page judge: long pages are relevant."""

from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.model.pageview import PageView
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict, ScoreTerm


class LongReadsOptions(Options):
    """What counts as long."""

    words: int = Field(300, ge=1, description="A page with at least this many words is relevant.")


class LongReads:
    """Judges a page by its length."""

    def __init__(self, options: LongReadsOptions) -> None:
        self._enough = options.words

    def judge(self, page: PageView) -> PageVerdict:
        words = len(page.document.text.split())
        term = ScoreTerm("length", words, f"{words} words")
        return PageVerdict(min(1.0, words / self._enough / 2), words >= self._enough, (term,))


def make(options: LongReadsOptions, topic: Topic) -> LongReads:
    """What the crawl is about comes, too; this judge has no use for it."""
    return LongReads(options)


LONG_READS = (LongReadsOptions, make)
