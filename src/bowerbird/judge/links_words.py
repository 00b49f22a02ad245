"""Links by the words around them and the page they stand on: plain, without learning."""

from collections.abc import Sequence

from pydantic import Field

from bowerbird.model.document import Document, LinkContext
from bowerbird.model.options import Options
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict
from bowerbird.web.url import Url


class WordsLinkOptions(Options):
    """How much each hint counts; what they sum to is cut at 1."""

    parent: float = Field(0.5, ge=0, le=1, description="Times the score of the page it is on.")
    anchor: float = Field(0.35, ge=0, le=1, description="A query word is in the anchor text.")
    nearby: float = Field(0.1, ge=0, le=1, description="A query word is in the text around it.")
    in_url: float = Field(0.2, ge=0, le=1, description="A query word is in its URL.")


class WordsLinkJudge:
    """Prefers links whose words match the query, on pages that did."""

    def __init__(self, options: WordsLinkOptions, topic: Topic) -> None:
        self._options = options
        self._words = topic.words

    def priorities(
        self, links: Sequence[tuple[Url, LinkContext]], on: Document, verdict: PageVerdict
    ) -> list[float]:
        start = self._options.parent * verdict.score
        if not self._words:
            return [start] * len(links)
        return [min(1.0, start + self._hints(url, context)) for url, context in links]

    def _hints(self, url: Url, context: LinkContext) -> float:
        options = self._options
        return (
            options.anchor * self._any_in(context.anchor)
            + options.nearby * self._any_in(context.nearby)
            + options.in_url * self._any_in(url.href)
        )

    def _any_in(self, text: str) -> bool:
        folded = text.casefold()
        return any(word in folded for word in self._words)
