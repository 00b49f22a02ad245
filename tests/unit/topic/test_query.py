import pytest

from bowerbird.topic.query import QueryKind, filtered, understand


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("mouse", QueryKind.WORD),
        ("solar panels on roofs", QueryKind.WORDS),
        ('"perovskite solar cell"', QueryKind.PHRASE),
        ("„rote Beete“", QueryKind.PHRASE),
        ("https://example.org/mice", QueryKind.PAGES),
        ("example.org/mice", QueryKind.PAGES),
        ("@pages.txt", QueryKind.PAGES),
        ("concept:databases", QueryKind.CONCEPT),
        ('mouse "computer device"', QueryKind.WORDS),
        ("", QueryKind.NOTHING),
        ("?!", QueryKind.NOTHING),
    ],
)
def test_a_query_is_known_for_what_it_is(query, kind):
    assert understand(query).kind is kind


def test_words_that_say_nothing_are_left_out_and_told():
    found = understand("the journal of solar energy and the energy of wind, vol 3")

    assert found.words == ("solar", "energy", "wind", "3")
    assert set(found.left_out) == {"the", "journal", "of", "and", "vol"}
    assert "left out: the" in found.sentence


def test_words_are_unique_and_in_the_order_in_which_they_came():
    assert filtered(["b", "tapir", "ant", "tapir"]) == (["tapir", "ant"], ["b"])


def test_a_query_of_nothing_but_function_words_is_taken_as_it_is():
    assert understand("to be or not to be").words == ("to", "be", "or", "not")


def test_parts_of_all_kinds_are_sorted():
    found = understand('mouse "touch pad" concept:"input devices" http://EXAMPLE.org/a @own.txt')

    assert found.words == ("mouse",)
    assert found.phrases == ("touch pad",)
    assert found.concepts == ("input devices",)
    assert found.urls == ("http://example.org/a",)
    assert found.files == ("own.txt",)
