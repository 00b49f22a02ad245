"""Concept maps in RDF: SKOS, and OWL classes, in Turtle, RDF/XML, N-Triples or JSON-LD."""

from collections.abc import Iterator
from pathlib import Path
from xml.sax import SAXException

from rdflib import OWL, RDFS, SKOS, Graph, Literal, URIRef
from rdflib.exceptions import ParserError
from rdflib.namespace import DCTERMS, RDF
from rdflib.plugins.parsers.ntriples import ParseError  # type: ignore[attr-defined]

from bowerbird.model.topic import Label, Relation, RelationKind
from bowerbird.topic.concepts import ALTERNATIVE, HIDDEN, Concept

FORMATS = {
    ".ttl": "turtle", ".rdf": "xml", ".xml": "xml", ".owl": "xml", ".skos": "xml", ".nt": "nt",
    ".n3": "n3", ".jsonld": "json-ld",
}  # fmt: skip
_LABELS = {
    SKOS.prefLabel: 1.0,
    RDFS.label: 1.0,
    DCTERMS.title: 1.0,
    SKOS.altLabel: ALTERNATIVE,
    SKOS.hiddenLabel: HIDDEN,
}
_RELATIONS = {
    SKOS.broader: (RelationKind.BROADER, 1.0),
    SKOS.broaderTransitive: (RelationKind.BROADER, 0.5),
    SKOS.broadMatch: (RelationKind.BROADER, 0.8),
    SKOS.narrower: (RelationKind.NARROWER, 1.0),
    SKOS.narrowMatch: (RelationKind.NARROWER, 0.8),
    SKOS.related: (RelationKind.RELATED, 1.0),
    SKOS.relatedMatch: (RelationKind.RELATED, 0.8),
    SKOS.exactMatch: (RelationKind.EQUIVALENT, 1.0),
    SKOS.closeMatch: (RelationKind.EQUIVALENT, 0.8),
    RDFS.subClassOf: (RelationKind.BROADER, 1.0),
    OWL.equivalentClass: (RelationKind.EQUIVALENT, 1.0),
    OWL.sameAs: (RelationKind.EQUIVALENT, 1.0),
    DCTERMS.isPartOf: (RelationKind.WHOLE, 1.0),
    DCTERMS.hasPart: (RelationKind.PART, 1.0),
}
_CONCEPTS = (SKOS.Concept, OWL.Class, RDFS.Class)


def read_rdf(path: Path) -> Iterator[Concept]:
    """Every concept or class with a name; `ValueError` for what is no RDF."""
    graph = Graph()
    try:
        graph.parse(str(path), format=FORMATS[path.suffix.lower()])
    except (ParserError, ParseError, SAXException, AssertionError) as error:
        raise ValueError(error) from error
    concepts = {each for kind in _CONCEPTS for each in graph.subjects(RDF.type, kind)}
    concepts |= set(graph.subjects(SKOS.prefLabel, None))
    for concept in sorted(each for each in concepts if isinstance(each, URIRef)):
        labels = tuple(
            Label(str(text), weight, (text.language or "").lower())
            for kind, weight in _LABELS.items()
            for text in sorted(graph.objects(concept, kind), key=str)
            if isinstance(text, Literal)
        )
        relations = tuple(
            Relation(kind, str(to), weight)
            for said, (kind, weight) in _RELATIONS.items()
            for to in sorted(graph.objects(concept, said), key=str)
            if isinstance(to, URIRef)
        )
        if labels:
            yield Concept(str(concept), tuple(dict.fromkeys(labels)), relations)
