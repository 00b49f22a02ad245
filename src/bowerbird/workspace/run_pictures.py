"""Pictures that a run took of pages in its browser."""

from pathlib import Path
from typing import Any

from bowerbird.model.errors import UnknownNameError
from bowerbird.workspace.browsing import screenshots_of

MOST = 60


def pictures_of(run_folder: Path) -> list[dict[str, Any]]:
    """The newest first: `name`, `host`, `at`, `bytes`."""
    folder = screenshots_of(run_folder)
    if not folder.is_dir():
        return []
    files = [(path.stat(), path) for path in folder.glob("*.png")]
    files.sort(key=lambda each: each[0].st_mtime, reverse=True)
    return [
        {
            "name": path.name,
            "host": path.stem.rpartition("-")[0],
            "at": about.st_mtime,
            "bytes": about.st_size,
        }
        for about, path in files[:MOST]
    ]


def picture(run_folder: Path, name: str) -> Path:
    """The file of one of them."""
    known = {each["name"] for each in pictures_of(run_folder)}
    if name not in known:  # a name that was listed leads nowhere else
        raise UnknownNameError(f"there is no picture {name!r} of this run")
    return screenshots_of(run_folder) / name
