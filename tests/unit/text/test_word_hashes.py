import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.text.similarity import fingerprints
from bowerbird.text.tokens import tokens
from bowerbird.text.word_hashes import read_text, word_hashes


@given(st.text(max_size=300))
def test_a_text_read_for_its_words_has_the_fingerprints_it_has_otherwise(text):
    read = read_text(text)

    assert (read.fingerprint, read.simhash) == fingerprints(text)


def test_a_word_has_one_number_wherever_it_stands():
    here = word_hashes("The Mouse, a rodent.")
    there = word_hashes("mouse\n(h2o) MOUSE 2024")

    assert here[1] == there[0] == there[2]
    assert len(here) == 4
    assert len(there) == 4


@given(st.text(alphabet="abcdefgh 0123456789.,;-()", max_size=200))
def test_plain_words_are_those_of_the_tokens(text):
    assert len(word_hashes(text)) == len(tokens(text))


def test_different_words_have_different_numbers():
    words = [f"{a}{b}{n}" for a in "abcdefgh" for b in "stuvwxyz" for n in range(200)]

    assert len(np.unique(word_hashes(" ".join(words)))) == len(words)


def test_characters_written_without_spaces_are_words():
    assert len(word_hashes("太陽光発電")) == 5
