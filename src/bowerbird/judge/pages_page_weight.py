"""The page weight of P3: what the query weighs in a page's URL, title, body and out-links.

    weight(page) = weight(URL) + weight(title) + weight(body) + weight(out-links)

The raw weight, the sum of these parts, is compared with the threshold; the score is that weight
squeezed into 0 … 1 so that the threshold lies at one half. A term that expansion added counts by
its weight in the topic, and one that speaks against the topic takes away.
"""

import numpy as np

from bowerbird.judge.matching import matcher_of
from bowerbird.judge.page_options import PageWeightOptions
from bowerbird.judge.scoring import squashed
from bowerbird.model.pageview import PageView
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict, ScoreTerm


class PageWeightJudge:
    """Weighs pages against the terms of a topic, each times what it weighs there."""

    def __init__(self, options: PageWeightOptions, topic: Topic) -> None:
        self._options = options
        self._matcher = matcher_of(topic)

    def judge(self, page: PageView) -> PageVerdict:
        terms = self._terms(page)
        weight = max(0.0, sum(term.value for term in terms))
        threshold = self._options.threshold
        return PageVerdict(squashed(weight, threshold), weight >= threshold, terms)

    def _terms(self, page: PageView) -> tuple[ScoreTerm, ...]:
        options, matcher = self._options, self._matcher
        found, told = matcher.look(page), matcher.told
        weights = matcher.weights * found.meant
        in_url = weights * (found.url > 0)
        in_title = weights * (found.title > 0)
        in_body = weights * np.minimum(found.body, options.most_occurrences)
        links = min(len(page.document.links), options.most_links) if in_body.any() else 0
        return (
            ScoreTerm("url", options.in_url * float(in_url.sum()), told(in_url)),
            ScoreTerm("title", options.in_title * float(in_title.sum()), told(in_title)),
            ScoreTerm("body", options.per_occurrence * float(in_body.sum()), told(in_body)),
            ScoreTerm("out-links", options.per_link * links, f"{links} links"),
        )
