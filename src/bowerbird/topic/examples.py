"""What pages that were named as examples are about: words that they say often and few others do.

How common a word is elsewhere is told by the lexicon: the commoner, the more senses it has. A word
that it does not know, such as a name, counts in full.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import sqrt

from bowerbird.model.document import Document
from bowerbird.model.topic import ConceptGraph, TopicTerm
from bowerbird.text.tokens import tokens
from bowerbird.topic.query import BIBLIOGRAPHIC, FUNCTION_WORDS

MOST_TERMS = 12
STRONGEST = 0.7  # what is asked for in words counts more
SATURATION = 1.2  # k1 of BM25: ten times is not ten times as much
IN_TITLE, IN_HEADING = 3.0, 2.0  # times a word of the text
MOST_WORDS = 20_000  # of a page that are looked at
LEAST_WEIGHT = 0.2  # less is chance
LEAST = 2  # times that a pair of words has to stand together to be one concept


def terms_of_examples(examples: Mapping[str, Document], graph: ConceptGraph) -> list[TopicTerm]:
    """The strongest terms of these pages (by name) together."""
    scores: dict[str, float] = {}
    told: dict[str, dict[str, int]] = {}
    for name, document in examples.items():
        counts = _counts(document, graph)
        for term, count in counts.items():
            saturated = count * (SATURATION + 1) / (count + SATURATION)
            worth = saturated / sqrt(max(1, len(graph.find(term))))
            scores[term] = scores.get(term, 0.0) + worth
            told.setdefault(term, {})[name] = round(count)
    best = sorted(scores, key=lambda term: (-scores[term], term))[:MOST_TERMS]
    weights = {term: round(STRONGEST * scores[term] / scores[best[0]], 3) for term in best}
    return [
        TopicTerm(term, weight, _because(told[term]))
        for term, weight in weights.items()
        if weight >= LEAST_WEIGHT
    ]


def _counts(document: Document, graph: ConceptGraph) -> dict[str, float]:
    """Words, and pairs that are one concept; each with how often it is said, titles more."""
    parts = [(document.title, IN_TITLE), (document.text, 1.0),
             *((heading.text, IN_HEADING) for heading in document.headings)]  # fmt: skip
    found: dict[str, float] = {}
    pairs: dict[str, float] = {}
    for text, weight in parts:
        said = tokens(text)[:MOST_WORDS]
        for word in filter(_says_something, said):
            found[word] = found.get(word, 0.0) + weight
        for pair in _pairs(said):
            pairs[pair] = pairs.get(pair, 0.0) + weight
    for pair, count in pairs.items():
        if count >= LEAST and graph.find(pair):
            found[pair] = count
            for word in pair.split():  # what only stands in it is not counted twice
                found[word] = max(0.0, found.get(word, 0.0) - count)
    return {term: count for term, count in found.items() if count > 0}


def _pairs(said: Sequence[str]) -> Iterator[str]:
    for first, second in pairwise(said):
        if _says_something(first) and _says_something(second):
            yield f"{first} {second}"


def _says_something(word: str) -> bool:
    return len(word) > 2 and not word.isdecimal() and word not in _SAYS_NOTHING


_SAYS_NOTHING = FUNCTION_WORDS | BIBLIOGRAPHIC


def _because(counts: Mapping[str, int]) -> str:
    name, count = max(counts.items(), key=lambda each: each[1])
    more = f" and on {len(counts) - 1} more" if len(counts) > 1 else ""
    return f"said often on {name}{more} (counts {count}×)"
