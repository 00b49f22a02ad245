"""What a disk or a damaged file means, in one sentence that names the file and the remedy."""

import errno
import os
import re
from pathlib import Path

from bowerbird.model.errors import (
    BowerbirdError,
    CorruptError,
    LockedError,
    OutOfSpaceError,
    StoreError,
)

_REMEDIES = {
    errno.ENOSPC: "the disk is full; free some space and resume",
    errno.EDQUOT: "the disk quota is used up; free some space and resume",
    errno.EFBIG: "the file may not grow further; lift the limit on file sizes and resume",
    errno.EROFS: "the disk is read-only; mount it writable, or choose another home with --home",
    errno.EMFILE: "no file descriptors are left; raise the limit with `ulimit -n` and resume",
    errno.ENFILE: "the machine has no file descriptors left; close other programs and resume",
}
_PERMITTED = "permission was denied; make it writable for this user, or choose another with --home"

# RocksDB passes the system's words on, not its numbers.
_BY_WORDS = {os.strerror(number): sentence for number, sentence in _REMEDIES.items()}
_FOLDERS = re.compile(r"/\S*/")
_FILE_NAMED = re.compile(r"/\S*?([^/\s]+\.(?:sst|log)|MANIFEST-\d+|CURRENT|IDENTITY|OPTIONS-\d+)")


def of_system(error: OSError, path: str | Path) -> StoreError:
    """The error to raise for what the operating system answered about `path`."""
    path = error.filename or path
    if error.errno in _REMEDIES:
        return OutOfSpaceError(f"cannot write {path}: {_REMEDIES[error.errno]}")
    if error.errno in (errno.EACCES, errno.EPERM):
        return StoreError(f"cannot use {path}: {_PERMITTED}")
    if error.errno in (errno.ENOTDIR, errno.EEXIST):
        return StoreError(
            f"cannot use {path}: a file stands where a folder is needed; move it away"
        )
    return StoreError(f"cannot use {path}: {error.strerror or error}; check the disk")


def of_rocksdb(error: Exception, path: str | Path) -> BowerbirdError:
    """The error to raise for what RocksDB answered; it knows one exception and many sentences."""
    if isinstance(error, OSError):
        return of_system(error, path)
    if type(error) is not Exception:
        raise error  # a wrong argument or a bug: nothing a person could mend
    words = str(error)
    if "lock hold by" in words or "While lock file" in words:
        return LockedError(
            f"the store {path} is still open elsewhere: end what uses it, then try again"
        )
    if words.startswith("Corruption") or "No such file or directory" in words:
        return _damaged(words, path)
    for system_words, sentence in _BY_WORDS.items():
        if system_words in words:
            return OutOfSpaceError(f"cannot write {path}: {sentence}")
    if os.strerror(errno.EACCES) in words:
        return StoreError(f"cannot use {path}: {_PERMITTED}")
    return StoreError(f"the store {path} cannot be used ({words}); `bowerbird doctor` checks it")


def _damaged(words: str, path: str | Path) -> CorruptError:
    named = _FILE_NAMED.search(words)
    file = Path(path) / (named[1] if named else _file_without_path(words))
    reason = _FOLDERS.sub("", words.removeprefix("Corruption: ").split("\n")[0]).strip()
    return CorruptError(
        f"{file} is damaged or missing ({reason}): put back a checkpoint or a backup of"
        f" {path}, or crawl into a new project"
    )


def _file_without_path(words: str) -> str:
    return "CURRENT" if "CURRENT" in words else ""
