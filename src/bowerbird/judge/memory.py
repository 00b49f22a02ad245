"""What a judge has learnt, kept with the crawl: one value for each judge and topic."""

from typing import TypeVar

import msgspec
import xxhash

from bowerbird.model.storage import Batch, Family, Store
from bowerbird.model.topic import Topic

T = TypeVar("T")

_encode = msgspec.msgpack.Encoder().encode


def state_key(judge: str, topic: Topic) -> bytes:
    """Terms are told by their number, so another topic has another memory."""
    said = msgspec.msgpack.encode((topic.terms, topic.words))
    return f"judge/{judge}/{xxhash.xxh3_64_hexdigest(said)}".encode()


def recalled(store: Store, key: bytes, kind: type[T]) -> T | None:
    """What was kept under that key, if anything was."""
    kept = store.get(Family.META, key)
    return None if kept is None else msgspec.msgpack.decode(kept, type=kind)


def keep(key: bytes, state: object, batch: Batch) -> None:
    """It becomes true with the batch."""
    batch.put(Family.META, key, _encode(state))
