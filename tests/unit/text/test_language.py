"""The language of a page: as declared, else as detected."""

import pytest

from bowerbird.text.language import declared_language, detect_language


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        ("de-AT", "de"),
        ("EN_us", "en"),
        (" fr ", "fr"),
        ("iw", "he"),
        ("deu", "de"),
        ("zh-Hant-TW", "zh"),
        ("pl, en", "pl"),
        ("und", ""),
        ("", ""),
        (None, ""),
        ("english", ""),
        ("x-default", ""),
        ("1", ""),
        ("en;q=0.8", "en"),
        ("gsw", "gsw"),
    ],
)
def test_a_tag_is_normalised(tag: str | None, code: str) -> None:
    assert declared_language(tag) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The satin bowerbird builds an avenue of sticks and paints its walls.", "en"),
        ("Der Laubenvogel baut eine Laube aus Zweigen und malt sie an.", "de"),
        ("El pergolero construye un pasillo de ramas y lo pinta con bayas.", "es"),
        ("ニワシドリは小枝であずまやを作り、青いものを飾ります。", "ja"),
        ("园丁鸟用树枝建造凉亭，并用蓝色的东西装饰它。", "zh"),
        ("يبني طائر التعريشة عشه من العيدان ويزينه بأشياء زرقاء", "ar"),
        ("Птица строит беседку из веток и украшает её синими перьями", "ru"),
        ("THE SATIN BOWERBIRD BUILDS AN AVENUE OF STICKS AND PAINTS ITS WALLS", "en"),
    ],
)
def test_a_sentence_is_enough_to_detect(text: str, code: str) -> None:
    assert detect_language(text) == code


@pytest.mark.parametrize("text", ["", "OK", "12 34 56 78 90 " * 20, "\n\n", "x y z 1 2 3"])
def test_what_is_no_sentence_has_no_language(text: str) -> None:
    assert detect_language(text) == ""
