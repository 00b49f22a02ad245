"""Records as rows of a table, and files that appear whole or not at all."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import msgspec

from bowerbird.model.record import Record
from bowerbird.store import trouble
from bowerbird.store.segments import name_of

BETWEEN = "; "  # the values of a list in one cell

Row = dict[str, Any]

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


def row_of(record: Record) -> Row:
    """The fields under their own names; what the log itself knows begins with an underscore."""
    row: Row = {
        "_kind": record.kind,
        "_key": record.key.hex(),
        "_seq": record.seq,
        "_run": record.run,
        "_created_at": record.created_at,
    }
    if record.origin is not None:
        row["_page"] = record.origin.page
        row["_selector"] = record.origin.selector
    if record.page is not None:
        where = record.page
        row["_warc"] = f"{name_of(where.segment)} {where.offset}+{where.length}"
    return row | {"url": record.url} | record.fields


@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """A place to write to: it becomes the target once everything went well."""
    place = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        yield place
        place.replace(target)
    except OSError as error:
        raise trouble.of_system(error, target) from error
    finally:
        place.unlink(missing_ok=True)


class Spool:
    """Rows that wait on disk, because what their columns are is known after the last one."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def keep(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The same rows, kept as they pass."""
        for row in rows:
            data = _encode(row)
            self._file.write(len(data).to_bytes(4))
            self._file.write(data)
            yield row

    def rows(self) -> Iterator[Row]:
        """All of them, from the first."""
        self._file.seek(0)
        while size := self._file.read(4):
            yield _decode(self._file.read(int.from_bytes(size)))


@contextmanager
def spool(target: Path) -> Iterator[Spool]:
    """A spool beside the target: where the table fits, its rows do, too."""
    try:
        with TemporaryFile(dir=target.parent) as file:
            yield Spool(file)
    except OSError as error:
        raise trouble.of_system(error, target) from error
