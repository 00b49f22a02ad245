"""Affiliations of papers: told apart by their marks, and joined to the authors who bear them."""

import re
from collections.abc import Iterable
from itertools import count, pairwise
from string import ascii_lowercase

from bowerbird.extract.metadata.features import is_place
from bowerbird.extract.metadata.lines import LOWERED, RAISED, Line
from bowerbird.extract.metadata.paper_names import Named, marks_of
from bowerbird.model.metadata import Person

MOST = 200
LEAST_CAPITALS = 0.34  # of the words: places are names, whatever stands between
# What may stand behind an affiliation in the same print.
_OTHER = re.compile(
    r"\(?\b(?:dated|received|accepted|published|submitted|abstract|keywords|index terms)\b\s*[:.—]|"
    r"\b\d{1,2}\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\{[^}]{1,200}\}\s*@\s*[\w.-]+|\S+@\S+")
_RAISED = re.compile(f"{RAISED}([^{LOWERED}]*){LOWERED}")
_CUES = re.compile(
    r"(?:^|[;,]\s*)(?:e-?mails?|correspondence(?: to)?|corresponding author|tel|fax)\b[^;]*:?|"
    r"\bcorrespond\w*\b.*",
    re.IGNORECASE,
)


def mails_in(text: str) -> list[str]:
    """Addresses as printed, one by one."""
    return [mail.strip(".,;<>()") for mail in _MAIL.findall(text) if "{" not in mail]


def places_of(blocks: list[tuple[Line, ...]]) -> dict[str, str]:
    """Affiliations by their mark, in their order; those without get their number as a mark."""
    places: dict[str, str] = {}
    for lines in blocks:
        for mark, text in _marked(lines):
            place = _cleaned(text)
            if len(places) < MOST and _tells(place, mark):
                places.setdefault(mark or f"#{len(places)}", place)
    return places


def with_places(
    named: list[tuple[Named, Line]], places: dict[str, str], blocks: list[tuple[Line, ...]]
) -> list[Person]:
    """Everybody with where they work: by marks, else by what stands below, else what is alone."""
    alone = tuple(places.values()) if len(set(places.values())) == 1 else ()
    below = not any(person.marks for person, _ in named)
    people = []
    for person, line in named:
        work = tuple(dict.fromkeys(places[mark] for mark in person.marks if mark in places))
        if not work and below and len(named) > 1:
            work = _below(line, blocks)
        people.append(Person(person.name, affiliations=work or alone))
    return people


def _marked(lines: tuple[Line, ...]) -> list[tuple[str, str]]:
    """The parts of a block that begin with a mark each; the whole block if none does."""
    text = " ".join(line.marked for line in lines)
    raised = [found for found in _RAISED.finditer(text) if len(marks_of(found[1])) == 1]
    if raised and not text[: raised[0].start()].strip(" *†"):
        ends = [*(found.start() for found in raised[1:]), len(text)]
        return [
            (marks_of(found[1])[0], text[found.end() : end])
            for found, end in zip(raised, ends, strict=True)
        ]
    if places := _numbered(text) or _lettered(text):
        return [
            (text[a:b].split()[0], text[a:b].split(maxsplit=1)[-1])
            for a, b in pairwise([*places, len(text)])
        ]
    return [("", text)]


def _tells(place: str, mark: str) -> bool:
    """Is it more than a stray word, and no sentence? Without a mark, it has to name a place, or lie
    somewhere."""
    words = re.findall(r"[^\W\d_]{2,}", place)
    capitals = sum(word[0].isupper() for word in words)
    if len(place) < 4 or not capitals or capitals < LEAST_CAPITALS * len(words):
        return False
    return bool(mark) or is_place(place) or "," in place or any(map(str.isdigit, place))


def _numbered(text: str) -> list[int]:
    """Where `1 Department … 2 School …` begin: numbers in a row before capitals."""
    return _in_a_row(text, map(str, count(1)))


def _lettered(text: str) -> list[int]:
    """Where `a Department … b School …` begin. One letter alone may be a word."""
    places = _in_a_row(text, ascii_lowercase)
    return places if len(places) > 1 else []


def _in_a_row(text: str, marks: Iterable[str]) -> list[int]:
    starts: list[int] = []
    at = 0
    for mark in marks:
        found = re.compile(rf"(?:^|\s){mark}\s+(?=[A-Z])").search(text, at)
        if found is None or (not starts and text[: found.start()].strip()):
            break
        starts.append(found.end() - len(found[0].lstrip()))
        at = found.end()
    return starts


def _cleaned(text: str) -> str:
    text = _RAISED.sub(" ", text).replace(RAISED, "").replace(LOWERED, "")
    text = _OTHER.split(text)[0]
    text = _MAIL.sub(" ", _CUES.sub(" ", _MAIL.sub(" ", text)))
    return " ".join(text.split()).strip(" ,;.*†‡§:")


def _below(line: Line, blocks: list[tuple[Line, ...]]) -> tuple[str, ...]:
    """The block right below a name, in the same column."""
    under = [
        block
        for block in blocks
        if block[0].top >= line.top
        and min(each.left for each in block) < line.right
        and max(each.right for each in block) > line.left
    ]
    if not under:
        return ()
    nearest = min(under, key=lambda block: block[0].top)
    place = _cleaned(", ".join(each.marked for each in nearest))
    place = re.sub(r"(?:\s*,)+\s*", ", ", place).strip(" ,")
    return (place,) if len(place) > 3 else ()
