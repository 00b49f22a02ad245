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
_BUCKET = struct.Struct(">2sH")
_FIRST = bytes(4)  # the number of a bucket's first chunk
_FULL = 8 * CHUNK  # bytes
_PREFIXES = [bytes((0x73, band)) for band in range(BANDS)]


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
            stands = self._stands(near)
            if stands and stands != identity:
                found.append((distance, len(stands), stands))
        return min(found)[2] if found else ""

    def remember(self, identity: str, simhash: int, batch: Batch) -> None:
        """File it. The smallest identity of equal SimHashes stands for them."""
        self._rows.begin(batch)
        stands = self._stands(simhash) if self._is_filed(simhash) else ""
        if not stands:
            for band in range(BANDS):
                self._append(band, simhash, batch)
        if not stands or (len(identity), identity) < (len(stands), stands):
            self._rows.put(b"i" + _WORD.pack(simhash), identity.encode(), batch)

    def _stands(self, simhash: int) -> str:
        row = self._rows.get(b"i" + _WORD.pack(simhash))
        return row.decode() if row else ""

    def _is_filed(self, simhash: int) -> bool:
        """False is certain, and the look-up before left the bucket in memory; True is likely."""
        return _WORD.pack(simhash) in self._all_of(bucket_of(0, simhash))

    def _near(self, simhash: int) -> set[tuple[int, int]]:
        """(bits that differ, SimHash), each once."""
        near: set[tuple[int, int]] = set()
        for band in range(BANDS):
            if filed := self._all_of(bucket_of(band, simhash)):
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

    def _append(self, band: int, simhash: int, batch: Batch) -> None:
        bucket = bucket_of(band, simhash)
        key = bucket + _FIRST
        last = self._rows.get(key)
        if len(last) == _FULL:
            chunks = list(self._chunks(bucket))
            last = chunks.pop() if len(chunks[-1]) < _FULL else b""
            key = bucket + len(chunks).to_bytes(4, "big")
        self._rows.put(key, last + _WORD.pack(simhash), batch)


def bucket_of(band: int, simhash: int) -> bytes:
    """Where SimHashes that agree with this one in a band are filed."""
    return _BUCKET.pack(_PREFIXES[band], simhash >> (16 * band) & 0xFFFF)


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
