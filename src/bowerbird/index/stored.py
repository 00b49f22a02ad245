"""What is shown of documents: blocks of msgpack, packed with Zstandard."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress, pairwise
from pathlib import Path

import msgspec
import numpy as np
import zstandard
from numpy.typing import NDArray

from bowerbird.index.arrays import damaged
from bowerbird.index.reading import Bytes, Places
from bowerbird.model.record import Scalar

Shown = Mapping[str, Scalar | list[str]]

_BLOCK = 1 << 15  # bytes before packing: one document costs some 20 µs to show
_LEVEL = 1
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(dict[str, str | int | float | bool | list[str] | None]).decode
_rows = msgspec.msgpack.Decoder(list[bytes]).decode


@dataclass(frozen=True)
class Stored:
    """Block b is blob[offsets[b]:offsets[b + 1]] and holds the documents from firsts[b] on."""

    blob: Bytes
    offsets: Places
    firsts: Places  # one more than there are blocks
    file: Path = Path()  # that it comes from
    _last: dict[int, list[bytes]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, documents: Iterable[Shown]) -> "Stored":
        packing = Packing()
        packing.add(documents)
        return packing.done()

    @classmethod
    def of_blocks(cls, given: Iterable[tuple[bytes, int]]) -> "Stored":
        blocks = list(given)
        offsets = np.zeros(len(blocks) + 1, np.uint64)
        np.cumsum([len(packed) for packed, _ in blocks], out=offsets[1:])
        firsts = np.zeros(len(blocks) + 1, np.uint64)
        np.cumsum([count for _, count in blocks], out=firsts[1:])
        blob = np.frombuffer(b"".join(packed for packed, _ in blocks), np.uint8)
        return cls(blob, offsets, firsts)

    @classmethod
    def merged(cls, several: Sequence[tuple["Stored", NDArray[np.bool_]]]) -> "Stored":
        """The living of several; blocks in which all live are copied as they are."""
        return cls.of_blocks(block for it, alive in several for block in it.living(alive))

    def __call__(self, document: int) -> Shown:
        block = int(np.searchsorted(self.firsts, document, side="right")) - 1
        rows = self._last.get(block)
        if rows is None:
            rows = self._unpacked(block)
            if len(self._last) >= 4:  # hits of one page often lie together
                self._last.clear()
            self._last[block] = rows
        return _decode(rows[document - int(self.firsts[block])])

    def _unpacked(self, block: int) -> list[bytes]:
        try:
            # One for each call: it may not be shared between threads.
            return _rows(zstandard.ZstdDecompressor().decompress(self._packed(block)))
        except (zstandard.ZstdError, msgspec.MsgspecError, MemoryError):
            raise damaged(self.file, "does not hold what was written (stored.blob)") from None

    def _packed(self, block: int) -> bytes:
        return self.blob[self.offsets[block] : self.offsets[block + 1]].tobytes()

    def living(self, alive: NDArray[np.bool_]) -> Iterator[tuple[bytes, int]]:
        """Blocks, and how many documents are in each."""
        for block, (first, stop) in enumerate(pairwise(self.firsts.tolist())):
            lives = alive[first:stop].tolist()
            if all(lives):
                yield self._packed(block), stop - first
            elif any(lives):
                packing = Packing()
                packing.add_rows(compress(self._unpacked(block), lives))
                yield from packing.blocks()


def _row(shown: Shown) -> bytes:
    try:
        return _encode(shown)
    except (UnicodeEncodeError, OverflowError):
        return _encode({_plain(name): _plain(value) for name, value in shown.items()})


def _plain(value: Scalar | list[str]) -> Scalar | list[str]:
    """Without halves of surrogate pairs and numbers that need more than 64 bits."""
    match value:
        case str():
            return value.encode("utf-8", "replace").decode()
        case list():
            return [each.encode("utf-8", "replace").decode() for each in value]
        case int() if not -(1 << 63) <= value < 1 << 64:
            return str(value)
        case _:
            return value


class Packing:
    """Documents packed as they come."""

    def __init__(self) -> None:
        self._pack = zstandard.ZstdCompressor(_LEVEL, write_checksum=True).compress
        self._rows: list[bytes] = []
        self._size = 0
        self._blocks: list[tuple[bytes, int]] = []

    def add(self, documents: Iterable[Shown]) -> None:
        self.add_rows(map(_row, documents))

    def add_rows(self, rows: Iterable[bytes]) -> None:
        for row in rows:
            self._rows.append(row)
            self._size += len(row)
            if self._size >= _BLOCK:
                self._pack_up()

    def blocks(self) -> list[tuple[bytes, int]]:
        """Everything, packed; how many documents are in each."""
        if self._rows:
            self._pack_up()
        return self._blocks

    def done(self) -> Stored:
        return Stored.of_blocks(self.blocks())

    def _pack_up(self) -> None:
        self._blocks.append((self._pack(_encode(self._rows)), len(self._rows)))
        self._rows, self._size = [], 0
