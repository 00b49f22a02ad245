import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.index.reading import GAP
from bowerbird.index.words import Words, tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The cat, the HAT!", ["the", "cat", "the", "hat"]),
        ("Don't stop-word it_all", ["don", "t", "stop", "word", "it", "all"]),
        ("Äpfel, Ångström, Čapek, İzmir", ["apfel", "angstrom", "capek", "izmir"]),
        ("Straße, ﬁnite, Ⅷ", ["strasse", "finite", "viii"]),
        ("cafe\u0301", ["cafe"]),
        ("漢字体", ["漢字", "字体"]),
        ("漢 a漢b ひら", ["漢", "a", "漢", "b", "ひら"]),
        ("がぎ", ["がぎ"]),
        ("한국어 사전", ["한국어", "사전"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("שָׁלוֹם", ["שלום"]),
        ("مَرْحَبًا", ["مرحبا"]),
        ("𝔘nicode 🙂 Ω", ["unicode", "ω"]),
        ("a\x00b\ud800c", ["a", "b", "c"]),
        ("", []),
    ],
)
def test_a_text_is_cut_at_all_that_is_no_letter_and_folded(text, words):
    assert tokens(text) == words


def test_letters_in_pieces_make_the_same_words():
    for text in ("한국어", "がぎぐ", "Ångström"):
        assert tokens(unicodedata.normalize("NFD", text)) == tokens(text)


def test_a_word_without_end_counts_by_its_first_64_letters():
    assert tokens("x" * 10_000_000 + " y") == ["x" * 64, "y"]
    assert tokens("ß" * 40) == ["s" * 64]


@pytest.mark.parametrize("letter", ["\u0301", "\u1100", "\u3099", "\ufdfa", "\ud800", "\x00", "漢"])
def test_ten_million_of_any_character_take_no_time_at_all(letter):
    assert len(set(tokens(letter * 3_000_000))) <= 1


def test_values_of_a_list_have_a_gap_between_them():
    forward = Words().take(["b a", ["c", "a b"], "", ["", ""]])

    assert forward.words.tolist() == [0, 1, 2, GAP, 1, 0, GAP]
    assert forward.starts.tolist() == [0, 2, 6, 6, 7]


def test_words_are_sorted_by_their_bytes_however_long_they_agree():
    several = ["a" * n for n in range(1, 40)] + ["a" * 20 + c for c in "zé漢b"] + ["b", "ω"]
    words = Words(expected=8)
    words.take([" ".join(several)])

    vocabulary, places = words.in_order()

    found = [vocabulary.word(number) for number in range(len(vocabulary))]
    assert found == sorted(set(tokens(" ".join(several))))
    assert [found[place] for place in places][:39] == several[:39]


def test_any_number_of_distinct_words_finds_room():
    text = " ".join(f"w{n:x}longer{n}" for n in range(50_000))
    words = Words(expected=1)

    forward = words.take([text])

    assert len(words) == 50_000
    assert forward.words.tolist() == list(range(50_000))
    assert words.add(words.in_order()[0]).tolist() == words.in_order()[1].argsort().tolist()


@given(st.lists(st.text(st.characters(), max_size=60), max_size=8))
def test_whatever_a_text_holds_its_words_are_words(texts):
    words = Words(expected=1)

    forward = words.take(texts)

    vocabulary, places = words.in_order()
    assert [vocabulary.word(places[n]) for n in forward.words.tolist()] == [
        word for text in texts for word in tokens(text)
    ]
    assert len({vocabulary.word(n) for n in range(len(vocabulary))}) == len(vocabulary)
