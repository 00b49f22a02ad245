"""Rules over URLs as values. `str(rule)` is their text, `scope_text.parse_rule` reads it back.

    domain(example.org) and not (extension(zip, exe) or path-depth > 8 or query has replytocom)

How a rule is applied is in `scope_matching.py`.
"""

import re
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct


class ListKind(StrEnum):
    """Filters that take a list of words, any of which will do."""

    SCHEME = "scheme"  # https
    HOST = "host"  # www.example.org, or *.example.org for every name below it
    DOMAIN = "domain"  # example.org and every name below it
    PREFIX = "prefix"  # /docs/ on any host, or https://example.org/docs/
    EXTENSION = "extension"  # zip, tar.gz
    VIA = "via"  # how the URL came to be known: seed, link, sitemap …


class Quantity(StrEnum):
    """What can be counted."""

    PATH_DEPTH = "path-depth"  # names in the path: 2 for /a/b
    LINK_DEPTH = "link-depth"  # links followed from a seed
    URL_LENGTH = "url-length"
    PARAMETERS = "parameters"  # in the query


class Subject(StrEnum):
    """The part of a URL that a pattern is held against; escapes in upper case, ASCII."""

    URL = "url"
    HOST = "host"
    PATH = "path"
    QUERY = "query"  # without its question mark
    TARGET = "target"  # path and query


class Comparison(StrEnum):
    """How a count is compared."""

    LESS = "<"
    AT_MOST = "<="
    EQUAL = "="
    NOT_EQUAL = "!="
    AT_LEAST = ">="
    MORE = ">"


class Anything(Struct, frozen=True):
    """Every URL."""

    def __str__(self) -> str:
        return "anything"


class OneOf(Struct, frozen=True):
    """`host(a.example, b.example)`: one of the words fits."""

    kind: ListKind
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.kind}({', '.join(map(written_word, self.words))})"


class Count(Struct, frozen=True):
    """`path-depth > 8`."""

    quantity: Quantity
    comparison: Comparison
    number: int

    def __str__(self) -> str:
        return f"{self.quantity} {self.comparison} {self.number}"


class AnyQuery(Struct, frozen=True):
    """`query`: there is one that is not empty."""

    def __str__(self) -> str:
        return "query"


class Parameter(Struct, frozen=True):
    """`query has sort` or `query has sort = price`."""

    name: str
    value: str | None = None

    def __str__(self) -> str:
        text = f"query has {written_name(self.name)}"
        return text if self.value is None else f"{text} = {written_name(self.value)}"


class Like(Struct, frozen=True):
    """`path like "/private/*"`: the whole of it, `*` being any run of characters."""

    subject: Subject
    glob: str

    def __str__(self) -> str:
        return f"{self.subject} like {written_word(self.glob)}"


class Matches(Struct, frozen=True):
    r"""`url matches /\d{4}-\d{2}/i`: found anywhere in it. The pattern has no `\/`, only `/`."""

    subject: Subject
    pattern: str
    ignore_case: bool = False

    def __str__(self) -> str:
        escaped = _PAIR_OR_SLASH.sub(lambda found: _escaped_slash(found[0]), self.pattern)
        return f"{self.subject} matches /{escaped}/{'i' if self.ignore_case else ''}"


class Plugin(Struct, frozen=True):
    """`plugin(name)`: a filter somebody supplied."""

    name: str

    def __str__(self) -> str:
        return f"plugin({written_word(self.name)})"


class Not(Struct, frozen=True):
    """The opposite."""

    rule: "Rule"

    def __str__(self) -> str:
        return f"not {_inside(self.rule, (And, Or))}"


class And(Struct, frozen=True):
    """All of at least two."""

    rules: "tuple[Rule, ...]"

    def __str__(self) -> str:
        return " and ".join(_inside(rule, (And, Or)) for rule in self.rules)


class Or(Struct, frozen=True):
    """One of at least two. `and` binds tighter."""

    rules: "tuple[Rule, ...]"

    def __str__(self) -> str:
        return " or ".join(_inside(rule, (Or,)) for rule in self.rules)


Filter: TypeAlias = Anything | OneOf | Count | AnyQuery | Parameter | Like | Matches | Plugin
Rule: TypeAlias = Filter | Not | And | Or

WORD = re.compile(r'[^\s(),"]+')  # a word that needs no quotes
NAME = re.compile(r'[^\s(),"=<>!]+')  # the same before a comparison


def written_word(word: str) -> str:
    """The word, quoted where it must be."""
    return word if WORD.fullmatch(word) else _quoted(word)


def written_name(name: str) -> str:
    """The name or value of a query parameter, quoted where it must be."""
    return name if NAME.fullmatch(name) else _quoted(name)


def _quoted(word: str) -> str:
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


_PAIR_OR_SLASH = re.compile(r"\\.|/", re.DOTALL)


def _escaped_slash(found: str) -> str:
    return "\\/" if found == "/" else found


def _inside(rule: Rule, needs_parentheses: tuple[type, ...]) -> str:
    return f"({rule})" if isinstance(rule, needs_parentheses) else str(rule)
