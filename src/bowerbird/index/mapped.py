"""Arrays in one file: written whole and renamed into place, mapped when read.

A change of the file never reaches who has it open: what is renamed over it is another file.
"""

import mmap
import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import msgspec
import numpy as np
import xxhash
from numpy.typing import NDArray

from bowerbird.model.errors import CorruptError, OutOfSpaceError, StoreError

MAGIC = b"BOWARR01"
_ALIGNED = 64  # bytes; arrays begin at multiples
_CHUNK = 1 << 22


class _Array(msgspec.Struct, frozen=True, array_like=True):
    name: str
    dtype: str
    shape: list[int]
    start: int  # bytes behind the header


class _Header(msgspec.Struct, frozen=True):
    about: msgspec.Raw
    arrays: list[_Array]
    checksum: int  # XXH3 of all behind the header


class Mapped(msgspec.Struct, frozen=True):
    """What such a file holds."""

    about: bytes  # JSON
    arrays: dict[str, NDArray[Any]]
    size: int  # bytes on disk


def save(path: Path, about: msgspec.Struct, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write the file, or leave the one that is there as it is."""
    described, start = [], 0
    digest = xxhash.xxh3_64()
    for name, array in arrays.items():
        described.append(_Array(name, array.dtype.str, list(array.shape), start))
        digest.update(np.ascontiguousarray(array).data)
        digest.update(_gap(array.nbytes))
        start += array.nbytes + len(_gap(array.nbytes))
    about_json = msgspec.Raw(msgspec.json.encode(about))
    header = msgspec.json.encode(_Header(about_json, described, digest.intdigest()))
    lead = MAGIC + len(header).to_bytes(4, "little") + xxhash.xxh3_64_digest(header) + header
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, [lead, _gap(len(lead))], arrays)
    except OSError as error:
        kind = OutOfSpaceError if error.errno in (28, 30, 24) else StoreError
        raise kind(
            f"{path} cannot be written ({error.strerror}): make room, or allow it"
        ) from error


def load(path: Path) -> Mapped:
    """Map the file. A damaged one is refused; what is derived can be made again."""
    try:
        with path.open("rb") as file:
            lead = file.read(20)
            size = int.from_bytes(lead[8:12], "little")
            header = file.read(size)
            if lead[:8] != MAGIC or lead[12:] != xxhash.xxh3_64_digest(header):
                raise CorruptError(_damaged(path))
            parts = msgspec.json.decode(header, type=_Header)
            start = len(lead) + size
            start += len(_gap(start))
            file.seek(start)
            digest = xxhash.xxh3_64()
            while chunk := file.read(_CHUNK):  # read, not mapped: so it is nobody's memory
                digest.update(chunk)
            if digest.intdigest() != parts.checksum:
                raise CorruptError(_damaged(path))
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise StoreError(f"{path} cannot be read ({error.strerror}): allow it") from error
    arrays = {
        it.name: np.frombuffer(
            data, it.dtype, int(np.prod(it.shape, dtype=np.int64)), start + it.start
        ).reshape(it.shape)
        for it in parts.arrays
    }
    return Mapped(bytes(parts.about), arrays, len(data))


def _write(path: Path, lead: list[bytes], arrays: Mapping[str, NDArray[Any]]) -> None:
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        beside = Path(file.name)
        try:
            file.writelines(lead)
            for array in arrays.values():
                file.write(np.ascontiguousarray(array).data.cast("B") if array.nbytes else b"")
                file.write(_gap(array.nbytes))
            file.flush()
            os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise


def _gap(size: int) -> bytes:
    return bytes(-size % _ALIGNED)


def _damaged(path: Path) -> str:
    return f"{path} is damaged: delete it, and it is made again"
