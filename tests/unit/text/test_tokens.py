"""Words in any script."""

import pytest

from bowerbird.text.tokens import fold, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Blue birds, 24 of them!", ["blue", "birds", "24", "of", "them"]),
        ("don't L’oiseau", ["don't", "l’oiseau"]),
        ("Straße ΣΊΣΥΦΟΣ ﬁsh Ｆｕｌｌ", ["strasse", "σίσυφοσ", "fish", "full"]),
        ("青い鳥 birds", ["青", "い", "鳥", "birds"]),
        ("C3PO_x", ["c3po_x"]),
        ("الطيور الزرقاء", ["الطيور", "الزرقاء"]),
        ("", []),
        ("--- ... _", []),
    ],
)
def test_words_are_folded_and_without_punctuation(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_folding_twice_changes_nothing() -> None:
    for text in ["İstanbul", "ǅ", "Ω", "ﬃ"]:
        assert fold(fold(text)) == fold(text)
