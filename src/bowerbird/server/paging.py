"""Long lists in parts: `limit` and `cursor` come in, `items` and `next` go out."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Query

from bowerbird.model.errors import UsageError
from bowerbird.server.answers import Slice

MOST = 1_000

Limit = Annotated[int, Query(ge=1, le=MOST, description="How many at most.")]
Cursor = Annotated[str, Query(max_length=500, description="The `next` of the part before.")]


def part_of(whole: Sequence[Any], cursor: str, limit: int) -> Slice:
    """A part of what is at hand anyway."""
    start = offset_of(cursor)
    following = start + limit
    more = str(following) if following < len(whole) else None
    return Slice(list(whole[start:following]), more, len(whole))


def offset_of(cursor: str) -> int:
    """A cursor that counts."""
    if not cursor:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 16):
        raise UsageError(f"{cursor!r} is not a cursor; take the `next` of the part before")
    return int(cursor)
