"""Files that are written whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path
from threading import get_ident

from bowerbird.model.errors import StoreError


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """A file that takes its place only once it is complete; its folder is made."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(beside, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise StoreError(
            f"cannot write {path}: {error.strerror or error}; check the disk and the permissions"
        ) from error
