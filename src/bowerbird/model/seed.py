"""Where a crawl may start, and why: what people bookmarked and what search engines found."""

from msgspec import Struct


class Bookmark(Struct, frozen=True):
    """A resource that somebody kept, with their tags: the triples (resource, user, tag) of P2."""

    url: str
    user: str = ""  # a hash; who it is is nobody's business
    tags: tuple[str, ...] = ()  # as written; folders count as tags
    title: str = ""
    note: str = ""
    at: float = 0.0  # seconds since 1970, UTC; 0 if nobody knows


class Hit(Struct, frozen=True):
    """One result of one source."""

    url: str
    title: str = ""
    snippet: str = ""
    rank: int = 1  # in its source, from 1
    tags: tuple[str, ...] = ()


class Reason(Struct, frozen=True):
    """What speaks for a seed."""

    source: str
    because: str
    weight: float
    people: int = 0  # who kept it; none where a search engine found it
    tags: tuple[str, ...] = ()  # that they gave it, the first few


class Seed(Struct, frozen=True):
    """A URL to start from, with everything that speaks for it."""

    url: str
    score: float
    title: str = ""
    reasons: tuple[Reason, ...] = ()
