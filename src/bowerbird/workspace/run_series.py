"""How a run went, second by second at first and more coarsely the longer it takes: `series.json`
in its folder, of bounded size, so that the charts of a finished run can be drawn."""

import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bowerbird.model.errors import StoreError
from bowerbird.model.events import Event, Progress
from bowerbird.workspace.files import write_whole

FILE = "series.json"
MOST = 600  # points; then every other goes, and they come half as often
WRITTEN_EVERY = 5.0  # seconds


class Point(Struct, frozen=True, array_like=True, gc=False):
    """The counters of a run at a moment."""

    at: float
    pages: int
    relevant: int
    records: int
    queued: int
    bytes: int


class Series(Struct):
    """Points, and the seconds between them."""

    interval: float = 1.0
    points: list[Point] = []

    def add(self, point: Point) -> None:
        """Keep it if it is time for one; make room if there are too many."""
        if self.points and point.at - self.points[-1].at < self.interval - 0.1:
            return
        self.points.append(point)
        if len(self.points) > MOST:
            self.points = self.points[::2]
            self.interval *= 2


class SeriesWriter:
    """Listens to a run. A series that cannot be written on a full disk never hurts it."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._series = read_series(folder)
        self._last: Point | None = None
        self._written = 0.0

    def note(self, event: Event) -> None:
        if not isinstance(event, Progress):
            return
        self._last = Point(
            event.at, event.pages, event.relevant, event.records, event.queued, event.bytes
        )
        self._series.add(self._last)
        if time.monotonic() - self._written >= WRITTEN_EVERY:
            self._write()

    def close(self) -> None:
        """The last point is kept, however close to the one before."""
        if self._last is not None and self._series.points[-1:] != [self._last]:
            self._series.points.append(self._last)
        self._write()

    def _write(self) -> None:
        self._written = time.monotonic()
        with suppress(StoreError):
            write_whole(self._file, msgspec.json.encode(self._series))


def read_series(folder: Path) -> Series:
    """What was kept of a run; empty where nothing was, or where it cannot be read."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Series)
    except (OSError, msgspec.MsgspecError):
        return Series()


def series_told(series: Series) -> dict[str, Any]:
    """Points with what happened since the one before, for charts."""
    return {
        "interval": series.interval,
        "points": [_told(before, point) for before, point in pairwise(_with_start(series.points))],
    }


def _with_start(points: Sequence[Point]) -> Sequence[Point]:
    return [Point(points[0].at, 0, 0, 0, 0, 0), *points] if points else []


def _told(before: Point, point: Point) -> dict[str, Any]:
    seconds = point.at - before.at
    pages = point.pages - before.pages
    return {
        **msgspec.structs.asdict(point),
        "pages_per_second": round(pages / seconds, 3) if seconds > 0 else None,
        "bytes_per_second": round((point.bytes - before.bytes) / seconds) if seconds > 0 else None,
        "harvest_rate": round((point.relevant - before.relevant) / pages, 4) if pages > 0 else None,
    }
