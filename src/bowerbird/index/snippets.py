"""The stretch of a text that says most about a query, with the query's words marked."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bowerbird.index.folding import UNSPACED_RANGES
from bowerbird.index.results import Piece

# A letter of words that blanks stand between; of all others each two neighbours are a word.
_LETTER = rf"[^\W{UNSPACED_RANGES}]"
_WORD = re.compile(rf"{_LETTER}+(?:['’]{_LETTER}+)*")
_GOES_ON = re.compile(rf"['’]?{_LETTER}")  # … behind a word: then it is a part of a longer one
_GOES_ON_BEFORE = re.compile(rf"{_LETTER}['’]?\Z")
_UNSPACED = re.compile(f"[{UNSPACED_RANGES}]+")
_READ = 50_000  # characters of a text that are looked at
_KEPT = 50_000  # forms of words remembered


class _Mark(NamedTuple):
    start: int
    end: int
    worth: float
    word: str  # which of the query's words it is


class Marker:
    """Finds the words of queries in texts. It remembers what it saw: texts repeat their words."""

    def __init__(self, analyse: Callable[[str], list[str]]) -> None:
        self._analyse = analyse
        self._known: dict[str, tuple[str, ...]] = {}

    def snippet(
        self,
        texts: Sequence[str],
        words: Mapping[str, float],
        prefixes: Sequence[str],
        length: int,
    ) -> list[Piece]:
        """The best stretch of any of the texts: the one with the rarest words, most of them
        different. `words` says how much each is worth."""
        best: tuple[float, str, list[_Mark], int] | None = None
        for text in texts:
            text = text[:_READ]
            marks = self._marks(text, words, prefixes)
            worth, start = _best_window(marks, length)
            if text.strip() and (best is None or worth > best[0]):
                best = worth, text, marks, start
        if best is None or not length:
            return []
        return _pieces(best[1], best[2], best[3], length)

    def _marks(self, text: str, words: Mapping[str, float], prefixes: Sequence[str]) -> list[_Mark]:
        """Each different word is looked at once, and only those that are wanted are found again."""
        marks = []
        for written in set(_WORD.findall(text)):
            if wanted := self._wanted(written, words, prefixes):
                size = len(written)
                marks += [_Mark(at, at + size, *wanted) for at in _places(text, written)]
        for word in filter(_UNSPACED.fullmatch, [*words, *prefixes]):
            worth = words.get(word, 1.0)
            marks += [_Mark(*found.span(), worth, word) for found in _unspaced(word).finditer(text)]
        marks.sort()
        return marks

    def _wanted(
        self, written: str, words: Mapping[str, float], prefixes: Sequence[str]
    ) -> tuple[float, str] | None:
        """(what it is worth, which of the query's words it is)."""
        for form in self._forms(written):
            if form in words:
                return words[form], form
            for start in prefixes:
                if form.startswith(start):
                    return 1.0, start
        return None

    def _forms(self, word: str) -> tuple[str, ...]:
        forms = self._known.get(word)
        if forms is None:
            if len(self._known) >= _KEPT:
                self._known = {}
            forms = self._known[word] = tuple(self._analyse(word))
        return forms


def _places(text: str, written: str) -> Iterator[int]:
    """Where a word stands by itself, as `_WORD` cuts it out."""
    at = text.find(written)
    while at >= 0:
        end = at + len(written)
        if not (_GOES_ON_BEFORE.search(text, max(0, at - 2), at) or _GOES_ON.match(text, end)):
            yield at
        at = text.find(written, end)


def _unspaced(word: str) -> re.Pattern[str]:
    """Where it stands among others; a single character is a word only by itself."""
    if len(word) > 1:
        return re.compile(word)
    return re.compile(f"(?<![{UNSPACED_RANGES}]){word}(?![{UNSPACED_RANGES}])")


def _best_window(marks: Sequence[_Mark], length: int) -> tuple[float, int]:
    """(what the best stretch is worth, where it begins)."""
    best, start = 0.0, 0
    for first, mark in enumerate(marks):
        worth, seen = 0.0, set()
        for other in marks[first : first + 40]:
            if other.end > mark.start + length:
                break
            worth += other.worth if other.word not in seen else 0.05 * other.worth
            seen.add(other.word)
        if worth > best:
            best, start = worth, mark.start
    return best, start


def _pieces(text: str, marks: Sequence[_Mark], start: int, length: int) -> list[Piece]:
    """The stretch cut at blanks, with a little of what stands before, and its marks."""
    begin = max(0, min(start - length // 6, len(text) - length))
    if begin:
        blank = text.find(" ", begin, start)
        begin = blank + 1 if blank >= 0 else begin
    end = min(len(text), begin + length)
    if end < len(text):
        blank = text.rfind(" ", begin, end)
        end = blank if blank > start else end
    pieces: list[Piece] = []
    at = begin
    for mark in marks:
        if begin <= mark.start and mark.end <= end:
            if pieces and mark.start <= at:  # pairs of neighbours overlap: one mark for both
                first = at - len(pieces.pop().text)
                at = max(at, mark.end)
                pieces.append(Piece(text[first:at], True))
                continue
            pieces += [Piece(text[at : mark.start]), Piece(text[mark.start : mark.end], True)]
            at = mark.end
    pieces.append(Piece(text[at:end]))
    if begin:
        pieces.insert(0, Piece("… "))
    if end < len(text):
        pieces.append(Piece(" …"))
    return [piece for piece in pieces if piece.text]
