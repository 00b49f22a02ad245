"""The query language: any text is a query, and what cannot be understood is said, never raised.

blue "bower bird" +nest -moss title:straw title:"blue straw" nest* (hen OR cock) moss^2
price<100  year:2019..2024  date:2024-01-01..  site:example.org
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from bowerbird.index.query_ranges import range_of
from bowerbird.index.query_tree import (
    Clause,
    Either,
    Group,
    Labelled,
    Node,
    Occurs,
    Prefix,
    Query,
    Quoted,
    Words,
)

LONGEST = 5000  # characters of a query that are read
DEEPEST = 20  # parentheses within each other
_PLAIN = re.compile(r"""[^"()+\-−:<>=≤≥!*^“”„]*""")
_OPERATOR = re.compile(r"(?:^|\s)(?:OR|AND|NOT)(?:\s|$)")
_NAMED = re.compile(r"""([^\W\d][\w.\-]*)(:|<=|>=|!=|≤|≥|<|>|=)""")
_BOOST = re.compile(r"\^(\d+(?:\.\d+)?)")
_NUMBER = re.compile(r"-?\.?\d[\d.\-:T]*(?=[\s)]|$)")
_WORD_END = re.compile(r"""[\s()"“”„]|$""")
_QUOTES = '"“”„'
_OCCURS: dict[str, Occurs] = {"+": "must", "-": "not", "−": "not"}


@dataclass(frozen=True)
class Names:
    """What an index can be asked for by name."""

    text: Collection[str] = ()
    numbers: Collection[str] = ()
    labels: Collection[str] = ()
    dates: Collection[str] = ()  # those of the numbers that records write as dates

    def __str__(self) -> str:
        return ", ".join(sorted({*self.text, *self.numbers, *self.labels})) or "none"


def parse_query(text: str, names: Names) -> Query:
    """What a text asks for."""
    if is_words(text):
        return Query(Group((Clause(Words(text, 1)),) if text.strip() else ()))
    return _Parser(text, names).whole()


def is_words(text: str) -> bool:
    """Whether no sign in it means anything."""
    if len(text) > LONGEST:
        return False
    if text.islower() and text.replace(" ", "").isalnum():  # operators are capitals
        return True
    return bool(_PLAIN.fullmatch(text)) and not _OPERATOR.search(text)


class _Parser:
    def __init__(self, text: str, names: Names) -> None:
        self._warnings: list[str] = []
        if len(text) > LONGEST:
            self._warn(LONGEST, f"the query is cut here: it has {len(text)} characters")
        self._text = text[:LONGEST]
        self._names = names
        self._at = 0
        self._depth = 0
        self._field: str | None = None  # of `title:(…)`

    def whole(self) -> Query:
        clauses = self._clauses()
        return Query(Group(clauses), tuple(dict.fromkeys(self._warnings)))

    def _warn(self, at: int, why: str) -> None:
        self._warnings.append(f"column {at + 1}: {why}")

    def _clauses(self) -> tuple[Clause, ...]:
        """Parts until the end, or the parenthesis that closes them."""
        clauses: list[Clause] = []
        joins: str = ""  # OR or AND, if it stands before the next part
        while self._skip_blanks():
            start = self._at
            if self._text[start] == ")":
                if self._depth:
                    break
                self._at += 1
                self._warn(start, "this parenthesis closes nothing; left out")
            elif operator := self._operator():
                if not clauses or joins:
                    self._warn(start, f"{operator} has nothing on its left; left out")
                else:
                    joins = operator
            elif clause := self._clause():
                clauses = _joined(clauses, clause, joins)
                joins = ""
        if joins:
            self._warn(self._at - 1, f"{joins} has nothing on its right; left out")
        return tuple(clauses)

    def _skip_blanks(self) -> bool:
        """Whether anything is left."""
        while self._at < len(self._text) and self._text[self._at].isspace():
            self._at += 1
        return self._at < len(self._text)

    def _operator(self) -> str:
        for word in ("OR", "AND"):
            end = self._at + len(word)
            if self._text.startswith(word, self._at) and _WORD_END.match(self._text, end):
                self._at = end
                return word
        return ""

    def _clause(self) -> Clause | None:
        occurs: Occurs = "may"
        start = self._at
        if self._text.startswith("NOT ", start):
            occurs, self._at = "not", start + 4
            self._skip_blanks()
        elif self._text[start] in _OCCURS:
            occurs, self._at = _OCCURS[self._text[start]], start + 1
        if self._at >= len(self._text) or self._text[self._at].isspace():
            # A hyphen between blanks is a dash; nobody means anything by it.
            if occurs == "must" or self._text[start] == "N":
                self._warn(
                    start, f"{self._text[start : self._at].strip()} has nothing on its right"
                )
            return None
        node = self._node()
        return Clause(node, occurs) if node is not None else None

    def _node(self) -> Node | None:
        character = self._text[self._at]
        if character == "(":
            return self._group()
        if character in _QUOTES:
            return self._quoted(self._field)
        if (named := _NAMED.match(self._text, self._at)) and self._is_name(named):
            return self._asked_by_name(named)
        return self._words(self._field)

    def _is_name(self, named: re.Match[str]) -> bool:
        """Whether this is a name and not a word with a sign in it, as in https://example.org."""
        name, sign = named.groups()
        if name in self._names.text or name in self._names.numbers or name in self._names.labels:
            return True
        behind = self._text[named.end() : named.end() + 1]
        if sign == ":":
            meant = bool(behind) and not behind.isspace() and behind not in "/:"
        else:  # a sign of programs, unless a number is behind it
            meant = sign != "=" and bool(_NUMBER.match(self._text, named.end()))
        if meant:
            self._warn(
                named.start(),
                f"there is no field “{name}”, so its words are searched for everywhere; "
                f"fields are: {self._names}",
            )
        return False

    def _asked_by_name(self, named: re.Match[str]) -> Node | None:
        name, sign = named.groups()
        start, self._at = self._at, named.end()
        if name in self._names.text and sign == ":":
            return self._in_field(name, start)
        value_at = self._at
        value = self._value()
        if not value:
            self._warn(start, f"nothing stands behind “{name}{sign}”; left out")
            return None
        counted = name in self._names.numbers
        years = name in self._names.dates
        asked = range_of(name, sign, value, years=years) if counted else None
        if asked is not None and asked.low > asked.high:
            self._warn(value_at, f"“{value}” begins behind its end, so nothing is in it")
        if name in self._names.labels and sign in (":", "="):
            label = Labelled(name, value, start + 1)
            return label if asked is None else Either((asked, label))
        if not counted:
            self._warn(start, f"“{name}” holds no numbers to compare; left out")
        elif asked is None:
            self._warn(value_at, f"“{value}” is no number, date or range; left out")
        return asked

    def _in_field(self, name: str, start: int) -> Node | None:
        behind = self._text[self._at : self._at + 1]
        if not behind or behind.isspace() or behind == ")":
            self._warn(start, f"nothing stands behind “{name}:”; left out")
            return None
        if behind in _QUOTES:
            return self._quoted(name)
        if behind == "(":
            outside, self._field = self._field, name
            group = self._group()
            self._field = outside
            return group
        return self._words(name)

    def _value(self) -> str:
        """What stands behind a name: a text in quotation marks, or up to the next blank."""
        if self._at < len(self._text) and self._text[self._at] in _QUOTES:
            return self._between_quotes()
        start = self._at
        while self._at < len(self._text) and not _WORD_END.match(self._text, self._at):
            self._at += 1
        return self._text[start : self._at]

    def _between_quotes(self) -> str:
        start = self._at
        self._at += 1
        end = next(
            (at for at in range(self._at, len(self._text)) if self._text[at] in _QUOTES), None
        )
        if end is None:
            self._warn(start, "this quotation mark is never closed; it counts to the end")
            end = len(self._text)
        inner, self._at = self._text[self._at : end], end + 1
        return inner

    def _quoted(self, field: str | None) -> Node | None:
        start = self._at
        inner = self._between_quotes()
        boost = self._boost_behind()
        return Quoted(inner, start + 1, field, boost) if inner.strip() else None

    def _group(self) -> Node | None:
        start = self._at
        self._at += 1
        if self._depth >= DEEPEST:
            self._warn(start, f"more than {DEEPEST} parentheses within each other; left out")
            return None
        self._depth += 1
        clauses = self._clauses()
        self._depth -= 1
        if self._at < len(self._text):
            self._at += 1
        else:
            self._warn(start, "this parenthesis is never closed; it counts to the end")
        if self._boost_behind() != 1.0:
            self._warn(self._at - 1, "only words and phrases can be boosted; left out")
        return Group(clauses) if clauses else None

    def _boost_behind(self) -> float:
        found = _BOOST.match(self._text, self._at)
        if found is None:
            return 1.0
        self._at = found.end()
        return float(found[1])

    def _words(self, field: str | None) -> Node | None:
        start = self._at
        while True:
            self._at += 1
            if _WORD_END.match(self._text, self._at):
                break
        text, boost = self._text[start : self._at], 1.0
        caret = text.rfind("^")
        if caret > 0 and (found := _BOOST.fullmatch(text, caret)):
            text, boost = text[: found.start()], float(found[1])
        elif caret >= 0:
            why = "stands behind nothing" if caret == 0 else "is no weight such as ^2"
            self._warn(start + caret, f"“{text[caret:]}” {why}; searched for as a word")
        if text.endswith("*") and text.strip("*"):
            return Prefix(text.rstrip("*"), start + 1, field, boost)
        return Words(text, start + 1, field, boost) if text.strip("*") else None


def _joined(clauses: list[Clause], clause: Clause, joins: str) -> list[Clause]:
    """With one clause more, which stands behind an OR, an AND, or nothing."""
    match joins:
        case "OR":
            before = clauses[-1]
            return [*clauses[:-1], Clause(_either(before, clause), _together(before, clause))]
        case "AND":
            *rest, before = clauses
            return [*rest, _required(before), _required(clause)]
        case _:
            return [*clauses, clause]


def _required(clause: Clause) -> Clause:
    return Clause(clause.node, "must") if clause.occurs == "may" else clause


def _together(before: Clause, clause: Clause) -> Occurs:
    """`+a OR b` asks for one of the two; in `a OR -b` the sign stays inside."""
    return "must" if "must" in (before.occurs, clause.occurs) else "may"


def _either(before: Clause, clause: Clause) -> Either:
    first = before.node if before.occurs != "not" else Group((before,))
    second = clause.node if clause.occurs != "not" else Group((clause,))
    earlier = first.alternatives if isinstance(first, Either) else (first,)
    return Either((*earlier, second))
