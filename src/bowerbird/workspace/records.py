"""Records of a project, in and out, while no run is at work."""

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct
from pydantic import Field

from bowerbird.model.errors import UsageError
from bowerbird.model.options import Options
from bowerbird.model.record import Record
from bowerbird.store.gathering import Cells
from bowerbird.store.importing import Reading, records_of
from bowerbird.store.records import Records
from bowerbird.store.rows import BadRow, Layout, layout_of
from bowerbird.store.shard import open_shard
from bowerbird.store.typed import FieldType
from bowerbird.workspace.checked import checked
from bowerbird.workspace.places import shard_folder

TOGETHER = 500  # records of one commit
NAMED = 100  # bad rows that are named; the others are counted


class ImportOptions(Options):
    """What a file's rows are."""

    key: list[str] = Field(
        [], description="The fields that tell records apart; none: all that a record says."
    )
    types: dict[str, FieldType] = Field(
        {}, description="What fields hold: text, number, date or list."
    )
    kind: str = Field("imported", min_length=1, max_length=64, description="The records' kind.")
    cells: list[str] = Field(
        [],
        description="For a file with one field a row: the columns that say which record, which "
        "field and which value.",
    )
    encoding: str = Field("", description="The file's encoding; empty: found out.")
    delimiter: str = Field("", max_length=1, description="Between two cells; empty: found out.")
    strict: bool = Field(False, description="One bad row, and nothing is imported.")


class Imported(Struct):
    """What became of a file."""

    file: str
    format: str
    encoding: str
    rows: int = 0  # good and bad
    records: int = 0  # new or changed
    unchanged: int = 0
    bad: int = 0
    errors: list[dict[str, Any]] = []  # the first bad rows: line, reason


def import_options(values: dict[str, Any]) -> ImportOptions:
    """The checked options of one import."""
    return checked(ImportOptions, values, "import")


def import_file(folder: Path, path: Path, options: ImportOptions) -> Imported:
    """Put what the file holds into the record log; what is there already is not written again."""
    if not path.is_file():
        raise UsageError(f"there is no file {path}: give a CSV or JSONL file")
    layout = layout_of(path, options.encoding, options.delimiter)
    cells = _cells(options.cells)
    key = options.key or ([cells.record] if cells else [])
    reading = Reading(kind=options.kind, key=key, types=options.types, cells=cells)
    done = Imported(str(path), layout.format, layout.encoding)
    if options.strict:
        _check(path, layout, reading)
    with open_shard(shard_folder(folder)) as store:
        log = Records(store)
        good = _good(records_of(path, layout, reading, time.time()), done)
        while together := list(islice(good, TOGETHER)):
            batch = store.batch()
            written = log.append(together, batch)
            store.commit(batch)
            done.records += written
            done.unchanged += len(together) - written
    return done


def _cells(named: Sequence[str]) -> Cells | None:
    if not named:
        return None
    if len(named) != 3:
        raise UsageError(
            "import, `cells`: name three columns: which record, which field, which value; "
            f"not {', '.join(named)}"
        )
    return Cells(*named)


def _good(found: Iterable[Record | BadRow], done: Imported) -> Iterator[Record]:
    for each in found:
        done.rows += 1
        if isinstance(each, Record):
            yield each
            continue
        done.bad += 1
        if len(done.errors) < NAMED:
            done.errors.append({"line": each.line, "reason": each.reason})


def _check(path: Path, layout: Layout, reading: Reading) -> None:
    bad = (row for row in records_of(path, layout, reading, 0.0) if isinstance(row, BadRow))
    if (first := next(bad, None)) is not None:
        others = sum(1 for _ in bad)
        more = f" (and {others} more bad rows)" if others else ""
        raise UsageError(
            f"{path}, line {first.line}: {first.reason}{more}; nothing was imported, mend it "
            "or import without --strict"
        )
