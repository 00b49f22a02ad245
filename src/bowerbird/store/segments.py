"""Append-only files e00000.warc.gz, e00001.warc.gz …: written at the end, read anywhere."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from bowerbird.model.errors import CorruptError
from bowerbird.model.record import PageRef
from bowerbird.store import member, trouble

End = tuple[int, int]  # segment, offset

_NAME = re.compile(r"e(\d{5,})\.warc\.gz")
_OPEN_FOR_READING = 8  # descriptors; the newest segments are asked for most


class Segments:
    """The files of one shard. Not more than one process appends."""

    def __init__(self, folder: Path, limit: int, opening: Callable[[str], bytes]) -> None:
        self.folder = folder
        self._limit = limit
        self._opening = opening  # the first member of each file
        self._number = -1
        self._size = 0
        self._file = -1
        self._torn = False  # a write failed and its remains could not be cut off yet
        self._new = False  # this file's name may not be on the disk yet
        self._readers: dict[int, int] = {}
        self._sealed: dict[int, int] = {}  # sizes of files that are not written to

    @property
    def end(self) -> End:
        """Where the next member would begin."""
        return self._number, self._size

    def continue_at(self, end: End) -> None:
        """Go on at `end`; whatever lies behind it is cut off."""
        number, offset = end
        for later in numbers(self.folder):
            if later > number:
                (self.folder / name_of(later)).unlink()
        self._begin(number)
        os.ftruncate(self._file, offset)
        self._size = offset

    def append(self, data: bytes) -> PageRef:
        """Handed to the operating system when this returns; if it raises, nothing was added."""
        try:
            if self._torn:
                os.ftruncate(self._file, self._size)
                self._torn = False
            if self._size >= self._limit:
                self._seal()
            if self._size == 0:
                self._write(self._opening(name_of(self._number)))
            offset = self._size
            self._write(data)
        except OSError as error:
            raise trouble.of_system(error, self.folder / name_of(self._number)) from error
        return PageRef(self._number, offset, len(data))

    def read(self, ref: PageRef) -> bytes:
        """The bytes at `ref`."""
        file = self.folder / name_of(ref.segment)
        try:
            handle = self._readers.get(ref.segment)
            if handle is None:
                handle = self._open_reader(ref.segment, file)
            data = os.pread(handle, ref.length, ref.offset)
        except FileNotFoundError as error:
            raise CorruptError(f"{file} is missing: put it back from a backup") from error
        except OSError as error:
            raise trouble.of_system(error, file) from error
        if len(data) < ref.length:
            raise CorruptError(
                f"{file} ends before byte {ref.offset + ref.length}: its end is lost"
            )
        return data

    def holds(self, ref: PageRef) -> bool:
        """Is there a file that reaches as far as `ref`? Power loss may have cut it short."""
        if ref.segment == self._number:
            size = self._size
        else:
            size = self._sealed.get(ref.segment, -1)
            if size < 0:
                size = self._sealed[ref.segment] = size_of(self.folder, ref.segment)
        return ref.offset + ref.length <= size

    def sync(self) -> None:
        """On the disk when this returns."""
        if self._file < 0:
            return
        try:
            os.fdatasync(self._file)
            if self._new:
                self._sync_folder()
        except OSError as error:
            raise trouble.of_system(error, self.folder / name_of(self._number)) from error

    def close(self) -> None:
        """Let go of every file, once all of it is on the disk: nobody can ask for that later."""
        try:
            self.sync()
        finally:
            for handle in self._readers.values():
                os.close(handle)
            self._readers.clear()
            if self._file >= 0:
                os.close(self._file)
                self._file = -1

    def _write(self, data: bytes) -> None:
        try:
            written = os.write(self._file, data)
            while written < len(data):  # the disk filled up on the way, or a signal came
                written += os.write(self._file, data[written:])
        except OSError:
            self._torn = True
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
                self._torn = False
            raise
        self._size += len(data)

    def _seal(self) -> None:
        """A finished file is on the disk, so that `sync` has one file to look after."""
        self.sync()
        self._begin(self._number + 1)

    def _begin(self, number: int) -> None:
        file = self.folder / name_of(number)
        handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        if self._file >= 0:
            os.close(self._file)
        self._file, self._number, self._new = handle, number, True
        self._size = os.fstat(handle).st_size

    def _sync_folder(self) -> None:
        handle = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        self._new = False

    def _open_reader(self, number: int, file: Path) -> int:
        while len(self._readers) >= _OPEN_FOR_READING:
            os.close(self._readers.pop(next(iter(self._readers))))
        self._readers[number] = os.open(file, os.O_RDONLY)
        return self._readers[number]


def name_of(number: int) -> str:
    """The file name of a segment."""
    return f"e{number:05d}.warc.gz"


def numbers(folder: Path) -> list[int]:
    """The segments that are there, in order."""
    found = map(_NAME.fullmatch, os.listdir(folder))
    return sorted(int(name[1]) for name in found if name)


def size_of(folder: Path, number: int) -> int:
    """Bytes of a segment; 0 if it is not there."""
    try:
        return (folder / name_of(number)).stat().st_size
    except FileNotFoundError:
        return 0


def heads_behind(folder: Path, end: End) -> Iterator[bytes]:
    """The first 64 KiB of every whole record behind `end`; it stops at one that is torn."""
    for number in numbers(folder):
        if number >= end[0]:
            with (folder / name_of(number)).open("rb") as file:
                file.seek(end[1] if number == end[0] else 0)
                yield from member.heads(file)


def total_size(folder: Path) -> int:
    """Bytes of all segments together."""
    return sum(size_of(folder, number) for number in numbers(folder))
