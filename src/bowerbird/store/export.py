"""Records out of the house: one JSON document a line."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bowerbird.model.options import Options
from bowerbird.model.record import Record
from bowerbird.store import trouble


class JsonLinesOptions(Options):
    """Nothing to set."""


class JsonLinesExporter:
    """Writes UTF-8; the file appears whole or not at all."""

    def __init__(self, options: JsonLinesOptions) -> None:
        self._options = options

    def export(self, records: Iterable[Record], path: str) -> int:
        """How many records were written."""
        target = Path(path)
        beside = target.with_name(f".{target.name}.{os.getpid()}")
        count = 0
        try:
            with beside.open("w", encoding="utf-8", newline="\n") as file:
                for record in records:
                    file.write(json.dumps(_line(record), ensure_ascii=False) + "\n")
                    count += 1
            beside.replace(target)
        except OSError as error:
            raise trouble.of_system(error, target) from error
        finally:
            beside.unlink(missing_ok=True)
        return count


def _line(record: Record) -> dict[str, Any]:
    """The fields under their own names; what the log itself knows begins with an underscore."""
    return {
        "_kind": record.kind,
        "_key": record.key.hex(),
        "_seq": record.seq,
        "_run": record.run,
        "_created_at": record.created_at,
        "url": record.url,
    } | record.fields
