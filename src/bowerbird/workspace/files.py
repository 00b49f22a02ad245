"""Files that are written whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path

from bowerbird.model.errors import StoreError


def write_whole(path: Path, data: bytes) -> None:
    """A file that takes its place only once it is complete; its folder is made."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise StoreError(
            f"cannot write {path}: {error.strerror or error}; check the disk and the permissions"
        ) from error
