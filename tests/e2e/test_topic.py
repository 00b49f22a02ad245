"""Topics on the command line."""

import pytest
from tests.e2e.commands import Bowerbird


@pytest.fixture
def bowerbird(tmp_path) -> Bowerbird:
    return Bowerbird(tmp_path / "home")


def test_mouse_is_offered_as_rodent_and_as_device(bowerbird):
    said = bowerbird("topic", "senses", "mouse", "--json")

    senses = said.document["senses"]
    assert said.status == 0
    assert {"rodent", "electronic device"} <= {sense["broader"] for sense in senses}
    assert all({"id", "label", "synonyms", "broader"} <= set(sense) for sense in senses)


def test_a_chosen_sense_expands_and_the_others_count_against(bowerbird):
    said = bowerbird("topic", "expand", "mouse", "--sense", "rodent", "--json")

    weights = {term["term"]: term["weight"] for term in said.document["terms"]}
    assert weights["house mouse"] > 0.15
    assert weights["electronic device"] < 0
    assert all(term["because"] for term in said.document["terms"])


def test_a_map_that_was_imported_is_looked_into(bowerbird, tmp_path):
    (tmp_path / "map.txt").write_text("tapirs\n    Malayan tapir; Asian tapir\n")

    counts = bowerbird("topic", "import", str(tmp_path / "map.txt"), "--json").document
    said = bowerbird("topic", "expand", "tapirs", "--json").document

    assert (counts["concepts"], counts["labels"], counts["relations"]) == (2, 3, 1)
    assert {"malayan tapir", "asian tapir"} <= {term["term"] for term in said["terms"]}


def test_a_wrong_call_costs_one_sentence(bowerbird):
    unknown = bowerbird("topic", "expand", "mouse", "--sense", "xyzzyx")
    missing = bowerbird("topic", "import", "nowhere.ttl")
    reader = bowerbird("topic", "expand", "mouse", "--reader", "expert")

    assert (unknown.status, missing.status, reader.status) == (2, 2, 2)
    assert "none of the senses: " in unknown.complaint
    assert missing.complaint == "there is no file nowhere.ttl: give a concept map"
    assert "basic" in reader.complaint
