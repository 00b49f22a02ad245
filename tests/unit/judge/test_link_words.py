import numpy as np
import pytest

from bowerbird.judge import link_words_kernel as kernel
from bowerbird.judge.link_words import LinkReader, word_tokens
from bowerbird.model.document import LinkContext
from bowerbird.model.topic import Topic, TopicTerm
from bowerbird.testing.fetcher import a_url

TERMS = (TopicTerm("sun", 1.0), TopicTerm("solar cell", 0.8), TopicTerm("moon", -0.5))
SUN = Topic("sun", ("sun",), TERMS)
ANCHOR, AROUND, URL = range(3)


def read(
    anchor: str = "", nearby: str = "", path: str = "", url: str = "https://zoo.test/"
) -> tuple[set[int], list[float]]:
    words = LinkReader(SUN).read([(a_url(url), LinkContext(anchor, nearby, path))])
    return set(words.tokens[0, : words.counts[0]].tolist()), words.hits[0].tolist()


@pytest.mark.parametrize("word", ["tapir", "Tapir", "TAPIRS"])
def test_a_word_has_a_token_for_each_place_it_stands_in(word):
    tokens, _ = read(anchor=word, url=f"https://zoo.test/{word}.html")

    assert word_tokens(word)[ANCHOR] in tokens
    assert word_tokens(word)[URL] in tokens
    assert word_tokens(word)[AROUND] not in tokens
    assert len(set(word_tokens(word))) == 3


def test_words_that_say_nothing_have_no_token():
    tokens, _ = read(anchor="the tapir of a 12")

    assert tokens == read(anchor="tapir")[0]


def test_every_character_of_scripts_without_blanks_is_a_word():
    tokens, _ = read(anchor="太阳能电池")

    assert len(tokens - read()[0]) == 5


def test_only_the_last_levels_above_a_link_count():
    far, _ = read(path="html body main ul.results li a")
    farther, _ = read(path="html body div aside ul.results li a")
    other, _ = read(path="html body main ul.menu li a")

    assert far - farther  # main and aside are among the last three levels
    assert read(path="html main ul.results li a")[0] == far
    assert other != far


def test_only_the_words_near_an_anchor_belong_to_it():
    filler = "elsewhere " * 40
    tokens, _ = read(anchor="tapir", nearby=f"{filler} striped tapir grazing {filler} distant")

    assert word_tokens("striped")[AROUND] in tokens
    assert word_tokens("grazing")[AROUND] in tokens
    assert word_tokens("distant")[AROUND] not in tokens


def test_the_topic_is_found_in_anchors_and_around_them_plurals_and_phrases_too():
    assert read(anchor="the Sun")[1][kernel.ANCHOR_HITS] == pytest.approx(1.0)
    assert read(anchor="many suns")[1][kernel.ANCHOR_HITS] == pytest.approx(1.0)
    assert read(anchor="solar cells")[1][kernel.ANCHOR_HITS] == pytest.approx(0.8)
    assert read(anchor="solar panel")[1][kernel.ANCHOR_HITS] == 0
    _, around = read(anchor="more", nearby="more of the sun and a solar cell")
    assert around[kernel.NEAR_HITS] == pytest.approx(1.8)
    assert read(anchor="moon")[1][kernel.CONCEPT] < 0 < read(anchor="sun")[1][kernel.CONCEPT]


def test_links_are_read_apart_from_each_other():
    links = [
        (a_url("https://zoo.test/a"), LinkContext("erster Überblick", "")),
        (a_url("https://zoo.test/b"), LinkContext("tapir", "striped")),
        (a_url("https://zoo.test/c"), LinkContext("", "", "html body a")),
    ]
    reader = LinkReader(SUN)
    together = reader.read(links)

    for at, link in enumerate(links):
        alone = reader.read([link])
        assert np.array_equal(together.tokens[at], alone.tokens[0])
        assert together.counts[at] == alone.counts[0]


def test_many_words_and_long_blocks_are_bounded():
    words = " ".join(f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(600))
    reader = LinkReader(SUN)

    url = a_url("https://zoo.test/" + words.replace(" ", "-"))
    found = reader.read([(url, LinkContext(words, words, "a " * 500))])

    assert found.counts[0] <= sum(kernel.MOST) + 1 <= kernel.WIDTH
