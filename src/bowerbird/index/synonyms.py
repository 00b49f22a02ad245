"""Words that mean the same, as a list of a person's own says it.

Where synonyms come from is no matter of an index: whoever searches is handed something that can be
asked, such as a `SynonymList` or the lexicon of a topic.
"""

import csv
import logging
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from bowerbird.index.typed import folded
from bowerbird.model.errors import StoreError, UsageError

log = logging.getLogger(__name__)


class _Line(msgspec.Struct):
    word: str
    synonyms: list[str]


class SynonymList:
    """Synonyms by word; case, accents and signs do not count."""

    def __init__(self, lines: Iterable[tuple[str, Sequence[str]]], malformed: int = 0) -> None:
        """`malformed`: how many lines were left out."""
        self.malformed = malformed
        self._known: dict[str, list[str]] = {}
        for word, others in lines:
            known = self._known.setdefault(folded(word), [])
            known += [other for other in others if other not in known]

    def __len__(self) -> int:
        return len(self._known)

    def __call__(self, word: str) -> Sequence[str]:
        """In the order of the list; none for a word that is not in it."""
        return self._known.get(folded(word), [])


def read_synonyms(path: Path) -> SynonymList:
    """A list by the ending of its name. `.tsv`: word, tab, synonyms separated by semicolons or
    tabs. `.csv`: word, then its synonyms. `.jsonl`: {"word": …, "synonyms": […]}. Lines that say
    nothing are counted and left out."""
    reading = _READERS.get(path.suffix.lower())
    if reading is None:
        raise UsageError(f"{path} is no list of synonyms: name a .tsv, .csv or .jsonl file")
    try:
        text = path.read_text("utf-8-sig", "replace")
    except OSError as error:
        raise StoreError(f"{path} cannot be read ({error.strerror}): name another file") from error
    read = list(reading(text))
    lines = [line for line in read if line is not None]
    if len(lines) < len(read):
        log.warning("%s: %d of %d lines are left out", path, len(read) - len(lines), len(read))
    return SynonymList(lines, len(read) - len(lines))


_Read = Iterator[tuple[str, list[str]] | None]  # None: malformed


def _of_tsv(text: str) -> _Read:
    for line in text.splitlines():
        if line.strip():
            word, *others = line.split("\t")
            yield _line(word, [other for cell in others for other in cell.split(";")])


def _of_csv(text: str) -> _Read:
    for word, *others in filter(None, csv.reader(text.splitlines())):
        yield _line(word, others)


def _of_json_lines(text: str) -> _Read:
    for line in text.splitlines():
        if line.strip():
            try:
                said = msgspec.json.decode(line, type=_Line)
            except (msgspec.DecodeError, UnicodeEncodeError):
                yield None
                continue
            yield _line(said.word, said.synonyms)


def _line(word: str, others: list[str]) -> tuple[str, list[str]] | None:
    others = [other.strip() for other in others if folded(other)]
    return (word.strip(), others) if folded(word) and others else None


_READERS = {".tsv": _of_tsv, ".csv": _of_csv, ".jsonl": _of_json_lines}
