"""CPU time per page of each stage, alone, over the very same bodies.

Pages are fetched in chunks; each stage then works through a whole chunk before the next stage has
it, so that a stage is timed as one piece. Times are those of the whole process: what the store does
in threads of its own counts as well.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import uvloop

from bowerbird.dedup.content_seen import ContentSeenOptions, DiskContentSeen
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.http import HttpFetcher, open_http_fetcher
from bowerbird.fetch.options import FetchOptions
from bowerbird.frontier.disk import DiskFrontier
from bowerbird.frontier.options import FrontierOptions
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.outcomes import Fetched
from bowerbird.model.page import Page
from bowerbird.model.ports import FetchRequest, Parsed
from bowerbird.model.record import Record
from bowerbird.model.storage import Store
from bowerbird.parse.carriers import is_navigational
from bowerbird.parse.html import HtmlParser
from bowerbird.parse.options import ParseOptions
from bowerbird.politeness.gate import ADMITTED, PoliteGate
from bowerbird.politeness.options import PolitenessOptions
from bowerbird.store.records import Records
from bowerbird.store.shard import open_shard
from bowerbird.store.warc import WarcPages, open_pages
from bowerbird.testing.resolver import FakeResolver
from bowerbird.text.similarity import fingerprints
from bowerbird.web.link_resolver import LinkResolver
from bowerbird.web.url import Url, parse

CHUNK = 180
WITH_TEXT = "parse and text"
RUN = "benchmark"
AGENT = "Bowerbird"


class Meter:
    """CPU seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        started = time.process_time()
        try:
            yield
        finally:
            self.seconds[stage] += time.process_time() - started


class _NotYet:
    """Stands for what the parser will have made."""

    document = Document()

    def context(self, link: Link) -> LinkContext:
        return LinkContext()


@dataclass
class Specimen:
    """A page on its way through the stages."""

    page: Page
    parsed: Parsed = field(default_factory=_NotYet)
    prints: tuple[int, int] = (0, 0)
    new: list[tuple[Link, Url]] = field(default_factory=list)
    candidates: list[Candidate] = field(default_factory=list)


class SystemClock:
    """The time it is."""

    def now(self) -> float:
        return time.time()

    def ticks(self) -> float:
        return time.monotonic()


def measure(urls: Collection[str], scratch: Path, *, per_host: int, total: int) -> dict[str, float]:
    """Microseconds of CPU per page, by stage."""
    fingerprints("what numba compiles at its first call is no page's cost")
    meter = Meter()
    # By path, so that hosts take turns as in a crawl.
    ordered = [parse(url) for url in sorted(urls, key=lambda url: url.split("/", 3)[3])]
    uvloop.run(_all_stages(ordered, scratch, meter, (per_host, total)))
    found = {stage: 1e6 * seconds / len(urls) for stage, seconds in meter.seconds.items()}
    # Words come out of the same walk as links: what they cost is seen by leaving them out.
    found["text"] = found.pop(WITH_TEXT) - found["parse"]
    return found


async def _all_stages(
    urls: list[Url], scratch: Path, meter: Meter, connections: tuple[int, int]
) -> None:
    async with _line(urls, scratch, meter, connections) as line:
        for start in range(0, len(urls), CHUNK):
            specimens = await line.fetch(urls[start : start + CHUNK])
            await line.work(specimens)


@asynccontextmanager
async def _line(
    urls: list[Url], scratch: Path, meter: Meter, connections: tuple[int, int]
) -> AsyncIterator["_Line"]:
    per_host, total = connections
    clock, resolver = SystemClock(), FakeResolver({host: host for host in _hosts(urls)})
    async with AsyncExitStack() as stack:
        fetcher = await stack.enter_async_context(
            open_http_fetcher(FetchOptions(), resolver, Guard(allow_private=True), clock)
        )
        store = stack.enter_context(open_shard(scratch / "shard"))
        politeness = PolitenessOptions(delay=0, connections_per_host=per_host)
        rooms = Rooms(
            fetcher=fetcher,
            gate=PoliteGate(politeness, fetcher, resolver, store, clock, Random(1)),
            store=store,
            frontier=DiskFrontier(store, FrontierOptions(connections_per_host=per_host), 1),
            pages=stack.enter_context(open_pages(scratch / "pages", store)),
            content=DiskContentSeen(store, ContentSeenOptions()),
            records=Records(store),
        )
        line = _Line(meter, rooms, asyncio.Semaphore(total))
        line.plant(urls)
        yield line


def _hosts(urls: list[Url]) -> set[str]:
    return {url.host for url in urls}


@dataclass(frozen=True)
class Rooms:
    """What keeps something open."""

    fetcher: HttpFetcher
    gate: PoliteGate
    store: Store
    frontier: DiskFrontier
    pages: WarcPages
    content: DiskContentSeen
    records: Records


class _Line:
    """The rooms in a row."""

    def __init__(self, meter: Meter, rooms: Rooms, connections: asyncio.Semaphore) -> None:
        self._meter, self._rooms, self._connections = meter, rooms, connections
        self._parser = HtmlParser(ParseOptions(), AGENT)
        self._lean_parser = HtmlParser(ParseOptions(text=False), AGENT)
        self._resolver = LinkResolver()
        self._known: set[str] = set()

    def plant(self, urls: list[Url]) -> None:
        """The first URL of each host waits in the queue, as a seed does."""
        seeds = {url.host: Candidate(url) for url in reversed(urls)}
        self._known.update(seed.url.identity for seed in seeds.values())
        batch = self._rooms.store.batch()
        self._rooms.frontier.add(list(seeds.values()), batch)
        self._rooms.store.commit(batch)

    async def fetch(self, urls: list[Url]) -> list[Specimen]:
        async def one(url: Url) -> Page:
            async with self._connections:
                outcome = await self._rooms.fetcher.fetch(FetchRequest(url))
            if not isinstance(outcome, Fetched) or outcome.page.status != 200:
                raise RuntimeError(f"{url.href} brought {outcome}")
            return outcome.page

        with self._meter("fetch"):
            pages = await asyncio.gather(*map(one, urls))
        return [Specimen(page) for page in pages]

    async def work(self, specimens: list[Specimen]) -> None:
        """All stages after the fetch."""
        stages: dict[str, Callable[[Specimen], None]] = {
            "warc": self._keep,
            "parse": self._parse_links_only,
            WITH_TEXT: self._parse,
            "fingerprints": self._fingerprint,
            "links": self._find_links,
            "link context": self._look_around,
        }
        for stage, work in stages.items():
            with self._meter(stage):
                for specimen in specimens:
                    work(specimen)
        for specimen in specimens:
            await self._book(specimen)
            specimen.page.body.close()

    def _keep(self, specimen: Specimen) -> None:
        self._rooms.pages.append(specimen.page, RUN)

    def _parse_links_only(self, specimen: Specimen) -> None:
        self._lean_parser.parse(specimen.page)

    def _parse(self, specimen: Specimen) -> None:
        specimen.parsed = self._parser.parse(specimen.page)

    def _fingerprint(self, specimen: Specimen) -> None:
        specimen.prints = fingerprints(specimen.parsed.document.text)

    def _find_links(self, specimen: Specimen) -> None:
        document, known = specimen.parsed.document, self._known
        links = [link for link in document.links if is_navigational(link.carrier)]
        targets = self._resolver.resolve(document.base, [link.href for link in links])
        for link, url in zip(links, targets, strict=True):
            if url is not None and url.identity not in known:
                known.add(url.identity)
                specimen.new.append((link, url))

    def _look_around(self, specimen: Specimen) -> None:
        found_on = specimen.page.url.identity
        for link, url in specimen.new:
            anchor = specimen.parsed.context(link).anchor
            specimen.candidates.append(
                Candidate(url, depth=1, via=Via.LINK, found_on=found_on, anchor=anchor)
            )

    async def _book(self, specimen: Specimen) -> None:
        """What happens to the books for one page, in the order in which a crawl does it."""
        meter, rooms, identity = self._meter, self._rooms, specimen.page.url.identity
        batch = rooms.store.batch()
        with meter("frontier"):
            (lease,) = rooms.frontier.lease(time.monotonic(), 1)
        with meter("gate"):
            admission = await rooms.gate.admit(lease)
            free_at = rooms.gate.settled(
                lease, Fetched(specimen.page) if admission == ADMITTED else admission, batch
            )
        with meter("content-seen"):
            rooms.content.look(identity, *specimen.prints)
            rooms.content.remember(identity, *specimen.prints, batch)
        with meter("records"):
            rooms.records.append([_record(specimen)], batch)
        with meter("frontier"):
            rooms.frontier.add(specimen.candidates, batch)
            rooms.frontier.settle(lease, batch, host_free_at=free_at)
        with meter("commit"):
            rooms.pages.remember(batch)
            rooms.store.commit(batch)


def _record(specimen: Specimen) -> Record:
    document, url = specimen.parsed.document, specimen.page.url
    return Record(
        key=url.key,
        kind="page",
        url=url.href,
        fields={
            "title": document.title,
            "text": document.text,
            "language": document.language,
            **{f"meta.{name}": value for name, value in document.metadata.items()},
        },
        run=RUN,
        created_at=specimen.page.fetched_at,
    )
