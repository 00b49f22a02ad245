"""What is asked of a table: filters and an order as short texts, the same in a URL, at the prompt
and in Python, and the SQL that they come to.

    title~tapir    contains         price>=10   at least       state=     empty
    state=failed   is               price<=20   at most        state!=    not empty
    state!=failed  is not           title!~spam does not contain
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from bowerbird.model.errors import UsageError

MOST_ROWS = 1_000  # of one page of a table
_FILTER = re.compile(r"(?P<column>.+?)(?P<test>!=|!~|>=|<=|=|~)(?P<value>.*)", re.DOTALL)


class Column(Struct, frozen=True):
    """One column as people see it, and as SQL has it."""

    sql: str
    type: str = "text"  # or number, date, boolean, link, image, list


class Filter(Struct, frozen=True):
    """One condition on a column."""

    column: str
    test: str
    value: str


class Asked(Struct, frozen=True):
    """A page of a table."""

    filters: tuple[Filter, ...] = ()
    sort: str = ""  # a column; with a minus before it the largest first
    offset: int = 0
    limit: int = 50


class TablePage(Struct, frozen=True):
    """Some rows of a table, and how many there are."""

    rows: list[dict[str, Any]]
    matching: int  # rows that the filters let through
    total: int  # rows without any filter
    offset: int
    next: int | None  # the offset to go on with
    behind: bool = False  # there is more to be taken in: ask again in a moment
    columns: dict[str, str] = {}  # name → type, in order


def asked(filters: Sequence[str] = (), sort: str = "", offset: int = 0, limit: int = 50) -> Asked:
    """The same, checked."""
    if not 0 < limit <= MOST_ROWS:
        raise UsageError(f"a page of a table has 1 to {MOST_ROWS} rows, not {limit}")
    if offset < 0:
        raise UsageError(f"a table begins at 0, not at {offset}")
    return Asked(tuple(parse_filter(text) for text in filters), sort, offset, limit)


def parse_filter(text: str) -> Filter:
    """One filter from its text form."""
    found = _FILTER.fullmatch(text)
    if found is None:
        raise UsageError(
            f"the filter {text!r} says nothing: write COLUMN~part, COLUMN=value, COLUMN!=value, "
            "COLUMN>=least, COLUMN<=most, or COLUMN= for empty cells"
        )
    return Filter(found["column"].strip(), found["test"], found["value"].strip())


class Conditions:
    """Filters and order over known columns, as SQL with its values apart."""

    def __init__(self, columns: Mapping[str, Column]) -> None:
        self.columns = columns
        self._parts: list[str] = []
        self.values: list[Any] = []

    @property
    def where(self) -> str:
        """With the word before it, or nothing."""
        return f"where {' and '.join(self._parts)}" if self._parts else ""

    def also(self, sql: str, *values: Any) -> None:
        """One more condition."""
        self._parts.append(sql)
        self.values += values

    def add(self, filters: Sequence[Filter]) -> None:
        """Each has to hold."""
        for each in filters:
            column = self.column(each.column)
            self.also(*_condition(each, column))

    def column(self, name: str) -> Column:
        """The column of that name."""
        found = self.columns.get(name)
        if found is None:
            known = ", ".join(list(self.columns)[:30])
            raise UsageError(f"there is no column {name!r}; columns: {known}")
        return found

    def order(self, sort: str) -> tuple[str, str]:
        """The order, and which columns an index for it has; ties go by when they came."""
        if not sort:
            return "order by id desc", ""
        name, descending = (sort[1:], True) if sort[0] == "-" else (sort, False)
        sql = f"{self.column(name).sql} collate nocase"
        if descending:
            return f"order by {sql} desc, id desc", sql
        return f"order by {sql} asc nulls last, id", sql


def _condition(each: Filter, column: Column) -> tuple[Any, ...]:
    sql, value = column.sql, _value(each.value, column)
    match each.test:
        case "=" if each.value == "":
            return (f"({sql} is null or {sql} = '')",)
        case "!=" if each.value == "":
            return (f"{sql} is not null and {sql} != ''",)
        case "=":
            return f"{sql} = ? collate nocase", value
        case "!=":
            return f"({sql} is null or {sql} != ? collate nocase)", value
        case ">=" | "<=":
            kind = "" if isinstance(value, str) else f" and typeof({sql}) in ('integer', 'real')"
            return f"{sql} {each.test} ?{kind}", value
        case "!~":
            contains, parts = _contains(sql, each.value)
            return f"({sql} is null or not {contains})", *parts
        case _:
            contains, parts = _contains(sql, each.value)
            return contains, *parts


def _contains(sql: str, part: str) -> tuple[str, tuple[str, ...]]:
    """SQLite knows the capitals of ASCII alone; what else is in the part is looked at by us, in the
    cells that have the rest."""
    escaped = re.sub(r"([%_\\])", r"\\\1", part)
    if part.isascii() and "ss" not in part.lower():
        return f"{sql} like ? escape '\\'", (f"%{escaped}%",)
    if part.isascii():
        ours = f"({sql} like ? escape '\\' or instr({sql}, 'ß') and instr(folded({sql}), ?))"
        return ours, (f"%{escaped}%", part.casefold())
    anything = "".join(sign if sign.isascii() else "_" for sign in escaped)
    if any(len(sign.casefold()) != 1 or len(sign.upper()) != 1 for sign in part):
        anything = ""  # ß and SS are the same, and not of one length
    ours = f"({sql} like ? escape '\\' and instr(folded({sql}), ?) > 0)"
    return ours, (f"%{anything}%", part.casefold())


def _value(text: str, column: Column) -> str | float:
    if column.type != "number":
        return text
    try:
        return float(text)
    except ValueError:
        return text
