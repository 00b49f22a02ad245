"""Content-seen: has this content come under another URL before?

b"f" ‖ fingerprint (8) → the identity that stands for the content
b"c"                   → Repeats
"""

import msgspec
from pydantic import Field

from bowerbird.dedup.near_duplicates import MOST_BITS, NearDuplicates
from bowerbird.dedup.overlay import Overlay
from bowerbird.model.options import Options
from bowerbird.model.ports import Sighting
from bowerbird.model.storage import Batch, Family, Store


class ContentSeenOptions(Options):
    """Which contents count as the same."""

    near_duplicates: bool = Field(
        default=True, description="Look for pages that are almost the same, by SimHash."
    )
    near_distance: int = Field(
        default=3,
        ge=0,
        le=MOST_BITS,
        description="Bits in which the SimHashes of near-duplicates may differ.",
    )
    remembered: int = Field(
        default=32_768, ge=1_024, description="Rows held in memory in front of the disk."
    )


class Repeats(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How much of what was read was there before, over the life of the store."""

    contents: int = 0  # remembered, repeats included
    exact: int = 0
    near: int = 0  # not counting the exact ones

    @property
    def share(self) -> float:
        """The part of contents that repeat another, exactly or nearly."""
        return (self.exact + self.near) / self.contents if self.contents else 0.0


_COUNTS = b"c"
_NOTHING = Sighting()
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Repeats).decode


class DiskContentSeen:
    """Exact repeats by fingerprint, near ones by SimHash; a 0 means that there is none.

    Whatever the order of arrival, the shortest identity, then the first by alphabet, stands for a
    content. What a batch holds is seen at once; if its commit fails, open another on the store.
    """

    def __init__(self, store: Store, options: ContentSeenOptions) -> None:
        self._rows = Overlay(store, Family.CONTENT, options.remembered)
        self._near = (
            NearDuplicates(store, options.near_distance, options.remembered)
            if options.near_duplicates
            else None
        )
        counted = store.get(Family.CONTENT, _COUNTS)
        self._repeats = Repeats() if counted is None else _decode(counted)
        self._last: tuple[tuple[str, int, int], Sighting] | None = None

    @property
    def repeats(self) -> Repeats:
        """Counts over the life of the store; a run subtracts what it began with."""
        return self._repeats

    def look(self, identity: str, fingerprint: int, simhash: int) -> Sighting:
        """See `ContentSeen.look`. An exact repeat is not looked up among near ones."""
        sighting = self._look(identity, fingerprint, simhash)
        self._last = (identity, fingerprint, simhash), sighting
        return sighting

    def remember(self, identity: str, fingerprint: int, simhash: int, batch: Batch) -> None:
        """See `ContentSeen.remember`."""
        asked = (identity, fingerprint, simhash)
        if self._last is not None and self._last[0] == asked:
            sighting = self._last[1]
        else:
            sighting = self._look(identity, fingerprint, simhash)
        self._last = None
        self._count(sighting, batch)
        if fingerprint:
            self._remember_exact(identity, fingerprint, batch)
        if simhash and self._near:
            self._near.remember(identity, simhash, batch)

    def _look(self, identity: str, fingerprint: int, simhash: int) -> Sighting:
        if fingerprint and (row := self._rows.get(_key(fingerprint))):
            stands = row.decode()
            if stands != identity:
                return Sighting(duplicate_of=stands)
        if simhash and self._near and (near := self._near.nearest(identity, simhash)):
            return Sighting(near_duplicate_of=near)
        return _NOTHING

    def _remember_exact(self, identity: str, fingerprint: int, batch: Batch) -> None:
        self._rows.begin(batch)
        key = _key(fingerprint)
        stands = self._rows.get(key).decode()
        if not stands or (len(identity), identity) < (len(stands), stands):
            self._rows.put(key, identity.encode(), batch)

    def _count(self, sighting: Sighting, batch: Batch) -> None:
        known = self._repeats
        self._repeats = Repeats(
            known.contents + 1,
            known.exact + bool(sighting.duplicate_of),
            known.near + bool(sighting.near_duplicate_of),
        )
        batch.put(Family.CONTENT, _COUNTS, _encode(self._repeats))


def _key(fingerprint: int) -> bytes:
    return b"f" + fingerprint.to_bytes(8, "big")
