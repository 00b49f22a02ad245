"""Files of arrays: written once, checked, mapped when read. See docs/file-formats.md.

Compiled code goes where an array points it, without looking. So an array is checked before anybody
has it: a damaged one would end the process.
"""

import mmap
import os
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
import xxhash
from msgspec import Struct
from numpy.typing import NDArray

from bowerbird.index import disk
from bowerbird.model.errors import CorruptError

Array = NDArray[Any]
# What a file is checked for: not at all, as its writer may; what compiled code walks over; all.
Check = Literal["nothing", "opening", "everything"]

_MAGIC = b"BOWERIX2"  # the last character is the version of the format
_ALIGNED = 64


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
        at += _aligned(array.nbytes)
    head = _encode(_Head(kind, at, places))
    lead = _MAGIC + len(head).to_bytes(8, "little") + xxhash.xxh3_64_digest(head)
    with disk.new_file(file) as out:
        out.write(_padded(lead + head))
        for array in given.values():
            out.write(array.data if array.size else b"")
            out.write(bytes(-array.nbytes % _ALIGNED))
    return _aligned(24 + len(head)) + at


def read(
    file: Path, kind: str, *, check: Check = "opening", later: Container[str] = ()
) -> dict[str, Array]:
    """Its arrays, mapped. Size and head are checked always, what the arrays hold as `check` says;
    those that whoever unpacks them can check as well come `later`."""
    head, start, mapped = _open(file, whole=check == "everything")
    if head.kind != kind:
        raise damaged(file, f"is of the kind {head.kind}, not {kind}")
    found = {}
    for name, place in head.arrays.items():
        count = int(np.prod(place.shape, dtype=np.int64))
        array = np.frombuffer(mapped, place.dtype, count, start + place.offset)
        looks = check == "everything" or (check == "opening" and name not in later)
        if looks and _checksum(array) != place.checksum:
            raise damaged(file, f"does not hold what was written ({name})")
        end = start + place.offset + array.nbytes
        if check == "everything" and any(mapped[end : _aligned(end)]):
            raise damaged(file, f"does not hold what was written (behind {name})")
        found[name] = array.reshape(place.shape)
    return found


def damaged(file: Path, how: str) -> CorruptError:
    """The sentence for it."""
    return CorruptError(f"the index file {file} {how}: {disk.anew(file.parent)}")


def _open(file: Path, *, whole: bool) -> tuple[_Head, int, mmap.mmap]:
    try:
        with file.open("rb") as opened:
            size = os.fstat(opened.fileno()).st_size
            if size < len(_padded(_MAGIC)):
                raise damaged(file, "is cut off")
            mapped = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise damaged(file, "is missing") from None
    except OSError as error:
        raise disk.trouble(error, file) from error
    if mapped[:8] != _MAGIC:
        raise damaged(file, "is no file of this version's index")
    length = int.from_bytes(mapped[8:16], "little")
    encoded = mapped[24 : 24 + length]
    if xxhash.xxh3_64_digest(encoded) != mapped[16:24]:
        raise damaged(file, "has a damaged head")
    head, start = _decode(encoded), _aligned(24 + length)
    if start + head.size != size:
        raise damaged(file, f"has {size} bytes instead of {start + head.size}")
    if whole and any(mapped[24 + length : start]):
        raise damaged(file, "does not hold what was written (behind the head)")
    return head, start, mapped


def _aligned(size: int) -> int:
    return -(-size // _ALIGNED) * _ALIGNED


def _padded(data: bytes) -> bytes:
    return data + bytes(_aligned(len(data)) - len(data))


def _little(array: Array) -> Array:
    return np.ascontiguousarray(array, array.dtype.newbyteorder("<"))


def _checksum(array: Array) -> str:
    return xxhash.xxh3_64_hexdigest(array.data if array.size else b"")
