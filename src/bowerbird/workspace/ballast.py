"""Room kept for the last word: a run that ends on a full disk must still be able to say so.

The catalogue is written on the same disk. The ballast is given back before the ending is noted.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SIZE = 512 * 1024  # SQLite's log and its shared index take about a fifth of this


@contextmanager
def ballast(folder: Path) -> Iterator[None]:
    """Hold some room in `folder` while the context lasts; where there is none, do without."""
    path = folder / "ballast"
    with suppress(OSError):
        _fill(path)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def _fill(path: Path) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        os.posix_fallocate(handle, 0, SIZE)
    finally:
        os.close(handle)
