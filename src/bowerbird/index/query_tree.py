"""A query as it was written, read into values; no index has seen it yet."""

from typing import Literal

from msgspec import Struct

Occurs = Literal["may", "must", "not"]


class Words(Struct, frozen=True):
    """Text outside quotation marks: one word, or several that were written as one or in a row."""

    text: str
    at: int  # where it begins, counted from 1
    field: str | None = None
    boost: float = 1.0


class Prefix(Struct, frozen=True):
    """`bower*`: all words that begin so."""

    text: str
    at: int
    field: str | None = None
    boost: float = 1.0


class Quoted(Struct, frozen=True):
    """`"bower birds"`: these words one after the other."""

    text: str
    at: int
    field: str | None = None
    boost: float = 1.0


class Range(Struct, frozen=True):
    """`price<100`, `year:2019..2024`: a number within bounds."""

    column: str
    low: float
    high: float
    low_in: bool = True  # the bound itself belongs to it
    high_in: bool = True
    outside: bool = False  # `price!=5`: not in it, but a number


class Labelled(Struct, frozen=True):
    """`site:example.org`: a column of labels holds this one, in whatever letter case."""

    column: str
    label: str
    at: int


class Either(Struct, frozen=True):
    """`a OR b`."""

    alternatives: tuple["Node", ...]


class Clause(Struct, frozen=True):
    """A part of a group, and whether it may, must or must not hold."""

    node: "Node"
    occurs: Occurs = "may"


class Group(Struct, frozen=True):
    """Parts beside each other. What must holds; one of those that may does, if none must."""

    clauses: tuple[Clause, ...]


Node = Words | Prefix | Quoted | Range | Labelled | Either | Group


class Query(Struct, frozen=True):
    """What was understood, and a sentence on each thing that was not."""

    root: Group
    warnings: tuple[str, ...] = ()
