import pytest

from bowerbird.model.document import Document
from bowerbird.model.seed import Bookmark
from bowerbird.model.topic import Topic, TopicTerm
from bowerbird.seeds.ranking import concept_vector, seed_ranks
from bowerbird.seeds.suggesting import suggested_tags

SUN = Topic("solar energy", ("solar",), (
    TopicTerm("solar energy", 1.0), TopicTerm("panel", 0.5), TopicTerm("rodent", -0.3),
))  # fmt: skip


def document(text: str) -> Document:
    return Document(base="http://x.test/", text=text)


def test_a_vector_counts_terms_by_weight_and_not_what_speaks_against():
    vector = concept_vector(document("Solar energy: a panel, a rodent, solar energy."), SUN)

    assert set(vector) == {"solar energy", "panel"}
    assert vector["solar energy"] > 2 * vector["panel"]
    assert sum(value * value for value in vector.values()) == pytest.approx(1)
    assert concept_vector(document("Soup"), SUN) == {}


def test_a_seed_that_says_what_all_say_ranks_before_one_that_does_not():
    texts = ["solar energy panel", "solar energy panel", "panel", "soup"]

    ranks = seed_ranks([concept_vector(document(text), SUN) for text in texts])

    assert ranks[0] == ranks[1] > ranks[2] > ranks[3] == 0.0
    assert seed_ranks([{}, {}]) == [0.0, 0.0]


def test_tags_that_stand_beside_the_topic_far_more_often_are_suggested():
    marks = [
        *(Bookmark(f"http://s.test/{n}", "", ("SolarEnergy", "grid", "news")) for n in range(4)),
        *(Bookmark(f"http://o.test/{n}", "", ("cooking", "news")) for n in range(40)),
        Bookmark("http://r.test/", "", ("solar-energy", "rare")),
    ]

    (suggested,) = suggested_tags(marks, SUN)

    assert (suggested.tag, suggested.together) == ("grid", 4)
    assert suggested.lift == 9.0
    assert suggested_tags([], SUN) == []
