"""The rank of a seed (P2): how near its concept vector lies to the combined one of all seeds.

A vector has the weight of each term of the topic times how often the page says it, dampened by the
logarithm, at length one. Many seeds agree on what the topic is; one that says something else ranks
low, however loudly it says it.
"""

import re
from collections.abc import Mapping, Sequence
from math import log, sqrt

from bowerbird.model.document import Document
from bowerbird.model.topic import Topic
from bowerbird.text.tokens import tokens

MOST_TEXT = 50_000  # characters of a page that are looked at

Vector = Mapping[str, float]


def concept_vector(document: Document, topic: Topic) -> Vector:
    """What a page says of the topic; empty if nothing."""
    said = f" {' '.join(tokens(f'{document.title} {document.text[:MOST_TEXT]}'))} "
    found = {
        term.term: term.weight * (1 + log(count))
        for term in topic.terms
        if term.weight > 0 and (count := len(re.findall(rf"(?= {re.escape(term.term)} )", said)))
    }
    length = sqrt(sum(value * value for value in found.values()))
    return {name: value / length for name, value in found.items()} if length else {}


def seed_ranks(vectors: Sequence[Vector]) -> list[float]:
    """The cosine of each vector with the sum of all, 0 … 1."""
    combined: dict[str, float] = {}
    for vector in vectors:
        for name, value in vector.items():
            combined[name] = combined.get(name, 0.0) + value
    length = sqrt(sum(value * value for value in combined.values()))
    if not length:
        return [0.0] * len(vectors)
    return [
        sum(value * combined[name] for name, value in vector.items()) / length for vector in vectors
    ]
