"""The row that the `pages` family keeps for every URL that was settled or refused."""

from enum import StrEnum

from msgspec import Struct

from bowerbird.model.record import PageRef
from bowerbird.model.verdict import ScoreTerm


class PageState(StrEnum):
    """What became of a URL, as `pages` and `explain` show it."""

    QUEUED = "queued"
    FETCHED = "fetched"
    UNCHANGED = "unchanged"  # 304, or the same bytes as last time
    REDIRECTED = "redirected"
    REFUSED = "refused"
    QUARANTINED = "quarantined"
    FAILED = "failed"


READ = frozenset({PageState.FETCHED, PageState.UNCHANGED})


class Change(StrEnum):
    """What a visit found of a page that may have been read before."""

    NEW = "new"  # read for the first time, or again after it was gone
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    GONE = "gone"  # the server says so: 404 or 410


class Moment(Struct, frozen=True, array_like=True, gc=False):
    """One line of a URL's history."""

    at: float
    run: str
    state: PageState
    reason: str = ""
    status: int = 0
    change: str = ""  # a Change; empty where nothing can be said, as of a server in trouble


class PageRow(Struct, frozen=True, array_like=True, gc=False):
    """Everything `pages` and `explain` can say of a URL without reading its page."""

    url: str
    identity: str
    run: str
    state: PageState
    reason: str = ""  # a Refusal or Failure
    rule: str = ""
    status: int = 0
    media_type: str = ""
    depth: int = 0
    priority: float = 0.0
    via: str = ""
    found_on: str = ""
    final_url: str = ""  # where a redirect pointed
    fetched_at: float = 0.0
    bytes: int = 0
    content_hash: str = ""  # SHA-256 of the decoded body, hexadecimal
    fingerprint: int = 0  # 64 bits of the normalised content
    simhash: int = 0
    near_duplicate_of: str = ""
    title: str = ""
    language: str = ""
    relevance: float = 0.0
    relevant: bool = False
    score_terms: tuple[ScoreTerm, ...] = ()
    noindex: bool = False
    page: PageRef | None = None
    etag: str = ""
    last_modified: str = ""
    order: int = 0  # this was the n-th URL settled in its run
    history: tuple[Moment, ...] = ()  # the last few, oldest first
    links_suppressed: bool = False
    rendered: str = ""  # why it was read as a browser showed it; empty: as it was sent
    seed: int = 0  # number of the seed it was first found by, from 1
    kept: "PageRow | None" = None  # as it was when last read, where later attempts failed
    link_terms: tuple[ScoreTerm, ...] = ()  # why it was asked for when it was, if that was learnt

    @property
    def last_read(self) -> "PageRow | None":
        """This row, or the one that is kept of when the page was last read."""
        return self if self.state in READ and self.page is not None else self.kept
