import pytest

from bowerbird.model.topic import Label, Relation, RelationKind, Topic
from bowerbird.topic.building import Wishes, build_topic
from bowerbird.topic.concepts import Concept, ConceptMap, Together
from bowerbird.topic.expand import LEAST_WEIGHT, Start, expand
from bowerbird.topic.lexicon import english
from bowerbird.topic.query import understand

RODENT, DEVICE = "02332897-n", "03799022-n"


def tree(*names: str) -> ConceptMap:
    """Each name below the one before."""
    return ConceptMap(
        Concept(
            name,
            (Label(name),),
            (Relation(RelationKind.NARROWER, names[at + 1]),) if at + 1 < len(names) else (),
        )
        for at, name in enumerate(names)
    )


def weights(graph, start: str, reader="basic", **options) -> dict[str, float]:
    return {t.term: t.weight for t in expand(graph, [Start(start)], reader, **options)}


def test_a_basic_reader_gets_two_levels_up_and_two_down():
    graph = tree("science", "physics", "optics", "lasers", "fibres", "couplers")

    assert weights(graph, "optics") == {
        "optics": 1.0,
        "lasers": 0.7,
        "physics": 0.6,
        "science": 0.36,
        "fibres": pytest.approx(0.343),
    }


def test_an_advanced_reader_gets_all_levels_below_and_context_above():
    graph = tree("science", "physics", "optics", "lasers", "fibres", "couplers")

    found = weights(graph, "optics", "advanced")

    assert {"lasers", "fibres", "couplers"} <= set(found)
    assert found["lasers"] > found["fibres"] > found["couplers"]
    assert found["physics"] == 0.2
    assert "science" not in found


def test_siblings_come_in_only_by_choice_and_sharpen_for_an_advanced_reader():
    graph = ConceptMap(
        [
            Concept("input", (Label("input"),)),
            *(
                Concept(name, (Label(name),), (Relation(RelationKind.BROADER, "input"),))
                for name in ("mouse", "keyboard")
            ),
        ]
    )

    assert "keyboard" not in weights(graph, "mouse")
    assert weights(graph, "mouse", siblings=True)["keyboard"] == 0.25
    assert weights(graph, "mouse", "advanced", siblings=True)["keyboard"] == -0.2


def test_a_topic_does_not_drift_from_above_down_again_or_from_beside_further():
    graph = ConceptMap(
        [
            Concept(
                "a", (Label("a1"),),
                (Relation(RelationKind.BROADER, "up"), Relation(RelationKind.RELATED, "near")),
            ),
            Concept("up", (Label("up"),), (Relation(RelationKind.NARROWER, "other"),)),
            Concept("other", (Label("other"),)),
            Concept("near", (Label("near"),), (Relation(RelationKind.RELATED, "far"),)),
            Concept("far", (Label("far"),)),
        ]
    )  # fmt: skip

    assert set(weights(graph, "a")) == {"a1", "up", "near"}


def test_every_term_says_why_it_is_there():
    terms = expand(english(), [Start(DEVICE)], rejected=[RODENT])

    assert all(term.because for term in terms)
    reasons = {term.term: term.because for term in terms}
    assert reasons["electronic device"] == "“mouse” is a kind of it"
    assert reasons["rodent"] == "not meant: “mouse”"


def test_a_sense_that_is_not_meant_counts_softly_against():
    terms = {t.term: t.weight for t in expand(english(), [Start(DEVICE)], rejected=[RODENT])}

    assert terms["computer mouse"] == 0.9
    assert -0.3 <= terms["rodent"] < 0
    assert terms["mouse"] == 1.0


def test_weak_terms_and_more_than_asked_for_are_left_out():
    terms = expand(english(), [Start(RODENT)], "advanced", most=10)

    assert len(terms) < 20
    assert all(term.weight >= LEAST_WEIGHT for term in terms)


def topic(query: str, **wishes) -> Topic:
    return build_topic(understand(query), english(), Wishes(**wishes))


def test_what_was_asked_for_weighs_most():
    found = topic("perovskite solar cells")

    assert found.words == ("perovskite", "solar", "cells")
    assert {term.term for term in found.terms if term.weight == 1} >= set(found.words)
    assert all(term.weight <= 1 for term in found.terms)


def test_neighbouring_words_are_one_concept_if_they_have_a_name_together():
    assert {term.term: term.weight for term in topic("solar energy").terms}["solar power"] == 0.9


def test_other_words_of_the_query_tell_which_sense_is_meant():
    found = {term.term for term in topic("mouse rodent").terms}

    assert "house mouse" in found
    assert "electronic device" not in found


def test_terms_by_hand_go_before_all_others():
    found = {t.term: t.weight for t in topic("mouse", weights={"Trackball": 0.8, "mouse": 0}).terms}

    assert found["trackball"] == 0.8
    assert "mouse" not in found


def test_pages_are_examples():
    assert topic("mouse https://example.org/a").examples == ("https://example.org/a",)


def test_a_persons_map_goes_before_the_lexicon():
    mine = ConceptMap([Concept("m", (Label("mouse"), Label("my mouse", 0.9)))])
    graph = Together([mine, english()])

    found = build_topic(understand("mouse"), graph, Wishes())

    assert {term.term for term in found.terms} == {"mouse", "my mouse"}
