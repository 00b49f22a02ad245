"""What a search answers."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from bowerbird.model.record import Scalar

Source = Literal["dictionary", "title", "word"]  # of a suggestion


class Ranked(Struct, frozen=True):
    """The best documents, numbered across segments."""

    total: int
    scores: list[float]
    documents: list[int]


class Piece(Struct, frozen=True):
    """A stretch of a snippet. Plain text: whoever writes HTML escapes it."""

    text: str
    marked: bool = False  # a word of the query


class FieldScore(Struct, frozen=True):
    """How often a word stands in a field, and what that is worth."""

    field: str
    tf: int
    length: int  # DL: words of this field that count
    average: float  # AVDL
    alpha: float  # 1 − b + b·DL/AVDL
    weight: float


class TermScore(Struct, frozen=True):
    """What one word of the query adds to a score."""

    word: str
    score: float  # all of it: boost · idf · p·(k+1)/(k+p) + added
    df: int
    documents: int  # N
    idf: float
    boost: float
    added: float  # the word's own weight
    fields: list[FieldScore]


class Explanation(Struct, frozen=True):
    """A score, taken apart."""

    score: float
    terms: list[TermScore]
    formula: float
    sentence: str


class Hit(Struct, frozen=True):
    """A record that was found."""

    rank: int  # counted from 1
    score: float
    key: bytes
    url: str
    fields: Mapping[str, Scalar | list[str]]
    snippet: list[Piece]
    explain: Explanation | None = None
    duplicates: int = 0  # records with the same content that are not shown


class FacetCount(Struct, frozen=True):
    """How many matches carry a label."""

    label: str
    count: int


class Results(Struct, frozen=True):
    """The answer to one query."""

    total: int  # all matches, folded ones included
    took_ms: float
    hits: list[Hit]
    corrected: str = ""  # searched for …, instead of …
    warnings: list[str] = []
    facets: dict[str, list[FacetCount]] = {}


class Suggestion(Struct, frozen=True):
    """One way to go on with what was typed."""

    text: str
    entity: str  # of a dictionary; empty otherwise
    distance: int  # prefix edit distance between what was typed and the text
    source: Source
