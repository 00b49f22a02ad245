"""Author lines of papers: who is named, by which marks, and which words are no names."""

import re
from collections.abc import Iterator

from msgspec import Struct

from bowerbird.extract.metadata.features import is_place
from bowerbird.extract.metadata.lines import LOWERED, RAISED
from bowerbird.extract.metadata.names import is_name, person_of

MOST_WORDS = 6  # of a name
_RAISED = re.compile(f"{RAISED}([^{LOWERED}]*){LOWERED}")
_SEPARATORS = re.compile(
    r"\s*[,;·•|]\s*(?:and\b|&)?\s*|\s+(?:and|und|et|y|&)\s+|\s{2,}|\s*\bwith\b\s+", re.I
)
_INITIAL = re.compile(r"\b[A-Z]\.$")
_UNMARKED = str.maketrans("", "", RAISED + LOWERED)
_SIGNS = "*†‡§¶∗⋆#✉∥ "
_TRAILING_MARKS = re.compile(r"(?<=[a-zà-ÿ.])\s*[\d*†‡§¶∗⋆#]+(?:\s*,\s*[\d*†‡§¶∗]+)*$")
_TITLES = re.compile(
    r"\b(?:(?:senior |student |life )?(?:member|fellow),?\s+IEEE|ieee|authors?:|by|"
    r"corresponding author|member|fellow|editor|supervisor|advisor|prof\.?|dr\.?|mr\.?|ms\.?)"
    r"(?=\s|$|,|:)",
    re.IGNORECASE,
)
_NO_NAMES = frozenset(
    [
        "abstract", "article", "research", "review", "introduction", "summary", "university",
        "email", "keywords", "journal", "proceedings", "original", "paper", "report", "thesis",
        "information", "received", "accepted", "published", "submitted", "license", "conference",
        "working", "series", "title", "authors", "affiliation", "date", "preprint", "open",
        "access", "correspondence"
    ]
)  # fmt: skip
_SMALL = frozenset(
    [
        "van", "von", "de", "der", "den", "del", "della", "da", "di", "dos", "la", "le", "el",
        "al", "bin", "ibn", "ter", "zu", "af", "av", "do", "das", "du", "y", "e"
    ]
)  # fmt: skip


class Named(Struct, frozen=True):
    """Somebody in an author line, and the marks that lead to where they work."""

    name: str
    marks: tuple[str, ...]


def names_in(marked: str) -> Iterator[Named]:
    """Everybody whom a line, or several joined, names."""
    for piece, marks in _pieces(_TITLES.sub(" ", marked)):
        name = person_of(_TRAILING_MARKS.sub("", piece).strip(_SIGNS)).name
        if is_person(name):
            yield Named(name, marks)


def is_open(text: str) -> bool:
    """Does a list of names that ends like this go on in the next line?"""
    last = _SEPARATORS.split(text.translate(_UNMARKED).strip())[-1].strip(_SIGNS)
    last = _TRAILING_MARKS.sub("", last)
    return (
        not last
        or last.endswith((" and", "&"))
        or len(last.split()) < 2
        or bool(_INITIAL.search(last))
    )


def is_person(text: str) -> bool:
    """Two words or more, with capitals, and none that stands on first pages for something else."""
    words = text.replace("-", " ").split()
    if not 2 <= len(words) <= MOST_WORDS or not is_name(text) or is_place(text):
        return False
    if any(word.lower().strip(".:") in _NO_NAMES for word in words):
        return False
    if max(len(word.strip(".")) for word in words) < 2:
        return False  # S P A C E D letters
    return all(word[0].isupper() or word.lower() in _SMALL or word[0] in "'’‘" for word in words)


def _pieces(marked: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The parts between separators, with the superscripts behind each; those may hold commas."""
    at = 0
    pending = ""
    for found in _RAISED.finditer(marked):
        before = pending + marked[at : found.start()]
        *whole, last = _SEPARATORS.split(before)
        yield from ((piece, ()) for piece in whole)
        yield last, marks_of(found[1])
        pending, at = "", found.end()
    yield from ((piece, ()) for piece in _SEPARATORS.split(pending + marked[at:]))


def marks_of(raised: str) -> tuple[str, ...]:
    """`1, 2,∗` as its single marks."""
    return tuple(part for part in re.split(r"[\s,;]+", raised.strip()) if part)
