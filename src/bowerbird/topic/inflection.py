"""The forms in which a term may stand on a page: "mouse", "mouses", "mice".

Stemming every word of every page would cost a crawl more than all its judging; the few terms of a
topic are inflected once instead. An ending is taken where the stemmer of the language sees the same
word in it.
"""

from collections.abc import Mapping, Sequence

import Stemmer

from bowerbird.text.tokens import fold

ENGLISH = "en"
# ISO 639-1 → what the stemmers call it.
_STEMMERS = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek",
    ENGLISH: "english", "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali",
    "nl": "dutch", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
_ENGLISH_ENDINGS = ("s", "es", "ed", "d", "ing")
_ENDINGS = (
    "s", "e", "es", "n", "en", "er", "ern", "em", "ns", "a", "an", "ar", "arna", "i", "o", "os",
    "as", "x", "et", "t", "а", "ы", "у", "ом", "е", "ов", "ами", "ах", "и", "й",
)  # fmt: skip
SHORTEST = 3  # letters: shorter words are names and abbreviations


class Inflector:
    """Inflects the last word of a term."""

    def __init__(self, irregular: Mapping[str, str], languages: Sequence[str] = ()) -> None:
        """`irregular`: form → word. `languages`: ISO 639-1; English where nothing is said."""
        self._irregular: dict[str, list[str]] = {}
        for form, word in irregular.items():
            self._irregular.setdefault(word, []).append(form)
        self._languages = [each for each in languages or (ENGLISH,) if each in _STEMMERS]

    def forms(self, term: str) -> tuple[str, ...]:
        """Every form but the term itself."""
        head, blank, last = term.rpartition(" ")
        found = dict.fromkeys(fold(form) for form in self._irregular.get(last, ()))
        if len(last) >= SHORTEST and last.isalpha():
            for language in self._languages:
                found |= dict.fromkeys(_regular(last, language))
        found.pop(last, None)
        return tuple(f"{head}{blank}{form}" for form in found)


def _regular(word: str, language: str) -> list[str]:
    stem = Stemmer.Stemmer(_STEMMERS[language], 0).stemWord
    wanted = stem(word)
    endings = _ENGLISH_ENDINGS if language == ENGLISH else _ENDINGS
    candidates = [word + ending for ending in endings]
    if language == ENGLISH and word.endswith("y"):
        candidates += [f"{word[:-1]}ies", f"{word[:-1]}ied"]
    if language == ENGLISH and word.endswith("e"):
        candidates += [f"{word[:-1]}ing"]
    return [form for form in candidates if stem(form) == wanted]
