"""The ports: what one room may ask of another. Implemented by shape, never by inheritance."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import Enum
from typing import Protocol, runtime_checkable

from msgspec import Struct

from bowerbird.model.candidate import Candidate, Lease
from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.extraction import Extracted
from bowerbird.model.links import Arrival, Hub, Learnt, Outlink, Weighed
from bowerbird.model.outcomes import Admission, Failed, FetchOutcome, Refused
from bowerbird.model.page import Page
from bowerbird.model.pageview import PageView
from bowerbird.model.record import PageRef, Record
from bowerbird.model.storage import Batch, Store
from bowerbird.model.verdict import PageVerdict, ScoreTerm
from bowerbird.web.url import Url


class Clock(Protocol):
    """Time comes in from outside, so that tests can turn it."""

    def now(self) -> float:
        """Seconds since 1970, UTC: for what is stored or shown."""

    def ticks(self) -> float:
        """Monotonic seconds: for every pause and turn."""


# ---- frontier ------------------------------------------------------------------------------------


class Entry(Enum):
    """What became of a candidate offered to the frontier."""

    NEW = "new"
    KNOWN = "known"  # its identity was seen before in this run
    QUARANTINED = "quarantined"  # a trap brake took it; `frontier.release` brings it back


class Added(Struct, frozen=True, gc=False):
    """The frontier's answer for one candidate."""

    entry: Entry
    rule: str = ""  # which brake, in words


class Outlook(Struct, frozen=True):
    """The queue at a glance."""

    queued: int  # on disk and in memory, not counting leases
    leased: int
    quarantined: int
    hosts: int  # with something queued
    hosts_waiting: int  # of those, not free yet
    next_ready_at: float | None  # Clock.ticks(); None when nothing is queued


class Frontier(Protocol):
    """The queue of URLs: exact URL-seen, one queue per host, best first inside a host."""

    def add(self, candidates: Sequence[Candidate], batch: Batch) -> list[Added]:
        """Offer candidates; new ones are in the queue once the batch is committed."""

    def lease(self, now: float, limit: int) -> list[Lease]:
        """At most `limit` URLs of hosts whose turn it is. Each must be settled."""

    def settle(
        self,
        lease: Lease,
        batch: Batch | None,
        *,
        host_free_at: float,
        retry_at: float | None = None,
    ) -> None:
        """Give a lease back. Without `retry_at` the URL is done and leaves the queue in this batch;
        with it the URL is asked again then: as another attempt if there is a batch, else as if it
        had never been leased."""

    def outlook(self, now: float) -> Outlook: ...


class Scope(Protocol):
    """Which URLs belong to this crawl at all. Pure."""

    def refusal(self, candidate: Candidate) -> Refused | None: ...


# ---- politeness ----------------------------------------------------------------------------------


class Gate(Protocol):
    """Robots and turns. Everything it learns it keeps in the shard's `hosts` family."""

    async def admit(self, lease: Lease) -> Admission:
        """May this URL be asked for now? Reads robots.txt first where it is not known."""

    def settled(self, lease: Lease, outcome: FetchOutcome | Admission, batch: Batch) -> float:
        """Learn from what happened; answers when (Clock.ticks()) the host is free again."""


# ---- fetch ---------------------------------------------------------------------------------------


class Validators(Struct, frozen=True, array_like=True, gc=False):
    """What a conditional request compares."""

    etag: str = ""
    last_modified: str = ""


class FetchRequest(Struct, frozen=True):
    """One question to one server."""

    url: Url
    validators: Validators | None = None
    referrer: str = ""
    max_bytes: int | None = None  # a smaller cap than the media type's; the rest is cut, not failed
    headers: tuple[tuple[str, str], ...] = ()  # more of them, for this origin: keys of an API


class Fetcher(Protocol):
    """Asks once. Never follows a redirect, never retries, never raises for what the web does."""

    async def fetch(self, request: FetchRequest) -> FetchOutcome: ...


class Resolver(Protocol):
    """Names to addresses, cached. Raises `OSError` when a name has none."""

    async def resolve(self, host: str) -> Sequence[str]: ...


# ---- parse ---------------------------------------------------------------------------------------


class Parsed(Protocol):
    """A document and, while it is at hand, the surroundings of its links."""

    @property
    def document(self) -> Document: ...

    def context(self, link: Link) -> LinkContext: ...


class Parser(Protocol):
    """Bytes to document. Pure; bounded in time and depth on any input."""

    @property
    def media_types(self) -> Collection[str]: ...

    def parse(self, page: Page) -> Parsed | Failed | None:
        """None: the bytes are of a kind that nothing here reads, whatever they were served as."""


# ---- judge ---------------------------------------------------------------------------------------


class PageJudge(Protocol):
    """Is this page about it? Pure."""

    def judge(self, page: PageView) -> PageVerdict: ...


class Lesson(Struct, frozen=True):
    """A page that was read and judged, or rated by a person."""

    key: bytes  # of its URL
    page: PageView
    verdict: PageVerdict
    rating: bool | None = None  # what a person says: is it relevant?


@runtime_checkable
class LearningJudge(Protocol):
    """A page judge that learns from what it judged. `judge` stays pure: what it goes by changes
    only here, and becomes true with the batch."""

    def judge(self, page: PageView) -> PageVerdict: ...

    def recall(self, store: Store) -> None:
        """Take up what was learnt before; asked once, before the first page."""

    def learn(self, lesson: Lesson, batch: Batch) -> None: ...


class LinkJudge(Protocol):
    """Which link is worth asking for next? Pure; 0 … 1 per link."""

    def priorities(
        self, links: Sequence[tuple[Url, LinkContext]], on: Document, verdict: PageVerdict
    ) -> Sequence[float]: ...


@runtime_checkable
class LinkLearner(LinkJudge, Protocol):
    """A link judge that learns from what links lead to, and remembers who links where."""

    def wants(self, identity: str) -> bool:
        """Is one more link to this URL, which was met before, worth weighing?"""

    def weigh(self, page: Candidate, verdict: PageVerdict, links: Sequence[Outlink]) -> Weighed:
        """What the links of a page promise. Pure."""

    def learn(
        self, page: Candidate, arrival: Arrival, heads: Sequence[Candidate], batch: Batch
    ) -> Learnt:
        """What became of a URL, told when it is booked; `heads` are URLs that come next. What has
        to be kept is written into the batch."""


@runtime_checkable
class LinkBook(Protocol):
    """What a judge that learns remembers: over a kill, for the next run, and for people."""

    def resume(self, store: Store, run: str, recall: Callable[[str], float | None]) -> None:
        """Go on with what was kept. `recall` tells the score of a page that was read."""

    def keep(self, batch: Batch) -> None:
        """Write what was learnt."""

    def hubs(self) -> Sequence[Hub]:
        """The pages that lead to most of what is relevant, the best first."""

    def explain(self, candidate: Candidate) -> tuple[ScoreTerm, ...]:
        """Why a queued URL stands where it stands."""


# ---- extract -------------------------------------------------------------------------------------

UrlTest = Callable[[Url], bool]  # a rule of a template, made a function


class Extractor(Protocol):
    """Templates applied to pages. Pure; costs next to nothing where none applies."""

    def applies(self, page: Page, details: Collection[str]) -> bool:
        """Is there a template for this page? `details` names those that wait for it as the detail
        page of an item."""

    def extract(self, page: Page, document: Document, details: Collection[str]) -> Extracted: ...


# ---- dedup ---------------------------------------------------------------------------------------


class Sighting(Struct, frozen=True, gc=False):
    """What is known of a content: the identity that stands for it, and how sure that is."""

    duplicate_of: str = ""  # identity of another URL with the same content; empty if there is none
    near_duplicate_of: str = ""


class ContentSeen(Protocol):
    """Exact repeats by fingerprint, near ones by SimHash, both on disk."""

    def look(self, identity: str, fingerprint: int, simhash: int) -> Sighting:
        """Pure look-up; a URL never counts as a repeat of itself."""

    def remember(self, identity: str, fingerprint: int, simhash: int, batch: Batch) -> None: ...


# ---- store ---------------------------------------------------------------------------------------


class StoredPage(Struct, frozen=True):
    """A page read back from a WARC file."""

    page: Page
    run: str


class KeptPage(Struct, frozen=True, gc=False):
    """What became of a page that was appended."""

    ref: PageRef
    content_hash: str  # SHA-256 of the decoded body, hexadecimal
    repeats: PageRef | None = None  # the same content lies there already and was not stored again


class PageStore(Protocol):
    """Pages as WARC records, one gzip member each; content stored once."""

    def append(self, page: Page, run: str) -> KeptPage:
        """Written and handed to the operating system when this returns."""

    def remember(self, batch: Batch) -> None:
        """Put into the batch what was appended since the last call; pages that no committed batch
        remembers are cut off when the store is opened again."""

    def read(self, ref: PageRef) -> StoredPage: ...

    def sync(self) -> None:
        """On the disk when this returns."""


class RecordLog(Protocol):
    """The truth people care about, in the order it became true."""

    def append(self, records: Iterable[Record], batch: Batch) -> int:
        """How many were new or changed; what equals its predecessor is not written again."""

    def read(self, after: int, limit: int) -> Iterator[Record]:
        """Records with seq > after, in order."""

    def holds(self, key: bytes) -> Record | None:
        """The record that holds for this key now; a tombstone if it is gone."""


# ---- exports and plugins -------------------------------------------------------------------------


class Exporter(Protocol):
    """Writes records in one format."""

    def export(self, records: Iterable[Record], path: str) -> int: ...


PageFilter = Callable[[Candidate], bool]  # a user-supplied filter: may this URL be crawled?
