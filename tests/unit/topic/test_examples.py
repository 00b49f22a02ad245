from collections.abc import Iterator, Sequence

from bowerbird.model.document import Document, Heading
from bowerbird.model.topic import Label, Relation
from bowerbird.topic.examples import MOST_TERMS, terms_of_examples


class Known:
    """Rain forest is a concept; leaves have many meanings."""

    def find(self, text: str) -> Sequence[str]:
        return {"rain forest": ["rf"], "leaves": ["a", "b", "c", "d"]}.get(text, [])

    def labels(self, concept: str) -> Sequence[Label]:
        return []

    def relations(self, concept: str) -> Iterator[Relation]:
        return iter(())

    def is_general(self, concept: str) -> bool:
        return False


def weights(*documents: Document) -> dict[str, float]:
    named = {f"page {number}": document for number, document in enumerate(documents, 1)}
    return {term.term: term.weight for term in terms_of_examples(named, Known())}


PAGE = Document(
    title="The tapir",
    headings=(Heading(1, "The tapir"),),
    text="A tapir eats leaves in the rain forest. Leaves, leaves! The rain forest of the tapir.",
)


def test_what_a_page_says_often_is_what_it_is_about():
    found = weights(PAGE)

    assert found["tapir"] == 0.7
    assert next(iter(found)) == "tapir"
    assert "the" not in found


def test_two_words_that_are_one_concept_count_as_one():
    found = weights(PAGE)

    assert "rain forest" in found
    assert not {"rain", "forest"} & set(found)


def test_a_word_with_many_meanings_says_less():
    same = Document(text="leaves leaves leaves browse browse browse")

    found = weights(same)

    assert found["browse"] == 0.7
    assert found["leaves"] == 0.35


def test_several_examples_agree_and_say_where_it_stands():
    other = Document(title="The tapir", text="Tapir and soup.")
    terms = terms_of_examples({"one": PAGE, "two": other}, Known())

    assert terms[0].term == "tapir"
    assert terms[0].because.startswith("said often on one and on 1 more")
    assert weights(Document()) == {}
    many = Document(text=" ".join(f"word{chr(97 + n)}" for n in range(26)))
    assert len(weights(many)) == MOST_TERMS
