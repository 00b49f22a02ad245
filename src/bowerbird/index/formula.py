"""The boosting formula: a text read into a checked tree, never evaluated as code.

    log(1 + votes) + if(price < 100, 2, 0) − age / 365

Grammar: sum (+ −), product (× ÷ * /), sign, number, "date", column, [column with blanks], function,
parentheses; a comparison (< <= > >= = !=) is 1 or 0.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice

from bowerbird.index.instants import instant_of
from bowerbird.model.errors import PlanError

FUNCTIONS = {"log": 1, "sqrt": 1, "abs": 1, "min": 2, "max": 2, "if": 3}  # name → arguments
LONGEST = 300  # numbers, names and signs
DEEPEST = 50
_TOKEN = re.compile(
    r"""\s*(?:
    (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
  | "(?P<date>[^"]*)"
  | \[(?P<quoted>[^\]]*)\]
  | (?P<name>[^\W\d][\w.]*)
  | (?P<sign><=|>=|!=|≤|≥|≠|==|[-+*/×÷−·:<>=(),])
    )""",
    re.VERBOSE,
)
_SAME = {
    "×": "*",
    "·": "*",
    "÷": "/",
    ":": "/",
    "−": "-",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "==": "=",
}
COMPARISONS = frozenset({"<", "<=", ">", ">=", "=", "!="})


@dataclass(frozen=True)
class Constant:
    """A number."""

    value: float

    def __str__(self) -> str:
        return repr(self.value)


@dataclass(frozen=True)
class Column:
    """A record's value in a numeric column."""

    name: str

    def __str__(self) -> str:
        return self.name if re.fullmatch(r"[^\W\d][\w.]*", self.name) else f"[{self.name}]"


@dataclass(frozen=True)
class Operation:
    """A function or a sign, and what it is applied to."""

    name: str
    arguments: tuple["Expression", ...]

    def __str__(self) -> str:
        if self.name in FUNCTIONS:
            return f"{self.name}({', '.join(map(str, self.arguments))})"
        return f"({self.arguments[0]} {self.name} {self.arguments[1]})"


Expression = Constant | Column | Operation


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    at: int  # counted from 1


def parse_formula(text: str, columns: Collection[str] | None = None) -> Expression:
    """The formula; with `columns` given, every column it names must be one of them.

    Raises PlanError, whose message says where and what is wrong.
    """
    return _Parser(text, columns).whole()


def columns_of(expression: Expression) -> set[str]:
    """Every column that a formula reads."""
    match expression:
        case Constant():
            return set()
        case Column(name):
            return {name}
        case Operation(_, arguments):
            return set().union(*map(columns_of, arguments))


class _Parser:
    def __init__(self, text: str, columns: Collection[str] | None) -> None:
        self._columns = columns
        self._tokens = [*islice(_tokens(text), LONGEST), _Token("end", "", len(text) + 1)]
        if len(self._tokens) > LONGEST:
            raise self._error(
                f"more than {LONGEST} numbers, names and signs; shorten it", self._tokens[-2]
            )
        self._at = 0
        self._depth = 0

    def whole(self) -> Expression:
        expression = self._comparison()
        if self._next.kind != "end":
            raise self._error("an operator such as + is missing before it")
        return expression

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _take(self, *signs: str) -> str | None:
        """The sign, if the next token is one of these."""
        if self._next.kind == "sign" and self._next.text in signs:
            self._at += 1
            return self._tokens[self._at - 1].text
        return None

    def _error(self, remedy: str, token: _Token | None = None) -> PlanError:
        token = token or self._next
        what = f"“{token.text}”" if token.text else "the end"
        return PlanError(f"formula, column {token.at}: {what}: {remedy}")

    def _comparison(self) -> Expression:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._error(f"more than {DEEPEST} parentheses within each other; simplify it")
        left = self._sum()
        if sign := self._take(*COMPARISONS):
            left = Operation(sign, (left, self._sum()))
        self._depth -= 1
        return left

    def _sum(self) -> Expression:
        left = self._product()
        while sign := self._take("+", "-"):
            left = Operation(sign, (left, self._product()))
        return left

    def _product(self) -> Expression:
        left = self._signed()
        while sign := self._take("*", "/"):
            left = Operation(sign, (left, self._signed()))
        return left

    def _signed(self) -> Expression:
        negative = False
        while sign := self._take("+", "-"):
            negative ^= sign == "-"
        inner = self._atom()
        return Operation("-", (Constant(0.0), inner)) if negative else inner

    def _atom(self) -> Expression:
        token = self._next
        if self._take("("):
            inner = self._comparison()
            self._expect(")")
            return inner
        self._at += 1
        match token.kind:
            case "number":
                return self._number(token)
            case "date":
                instant = instant_of(token.text)
                if instant is None:
                    raise self._error('is no date; write it as "2024-12-31"', token)
                return Constant(instant)
            case "name" if self._next.kind == "sign" and self._next.text == "(":
                return self._call(token)
            case "name" | "quoted":
                return self._column(token)
            case _:
                self._at -= 1
                raise self._error("a number, a column or a function is missing here")

    def _number(self, token: _Token) -> Constant:
        value = float(token.text)
        if value in (float("inf"), float("-inf")):
            raise self._error("is too large", token)
        return Constant(value)

    def _column(self, token: _Token) -> Column:
        if self._columns is not None and token.text not in self._columns:
            known = ", ".join(sorted(self._columns)) or "none; this index has no numeric columns"
            raise self._error(f"no such column; columns are: {known}", token)
        return Column(token.text)

    def _call(self, token: _Token) -> Expression:
        name = token.text.lower()
        if name not in FUNCTIONS:
            raise self._error(f"no such function; functions are: {', '.join(FUNCTIONS)}", token)
        self._expect("(")
        arguments = [self._comparison()]
        while self._take(","):
            arguments.append(self._comparison())
        self._expect(")")
        wanted, many = FUNCTIONS[name], len(arguments)
        if name in ("min", "max") and many > wanted:
            wanted = many
        if many != wanted:
            raise self._error(f"takes {wanted} values, here it has {many}", token)
        return Operation(name, tuple(arguments))

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise self._error(f"“{sign}” is missing before it")


def _tokens(text: str) -> Iterator[_Token]:
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None or found.lastgroup is None:
            where = at + len(text[at:]) - len(text[at:].lstrip())
            raise PlanError(
                f"formula, column {where + 1}: “{text[where]}” cannot stand here; "
                "known are numbers, columns, + − × ÷, comparisons, "
                f"{', '.join(FUNCTIONS)}, and parentheses"
            )
        kind, value = found.lastgroup, found[found.lastgroup]
        yield _Token(
            kind, _SAME.get(value, value) if kind == "sign" else value, found.start(kind) + 1
        )
        at = found.end()
