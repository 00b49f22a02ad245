"""Labelled pages: blocks whose labels are known, to be compared with pages whose labels are not.

A book of them is one small file, described in docs/file-formats.md.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec
import numpy as np
import xxhash
import zstandard
from msgspec import Struct
from numpy.typing import NDArray

from bowerbird.extract.metadata.features import NAMES, Features
from bowerbird.model.errors import CorruptError, StoreError

MAGIC = b"BBLAYOUT"
VERSION = 1
STEPS = 50  # a feature of 1.0 is stored as 50; none is beyond 2.5, so that a byte holds it
MOST_BYTES = 64 << 20  # unpacked
GENERIC = "generic.layouts"


class Label(IntEnum):
    """What a block is. The numbers are those of the file."""

    OTHER = 0
    TITLE = 1
    AUTHORS = 2
    AFFILIATIONS = 3
    ABSTRACT = 4
    KEYWORDS = 5
    DATE = 6
    REFERENCES = 7


class LabelledPage(Struct, frozen=True):
    """One page: its blocks' features, and what they are."""

    name: str  # of the layout
    features: bytes  # int8, one row for each block
    labels: bytes  # a `Label` for each block

    @property
    def rows(self) -> NDArray[np.int8]:
        """The features, one row for each block."""
        return np.frombuffer(self.features, np.int8).reshape(len(self.labels), -1)


class _Stored(Struct, frozen=True):
    """What a file holds behind its head."""

    features: tuple[str, ...]  # their names: a book of other features is of no use
    pages: list[LabelledPage]


class LayoutBook:
    """Labelled pages, laid side by side so that one pass compares a page with all of them."""

    def __init__(self, pages: Iterable[LabelledPage] = ()) -> None:
        self.pages = tuple(page for page in pages if page.labels)
        counts = [len(page.labels) for page in self.pages]
        rows = [page.rows for page in self.pages] or [np.zeros((0, len(NAMES)), np.int8)]
        self.features: Features = np.concatenate(rows).astype(np.float32) / np.float32(STEPS)
        self.labels = np.frombuffer(b"".join(page.labels for page in self.pages), np.uint8)
        self.starts = np.cumsum([0, *counts[:-1]], dtype=np.intp)[: len(counts)]
        self.counts = np.array(counts, np.float32)

    def __len__(self) -> int:
        return len(self.pages)


def labelled_page(name: str, features: Features, labels: Iterable[Label]) -> LabelledPage:
    """A page as it is kept."""
    steps = np.clip(np.rint(features * STEPS), -127, 127).astype(np.int8)
    return LabelledPage(name, steps.tobytes(), bytes(labels))


def packed(pages: Iterable[LabelledPage]) -> bytes:
    """A book as bytes: head, checksum, content."""
    content = msgspec.msgpack.encode(_Stored(NAMES, list(pages)))
    content = zstandard.ZstdCompressor(19, write_checksum=False).compress(content)
    return MAGIC + bytes([VERSION]) + xxhash.xxh3_64_digest(content) + content


def unpacked(data: bytes, name: str) -> list[LabelledPage]:
    """The pages of a book; one of another version or other features is refused."""
    head = len(MAGIC)
    if data[:head] != MAGIC:
        raise CorruptError(f"{name} is no book of layouts: remove it, and teach layouts again")
    if data[head] != VERSION:
        raise CorruptError(
            f"{name} has version {data[head]}, this Bowerbird reads {VERSION}: teach layouts again"
        )
    content = data[head + 9 :]
    if xxhash.xxh3_64_digest(content) != data[head + 1 : head + 9]:
        raise CorruptError(f"{name} is damaged: restore it, or remove it and teach layouts again")
    plain = zstandard.ZstdDecompressor().decompress(content, max_output_size=MOST_BYTES)
    stored = msgspec.msgpack.decode(plain, type=_Stored)
    if stored.features != NAMES:
        raise CorruptError(f"{name} was made with other features: remove it, and teach again")
    return stored.pages


def read_book(path: Path) -> list[LabelledPage]:
    """The pages of a file; none if there is no such file."""
    try:
        return unpacked(path.read_bytes(), str(path))
    except FileNotFoundError:
        return []
    except (zstandard.ZstdError, msgspec.MsgspecError) as error:
        raise CorruptError(f"{path} is damaged: remove it, and teach layouts again") from error
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}; check the permissions") from error


@cache
def generic_book() -> LayoutBook:
    """The layouts that come with Bowerbird."""
    data = files("bowerbird.extract.metadata").joinpath(GENERIC).read_bytes()
    return LayoutBook(unpacked(data, GENERIC))
