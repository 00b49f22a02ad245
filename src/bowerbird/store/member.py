"""One record, one gzip member: any of them can be read without those before it."""

from collections.abc import Iterator
from typing import BinaryIO, cast

from isal import igzip_lib, isal_zlib

_CHUNK = 1 << 20
_HEAD = 1 << 16  # the head of a record lies within its first 64 KiB
_GZIP = 31  # window bits that mean a gzip wrapper

_IsalError = cast(type[Exception], igzip_lib.error)  # the stub calls the class an instance


def packed(record: bytes, level: int) -> bytes:
    """A gzip member of this record."""
    return igzip_lib.compress(record, level, igzip_lib.COMP_GZIP)


def unpacked(member: bytes) -> bytes:
    """The record in a member; `ValueError` where its checksum does not hold."""
    try:
        return igzip_lib.decompress(member, igzip_lib.DECOMP_GZIP)
    except _IsalError as error:
        raise ValueError(str(error)) from error


def heads(file: BinaryIO) -> Iterator[bytes]:
    """The first 64 KiB of each whole record from here on; it stops where one is torn."""
    waiting = file.read(_CHUNK)
    while waiting:
        head, waiting = _head(waiting, file)
        if head is None:
            return
        yield head
        waiting = waiting or file.read(_CHUNK)


def _head(waiting: bytes, file: BinaryIO) -> tuple[bytes | None, bytes]:
    """Head and what was read beyond its member; no head where the member is torn or damaged."""
    member = isal_zlib.decompressobj(wbits=_GZIP)
    inflated = b""
    while waiting:
        try:
            inflated += member.decompress(waiting)[: _HEAD - len(inflated)]
        except _IsalError:
            return None, b""
        if member.eof:
            return inflated, member.unused_data
        waiting = file.read(_CHUNK)
    return None, b""
