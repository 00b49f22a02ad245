"""Fingerprint and SimHash: what counts as the same, what as nearly the same, what as neither.

The vocabulary is drawn with a long tail, as words of a language are; texts are made from it with a
fixed seed, so that the figures below can be read off again.
"""

import random
import re
import subprocess
import sys
from itertools import pairwise

import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.text.similarity import (
    NEAR,
    SHORTEST,
    fingerprint,
    fingerprints,
    hamming,
    near,
    simhash,
)
from bowerbird.text.similarity_kernel import folded_and_simhash

RANDOM = random.Random(7)
SYLLABLES = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu", "pran", "stel", "gor"]
WORDS = ["".join(RANDOM.choices(SYLLABLES, k=RANDOM.randint(1, 4))) for _ in range(5_000)]
WEIGHTS = [1 / (rank + 5) for rank in range(len(WORDS))]


@pytest.fixture(autouse=True)
def the_same_draws_in_any_order() -> None:
    RANDOM.seed(11)


def text_of(words: int) -> list[str]:
    return RANDOM.choices(WORDS, WEIGHTS, k=words)


def distance(a: list[str], b: list[str]) -> int:
    return hamming(simhash(" ".join(a)), simhash(" ".join(b)))


def test_case_and_white_space_do_not_change_a_fingerprint() -> None:
    assert fingerprint("Blue\n  Birds ") == fingerprint("blue birds")
    assert fingerprint("ÄRGER über") == fingerprint("ärger\tÜBER")
    assert fingerprint("blue birds") != fingerprint("bluebirds")
    assert fingerprint("") == fingerprint(" \n ")
    assert 0 <= fingerprint("x") < 1 << 64


def test_digits_and_punctuation_do_not_change_a_simhash() -> None:
    words = " ".join(text_of(100))

    assert simhash(words + " 2024-11-18, 1,234 readers.") == simhash(
        words + " (31.12.1999) 7 readers"
    )


@pytest.mark.parametrize("length", [60, 150, 500, 1_200])
def test_a_changed_word_in_a_hundred_stays_near(length: int) -> None:
    near_ones = 0
    for _ in range(60):
        words = text_of(length)
        edited = list(words)
        for at in RANDOM.sample(range(length), max(1, length // 100)):
            edited[at] = RANDOM.choice(WORDS)
        near_ones += distance(words, edited) <= NEAR

    assert near_ones >= 42  # 70 %; measured 79 to 97 %


def test_another_boilerplate_of_a_twentieth_stays_near() -> None:
    near_ones = 0
    for _ in range(60):
        words = text_of(600)
        near_ones += distance(text_of(15) + words, text_of(15) + words) <= NEAR

    assert near_ones >= 42  # 70 %


def test_pages_that_have_nothing_in_common_are_far() -> None:
    hashes = [simhash(" ".join(text_of(300))) for _ in range(250)]
    pairs = [hamming(a, b) for number, a in enumerate(hashes) for b in hashes[:number]]

    assert min(pairs) > NEAR
    assert 24 < sum(pairs) / len(pairs) < 40


def test_pages_of_one_template_with_other_words_in_it_are_not_near() -> None:
    shared = text_of(60)
    hashes = [simhash(" ".join(shared + text_of(140))) for _ in range(100)]
    pairs = [hamming(a, b) for number, a in enumerate(hashes) for b in hashes[:number]]

    assert sum(pair <= NEAR for pair in pairs) <= len(pairs) // 1_000


@pytest.mark.parametrize("text", ["", "three short words", "word " * (SHORTEST - 1), "1 2 3 " * 50])
def test_short_texts_have_no_simhash(text: str) -> None:
    assert simhash(text) == 0
    assert not near(simhash(text), simhash(text))


def test_scripts_without_spaces_count_by_character() -> None:
    text = "ニワシドリは小枝であずまやを作り、青いものを飾ります。雌が来ると踊りを見せます。"

    assert simhash(text) != 0
    assert simhash(text) == simhash(text.replace("、", "").replace("。", " "))


@pytest.mark.parametrize("text", ["\ud800" * 30, "é" * 100, "漢" * 40, "a\0b " * 30, "🙂 " * 40])
def test_any_characters_will_do(text: str) -> None:
    assert 0 <= simhash(text) < 1 << 64
    assert 0 <= fingerprint(text) < 1 << 64


# ---- what the compiled pass must equal -----------------------------------------------------------

LETTERS = re.compile(
    "[\u3040-\u9fff]|(?:[a-z\u00c0-\u1fff\ua000-\U0010ffff])+"  # one CJK character, or a run
)
TRICKY = st.characters() | st.sampled_from(
    "aZz \n\t09-éÉ×÷ßÀÞþЖжΣςİı漢あ、　•—™→ΩKÅⅣⅣⓐⓏＡａﬀ한🙂𐐀 \u00a0\ud800"
)


def fingerprint_by_definition(text: str) -> int:
    folded = re.sub("[ \t\n\v\f\r]+", " ", text.lower()).strip(" ")
    return xxhash.xxh3_64_intdigest(folded.encode("utf-8", "surrogatepass"))


def simhash_by_definition(text: str) -> int:
    words = [word.encode("utf-8", "surrogatepass") for word in LETTERS.findall(text.lower())]
    if len(words) < SHORTEST:
        return 0
    whole = (1 << 64) - 1
    hashes = [sum(byte * pow(257, at) for at, byte in enumerate(word[::-1])) for word in words]
    votes = [0] * 64
    for before, after in pairwise(hashes):
        pair = (before * 0x9E3779B97F4A7C15 + after) & whole
        for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
            pair = (pair ^ pair >> 33) * factor & whole
        pair ^= pair >> 33
        for bit in range(64):
            votes[bit] += pair >> bit & 1
    bits = sum(1 << bit for bit in range(64) if 2 * votes[bit] > len(words) - 1)
    return bits or 1


@given(st.text(TRICKY, max_size=300))
def test_a_fingerprint_is_that_of_the_text_in_lower_case_with_single_blanks(text: str) -> None:
    assert fingerprint(text) == fingerprint_by_definition(text)


@given(st.text(TRICKY, min_size=60, max_size=400))
def test_a_simhash_is_the_vote_of_its_word_pairs(text: str) -> None:
    assert simhash(text) == simhash_by_definition(text)


def test_long_texts_are_counted_to_their_end() -> None:
    text = "  ".join(text_of(3_000)) + "\n"

    assert fingerprints(text) == (fingerprint_by_definition(text), simhash_by_definition(text))


def test_every_character_is_lowered_as_python_lowers_it() -> None:
    wrong = [
        character
        for character in map(chr, range(sys.maxunicode + 1))
        if character.lower() != character
        and fingerprint(character) != fingerprint_by_definition(character)
    ]

    assert wrong == []


def test_what_is_lower_case_already_takes_no_detour() -> None:
    prose = "naïve “quotes” — and so on… → £5 ™ 漢字 한국 🙂"

    *_, is_done = folded_and_simhash(prose.encode(), 0, False, SHORTEST)

    assert is_done


@given(st.text())
def test_both_come_from_one_call(text: str) -> None:
    assert fingerprints(text) == (fingerprint(text), simhash(text))


def test_the_command_line_starts_without_the_compiler() -> None:
    asks = (
        "import sys, bowerbird.cli.main; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", asks], check=False).returncode == 0
