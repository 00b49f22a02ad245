"""A page judge: long pages are relevant."""

from pydantic import Field

from bowerbird.model.document import Document
from bowerbird.model.options import Options
from bowerbird.model.verdict import PageVerdict, ScoreTerm
from bowerbird.web.url import Url


class LongReadsOptions(Options):
    """What counts as long."""

    words: int = Field(300, ge=1, description="A page with at least this many words is relevant.")


class LongReads:
    """Judges a page by its length."""

    def __init__(self, options: LongReadsOptions) -> None:
        self._enough = options.words

    def judge(self, document: Document, url: Url) -> PageVerdict:
        words = len(document.text.split())
        term = ScoreTerm("length", words, f"{words} words")
        return PageVerdict(min(1.0, words / self._enough / 2), words >= self._enough, (term,))


def make(options: LongReadsOptions, words: object) -> LongReads:
    """The topic's words come too; this judge has no use for them."""
    return LongReads(options)


LONG_READS = (LongReadsOptions, make)
