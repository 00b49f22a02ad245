"""Links on their way from a page to the queue, as a judge that learns sees them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from bowerbird.model.candidate import Candidate
from bowerbird.model.document import LinkContext
from bowerbird.model.verdict import ScoreTerm
from bowerbird.web.url import Url


class Outlink(NamedTuple):
    """A link of a page that is being read."""

    url: Url
    context: LinkContext
    vouched: bool = True  # not ugc, sponsored or nofollow: the page's score speaks for it
    is_new: bool = True  # else the URL was met before, and is queued or read


class Weighed(NamedTuple):
    """What the links of a page promise, and what the judge wants to remember of them."""

    priorities: list[float]  # 0 … 1 each
    links: Sequence[Outlink]
    words: Any  # the judge's own
    filed: Mapping[str, float] = {}  # identity → priority, of those that something else raised

    def as_filed(self, candidates: Sequence[Candidate]) -> "Weighed":
        """The same, knowing with which priorities the links go into the queue."""
        return self._replace(filed={each.url.identity: each.priority for each in candidates})


class Arrival(Struct, frozen=True):
    """What became of a URL that was asked for."""

    relevance: float | None = None  # None: that says nothing about the link
    was_read: bool = False  # else there was no page: an error, a refusal, a redirect
    weighed: Weighed | None = None
    moved_to: str = ""  # the identity that it redirects to


class Moved(NamedTuple):
    """A queued URL whose priority is another one now."""

    identity: str
    priority: float
    forget: Callable[[], None]  # to be called if it is not in the queue


class Learnt(NamedTuple):
    """What a judge says once a URL was booked."""

    terms: tuple[ScoreTerm, ...] = ()  # why the URL was asked for when it was
    moves: Sequence[Moved] = ()


class Hub(NamedTuple):
    """A page that leads to many relevant ones."""

    identity: str
    score: float  # 1: the best
    relevance: float
    links: int  # to relevant pages, as far as they are remembered
