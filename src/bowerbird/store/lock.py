"""One process at work on a shard: a lock that ends with the process that holds it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bowerbird.model.errors import LockedError
from bowerbird.store import trouble


@contextmanager
def only_one(shard: Path) -> Iterator[None]:
    """Hold `shard`/LOCK. The kernel lets go of it when this process ends, however it ends.

    A child made by a bare fork would hold it on: workers are started as new programs, to whom the
    descriptor does not pass (PEP 446).
    """
    file = shard / "LOCK"
    try:
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise trouble.of_system(error, file) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LockedError(_held(shard, os.pread(handle, 20, 0))) from None
        except OSError as error:
            raise trouble.of_system(error, file) from error
        _sign(handle, file)
        yield
    finally:
        os.close(handle)


def holder(shard: Path) -> int | None:
    """The process at work on this shard, if there is one."""
    try:
        handle = os.open(shard / "LOCK", os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _pid(os.pread(handle, 20, 0))
    except OSError:
        return None
    finally:
        os.close(handle)
    return None


def _sign(handle: int, file: Path) -> None:
    try:
        os.ftruncate(handle, 0)
        os.pwrite(handle, b"%d\n" % os.getpid(), 0)
    except OSError as error:
        raise trouble.of_system(error, file) from error


def _pid(signed: bytes) -> int:
    """Zero in the instant between taking the lock and signing it."""
    return int(signed) if signed.strip().isdigit() else 0


def _held(shard: Path, signed: bytes) -> str:
    who = _pid(signed) or "another process"
    who = f"process {who}" if isinstance(who, int) else who
    return (
        f"the shard {shard} is in use by {who}: wait until it has finished,"
        " or end it with `bowerbird run stop`"
    )
