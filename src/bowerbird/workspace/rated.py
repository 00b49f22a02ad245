"""What a person said of a page, as it is kept."""

from typing import Any

import msgspec
from msgspec import Struct

from bowerbird.model.storage import Family, Store

PREFIX = b"rating/"  # in META, before the key of a URL


class Rating(Struct, frozen=True):
    """A thumb, up or down."""

    url: str
    relevant: bool
    at: float
    taught: str = ""  # to which judge, as `rating.mark_of` tells them apart


def rating_of(store: Store, key: bytes) -> Rating | None:
    """What was said of a URL, if anything was."""
    kept = store.get(Family.META, PREFIX + key)
    return None if kept is None else msgspec.msgpack.decode(kept, type=Rating)


def told(rating: Rating) -> dict[str, Any]:
    """A rating for people and programs."""
    return {"url": rating.url, "relevant": rating.relevant, "at": rating.at}
