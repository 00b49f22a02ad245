"""Tables as pages and resources ask for them: filters, an order, a part of the rows.

A filter is a short text, `title~tapir`; a form gives it as a column, a test and a value.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from fastapi import Query
from pydantic import BaseModel, Field

from bowerbird.server.answers import Slice
from bowerbird.server.paging import MOST, offset_of
from bowerbird.workspace.tables.asking import TablePage, parse_filter

PATIENCE = 0.1  # seconds that a page waits for what is new; then it says that there is more
Test = Literal["~", "=", "!=", "!~", ">=", "<="]
Text = Annotated[str, Field(max_length=500)]


class Asked(BaseModel):
    """A part of a table."""

    filter: list[Text] = Field([], max_length=20, description="Such as title~tapir or status>=400.")
    column: Text = Field("", description="One more filter in three parts: its column …")
    test: Test = Field("~", description="… how it is compared …")
    value: Text = Field("", description="… and with what.")
    sort: Text = Field("", description="A column; -column has the largest first.")
    show: list[Text] = Field([], max_length=100, description="Columns that a page shows.")
    cursor: Text = Field("", description="The `next` of the part before.")
    limit: int = Field(50, ge=1, le=MOST, description="How many at most.")

    @property
    def filters(self) -> list[str]:
        """All of them, each once."""
        added = [f"{self.column}{self.test}{self.value}"] if self.column else []
        return list(dict.fromkeys([*self.filter, *added]))


AskedTable = Annotated[Asked, Query()]


class TablePart(Slice, frozen=True):
    """Some rows of a table; `items`, `next` and `total` as of every list."""

    columns: dict[str, str] = msgspec.field(default_factory=dict)  # name → type
    filters: list[str] = msgspec.field(default_factory=list)
    sort: str = ""
    show: list[str] = msgspec.field(default_factory=list)
    of: int = 0  # rows without the filters
    behind: bool = False
    more: dict[str, Any] = msgspec.field(default_factory=dict)  # what the page around it is about


def part_of_table(
    table: Callable[..., TablePage],
    asked: Asked,
    *,
    always: Sequence[str] = (),
    more: dict[str, Any] | None = None,
    **settings: Any,
) -> TablePart:
    """What was asked for; `always` are filters of the place itself, which nobody takes out."""
    found = table(
        filters=[*always, *asked.filters],
        sort=asked.sort,
        offset=offset_of(asked.cursor),
        limit=asked.limit,
        patience=PATIENCE,
        **settings,
    )
    return TablePart(
        found.rows,
        None if found.next is None else str(found.next),
        found.matching,
        found.columns,
        asked.filters,
        asked.sort,
        [name for name in asked.show if name in found.columns],
        found.total,
        found.behind,
        more or {},
    )


def told_filter(text: str) -> tuple[str, str, str]:
    """Column, test and value of a filter that is shown as a chip."""
    said = parse_filter(text)
    return said.column, said.test, said.value
