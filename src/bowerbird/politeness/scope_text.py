"""Rules as people write them: the grammar, the short forms, and errors that name the column.

    rule    = all { "or" all }          all = one { "and" one }
    one     = "not" one | "(" rule ")" | filter
    filter  = "anything"
            | ( "scheme" | "host" | "domain" | "prefix" | "extension" | "via" ) "(" word { "," word } ")"
            | ( "path-depth" | "link-depth" | "url-length" | "parameters" ) comparison number
            | "query" | "query has" name [ "=" value ]
            | ( "url" | "host" | "path" | "query" | "target" ) ( "like" glob | "matches" /regex/[i] )
            | "plugin" "(" word ")"

A word with spaces, commas, parentheses or quotes stands in double quotes, with \\" and \\\\ inside.
"""  # noqa: E501 - a grammar is read in lines

import re

from bowerbird.model.candidate import Via
from bowerbird.politeness.scope_errors import RuleError
from bowerbird.politeness.scope_patterns import check_host, check_prefix, regex_test
from bowerbird.politeness.scope_rules import (
    NAME,
    WORD,
    And,
    AnyQuery,
    Anything,
    Comparison,
    Count,
    Filter,
    Like,
    ListKind,
    Matches,
    Not,
    OneOf,
    Or,
    Parameter,
    Plugin,
    Quantity,
    Rule,
    Subject,
)
from bowerbird.politeness.scope_shorthand import expand


def parse_rule(text: str) -> Rule:
    """The rule in this text, a short form (`*.zip`, `/private/*`, `example.org`) or a whole
    expression; `RuleError` says in one sentence where it stops making sense."""
    return _Reader(expand(text)).whole()


_MOST_CHARACTERS = 20_000
_MOST_NESTED = 50  # parentheses and nots; far below Python's own limit

_FILTERS = (
    "a filter such as domain(example.org), prefix(/docs/), extension(zip), path-depth > 8, "
    "query has sort, path like */print/* or url matches /regex/"
)

_SPACE = re.compile(r"\s*")
_KEYWORD = re.compile(r"[a-z]+(?:-[a-z]+)*(?![\w.*-])")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_REGEX = re.compile(r"/((?:[^/\\]|\\.)*)/(i?)(?![\w/])", re.DOTALL)
_COMPARISON = re.compile("<=|>=|!=|[<>=]")
_NUMBER = re.compile(r"[0-9]{1,9}(?![\w.])")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


class _Reader:
    """Recursive descent over one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._nested = 0
        if len(text) > _MOST_CHARACTERS:
            raise RuleError(text, _MOST_CHARACTERS, "a shorter rule; split it into several")

    def whole(self) -> Rule:
        rule = self._any_of()
        if self._peek():
            raise self._expected("and, or, or the end")
        return rule

    # ---- and, or, not ----

    def _any_of(self) -> Rule:
        rules = [self._all_of()]
        while self._keyword("or"):
            rules.append(self._all_of())
        return rules[0] if len(rules) == 1 else Or(tuple(rules))

    def _all_of(self) -> Rule:
        rules = [self._one()]
        while self._keyword("and"):
            rules.append(self._one())
        return rules[0] if len(rules) == 1 else And(tuple(rules))

    def _one(self) -> Rule:
        self._nested += 1
        if self._nested > _MOST_NESTED:
            raise self._expected(f"at most {_MOST_NESTED} nested parentheses")
        rule = self._negated_or_grouped()
        self._nested -= 1
        return rule

    def _negated_or_grouped(self) -> Rule:
        if self._keyword("not"):
            return Not(self._one())
        if self._symbol("("):
            rule = self._any_of()
            self._require(")")
            return rule
        return self._filter()

    # ---- filters ----

    def _filter(self) -> Filter:
        start = self._skip_space()
        found = _KEYWORD.match(self._text, start)
        word = found[0] if found else ""
        self._at = found.end() if found else start
        if word == "anything":
            return Anything()
        if word in set(Quantity):
            return self._count(Quantity(word))
        if word == "plugin":
            return Plugin(self._words()[0])
        if word in set(ListKind) and self._peek() == "(":
            return self._one_of(ListKind(word))
        if word in set(Subject):
            return self._about(Subject(word))
        self._at = start
        hint = f"*{word}* for that word anywhere, or " if word and word == self._text else ""
        raise self._expected(f"{hint}{_FILTERS}")

    def _one_of(self, kind: ListKind) -> OneOf:
        start = self._at
        words = self._words()
        for word in words:
            if complaint := _complaint(kind, word):
                raise RuleError(self._text, start, complaint, f"'{word}'")
        return OneOf(kind, words)

    def _words(self) -> tuple[str, ...]:
        self._require("(")
        words = [self._word(WORD, "a word")]
        while self._symbol(","):
            words.append(self._word(WORD, "a word"))
        if not self._symbol(")"):
            raise self._expected(", or )")
        return tuple(words)

    def _count(self, quantity: Quantity) -> Count:
        comparison = self._take(_COMPARISON, "one of < <= = != >= >")
        number = self._take(_NUMBER, "a whole number")
        return Count(quantity, Comparison(comparison[0]), int(number[0]))

    def _about(self, subject: Subject) -> Filter:
        if self._keyword("like"):
            return Like(subject, self._word(WORD, "a glob such as */print/*"))
        if self._keyword("matches"):
            return self._matches(subject)
        if subject is not Subject.QUERY:
            raise self._expected("like or matches")
        if not self._keyword("has"):
            return AnyQuery()
        name = self._word(NAME, "the name of a query parameter")
        return Parameter(name, self._word(NAME, "a value") if self._symbol("=") else None)

    def _matches(self, subject: Subject) -> Matches:
        start = self._skip_space()
        found = self._take(_REGEX, "a regular expression between slashes, such as /calendar/")
        pattern = _ESCAPE.sub(lambda pair: "/" if pair[1] == "/" else pair[0], found[1])
        try:
            regex_test(pattern, bool(found[2]))
        except ValueError as error:
            raise RuleError(
                self._text, start, f"a regular expression that works ({error})"
            ) from None
        return Matches(subject, pattern, bool(found[2]))

    # ---- steps ----

    def _skip_space(self) -> int:
        found = _SPACE.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return self._at

    def _peek(self) -> str:
        at = self._skip_space()
        return self._text[at : at + 1]

    def _keyword(self, word: str) -> bool:
        found = _KEYWORD.match(self._text, self._skip_space())
        if found is None or found[0] != word:
            return False
        self._at = found.end()
        return True

    def _symbol(self, symbol: str) -> bool:
        if self._peek() != symbol:
            return False
        self._at += 1
        return True

    def _require(self, symbol: str) -> None:
        if not self._symbol(symbol):
            raise self._expected(symbol)

    def _take(self, pattern: re.Pattern[str], what: str) -> re.Match[str]:
        found = pattern.match(self._text, self._skip_space())
        if found is None:
            raise self._expected(what)
        self._at = found.end()
        return found

    def _word(self, bare: re.Pattern[str], what: str) -> str:
        if self._peek() == '"':
            return _ESCAPE.sub(r"\1", self._take(_QUOTED, 'a closing "')[1])
        return self._take(bare, what)[0]

    def _expected(self, what: str) -> RuleError:
        return RuleError(self._text, self._skip_space(), what)


def _complaint(kind: ListKind, word: str) -> str:
    """What is wrong with a word of such a list; empty if nothing is."""
    match kind:
        case ListKind.VIA if word not in set(Via):
            return f"one of {', '.join(Via)}"
        case ListKind.PREFIX:
            return check_prefix(word)
        case ListKind.HOST:
            return check_host(word)
        case ListKind.DOMAIN if "*" not in word:
            return check_host(word)
        case ListKind.DOMAIN | ListKind.EXTENSION | ListKind.SCHEME if "*" in word:
            return "a word without *"
        case _:
            return ""
