import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.index.spelling import other_spellings

PAIRS = """
colour color, colours colors, favourite favorite, neighbourhood neighborhood, odour odor,
organise organize, organisation organization, organising organizing, analyse analyze,
centre center, centres centers, centred centered, centring centering, theatre theater,
kilometre kilometer, fibres fibers, travelled traveled, traveller traveler, modelling modeling,
cancelled canceled, labelled labeled, catalogue catalog, dialogues dialogs, defence defense,
licence license, anaemia anemia, paediatric pediatric, encyclopaedia encyclopedia,
manoeuvre maneuver, grey gray, tyre tire, programme program, jewellery jewelry,
aluminium aluminum, sceptical skeptical, sulphur sulfur, judgement judgment, skilful skillful
"""


@pytest.mark.parametrize("pair", [pair.split() for pair in PAIRS.split(",")], ids=" ".join)
def test_each_side_of_the_ocean_finds_the_other(pair):
    british, american = pair

    assert other_spellings(british, {american}.__contains__) == [american]
    assert other_spellings(american, {british}.__contains__) == [british]


@pytest.mark.parametrize(
    ("word", "alike"),
    [
        ("for", "four"),
        ("hour", "hor"),
        ("filed", "filled"),
        ("tiling", "tilling"),
        ("wise", "wize"),
        ("prise", "prize"),
        ("rogue", "rog"),
        ("refiled", "refilled"),
        ("canes", "canoes"),
        ("tor", "tour"),
        ("meters", "metre"),
        ("pin", "pin"),
    ],
)
def test_words_that_only_look_so_are_left_alone(word, alike):
    assert other_spellings(word, {word, alike}.__contains__) == []


def test_only_words_that_the_index_has_are_given():
    assert other_spellings("colour", lambda word: False) == []


@given(st.text(max_size=30))
def test_any_text_may_be_asked_for(word):
    assert word not in other_spellings(word, lambda it: True)
