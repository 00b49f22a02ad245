"""Which columns the records of a kind have, what is in them, and how their cells are shown."""

import sqlite3
from collections.abc import Mapping
from typing import Any

from bowerbird.extract.template import Template
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.tables.asking import Column
from bowerbird.workspace.tables.records import TYPES

# What the log itself knows begins with an underscore, as in exported files.
OWN = {
    "_kind": Column("kind"),
    "_run": Column("run"),
    "_created_at": Column("created_at", "number"),
    "url": Column("url", "link"),
}


def record_columns(
    connection: sqlite3.Connection, kind: str | None, plan: Plan
) -> dict[str, Column]:
    """By name, those of the log first; fields in the order of the template, or as they came."""
    where = "" if kind is None else "where kind = ?"
    rows = connection.execute(
        "select name, id, types from (select name as number, types from fields "  # noqa: S608
        f"{where}) join names on id = number order by id",
        () if kind is None else (kind,),
    )
    found: dict[str, Column] = {}
    seen: dict[str, int] = {}
    for name, number, types in rows:
        seen[name] = seen.get(name, 0) | types
        found[name] = Column(f"f{number}", TYPES.get(seen[name], "text"))
    declared = _declared(kind, plan)
    for name, type_ in declared.items():
        if name in found and type_ != "html":
            found[name] = Column(found[name].sql, type_)
    ordered = [name for name in declared if name in found]
    ordered += [name for name in found if name not in declared]
    return OWN | {name: found[name] for name in ordered}


def _declared(kind: str | None, plan: Plan) -> dict[str, str]:
    """What templates of that kind say of their fields."""
    templates: Mapping[str, Template] = plan.templates
    return {
        field.name: field.type
        for name, template in templates.items()
        if kind == (template.kind or name)
        for field in template.fields
    }


def shown(columns: Mapping[str, Column], cells: tuple[Any, ...]) -> dict[str, Any]:
    """A row for people and programs: empty cells are None, yes and no are themselves."""
    row: dict[str, Any] = {}
    for (name, column), cell in zip(columns.items(), cells, strict=True):
        is_word = column.type == "boolean" and cell in ("true", "false")
        row[name] = cell == "true" if is_word else cell
    return row
