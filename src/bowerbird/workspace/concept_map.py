"""The concept map of a project, looked at and drawn by hand."""

from pathlib import Path
from typing import Any

from bowerbird.model.errors import UnknownNameError, UsageError
from bowerbird.model.topic import Label, Relation, RelationKind
from bowerbird.topic.concepts import Concept, ConceptMap
from bowerbird.workspace.files import write_whole
from bowerbird.workspace.topics import MAP

DRAWN = "drawn:"  # what the ids of concepts begin with that people drew


def told_concepts(known: ConceptMap) -> list[dict[str, Any]]:
    """Each concept with its names and how it stands to others."""
    return [
        {
            "id": each.id,
            "label": _name(known, each.id),
            "names": [label.text for label in each.labels],
            "relations": [
                {"kind": relation.kind, "to": relation.to, "label": _name(known, relation.to)}
                for relation in each.relations
            ],
        }
        for each in known.concepts()
        if each.labels
    ]


def draw(known: ConceptMap, name: str, relation: str, other: str) -> ConceptMap:
    """The map with this concept, and, if told, how it stands to another: `name` has `other` as its
    `relation`."""
    if relation and relation not in list(RelationKind):
        raise UsageError(f"unknown relation {relation!r}; known: {', '.join(RelationKind)}")
    if bool(relation) != bool(other):
        raise UsageError("say both the relation and the concept that it leads to")
    own, there = _id(known, name), _id(known, other) if other else ""
    ties = (Relation(RelationKind(relation), there),) if other else ()
    known.add([Concept(own, (Label(name),), ties)])
    if other:
        known.add([Concept(there, (Label(other),))])
    return known


def without(known: ConceptMap, name: str, other: str) -> ConceptMap:
    """The map without this concept, or without what ties it to another."""
    own, there = _found(known, name), _found(known, other) if other else ""
    if not other:
        return ConceptMap(each for each in known.concepts() if each.id != own)
    pair = {own, there}
    return ConceptMap(
        Concept(
            each.id,
            each.labels,
            tuple(tie for tie in each.relations if {each.id, tie.to} != pair),
        )
        for each in known.concepts()
    )


def keep(folder: Path, known: ConceptMap) -> None:
    """Written whole or not at all."""
    write_whole(folder / MAP, known.encoded())


def _name(known: ConceptMap, concept: str) -> str:
    return next((label.text for label in known.labels(concept)), concept)


def _id(known: ConceptMap, name: str) -> str:
    if not name.strip():
        raise UsageError("a concept needs a name")
    found = known.find(name)
    return found[0] if found else DRAWN + " ".join(name.lower().split())


def _found(known: ConceptMap, name: str) -> str:
    found = known.find(name)
    if not found:
        raise UnknownNameError(f"the concept map has no {name!r}")
    return found[0]
