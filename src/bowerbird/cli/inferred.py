"""What inference proposes, for people: the rows, the selectors, and what else was possible."""

from collections.abc import Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from bowerbird.cli.output import err, out

SHOWN = 10  # records that people are shown
LONGEST = 60  # characters of a value in a table


def tell_inferred(told: dict[str, Any], file: str) -> None:
    """Rows, selectors, choices, and what became of the examples."""
    records = told["records"]
    tell_rows(records, f"{len(records)} records")
    _tell_selectors(told["template"], told.get("coverage", {}))
    _tell_choices(told.get("choices") or told["lists"], told["chosen"])
    for text in told.get("unplaced", ()):
        err.print(f"{text!r} stands on no page as it was given", markup=False)
    for text in told.get("ignored", ()):
        err.print(f"{text!r} contradicts the other examples and was left out", markup=False)
    _tell_file(file)


def tell_repair(told: dict[str, Any], file: str) -> None:
    """What changed, and the rows before and after."""
    out.print(told["why"], markup=False, highlight=False)
    if told["template"] is None:
        return
    table = Table(title="selectors", title_justify="left")
    for heading in ("field", "before", "after"):
        table.add_column(heading, overflow="fold")
    for each in told["fields"]:
        name = each["field"] or "(record)"
        table.add_row(escape(name), escape(each["before"]), escape(each["after"]))
    out.print(table)
    tell_rows(told["before"], "rows before")
    tell_rows(told["after"], "rows after")
    _tell_file(file)


def tell_rows(records: Sequence[dict[str, Any]], title: str) -> None:
    """The first records as a table."""
    columns = list(dict.fromkeys(name for record in records for name in record))
    table = Table(title=title, title_justify="left")
    for name in columns:
        if name != "_kind":
            table.add_column(escape(name), overflow="fold")
    for record in records[:SHOWN]:
        table.add_row(*(shown(record.get(name)) for name in columns if name != "_kind"))
    out.print(table)
    if len(records) > SHOWN:
        out.print(f"… and {len(records) - SHOWN} more; --json has all", markup=False)


def shown(value: Any) -> str:
    """A value as a cell."""
    if value is None:
        return ""
    text = "; ".join(value) if isinstance(value, list) else str(value)
    return escape(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def _tell_selectors(template: dict[str, Any], coverage: dict[str, float]) -> None:
    record = template.get("record") or "the page"
    extent = " and what follows it" if template.get("extent") == "run" else ""
    table = Table(title=escape(f"record: {record}{extent}"), title_justify="left")
    for heading in ("field", "type", "selector", "coverage"):
        table.add_column(heading, overflow="fold")
    for field in template["fields"]:
        share = coverage.get(field["name"])
        share = field.get("fingerprint", {}).get("coverage", 1.0) if share is None else share
        kind = field.get("type", "text")
        table.add_row(escape(field["name"]), kind, escape(field["selector"]), f"{share:.0%}")
    out.print(table)


def _tell_choices(choices: Sequence[dict[str, Any]], chosen: int) -> None:
    if len(choices) < 2:
        return
    out.print("Also possible:", markup=False)
    for number, each in enumerate(choices):
        if number != chosen:
            where = each["record"] or "the page"
            line = f"  --choice {number}: {each['records']} records of {where}"
            out.print(line, markup=False, highlight=False, soft_wrap=True)


def _tell_file(file: str) -> None:
    if file:
        line = f"Written to {file}; `bowerbird crawl URL --template {file}` uses it."
        out.print(line, markup=False, highlight=False, soft_wrap=True)
