"""What a query asks of the words of an index, once its analysis has been over them."""

from msgspec import Struct

from bowerbird.index.query_tree import Labelled, Range


class Phrase(Struct, frozen=True):
    """Words that count and that follow each other in one of these fields."""

    words: tuple[str, ...]
    fields: tuple[int, ...]


class Term(Struct, frozen=True):
    """What counts as one word: a word, or any of several that stand for each other."""

    words: tuple[str, ...]
    fields: tuple[int, ...]  # numbers of the fields it is looked for in
    prefix: str = ""  # instead of words: all that begin so
    within: Phrase | None = None  # only where this stands

    def __str__(self) -> str:
        return f"{self.prefix}*" if self.prefix else self.words[0]


class Weighed(Struct, frozen=True):
    """A term, and how much it counts."""

    term: Term
    boost: float = 1.0  # how often it is written, times what `^` says
    added: float = 0.0  # its own weight, added where it matches


class AnyOf(Struct, frozen=True):
    """One of these holds."""

    alternatives: tuple["Condition", ...]


class AllOf(Struct, frozen=True):
    """Everything in `must` holds, something in `may` if there is anything, nothing in `none`."""

    must: tuple["Condition", ...] = ()
    may: tuple["Condition", ...] = ()
    none: tuple["Condition", ...] = ()


Condition = Term | Phrase | Range | Labelled | AnyOf | AllOf
