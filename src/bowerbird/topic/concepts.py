"""The concept map: concepts by name and how they stand to each other, whoever drew it."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from bowerbird.model.topic import INVERSE, ConceptGraph, Label, Relation, RelationKind
from bowerbird.text.tokens import tokens

HIDDEN = 0.7  # weight of a name that is only looked up, such as a common misspelling
ALTERNATIVE = 0.9


class Concept(Struct, frozen=True):
    """A concept as a source tells it."""

    id: str
    labels: tuple[Label, ...]
    relations: tuple[Relation, ...] = ()


class Counts(Struct, frozen=True):
    """What was read or kept."""

    concepts: int
    labels: int
    relations: int


class ConceptMap:
    """A `ConceptGraph` in memory. Relations hold from both sides, whichever side told them."""

    def __init__(self, concepts: Iterable[Concept] = ()) -> None:
        self._labels: dict[str, dict[Label, None]] = {}
        self._relations: dict[str, dict[tuple[RelationKind, str], float]] = {}
        self._by_name: dict[str, dict[str, float]] = {}
        self.add(concepts)

    def __len__(self) -> int:
        return len(self._labels)

    def add(self, concepts: Iterable[Concept]) -> None:
        """Take them in; what is known of a concept is kept."""
        for concept in concepts:
            known = self._labels.setdefault(concept.id, {})
            for label in concept.labels:
                if name := _key(label.text):
                    known[label] = None
                    found = self._by_name.setdefault(name, {})
                    found[concept.id] = max(label.weight, found.get(concept.id, 0.0))
            for relation in concept.relations:
                self._relate(concept.id, relation)

    def concepts(self) -> Iterator[Concept]:
        """All of them, in the order in which they came."""
        for concept in self._labels:
            yield Concept(concept, tuple(self.labels(concept)), tuple(self.relations(concept)))

    def counts(self) -> Counts:
        relations = sum(map(len, self._relations.values())) // 2
        return Counts(len(self._labels), sum(map(len, self._labels.values())), relations)

    # ---- as a graph

    def find(self, text: str) -> Sequence[str]:
        """See ConceptGraph."""
        found = self._by_name.get(_key(text), {})
        return sorted(found, key=lambda concept: -found[concept])

    def labels(self, concept: str) -> Sequence[Label]:
        """See ConceptGraph."""
        return sorted(self._labels.get(concept, ()), key=lambda label: -label.weight)

    def relations(self, concept: str) -> Iterator[Relation]:
        """See ConceptGraph; to concepts that have a name."""
        for (kind, to), weight in self._relations.get(concept, {}).items():
            if self._labels.get(to):
                yield Relation(kind, to, weight)

    def is_general(self, concept: str) -> bool:
        """See ConceptGraph: a person's map has no names that say nothing."""
        return False

    # ---- as bytes

    def encoded(self) -> bytes:
        return msgspec.json.encode([*self.concepts()])

    @classmethod
    def decoded(cls, data: bytes) -> "ConceptMap":
        return cls(msgspec.json.decode(data, type=list[Concept]))

    def _relate(self, concept: str, relation: Relation) -> None:
        if relation.to == concept:
            return
        mine = self._relations.setdefault(concept, {})
        mine[relation.kind, relation.to] = relation.weight
        theirs = self._relations.setdefault(relation.to, {})
        theirs.setdefault((INVERSE[relation.kind], concept), relation.weight)


class Together:
    """Several graphs as one; a name that the first knows is not looked for in the others."""

    def __init__(self, graphs: Sequence[ConceptGraph]) -> None:
        self._graphs = graphs

    def find(self, text: str) -> Sequence[str]:
        """See ConceptGraph."""
        return next(filter(None, (graph.find(text) for graph in self._graphs)), ())

    def labels(self, concept: str) -> Sequence[Label]:
        """See ConceptGraph."""
        return next(filter(None, (graph.labels(concept) for graph in self._graphs)), ())

    def relations(self, concept: str) -> Iterator[Relation]:
        """See ConceptGraph."""
        for graph in self._graphs:
            yield from graph.relations(concept)

    def is_general(self, concept: str) -> bool:
        """See ConceptGraph."""
        return any(graph.is_general(concept) for graph in self._graphs)


def _key(text: str) -> str:
    return " ".join(tokens(text))
