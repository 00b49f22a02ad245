"""Words of a text in any script: folded, without punctuation."""

import re
import unicodedata
from collections.abc import Iterator

# Letters, digits and marks; an apostrophe or a middle dot inside a word belongs to it.
_WORD = re.compile(r"\w+(?:['’·]\w+)*")
# Scripts written without spaces: every character stands for itself.
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
    r"\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)


def fold(text: str) -> str:
    """Compatibility forms and case made one ("ﬁ", "Ｆ", "ß", "İ"); accents stay."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def tokens(text: str) -> list[str]:
    """The words in order, folded; one per character in scripts that do not separate words."""
    folded = fold(text)
    words = [word for word in _WORD.findall(folded) if word != "_"]
    if folded.isascii() or not _UNSPACED.search(folded):
        return words
    return [part for word in words for part in _parts(word)]


def _parts(word: str) -> Iterator[str]:
    start = 0
    for found in _UNSPACED.finditer(word):
        if found.start() > start:
            yield word[start : found.start()]
        yield found[0]
        start = found.end()
    if start < len(word):
        yield word[start:]
