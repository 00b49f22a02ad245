"""A URL on its way: wanted (candidate), then handed out (lease)."""

from enum import StrEnum

from msgspec import Struct

from bowerbird.web.url import Url


class Via(StrEnum):
    """How a URL came to be known."""

    SEED = "seed"
    LINK = "link"
    REDIRECT = "redirect"
    REFRESH = "refresh"
    CANONICAL = "canonical"
    ALTERNATE = "alternate"
    SITEMAP = "sitemap"
    FEED = "feed"
    PROBE = "probe"  # nobody named it: how does the host answer for what cannot be?


class Candidate(Struct, frozen=True, array_like=True, gc=False):
    """A URL that waits for its turn, with everything that later stages need to know of it."""

    url: Url
    depth: int = 0  # links followed from a seed
    priority: float = 0.0  # 0 … 1, larger is sooner
    via: Via = Via.SEED
    found_on: str = ""  # identity of the page that named it; empty for a seed
    anchor: str = ""
    redirects: int = 0  # redirects, refreshes and canonical links in a row behind it
    attempt: int = 0  # how often it was tried before
    seed: int = 0  # number of the seed it was first found by, from 1; 0 if nobody knows
    astray: int = 0  # irrelevant pages in a row on the way here


class Lease(Struct, frozen=True):
    """A candidate handed out for one visit; it is given back by `Frontier.settle`.

    Nothing on disk changes when a lease is given: a URL leaves the queue in the batch that stores
    its page. A run that dies therefore finds every URL in flight in the queue again.
    """

    candidate: Candidate
    key: bytes  # candidate.url.key
    place: bytes  # where the frontier keeps it
    granted_at: float  # Clock.ticks()
    suspect: bool = False  # it was in flight when a run died: parse it in the killable worker
