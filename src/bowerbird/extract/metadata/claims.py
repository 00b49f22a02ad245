"""Claims: what one source says of the fields of a document, cleaned and bounded."""

import html
import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from bowerbird.extract.metadata.dates import date_of
from bowerbird.extract.metadata.identifiers import arxiv_of, doi_of, isbn_of, issn_of
from bowerbird.extract.metadata.names import is_name, person_of
from bowerbird.model.metadata import Person, Reference, Source, Value

MOST = {"authors": 5_000, "keywords": 200, "references": 2_000, "affiliations": 500}
FEW = 100  # values of any other field
LONGEST = {"title": 1_000, "abstract": 20_000}
LONGEST_TEXT = 2_000  # characters of any other field
_TAGS = re.compile(r"<[^<>]{0,200}>")
_BLANKS = re.compile(r"\s+")
_SEPARATORS = re.compile(r"\s*[;•·|\n]\s*")
# What programs write where nobody filled in a form.
_JUNK = frozenset(
    [
        "untitled",
        "unknown",
        "null",
        "none",
        "undefined",
        "n/a",
        "anonymous",
        "admin",
        "administrator",
        "user",
        "no title",
        "openpyxl",
        "python-docx",
        "apache poi",
        "microsoft office user",
        "windows user",
        "untitled document",
        "document",
        "title",
        "default",
        "home",
        "index",
        "microsoft word",
    ]
)


class Claim(Struct, frozen=True):
    """One source, one field, one value."""

    field: str
    value: Value
    source: Source
    confidence: float


class Claims:
    """Collects what one source says; what says nothing is left out."""

    def __init__(self, source: Source, confidence: float) -> None:
        self._source = source
        self._confidence = confidence
        self._claims: list[Claim] = []

    def __iter__(self) -> Iterator[Claim]:
        return iter(self._claims)

    def __bool__(self) -> bool:
        return bool(self._claims)

    def text(self, field: str, value: str, confidence: float | None = None) -> None:
        """A field of plain text: a title, a journal, an abstract."""
        cleaned = plain(value)[: LONGEST.get(field, LONGEST_TEXT)]
        if cleaned and cleaned.lower() not in _JUNK:
            self._add(field, cleaned, confidence)

    def date(self, value: str) -> None:
        """A date as anybody writes it."""
        if date := date_of(value):
            self._add("date", date)

    def language(self, value: str) -> None:
        """A language tag; only its first part counts."""
        tag = re.split(r"[-_]", value.strip().lower())[0]
        if re.fullmatch("[a-z]{2,3}", tag):
            self._add("language", tag)

    def identifier(self, value: str) -> None:
        """A DOI, arXiv id, ISBN or ISSN; which one is seen by its form."""
        if doi := doi_of(value):
            self._add("doi", doi)
        elif arxiv := arxiv_of(value):
            self._add("arxiv", arxiv)
        elif issn := issn_of(value):
            self.many("issn", [issn])
        elif isbn := isbn_of(value):
            self.many("isbn", [isbn])

    def people(self, found: Iterable[Person | str], confidence: float | None = None) -> None:
        """Authors in their order; the same name twice is one person."""
        people: dict[str, Person] = {}
        for each in found:
            person = person_of(plain(each)) if isinstance(each, str) else each
            if is_name(person.name) and person.name.lower() not in _JUNK:
                people.setdefault(person.name.casefold(), person)
        if people:
            self._add("authors", tuple(people.values())[: MOST["authors"]], confidence)

    def many(self, field: str, values: Iterable[str], confidence: float | None = None) -> None:
        """A field of several texts, in their order, each once."""
        cleaned = (plain(value)[:LONGEST_TEXT] for value in values)
        kept = tuple(dict.fromkeys(value for value in cleaned if value))
        if kept:
            self._add(field, kept[: MOST.get(field, FEW)], confidence)

    def keywords(self, values: Iterable[str]) -> None:
        """Keywords, one by one or several in a text."""
        found: list[str] = []
        for value in values:
            parts = _SEPARATORS.split(value)
            found += parts if len(parts) > 1 else value.split(",")
        self.many("keywords", (part.strip(" .,:;") for part in found))

    def references(self, found: Iterable[Reference]) -> None:
        """The list of references."""
        kept = tuple(found)[: MOST["references"]]
        if kept:
            self._add("references", kept)

    def _add(self, field: str, value: Value, confidence: float | None = None) -> None:
        sure = self._confidence if confidence is None else confidence
        for at, claim in enumerate(self._claims):
            if claim.field != field:
                continue
            if isinstance(value, tuple) and field != "authors":  # said in several places
                both = tuple(dict.fromkeys((*claim.value, *value)))[: MOST.get(field, FEW)]
                self._claims[at] = Claim(field, both, self._source, claim.confidence)
            return  # a source that says a field twice meant the first
        self._claims.append(Claim(field, value, self._source, sure))


def plain(value: str) -> str:
    """Text without tags, entities written twice, and needless blanks."""
    if "<" in value:
        value = _TAGS.sub(" ", value)
    if "&" in value:
        value = html.unescape(value)
    return _BLANKS.sub(" ", value.replace("\0", "")).strip()
