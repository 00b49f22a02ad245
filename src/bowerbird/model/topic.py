"""What a crawl is about, as judges are told it."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Protocol

from msgspec import Struct


class Sense(Struct, frozen=True):
    """One meaning of a word, told by its synonyms and what it is a kind of."""

    id: str
    label: str  # for people: "mouse (rodent)"
    synonyms: tuple[str, ...]
    broader: str
    part_of_speech: str


class TopicTerm(Struct, frozen=True, array_like=True):
    """A word or phrase that speaks for the topic, or against it, and why."""

    term: str  # folded; words with blanks between
    weight: float  # up to 1; below 0 it speaks against the topic
    because: str = ""
    concept: str = ""  # of which it is a name; terms of one concept are one thing
    forms: tuple[str, ...] = ()  # other forms in which it stands on pages: plurals and the like


class Topic(Struct, frozen=True):
    """A query understood and expanded: the strongest terms first."""

    query: str = ""
    words: tuple[str, ...] = ()  # what was asked for itself, without what expansion added
    terms: tuple[TopicTerm, ...] = ()
    examples: tuple[str, ...] = ()  # URLs of pages, and files, that are about it
    languages: tuple[str, ...] = ()  # ISO 639-1, in which pages should be; empty: in any
    senses_chosen: bool = False  # somebody said which of several meanings is meant
    texts: tuple[str, ...] = ()  # what these examples say
    bookmarked: dict[str, float] = {}  # identity of a URL → how much its tags say for it, up to 1


class RelationKind(StrEnum):
    """How one concept stands to another; read as "A has B as its …"."""

    BROADER = "broader"
    NARROWER = "narrower"
    PART = "part"
    WHOLE = "whole"
    RELATED = "related"
    EQUIVALENT = "equivalent"


INVERSE = {
    RelationKind.BROADER: RelationKind.NARROWER,
    RelationKind.NARROWER: RelationKind.BROADER,
    RelationKind.PART: RelationKind.WHOLE,
    RelationKind.WHOLE: RelationKind.PART,
    RelationKind.RELATED: RelationKind.RELATED,
    RelationKind.EQUIVALENT: RelationKind.EQUIVALENT,
}


class Relation(Struct, frozen=True, array_like=True, gc=False):
    """A step from one concept to another."""

    kind: RelationKind
    to: str
    weight: float = 1.0  # times what its kind weighs


class Label(Struct, frozen=True, array_like=True, gc=False):
    """A name of a concept, and how much it means it: 1 preferred, less for others."""

    text: str
    weight: float = 1.0
    language: str = ""


class ConceptGraph(Protocol):
    """Concepts and how they hang together, wherever they come from: a dictionary or a map."""

    def find(self, text: str) -> Sequence[str]:
        """The concepts that go by that name, the most likely first."""

    def labels(self, concept: str) -> Sequence[Label]:
        """Its names, the preferred one first; none for a concept that is not there."""

    def relations(self, concept: str) -> Iterator[Relation]:
        """Where one can go from it."""

    def is_general(self, concept: str) -> bool:
        """Is it so general that its name says nothing about a topic, such as "thing"?"""
