"""A topic made of a query: what was understood, which senses are meant, and what lies around."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from bowerbird.model.topic import ConceptGraph, Topic, TopicTerm
from bowerbird.text.tokens import tokens
from bowerbird.topic.expand import MOST_TERMS, Reader, Start, expand
from bowerbird.topic.inflection import Inflector
from bowerbird.topic.query import Understood

PART_OF_PHRASE = 0.5  # what a word of a phrase says alone
SURE = 0.5  # of the context of a sense that other words of the query are in
AROUND = 40  # terms by which a sense is known


class Wishes(Struct, frozen=True):
    """What a person chose."""

    reader: Reader = "basic"
    siblings: bool = False
    chosen: tuple[str, ...] = ()  # concepts that are meant
    rejected: tuple[str, ...] = ()  # concepts that are not
    weights: dict[str, float] = {}  # of terms; 0 takes one out
    most: int = MOST_TERMS


def build_topic(
    understood: Understood, graph: ConceptGraph, wishes: Wishes, inflector: Inflector | None = None
) -> Topic:
    """The query's own words weigh 1; around them stands what the graph knows."""
    own = _own(understood)
    starts = [*_starts(understood, graph, wishes)]
    terms = {term.term: term for term in _around(graph, starts, wishes)}
    terms |= {term.term: _of_concept(term, terms.get(term.term)) for term in own}
    for name, weight in wishes.weights.items():
        term = " ".join(tokens(name))
        terms.pop(term, None)
        if weight:
            terms[term] = TopicTerm(term, weight, "set by hand")
    ranked = sorted(terms.values(), key=lambda term: (-term.weight, term.term))
    examples = (*understood.urls, *understood.files)
    said = (*understood.words, *understood.phrases, *understood.concepts)
    words = dict.fromkeys(word for each in said for word in tokens(each))
    inflected = [
        msgspec.structs.replace(term, forms=inflector.forms(term.term)) if inflector else term
        for term in ranked
    ]
    return Topic(
        " ".join(said), tuple(words), tuple(inflected), examples, senses_chosen=bool(wishes.chosen)
    )


def _of_concept(own: TopicTerm, known: TopicTerm | None) -> TopicTerm:
    """A word of the query with the concept that the graph knows it by."""
    if known is None or known.weight < 0:
        return own
    return msgspec.structs.replace(own, concept=known.concept)


def _own(understood: Understood) -> list[TopicTerm]:
    terms = [TopicTerm(word, 1.0, "asked for") for word in understood.words]
    for phrase in understood.phrases:
        terms.append(TopicTerm(phrase, 1.0, "asked for"))
        terms += [
            TopicTerm(word, PART_OF_PHRASE, f"a word of “{phrase}”")
            for word in phrase.split()
            if word not in understood.words
        ]
    return terms


def _around(graph: ConceptGraph, starts: Sequence[Start], wishes: Wishes) -> Sequence[TopicTerm]:
    return expand(
        graph,
        starts,
        wishes.reader,
        siblings=wishes.siblings,
        rejected=wishes.rejected,
        most=wishes.most,
    )


def _starts(understood: Understood, graph: ConceptGraph, wishes: Wishes) -> Sequence[Start]:
    """Concepts of the query: those that were chosen, else what its words may mean."""
    chosen = [Start(concept) for concept in wishes.chosen]
    spoken_for = {
        " ".join(tokens(label.text)) for start in chosen for label in graph.labels(start.concept)
    }
    for name in (*understood.concepts, *understood.phrases, *_runs(understood.words)):
        if name in spoken_for:
            continue
        meant = [one for one in graph.find(name) if one not in wishes.rejected]
        others = [word for word in understood.words if word not in name.split()]
        chosen += _weighed(meant, others, graph)
        if meant and " " in name:
            spoken_for |= set(name.split())
    return chosen


def _runs(words: Sequence[str]) -> list[str]:
    """Neighbours that may be one concept, such as "solar energy", before single words."""
    several = [
        " ".join(words[start : start + length])
        for length in (4, 3, 2)
        for start in range(len(words) - length + 1)
    ]
    return [*several, *words]


def _weighed(meant: Sequence[str], others: Sequence[str], graph: ConceptGraph) -> list[Start]:
    """Of several senses the one that fits the other words (Lesk); else all, by how common."""
    if len(meant) == 1:
        return [Start(meant[0])]
    fits = {concept: _overlap(concept, others, graph) for concept in meant} if others else {}
    best = max(fits, key=lambda concept: fits[concept], default=None)
    if best is not None and fits[best] >= SURE:
        return [Start(best, 1.0, f"asked for, and fits {', '.join(others)}")]
    return [
        Start(concept, 1 / (1 + rank), "asked for, in one of its senses")
        for rank, concept in enumerate(meant)
    ]


def _overlap(concept: str, others: Sequence[str], graph: ConceptGraph) -> float:
    around = expand(graph, [Start(concept)], "basic", most=AROUND)
    known: dict[str, float] = {}
    for term in around:
        for word in term.term.split():
            known[word] = max(term.weight, known.get(word, 0.0))
    return sum(known.get(word, 0.0) for word in others)
