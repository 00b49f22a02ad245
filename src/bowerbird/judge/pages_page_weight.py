"""The page weight of P3: what the query weighs in a page's URL, title, body and out-links.

    weight(page) = weight(URL) + weight(title) + weight(body) + weight(out-links)

The raw weight is compared with the threshold; the score is that weight squeezed into 0 … 1 so that
the threshold lies at one half.
"""

import re

from pydantic import Field

from bowerbird.model.document import Document
from bowerbird.model.options import Options
from bowerbird.model.pageview import PageView
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict, ScoreTerm
from bowerbird.web.url import Url


class PageWeightOptions(Options):
    """The weights of P3, all of them configurable."""

    in_url: float = Field(3.0, ge=0, description="Added for each query word that is in the URL.")
    in_title: float = Field(5.0, ge=0, description="Added for each query word in the title.")
    per_occurrence: float = Field(1.0, ge=0, description="Times the occurrences in the body.")
    most_occurrences: int = Field(
        20, ge=1, description="Occurrences of one word beyond this many add nothing more."
    )
    per_link: float = Field(0.01, ge=0, description="Times the number of out-links.")
    most_links: int = Field(100, ge=0, description="Out-links beyond this many add nothing more.")
    threshold: float = Field(
        6.0, gt=0, description="A page that weighs at least this much is relevant."
    )


class PageWeightJudge:
    """Weighs pages against a plain query."""

    def __init__(self, options: PageWeightOptions, topic: Topic) -> None:
        self._options = options
        self._words = topic.words
        self._patterns = [re.compile(rf"\b{re.escape(word)}\b") for word in self._words]

    def judge(self, page: PageView) -> PageVerdict:
        terms = self._terms(page.document, page.url)
        weight = sum(term.value for term in terms)
        threshold = self._options.threshold
        return PageVerdict(
            score=weight / (weight + threshold), relevant=weight >= threshold, terms=terms
        )

    def _terms(self, document: Document, url: Url) -> tuple[ScoreTerm, ...]:
        options = self._options
        address, title, body = (
            url.href.casefold(),
            document.title.casefold(),
            document.text.casefold(),
        )
        in_url = [word for word in self._words if word in address]
        in_title = [w for w, p in zip(self._words, self._patterns, strict=True) if p.search(title)]
        counts = [min(len(p.findall(body)), options.most_occurrences) for p in self._patterns]
        found = ", ".join(f"{w} {n}×" for w, n in zip(self._words, counts, strict=True) if n)
        links = min(len(document.links), options.most_links) if any(counts) else 0
        return (
            ScoreTerm("url", options.in_url * len(in_url), " ".join(in_url)),
            ScoreTerm("title", options.in_title * len(in_title), " ".join(in_title)),
            ScoreTerm("body", options.per_occurrence * sum(counts), found),
            ScoreTerm("out-links", options.per_link * links, f"{links} links"),
        )
