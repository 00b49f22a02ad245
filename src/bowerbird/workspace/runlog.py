"""The log of a run: every event as one JSON line, the same that the live view shows. Bounded."""

from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec

from bowerbird.model.events import Event, Progress

LARGEST = 64 * 1024 * 1024  # then the log starts anew; the one before is kept beside it

_encode = msgspec.json.Encoder().encode


class RunLog:
    """Writes `log.jsonl` in the run's folder. A log that cannot be written on a full disk never
    hurts the run: what the run did is in the store, and that pauses it in order."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "log.jsonl"
        self._file: BinaryIO
        self._size = 0

    def __enter__(self) -> "RunLog":
        self._open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):
            self._file.close()

    def note(self, event: Event) -> None:
        """Progress is for watching, everything else is for keeping."""
        with suppress(OSError):
            self._note(event)

    def _note(self, event: Event) -> None:
        if isinstance(event, Progress):
            self._file.flush()
            return
        line = _encode(event) + b"\n"
        self._file.write(line)
        self._size += len(line)
        if self._size >= LARGEST:
            self._file.close()
            self._path.replace(self._path.with_suffix(".1.jsonl"))
            self._open()

    def _open(self) -> None:
        self._file = self._path.open("ab")
        self._size = self._file.tell()
