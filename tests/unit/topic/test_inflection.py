import pytest

from bowerbird.topic.building import Wishes, build_topic
from bowerbird.topic.inflection import Inflector
from bowerbird.topic.lexicon import english
from bowerbird.topic.query import understand

ENGLISH = Inflector(english().irregular)


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("mouse", "mice"),
        ("tapir", "tapirs"),
        ("battery", "batteries"),
        ("class", "classes"),
        ("crawl", "crawling"),
        ("bake", "baking"),
        ("child", "children"),
    ],
)
def test_a_word_has_its_forms(word, form):
    assert form in ENGLISH.forms(word)


def test_of_several_words_the_last_is_inflected():
    forms = ENGLISH.forms("computer mouse")

    assert "computer mice" in forms
    assert all(form.startswith("computer ") for form in forms)


def test_a_word_is_no_form_of_itself_and_no_other_word_is():
    forms = ENGLISH.forms("sun")

    assert "sun" not in forms
    assert not {"sung", "sunny", "sunday"} & set(forms)


@pytest.mark.parametrize("name", ["c", "h2o", "ab", "太陽"])
def test_names_and_abbreviations_are_left_alone(name):
    assert ENGLISH.forms(name) == ()


def test_other_languages_have_their_own_endings():
    german = Inflector({}, ["de"]).forms("zelle")
    french = Inflector({}, ["fr"]).forms("panneau")

    assert "zellen" in german
    assert "panneaux" in french


def test_a_language_that_nobody_knows_inflects_nothing():
    assert Inflector({}, ["xx"]).forms("tapir") == ()


def test_the_terms_of_a_topic_have_forms_and_the_concept_that_they_name():
    topic = build_topic(understand("mouse"), english(), Wishes(chosen=("03799022-n",)), ENGLISH)
    terms = {term.term: term for term in topic.terms}

    assert "mice" in terms["mouse"].forms
    assert terms["mouse"].concept == terms["computer mouse"].concept == "03799022-n"
    assert topic.senses_chosen


def test_a_name_of_a_rejected_sense_that_means_much_else_counts_little():
    bank = english().senses("bank")
    money = next(sense.id for sense in bank if "financial" in sense.label)
    others = tuple(sense.id for sense in bank if sense.id != money)
    wishes = Wishes(chosen=(money,), rejected=others)

    weights = {t.term: t.weight for t in build_topic(understand("bank"), english(), wishes).terms}

    assert -0.3 <= weights["riverbank"] < -0.2
    assert -0.2 < weights.get("look", 0.0) <= 0
