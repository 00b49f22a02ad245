"""A query as it was written, read into values; no index has seen it yet."""

from dataclasses import dataclass
from typing import Literal

Occurs = Literal["may", "must", "not"]


@dataclass(frozen=True)
class Words:
    """Text outside quotation marks: one word, or several that were written as one or in a row."""

    text: str
    at: int  # where it begins, counted from 1
    field: str | None = None
    boost: float = 1.0


@dataclass(frozen=True)
class Prefix:
    """`bower*`: all words that begin so."""

    text: str
    at: int
    field: str | None = None
    boost: float = 1.0


@dataclass(frozen=True)
class Quoted:
    """`"bower birds"`: these words one after the other."""

    text: str
    at: int
    field: str | None = None
    boost: float = 1.0


@dataclass(frozen=True)
class Range:
    """`price<100`, `year:2019..2024`: a number within bounds."""

    column: str
    low: float
    high: float
    low_in: bool = True  # the bound itself belongs to it
    high_in: bool = True
    outside: bool = False  # `price!=5`: not in it, but a number


@dataclass(frozen=True)
class Labelled:
    """`site:example.org`: a column of labels holds this one, in whatever letter case."""

    column: str
    label: str
    at: int


@dataclass(frozen=True)
class Either:
    """`a OR b`."""

    alternatives: tuple["Node", ...]


@dataclass(frozen=True)
class Clause:
    """A part of a group, and whether it may, must or must not hold."""

    node: "Node"
    occurs: Occurs = "may"


@dataclass(frozen=True)
class Group:
    """Parts beside each other. What must holds; one of those that may does, if none must."""

    clauses: tuple[Clause, ...]


Node = Words | Prefix | Quoted | Range | Labelled | Either | Group


@dataclass(frozen=True)
class Query:
    """What was understood, and a sentence on each thing that was not."""

    root: Group
    warnings: tuple[str, ...] = ()
