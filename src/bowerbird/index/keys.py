"""The keys of documents, and which document has a key."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import xxhash

from bowerbird.index.reading import Bytes, Counts, Places


@dataclass(frozen=True)
class Keys:
    """Key of document d: blob[offsets[d]:offsets[d + 1]]."""

    blob: Bytes
    offsets: Places
    hashes: Places  # XXH3 of the keys, ascending
    documents: Counts  # the document of each hash

    @classmethod
    def of(cls, keys: Sequence[bytes]) -> "Keys":
        offsets = np.zeros(len(keys) + 1, np.uint64)
        np.cumsum([len(key) for key in keys], out=offsets[1:])
        hashes = hashes_of(keys)
        order = np.argsort(hashes, kind="stable")
        blob = np.frombuffer(b"".join(keys), np.uint8)
        return cls(blob, offsets, hashes[order], order.astype(np.uint32))

    def __len__(self) -> int:
        return len(self.documents)

    def __getitem__(self, document: int) -> bytes:
        return bytes(self.blob[self.offsets[document] : self.offsets[document + 1]])

    def find(self, keys: Sequence[bytes], hashes: Places) -> list[int]:
        """The documents that have any of these keys."""
        first = np.searchsorted(self.hashes, hashes)
        last = np.searchsorted(self.hashes, hashes, side="right")
        found = []
        for at in np.flatnonzero(last > first).tolist():
            for place in range(first[at], last[at]):
                document = int(self.documents[place])
                if self[document] == keys[at]:
                    found.append(document)
        return found


def hashes_of(keys: Iterable[bytes]) -> Places:
    return np.array([xxhash.xxh3_64_intdigest(key) for key in keys], np.uint64)
