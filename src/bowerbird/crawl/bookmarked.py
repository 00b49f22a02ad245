"""Who kept which resource, as pages of bookmarking sites said it: evidence that a crawl gathers.

One row of the shard for each resource: user → how well their tags fit the topic.
"""

from collections.abc import Sequence

import msgspec

from bowerbird.model.storage import Batch, Family, Store
from bowerbird.seeds.bookmarks.sites import Mark, evidence_of
from bowerbird.web.url import Url

PREFIX = b"bookmarked/"

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(dict[str, float]).decode


class Bookmarked:
    """What is known of resources. A person counts once for each, by their best word."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def evidence(self, url: Url, more: Sequence[Mark] = ()) -> float:
        """How much its tags say for it, 0 … 1; with what a page says besides."""
        people = self._people(url.key)
        for mark in more:
            people[mark.user] = max(people.get(mark.user, 0.0), mark.fit)
        return evidence_of(people.values()) if people else 0.0

    def note(self, marks: Sequence[Mark], batch: Batch) -> None:
        """Becomes true with the batch."""
        by_key: dict[bytes, dict[str, float]] = {}
        for mark in marks:
            key = mark.url.key
            if key not in by_key:
                by_key[key] = self._people(key)
            people = by_key[key]
            people[mark.user] = max(people.get(mark.user, 0.0), mark.fit)
        for key, people in by_key.items():
            batch.put(Family.META, PREFIX + key, _encode(people))

    def _people(self, key: bytes) -> dict[str, float]:
        kept = self._store.get(Family.META, PREFIX + key)
        return {} if kept is None else _decode(kept)
