"""A body read once and rewound as often as wanted: in memory while small, then in a file."""

import errno
import os
import tempfile
from io import BufferedReader, BytesIO, RawIOBase
from typing import BinaryIO, cast

from bowerbird.model.errors import OutOfSpaceError, StoreError
from bowerbird.model.page import Body

IN_MEMORY = 64 * 1024


class MemoryBody:
    """A small body."""

    __slots__ = ("_content", "size")

    def __init__(self, content: bytes) -> None:
        self._content: bytes | None = content
        self.size = len(content)

    def open(self) -> BinaryIO:
        """A fresh reader at the first byte."""
        return BytesIO(self.read())

    def read(self) -> bytes:
        """The whole body."""
        if self._content is None:
            raise ValueError("this body was closed")
        return self._content

    def close(self) -> None:
        """Give the memory back."""
        self._content = None


class FileBody:
    """A large body in a file without a name: it is gone when closed, or when the process dies."""

    __slots__ = ("_file", "size")

    def __init__(self, file: BinaryIO, size: int) -> None:
        """Takes over the file."""
        self._file = file
        self.size = size

    def open(self) -> BinaryIO:
        """A fresh reader at the first byte; readers do not disturb each other."""
        return cast(BinaryIO, BufferedReader(_Reader(self._file, self.size), IN_MEMORY))

    def read(self) -> bytes:
        """The whole body, in memory."""
        with self.open() as reader:
            return reader.read()

    def close(self) -> None:
        """Give the file back."""
        self._file.close()


class BodyWriter:
    """Takes a body in pieces. `finish` hands it over; otherwise `discard` is due."""

    __slots__ = ("_file", "_folder", "_pieces", "size")

    def __init__(self, folder: str = "") -> None:
        self._folder = folder or None
        self._pieces: list[bytes] = []
        self._file: BinaryIO | None = None
        self.size = 0

    def write(self, piece: bytes) -> None:
        """Add to the end. Raises OutOfSpaceError when the disk takes no more."""
        self.size += len(piece)
        if self._file is None:
            self._pieces.append(piece)
            if self.size <= IN_MEMORY:
                return
            piece = b"".join(self._pieces)
            self._pieces.clear()
        try:
            if self._file is None:
                self._file = _unnamed_file(self._folder)
            _write_all(self._file.fileno(), piece)
        except OSError as trouble:
            raise _explained(trouble, self._folder or tempfile.gettempdir()) from trouble

    def finish(self) -> Body:
        """The body; nothing may be written afterwards."""
        if self._file is None:
            return MemoryBody(b"".join(self._pieces))
        file, self._file = self._file, None
        return FileBody(file, self.size)

    def discard(self) -> None:
        """Forget what was written."""
        self._pieces.clear()
        if self._file is not None:
            self._file.close()
            self._file = None


class _Reader(RawIOBase):
    """Reads by position, so that any number of readers share one descriptor."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self._size = size
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]  # any writable buffer
        piece = os.pread(self._file.fileno(), len(buffer), self._at)
        buffer[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        if start + offset < 0:
            raise ValueError("a body has nothing before its first byte")
        self._at = start + offset
        return self._at

    def tell(self) -> int:
        return self._at


def _unnamed_file(folder: str | None) -> BinaryIO:
    return cast(
        BinaryIO,
        tempfile.TemporaryFile(dir=folder, buffering=0),
    )


def _write_all(descriptor: int, piece: bytes) -> None:
    rest = memoryview(piece)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _explained(trouble: OSError, folder: str) -> StoreError:
    if trouble.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE):
        return OutOfSpaceError(
            f"{folder}: {trouble.strerror}; a large page cannot wait there until space is made"
        )
    return StoreError(f"{folder}: {trouble.strerror}; name another spool folder")
