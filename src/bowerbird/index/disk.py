"""Writing so that a crash leaves the old or the new, and one writer at a time."""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import BinaryIO

from bowerbird.model.errors import LockedError, OutOfSpaceError, StoreError

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE}


@contextmanager
def new_file(file: Path) -> Iterator[BinaryIO]:
    """A file that is on disk when the block ends; its folder may not know it yet."""
    try:
        with file.open("wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        raise trouble(error, file) from error


def replace(file: Path, data: bytes) -> None:
    """Whole or not at all: beside it, then a rename."""
    beside = file.with_name(file.name + ".new")
    with new_file(beside) as out:
        out.write(data)
    try:
        beside.replace(file)
    except OSError as error:
        raise trouble(error, file) from error
    sync(file.parent)


def sync(folder: Path) -> None:
    """What was made, renamed or removed in it is on disk."""
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise trouble(error, folder) from error


@contextmanager
def only_writer(folder: Path, patience: float = 0.0) -> Iterator[int]:
    """Hold `folder`/LOCK; the kernel lets go of it when this process ends, however it ends. Waits
    so many seconds for another one to let go. Yields the file's descriptor: a process to which it
    is passed holds the lock, too."""
    file = folder / "LOCK"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise trouble(error, file) from error
    try:
        try:
            taken = _take(handle) or (patience > 0 and _take_within(handle, patience))
        except OSError as error:
            raise trouble(error, file) from error
        if not taken:
            raise LockedError(
                f"another process is writing the index {folder}: wait until it has finished"
            )
        yield handle
    finally:
        os.close(handle)


def _take(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _take_within(handle: int, seconds: float) -> bool:
    """The kernel wakes whoever waits, but knows no limit: so somebody else waits. If the lock comes
    too late for anybody to want it, the handle is closed and the lock goes with it."""
    waiting = Thread(target=fcntl.flock, args=(handle, fcntl.LOCK_EX), daemon=True)
    waiting.start()
    waiting.join(seconds)
    return not waiting.is_alive()


def anew(folder: Path) -> str:
    """The remedy for an index that cannot be used as it is."""
    return f"make the index anew with `bowerbird index build --name {folder.name} --rebuild`"


def trouble(error: OSError, path: Path) -> StoreError:
    """What the system said, as one sentence."""
    said = os.strerror(error.errno) if error.errno else str(error)
    if error.errno in _NO_ROOM:
        return OutOfSpaceError(f"{path} cannot be written ({said}): make room and start again")
    return StoreError(f"{path} cannot be read or written ({said}): look at its permissions")
