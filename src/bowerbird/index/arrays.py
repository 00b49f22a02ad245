"""Files of arrays: written once, checked, mapped when read. See docs/file-formats.md."""

import mmap
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import xxhash
from msgspec import Struct
from numpy.typing import NDArray

from bowerbird.index import disk
from bowerbird.model.errors import CorruptError

Array = NDArray[Any]

_MAGIC = b"BOWERIX1"  # the last character is the version of the format
_ALIGNED = 64
_REMEDY = "make the index anew with `bowerbird index build --rebuild`"


class _Place(Struct, frozen=True):
    """Where an array lies, from the end of the head."""

    dtype: str
    shape: tuple[int, ...]
    offset: int
    checksum: str


class _Head(Struct, frozen=True):
    kind: str
    size: int  # of all that follows the head
    arrays: dict[str, _Place]


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Head).decode


def write(file: Path, kind: str, arrays: Mapping[str, Array]) -> int:
    """Write a new file, on disk when this returns. How many bytes it has."""
    places, at = {}, 0
    given = {name: _little(array) for name, array in arrays.items()}
    for name, array in given.items():
        places[name] = _Place(array.dtype.str, array.shape, at, _checksum(array))
        at += -(-array.nbytes // _ALIGNED) * _ALIGNED
    head = _encode(_Head(kind, at, places))
    lead = _MAGIC + len(head).to_bytes(8, "little") + xxhash.xxh3_64_digest(head)
    with disk.new_file(file) as out:
        out.write(_padded(lead + head))
        for array in given.values():
            out.write(array.data if array.size else b"")
            out.write(bytes(-array.nbytes % _ALIGNED))
    return _begin(len(head)) + at


def read(file: Path, kind: str, *, whole: bool = False) -> dict[str, Array]:
    """Its arrays, mapped. Size and head are always checked; what the arrays hold, if `whole`."""
    head, start, mapped = _open(file)
    if head.kind != kind:
        raise _damaged(file, f"is of the kind {head.kind}, not {kind}")
    found = {}
    for name, place in head.arrays.items():
        count = int(np.prod(place.shape, dtype=np.int64))
        array = np.frombuffer(mapped, place.dtype, count, start + place.offset)
        if whole and _checksum(array) != place.checksum:
            raise _damaged(file, f"does not hold what was written ({name})")
        found[name] = array.reshape(place.shape)
    if whole and _fills(mapped, head, start):
        raise _damaged(file, "does not hold what was written (between its arrays)")
    return found


def _open(file: Path) -> tuple[_Head, int, mmap.mmap]:
    try:
        with file.open("rb") as opened:
            size = os.fstat(opened.fileno()).st_size
            if size < len(_padded(_MAGIC)):
                raise _damaged(file, "is cut off")
            mapped = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise _damaged(file, "is missing") from None
    except OSError as error:
        raise disk.trouble(error, file) from error
    if mapped[:8] != _MAGIC:
        raise _damaged(file, "is no file of this version's index")
    length = int.from_bytes(mapped[8:16], "little")
    encoded = mapped[24 : 24 + length]
    if xxhash.xxh3_64_digest(encoded) != mapped[16:24]:
        raise _damaged(file, "has a damaged head")
    head = _decode(encoded)
    if _begin(length) + head.size != size:
        raise _damaged(file, f"has {size} bytes instead of {_begin(length) + head.size}")
    return head, _begin(length), mapped


def _fills(mapped: mmap.mmap, head: _Head, start: int) -> bool:
    """Is there anything but zeros between the arrays, and before them?"""
    ends = [place.offset + _size(place) for place in head.arrays.values()]
    begins = [place.offset for place in head.arrays.values()]
    length = 24 + int.from_bytes(mapped[8:16], "little")
    gaps = zip([length, *(start + end for end in ends)], [0, *begins[1:], head.size], strict=True)
    return any(any(mapped[end : start + begin]) for end, begin in gaps)


def _size(place: _Place) -> int:
    return int(np.prod(place.shape, dtype=np.int64)) * np.dtype(place.dtype).itemsize


def _damaged(file: Path, how: str) -> CorruptError:
    return CorruptError(f"the index file {file} {how}: {_REMEDY}")


def _begin(head: int) -> int:
    return -(-(24 + head) // _ALIGNED) * _ALIGNED


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % _ALIGNED)


def _little(array: Array) -> Array:
    return np.ascontiguousarray(array, array.dtype.newbyteorder("<"))


def _checksum(array: Array) -> str:
    return xxhash.xxh3_64_hexdigest(array.data if array.size else b"")
