from pathlib import Path

import pytest

from bowerbird.model.topic import RelationKind
from bowerbird.topic.classifications import is_numbered, read_numbered
from bowerbird.topic.concept_files import read_concepts
from bowerbird.topic.concepts import ConceptMap

DATA = Path(__file__).parents[4] / "shared" / "data" / "skos"
NUMBERED = """A. General Literature
A.0 General
A.1 Reference works (B.2, B.2.1)
Dictionaries
B. Hardware
B.2 Arithmetic
B.2.1 Design styles
"""
CODES = """<data>
<c><code>Q4</code><description>Renewable resources; Conservation</description></c>
<c><code>Q42</code><description><![CDATA[Alternative energy]]></description></c>
<c><code>Z</code><description>Other</description></c>
</data>"""


def steps(known: ConceptMap, name: str) -> set[tuple[RelationKind, str]]:
    """Where one can go from the concept of that name, by names."""
    (concept,) = known.find(name)
    return {(each.kind, known.labels(each.to)[0].text) for each in known.relations(concept)}


def test_codes_say_what_is_above_what_and_what_is_related(tmp_path):
    (tmp_path / "classes.txt").write_text(NUMBERED)

    known = read_concepts(tmp_path / "classes.txt")

    assert steps(known, "Reference works") == {
        (RelationKind.BROADER, "General Literature"),
        (RelationKind.NARROWER, "Dictionaries"),
        (RelationKind.RELATED, "Arithmetic"),
        (RelationKind.RELATED, "Design styles"),
    }
    assert (RelationKind.BROADER, "Arithmetic") in steps(known, "Design styles")
    assert known.find("General") == []


@pytest.mark.parametrize(
    ("text", "numbered"),
    [
        (NUMBERED, True),
        ("databases\n    relational databases\n", False),
        ("A. Hardware\n  A.1 Chips\n", False),
        ("tapirs\nant-eaters\nsloths\nC. elegans\narmadillos\nmoles\n", False),
        ("", False),
    ],
)
def test_names_are_not_taken_for_codes(text, numbered):
    assert is_numbered(text.splitlines()) is numbered


def test_a_line_before_any_code_stands_alone():
    (concept,) = read_numbered(["Introduction"])

    assert concept.relations == ()


def test_a_list_of_codes_is_read_by_how_they_begin(tmp_path):
    (tmp_path / "codes.xml").write_text(CODES)

    known = read_concepts(tmp_path / "codes.xml")

    assert steps(known, "Alternative energy") == {(RelationKind.BROADER, "Renewable resources")}
    assert known.find("Conservation") == known.find("Renewable resources")


@pytest.mark.skipif(not DATA.is_dir(), reason="uses ../shared/data")
def test_the_classification_of_computing_is_read_whole():
    known = read_concepts(DATA / "acm-ccs" / "ccs1998.txt")

    assert (RelationKind.BROADER, "Microprogram Design Aids") in steps(
        known, "Firmware engineering"
    )
    assert known.counts().relations > 1_500
