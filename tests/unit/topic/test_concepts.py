from pathlib import Path

import pytest

from bowerbird.model.errors import StoreError, UsageError
from bowerbird.model.topic import INVERSE, RelationKind
from bowerbird.topic.concept_files import read_concepts, ready_made, ready_made_map
from bowerbird.topic.concepts import ConceptMap

DATA = Path(__file__).parents[4] / "shared" / "data" / "skos"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="uses ../shared/data")

INDENTED = """
databases; data bases   # a remark
    relational databases
        PostgreSQL; Postgres
    ~ information retrieval
    + query languages
"""
TURTLE = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://example.org/> .
:db a skos:Concept ; skos:prefLabel "databases"@en, "Datenbanken"@de ; skos:altLabel "data bases" .
:rdb a skos:Concept ; skos:prefLabel "relational databases"@en ; skos:broader :db ;
    skos:related :sql .
:sql a skos:Concept ; skos:prefLabel "SQL" .
"""
OPML = (
    '<opml version="2.0"><body><outline text="databases; data bases">'
    '<outline text="relational databases"/></outline></body></opml>'
)
CSV = "child,parent,weight,relation,synonyms\nrelational databases,databases,0.9,,RDBMS;SQL DB\n"
OBO = """format-version: 1.2

[Term]
id: X:1
name: databases

[Term]
id: X:2
name: relational databases
synonym: "RDBMS" EXACT []
is_a: X:1 ! databases
relationship: makeUseOf X:3 ! SQL

[Term]
id: X:3
name: SQL
"""
FILES = {"map.txt": INDENTED, "map.ttl": TURTLE, "map.opml": OPML, "map.csv": CSV, "map.obo": OBO}


def below(found: ConceptMap, name: str) -> set[str]:
    (concept,) = found.find(name)
    return {
        found.labels(relation.to)[0].text
        for relation in found.relations(concept)
        if relation.kind is RelationKind.NARROWER
    }


@pytest.mark.parametrize("name", FILES)
def test_every_form_tells_what_lies_below(tmp_path, name):
    (tmp_path / name).write_text(FILES[name], encoding="utf-8")

    found = read_concepts(tmp_path / name)

    assert below(found, "Databases") == {"relational databases"}


def test_indented_text_knows_other_names_and_other_relations(tmp_path):
    (tmp_path / "map.txt").write_text(INDENTED)

    found = read_concepts(tmp_path / "map.txt")

    assert found.find("postgres") == found.find("PostgreSQL") != []
    (databases,) = found.find("data bases")
    kinds = {relation.to: relation.kind for relation in found.relations(databases)}
    assert kinds["information retrieval"] is RelationKind.RELATED
    assert kinds["query languages"] is RelationKind.PART


def test_labels_keep_their_language(tmp_path):
    (tmp_path / "map.ttl").write_text(TURTLE)

    found = read_concepts(tmp_path / "map.ttl")

    (databases,) = found.find("Datenbanken")
    assert {label.language for label in found.labels(databases)} == {"en", "de", ""}


def test_a_map_is_the_same_after_it_was_kept(tmp_path):
    (tmp_path / "map.txt").write_text(INDENTED)
    found = read_concepts(tmp_path / "map.txt")

    again = ConceptMap.decoded(found.encoded())

    assert again.counts() == found.counts()
    assert list(again.concepts()) == list(found.concepts())


def test_every_relation_has_its_other_side(tmp_path):
    (tmp_path / "map.obo").write_text(OBO)
    found = read_concepts(tmp_path / "map.obo")

    for concept in found.concepts():
        for relation in concept.relations:
            back = {(r.kind, r.to) for r in found.relations(relation.to)}
            assert (INVERSE[relation.kind], concept.id) in back


@pytest.mark.parametrize("name", ready_made())
def test_the_maps_that_come_along_are_of_a_size_to_work_with(name):
    counts = ready_made_map(name).counts()

    assert 60 <= counts.concepts <= 150
    assert counts.relations >= counts.concepts - 1  # one tree, nothing loose


@pytest.mark.parametrize(
    ("name", "text", "error", "words"),
    [
        ("map.ttl", "this is no turtle", StoreError, "cannot be read as a concept map"),
        ("map.rdf", "<rdf:RDF", StoreError, "cannot be read"),
        ("map.nt", "<a> <b", StoreError, "cannot be read"),
        ("map.opml", "<opml>", StoreError, "cannot be read"),
        ("map.docx", "x", UsageError, "must end with one of"),
        ("map.txt", "# nothing\n", UsageError, "no concept with a name"),
        ("map.csv", "a,b,7\n", UsageError, "row 1: the weight '7'"),
        ("map.csv", "a,b,1,likes\n", UsageError, "unknown relation 'likes'"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(tmp_path, name, text, error, words):
    (tmp_path / name).write_text(text)

    with pytest.raises(error, match=words):
        read_concepts(tmp_path / name)


def test_a_map_that_explodes_is_refused(tmp_path):
    entities = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
    bomb = f'<!DOCTYPE x [<!ENTITY e0 "aaaaaaaaaa">{entities}]><opml><outline text="&e9;"/></opml>'
    (tmp_path / "map.opml").write_text(bomb)

    with pytest.raises(StoreError, match="cannot be read"):
        read_concepts(tmp_path / "map.opml")


@needs_data
@pytest.mark.parametrize(
    ("name", "concepts"),
    [
        ("acm-ccs/acm-ccs-ubo.ttl", 381),
        ("bibsonomy/acmccs98-1.2.3.xml", 1195),
        ("agrovoc/subset-systems.obo", 353),
    ],
)
def test_thesauri_of_libraries_are_read(name, concepts):
    assert read_concepts(DATA / name).counts().concepts == concepts
