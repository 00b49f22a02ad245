"""Topic expansion (P2): from concepts to weighted terms, for two kinds of reader.

A *basic* reader wants an overview: what is above a concept, and the levels below it breadth first.
An *advanced* reader wants what is special: all levels below, parts, related work; what is above is
context only. Every step costs; the product of a way's costs is a term's weight.
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from bowerbird.model.topic import ConceptGraph, Relation, RelationKind, TopicTerm
from bowerbird.text.tokens import tokens

Reader = Literal["basic", "advanced"]
LEAST_WEIGHT = 0.15
MOST_TERMS = 60
REJECTED = -0.3  # of a sense that was not meant: soft evidence against
REJECTED_ABOVE = -0.15  # and of what that is a kind of


class Step(Struct, frozen=True):
    """What a step of one kind costs, and how many may follow each other."""

    weight: float
    decay: float = 1.0  # times this for each further step of the kind
    most: int = 1


STEPS: Mapping[Reader, Mapping[RelationKind, Step]] = {
    "basic": {
        RelationKind.BROADER: Step(0.6, most=2),
        RelationKind.NARROWER: Step(0.7, 0.7, most=2),
        RelationKind.PART: Step(0.5),
        RelationKind.WHOLE: Step(0.4),
        RelationKind.RELATED: Step(0.4),
        RelationKind.EQUIVALENT: Step(0.95, most=3),
    },
    "advanced": {
        RelationKind.BROADER: Step(0.2),
        RelationKind.NARROWER: Step(0.9, 0.9, most=20),
        RelationKind.PART: Step(0.6),
        RelationKind.WHOLE: Step(0.2),
        RelationKind.RELATED: Step(0.5),
        RelationKind.EQUIVALENT: Step(0.95, most=3),
    },
}
SIBLING: Mapping[Reader, float] = {"basic": 0.25, "advanced": -0.2}
_SAID = {
    RelationKind.BROADER: "{} is a kind of it",
    RelationKind.NARROWER: "a kind of {}",
    RelationKind.PART: "a part of {}",
    RelationKind.WHOLE: "{} is a part of it",
    RelationKind.RELATED: "related to {}",
    RelationKind.EQUIVALENT: "the same as {}",
}


class Start(Struct, frozen=True):
    """A concept that was asked for, or rejected, and how much."""

    concept: str
    weight: float = 1.0
    because: str = "asked for"


class _Way(Struct, frozen=True):
    concept: str
    weight: float
    because: str
    kind: RelationKind | None = None  # of the last step that counted
    steps: int = 0  # of that kind in a row


def expand(
    graph: ConceptGraph,
    starts: Sequence[Start],
    reader: Reader = "basic",
    *,
    siblings: bool = False,
    rejected: Sequence[str] = (),
    most: int = MOST_TERMS,
) -> tuple[TopicTerm, ...]:
    """The terms around these concepts, the weightiest first; those against the topic last."""
    found: dict[str, TopicTerm] = {}
    for way in _ways(graph, starts, STEPS[reader]):
        _take(found, _terms(graph, way))
        if len(found) >= most:
            break
    for start in starts if siblings else ():
        for sibling, above in _siblings(graph, start.concept):
            because = f"like {_name(graph, start.concept)} a kind of {_name(graph, above)}"
            weight = start.weight * SIBLING[reader]
            _take(found, _terms(graph, _Way(sibling, weight, because)))
    _take(found, _against(graph, rejected))
    return tuple(sorted(found.values(), key=lambda term: (-term.weight, term.term)))


def _ways(
    graph: ConceptGraph, starts: Sequence[Start], steps: Mapping[RelationKind, Step]
) -> Iterator[_Way]:
    """Every concept once, by its weightiest way; weightier ones first."""
    waiting = [(-start.weight, at, start.concept) for at, start in enumerate(starts)]
    ways = {at: _Way(start.concept, start.weight, start.because) for at, start in enumerate(starts)}
    heapq.heapify(waiting)
    done: set[str] = set()
    while waiting:
        _, at, concept = heapq.heappop(waiting)
        if concept in done:
            continue
        done.add(concept)
        way = ways[at]
        yield way
        for relation in graph.relations(concept):
            further = _further(graph, way, relation, steps)
            if further is not None and further.concept not in done:
                ways[len(ways)] = further
                heapq.heappush(waiting, (-further.weight, len(ways) - 1, further.concept))


def _further(
    graph: ConceptGraph, way: _Way, relation: Relation, steps: Mapping[RelationKind, Step]
) -> _Way | None:
    """One step on, where such a step may follow and is worth it: what lies beside is not walked
    on from, nor is it gone down again from above, or a topic would drift."""
    kind, step = relation.kind, steps[relation.kind]
    if kind is not RelationKind.EQUIVALENT and way.kind not in (None, kind):
        return None
    taken = way.steps if way.kind is kind else 0
    if taken >= step.most or graph.is_general(relation.to):
        return None
    weight = way.weight * step.weight * step.decay**taken * relation.weight
    if weight < LEAST_WEIGHT:
        return None
    because = _SAID[kind].format(_name(graph, way.concept))
    if kind is RelationKind.EQUIVALENT:  # what follows goes on as from the concept itself
        return _Way(relation.to, weight, because, way.kind, way.steps)
    return _Way(relation.to, weight, because, kind, taken + 1)


def _terms(graph: ConceptGraph, way: _Way) -> Iterator[TopicTerm]:
    """The names of a concept; one that means several things says less."""
    for label in graph.labels(way.concept):
        term = " ".join(tokens(label.text))
        if not term:
            continue
        meanings = 1 if way.weight >= 1 else max(1, len(graph.find(label.text)))
        weight = way.weight * label.weight / meanings**0.5
        if abs(weight) >= LEAST_WEIGHT or way.weight < 0:
            yield TopicTerm(term, round(weight, 3), way.because, way.concept)


def _siblings(graph: ConceptGraph, concept: str) -> Iterator[tuple[str, str]]:
    """(what is of the same kind, that kind)."""
    for above in graph.relations(concept):
        if above.kind is RelationKind.BROADER and not graph.is_general(above.to):
            for below in graph.relations(above.to):
                if below.kind is RelationKind.NARROWER and below.to != concept:
                    yield below.to, above.to


def _against(graph: ConceptGraph, rejected: Sequence[str]) -> Iterator[TopicTerm]:
    """Names of senses that were not meant, of what they are kinds of and what is a kind of them."""
    for concept in rejected:
        because = f"not meant: {_name(graph, concept)}"
        own = [label.text for label in graph.labels(concept)[1:]]
        for name in own:  # "look" is a name of one sense of "bank", and of much else
            weight = round(REJECTED / max(1, len(graph.find(name))) ** 0.5, 3)
            yield TopicTerm(" ".join(tokens(name)), weight, because, concept)
        for relation in graph.relations(concept):
            if graph.is_general(relation.to):
                continue
            weight = REJECTED_ABOVE if relation.kind is RelationKind.RELATED else REJECTED
            yield from _terms(graph, _Way(relation.to, weight, because))


def _take(found: dict[str, TopicTerm], terms: Iterator[TopicTerm]) -> None:
    """The weightiest of each; what speaks for a topic cannot speak against it."""
    for term in terms:
        known = found.get(term.term)
        if known is None or (known.weight < term.weight and term.weight > 0):
            found[term.term] = term


def _name(graph: ConceptGraph, concept: str) -> str:
    labels = graph.labels(concept)
    return f"“{labels[0].text}”" if labels else f"“{concept}”"
