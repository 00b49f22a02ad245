"""Records as Parquet: columns with types, for programs that reckon with them."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.model.record import Record
from bowerbird.store.tables import BETWEEN, Row, beside, row_of, spool

TOGETHER = 10_000  # rows of one row group at the most

# A column of values of several kinds gets the first of these types that holds all of them.
_HOLDS: tuple[tuple[str, frozenset[str]], ...] = (
    ("str", frozenset({"str"})),
    ("bool", frozenset({"bool"})),
    ("int", frozenset({"int"})),
    ("float", frozenset({"int", "float"})),
    ("list", frozenset({"list", "str"})),
    ("str", frozenset({"bool", "int", "float", "list", "str"})),
)


class ParquetOptions(Options):
    """What is written of each record."""

    columns: list[str] = Field(
        [], description="Only these columns, in this order; empty takes every field there is."
    )


class ParquetExporter:
    """Writes one table; a field that a record does not have is null there."""

    def __init__(self, options: ParquetOptions) -> None:
        self._columns = options.columns

    def export(self, records: Iterable[Record], path: str) -> int:
        """How many records were written."""
        target = Path(path)
        kinds: dict[str, set[str]] = {}
        with spool(target) as rows:
            for row in rows.keep(map(row_of, records)):
                for name, value in row.items():
                    kinds.setdefault(name, set()).add(type(value).__name__)
            names = self._columns or list(kinds) or ["url"]
            types = {name: _type_for(kinds.get(name, set())) for name in names}
            with beside(target) as place:
                return _write(place, types, rows.rows())


def _write(place: Path, types: dict[str, str], rows: Iterator[Row]) -> int:
    # Asked for only when Parquet is written: every other command starts without it.
    import pyarrow
    from pyarrow import parquet

    arrow = {
        "bool": pyarrow.bool_(),
        "int": pyarrow.int64(),
        "float": pyarrow.float64(),
        "list": pyarrow.list_(pyarrow.string()),
        "str": pyarrow.string(),
    }
    schema = pyarrow.schema([(name, arrow[kind]) for name, kind in types.items()])
    count = 0
    with parquet.ParquetWriter(str(place), schema, compression="zstd") as writer:
        while together := list(islice(rows, TOGETHER)):
            columns = [
                pyarrow.array([_as(row.get(name), kind) for row in together], arrow[kind])
                for name, kind in types.items()
            ]
            writer.write_table(pyarrow.Table.from_arrays(columns, schema=schema))
            count += len(together)
    return count


def _type_for(kinds: set[str]) -> str:
    there = kinds - {"NoneType"}
    return next(name for name, held in _HOLDS if there <= held)


def _as(value: Any, kind: str) -> Any:
    match kind, value:
        case _, None:
            return None
        case "str", list():
            return BETWEEN.join(value)
        case "str", bool():
            return "true" if value else "false"
        case "str", _:
            return str(value)
        case "list", list():
            return value
        case "list", _:
            return [str(value)]
        case "float", _:
            return float(value)
        case _:
            return value
