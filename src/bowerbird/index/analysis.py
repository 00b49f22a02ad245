"""Which words count, and as what: small words, stop words, stems, parts of compounds.

All of it looks at one word at a time, so it is done once for each distinct word of an index and
applied as a map from words to words.
"""

from collections.abc import Callable
from typing import Annotated

import Stemmer
import xxhash
from pydantic import StringConstraints, TypeAdapter
from pydantic_core import SchemaError

from bowerbird.index.compounds import Compounds
from bowerbird.index.folding import UNSPACED, folding
from bowerbird.index.options import AnalysisOptions
from bowerbird.index.words import tokens
from bowerbird.model.errors import PlanError

_QUICKLY = 200  # characters: so long are queries
_REMEMBERED = 1 << 20  # words; beyond, what was worked out is forgotten


class Analysis:
    """The analysis of one index. `parts` are the words that compounds are split into."""

    def __init__(self, options: AnalysisOptions, parts: tuple[str, ...] = ()) -> None:
        self.options = options
        self.parts = parts
        self.stop_words = {w for text in _plain(options.stop_words) for w in tokens(text)}
        self._stops = [_regex(text[1:-1]) for text in options.stop_words if _is_regex(text)]
        self._stem = _stemmer(options.stemming)
        self._compounds = Compounds(parts) if options.compounds and parts else None
        self._known: dict[str, tuple[str, ...]] = {}

    @property
    def selects_only(self) -> bool:
        """A word counts as itself or not at all, by its length and by `stop_words`."""
        return not (self._stops or self._stem or self._compounds)

    @property
    def name(self) -> str:
        """Equal for analyses that do the same to every word."""
        parts = self.parts if self.options.compounds else ()
        said = self.options.model_dump_json() + "\n" + "\n".join(parts)
        return xxhash.xxh3_64_hexdigest(said.encode("utf-8", "surrogatepass"))

    def __call__(self, text: str) -> list[str]:
        """The words of a text that count, in order."""
        if len(text) <= _QUICKLY:
            try:  # what is known is folded: most words of queries stand there as they count
                return [each for word in text.split() for each in self._known[word]]
            except KeyError:
                pass
        return [counted for word in tokens(text) for counted in self.counted(word)]

    def counted(self, word: str) -> tuple[str, ...]:
        """What a word as it stands in the text counts as; nothing if it is left out."""
        known = self._known.get(word)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = self._known[word] = self._work_out(word)
        return known

    def _work_out(self, word: str) -> tuple[str, ...]:
        if self._is_left_out(word):
            return ()
        parts = self._compounds.parts_of(word) if self._compounds else ()
        found = [word, *(part for part in parts if not self._is_left_out(part))]
        if self._stem:
            found = [self._stem(each) for each in found]
        return tuple(dict.fromkeys(found))

    def _is_left_out(self, word: str) -> bool:
        if len(word) <= self.options.minimum_length and not is_unspaced(word):
            return True
        return word in self.stop_words or any(stops(word) for stops in self._stops)


def is_unspaced(word: str) -> bool:
    """Made of characters that are written without spaces: two of them are no small word."""
    letters = folding().letters
    return len(word) <= 2 and ord(word[0]) < len(letters) and bool(letters[ord(word[0])] & UNSPACED)


def _plain(stop_words: list[str]) -> list[str]:
    return [text for text in stop_words if not _is_regex(text)]


def _is_regex(text: str) -> bool:
    return len(text) > 2 and text[0] == text[-1] == "/"


def _regex(pattern: str) -> Callable[[str], bool]:
    """Is it found in a word? By Rust's engine, in which no pattern takes longer than the text is
    long; it knows no look-around and no back-references."""
    try:
        adapter = TypeAdapter(Annotated[str, StringConstraints(pattern=pattern)])
    except SchemaError as error:
        reason = str(error).rpartition("error:")[2].strip()
        raise PlanError(f"analysis.stop_words: /{pattern}/ is no pattern: {reason}") from None
    return adapter.validator.isinstance_python


def _stemmer(language: str) -> Callable[[str], str] | None:
    if not language:
        return None
    if language not in Stemmer.algorithms():
        known = ", ".join(Stemmer.algorithms())
        raise PlanError(f"analysis.stemming: no endings known of {language!r}; known: {known}")
    stem: Callable[[str], str] = Stemmer.Stemmer(language, 0).stemWord
    return stem
