"""Near-duplicates: SimHashes on disk, found again within a few differing bits.

Two 64-bit numbers that differ in at most three bits agree in at least one of four bands of 16 bits
(three differences cannot touch four bands). So every SimHash is filed under its four bands, and
one look-up reads four buckets. A bucket is a run of chunks, so that adding never rewrites more
than one chunk, however many pages share a template.

    b"s" ‖ band (1) ‖ its bits (2) ‖ chunk (4) → SimHashes, 8 bytes each
    b"i" ‖ SimHash (8)                         → the identity that stands for it
"""

import struct
from collections.abc import Iterator
from typing import Final

from bowerbird.dedup.overlay import Overlay
from bowerbird.model.storage import Batch, Family, Store

BANDS: Final = 4
MOST_BITS: Final = BANDS - 1  # above this, bands would miss some
CHUNK: Final = 512  # SimHashes: 4 KB, a block of the store
_FEW = 24  # SimHashes that are compared sooner than an array of them is made
_WORD = struct.Struct(">Q")
_FIRST = bytes(4)  # the number of a bucket's first chunk
_FULL = 8 * CHUNK  # bytes
# What a bucket's key begins with, and which bytes of a SimHash go on with it.
_BANDS = [(bytes((0x73, band)), 6 - 2 * band, 8 - 2 * band) for band in range(BANDS)]


class NearDuplicates:
    """Exact for its distance: whatever differs in at most `distance` bits is found."""

    def __init__(self, store: Store, distance: int, remembered: int) -> None:
        if not 0 <= distance <= MOST_BITS:
            raise ValueError(f"a distance of {distance} bits cannot be looked up exactly")
        self._distance = distance
        self._rows = Overlay(store, Family.CONTENT, remembered)

    def nearest(self, identity: str, simhash: int) -> str:
        """The identity nearest to this SimHash, never `identity` itself; empty if none is near.
        Among equally near ones the shortest, then the first by alphabet."""
        found: list[tuple[int, int, str]] = []
        for distance, near in self._near(simhash):
            stands = self._stands(_WORD.pack(near))
            if stands and stands != identity:
                found.append((distance, len(stands), stands))
        return min(found)[2] if found else ""

    def remember(self, identity: str, simhash: int, batch: Batch) -> None:
        """File it. The smallest identity of equal SimHashes stands for them."""
        self._rows.begin(batch)
        word = _WORD.pack(simhash)
        buckets = buckets_of(word)
        # That it is not filed is certain; that it is, only likely.
        stands = self._stands(word) if word in self._all_of(buckets[0]) else ""
        if not stands:
            for bucket in buckets:
                self._append(bucket, word, batch)
        if not stands or (len(identity), identity) < (len(stands), stands):
            self._rows.put(b"i" + word, identity.encode(), batch)

    def _stands(self, word: bytes) -> str:
        return self._rows.get(b"i" + word).decode()

    def _near(self, simhash: int) -> set[tuple[int, int]]:
        """(bits that differ, SimHash), each once."""
        near: set[tuple[int, int]] = set()
        for bucket in buckets_of(_WORD.pack(simhash)):
            if filed := self._all_of(bucket):
                near.update(_within(filed, simhash, self._distance))
        return near

    def _all_of(self, bucket: bytes) -> bytes:
        first = self._rows.get(bucket + _FIRST)
        return first if len(first) < _FULL else b"".join(self._chunks(bucket))

    def _chunks(self, bucket: bytes) -> Iterator[bytes]:
        number = 0
        while chunk := self._rows.get(bucket + number.to_bytes(4, "big")):
            yield chunk
            if len(chunk) < _FULL:
                return
            number += 1

    def _append(self, bucket: bytes, word: bytes, batch: Batch) -> None:
        key = bucket + _FIRST
        last = self._rows.get(key)
        if len(last) == _FULL:
            chunks = list(self._chunks(bucket))
            last = chunks.pop() if len(chunks[-1]) < _FULL else b""
            key = bucket + len(chunks).to_bytes(4, "big")
        self._rows.put(key, last + word, batch)


def buckets_of(word: bytes) -> list[bytes]:
    """Where SimHashes that agree with this one in a band are filed, band by band."""
    return [prefix + word[start:end] for prefix, start, end in _BANDS]


def _within(bucket: bytes, simhash: int, distance: int) -> Iterator[tuple[int, int]]:
    if len(bucket) <= 8 * _FEW:
        for (other,) in _WORD.iter_unpack(bucket):
            differing = (other ^ simhash).bit_count()
            if differing <= distance:
                yield differing, other
        return
    import numpy as np

    others = np.frombuffer(bucket, dtype=">u8")
    differing_bits = np.bitwise_count(others ^ np.uint64(simhash))
    for at in np.flatnonzero(differing_bits <= distance):
        yield int(differing_bits[at]), int(others[at])
