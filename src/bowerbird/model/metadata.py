"""What is known of a document: each field with the source that said it, and how sure that is."""

from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import Struct, structs

T = TypeVar("T")


class Source(StrEnum):
    """Who says so, in the order of precedence: of two that disagree, the earlier is believed."""

    JSON_LD = "json-ld"  # <script type="application/ld+json">, words of schema.org
    HIGHWIRE = "highwire"  # <meta name="citation_…">
    DUBLIN_CORE = "dublin-core"  # <meta name="DC.…"> and dcterms
    PRISM = "prism"
    BEPRESS = "bepress"
    EPRINTS = "eprints"
    MICRODATA = "microdata"  # itemscope, itemprop
    RDFA = "rdfa"  # vocab, typeof, property
    OPEN_GRAPH = "open-graph"  # <meta property="og:…">, article:…, twitter:…
    HTML = "html"  # <title>, <h1>, <meta name="author">, rel=author, <time>
    TAUGHT = "taught-layout"  # a person labelled a page of this layout
    XMP = "xmp"  # the XML packet of a PDF
    PROPERTIES = "properties"  # the Info dictionary of a PDF, the properties of an office file
    LAYOUT = "layout"  # where the words stand on the first page of a paper
    TEXT = "text"  # found in the running text
    ADDRESS = "address"  # where the document was read from


class Person(Struct, frozen=True):
    """Somebody who wrote it. `family` and `given` are empty where the source does not tell them."""

    name: str  # given name first
    family: str = ""
    given: str = ""
    affiliations: tuple[str, ...] = ()
    orcid: str = ""
    email: str = ""


class Reference(Struct, frozen=True):
    """One entry of a list of references, as printed."""

    text: str
    doi: str = ""
    year: str = ""


Value = str | tuple[str, ...] | tuple[Person, ...] | tuple[Reference, ...]


class Finding(Struct, Generic[T], frozen=True):
    """What one source says of one field; `confidence` is from 0 to 1."""

    value: T
    source: Source
    confidence: float


class Field(Struct, Generic[T], frozen=True):
    """A field as resolved. `conflicts` are what other sources say otherwise, best first."""

    value: T
    source: Source
    confidence: float
    conflicts: tuple[Finding[T], ...] = ()
    agreeing: tuple[Source, ...] = ()


class Metadata(Struct, frozen=True):
    """Everything known of one document; a field that nobody named is None."""

    title: Field[str] | None = None
    authors: Field[tuple[Person, ...]] | None = None
    affiliations: Field[tuple[str, ...]] | None = None
    abstract: Field[str] | None = None
    keywords: Field[tuple[str, ...]] | None = None
    date: Field[str] | None = None  # YYYY, YYYY-MM or YYYY-MM-DD
    language: Field[str] | None = None  # ISO 639-1 where there is one
    doi: Field[str] | None = None  # 10.…, lower case
    arxiv: Field[str] | None = None
    isbn: Field[tuple[str, ...]] | None = None  # thirteen digits each
    issn: Field[tuple[str, ...]] | None = None
    publisher: Field[str] | None = None
    journal: Field[str] | None = None  # or the proceedings, the book, the series
    volume: Field[str] | None = None
    issue: Field[str] | None = None
    pages: Field[str] | None = None  # 12–34
    type: Field[str] | None = None  # as CSL names it: article-journal, webpage …
    licence: Field[str] | None = None
    url: Field[str] | None = None
    pdf: Field[str] | None = None  # where the document lies as PDF
    references: Field[tuple[Reference, ...]] | None = None

    @property
    def is_empty(self) -> bool:
        """Did no source say anything?"""
        return all(field is None for field in structs.astuple(self))


IDENTIFIERS = ("doi", "arxiv", "isbn", "issn")
