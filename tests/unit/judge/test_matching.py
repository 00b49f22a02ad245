import msgspec
from tests.unit.judge.judging import DEVICE, TAPIRS, view

from bowerbird.judge.matching import matcher_of
from bowerbird.model.pageview import PageView
from bowerbird.model.topic import Topic, TopicTerm


def found(topic: Topic, page: PageView) -> dict[str, int]:
    """How often each term was found in the text."""
    matcher = matcher_of(topic)
    seen = matcher.look(page)
    return {
        term.term: int(count) for term, count in zip(matcher.terms, seen.body, strict=True) if count
    }


def test_terms_are_found_in_all_their_forms():
    assert found(TAPIRS, view("A tapir, two Tapirs; TAPIR.")) == {"tapir": 3}


def test_a_term_inside_another_word_is_not_found():
    assert found(TAPIRS, view("tapirology")) == {}


def test_a_phrase_is_found_across_a_line_but_not_apart():
    assert found(DEVICE, view("an electronic\ndevice")) == {"electronic device": 1}
    assert found(DEVICE, view("an electronic small device")) == {}
    assert found(DEVICE, view("it ends with electronic")) == {}


def test_a_phrase_counts_and_so_does_the_word_in_it():
    assert found(DEVICE, view("The computer mouse.")) == {"mouse": 1, "computer mouse": 1}


def test_what_speaks_against_the_topic_hides_the_words_inside_it():
    assert found(DEVICE, view("A field mouse and a mouse")) == {"mouse": 1, "field mouse": 1}


def test_each_place_is_counted_by_itself():
    page = view("tapir tapir", "The tapir", "http://zoo.test/a", headings=("Tapirs", "A tapir"))

    seen = matcher_of(TAPIRS).look(page)

    counts = (seen.url, seen.title, seen.headings, seen.body)
    assert [int(each[0]) for each in counts] == [0, 1, 2, 2]
    assert seen.length == 2


def test_a_word_of_the_query_is_found_inside_the_words_of_a_url():
    assert matcher_of(TAPIRS).look(view(url="http://zoo.test/mytapirs.html")).url[0] == 1


def test_an_ambiguous_word_counts_as_much_as_the_page_speaks_for_its_sense():
    def meant(text: str) -> float:
        return float(matcher_of(DEVICE).look(view(text)).meant[0])

    nothing = meant("a mouse")
    for_it = meant("a mouse, an electronic device, a computer mouse")
    against = meant("a mouse, rodents, a rodent")

    assert nothing == 0.5
    assert for_it > 0.75
    assert against < 0.2


def test_where_no_sense_was_chosen_every_word_counts_in_full():
    open_topic = msgspec.structs.replace(DEVICE, senses_chosen=False)

    assert matcher_of(open_topic).look(view("mouse rodent")).meant.min() == 1.0


def test_terms_of_other_scripts_and_with_digits_are_found():
    topic = Topic("x", (), (TopicTerm("h2o", 1.0), TopicTerm("太陽", 1.0), TopicTerm("тапир", 1.0)))

    assert found(topic, view("H2O und 太陽光 und ТАПИР")) == {"h2o": 1, "太陽": 1, "тапир": 1}


def test_a_topic_without_terms_finds_nothing():
    assert found(Topic(), view("anything")) == {}


def test_many_terms_do_not_get_in_each_others_way():
    words = [f"{a}{b}{c}" for a in "bcdfg" for b in "aeiou" for c in "klmnp"]
    topic = Topic("x", (), tuple(TopicTerm(word, 1.0) for word in words))

    assert found(topic, view(" ".join(words))) == dict.fromkeys(words, 1)
