"""The servers' own log is the judge: who was asked when, with everything going on at once."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from time import monotonic, time

from tests.unit.politeness.gatekeeping import a_lease, answer

from bowerbird.model.outcomes import Admitted, FetchOutcome, Postponed, Refused
from bowerbird.model.ports import FetchRequest
from bowerbird.politeness.gate import PoliteGate
from bowerbird.politeness.options import PolitenessOptions
from bowerbird.testing.fetcher import a_redirect
from bowerbird.testing.memory_store import MemoryStore

DELAY = 0.03
HOSTS = [f"h{n}.test" for n in range(12)]
PAGES = 8
SHARED = {"h10.test", "h11.test"}
PAUSE_PER_ADDRESS = 0.02


class SystemClock:
    def now(self) -> float:
        return time()

    def ticks(self) -> float:
        return monotonic()


class LoggingServers:
    """Every host answers after a while; two of them keep their robots.txt with a neighbour."""

    def __init__(self) -> None:
        self.log: dict[str, list[tuple[float, float]]] = {host: [] for host in HOSTS}
        self._random = Random(3)

    async def fetch(self, request: FetchRequest) -> FetchOutcome:
        started = monotonic()
        await asyncio.sleep(self._random.uniform(0, 0.01))
        url = request.url
        self.log[url.host].append((started, monotonic()))
        if url.href in ("http://h1.test/robots.txt", "http://h2.test/robots.txt"):
            return a_redirect(url, "http://h3.test/robots.txt")
        if url.href.endswith("/robots.txt"):
            return answer(content="User-agent: *\nDisallow: /private")
        return answer(url.href, "page")


class Names:
    async def resolve(self, host: str) -> Sequence[str]:
        return ["93.184.216.34"] if host in SHARED else ["127.0.0.1"]


async def crawl(gate: PoliteGate, servers: LoggingServers, host: str) -> None:
    """What a frontier does for one host: one lease at a time, and none too early."""
    pages = [f"http://{host}/{n}" for n in range(PAGES)] + [f"http://{host}/private/x"]
    for href in pages:
        lease = a_lease(href)
        admission = await gate.admit(lease)
        while isinstance(admission, Postponed):
            await asyncio.sleep(max(0.0, admission.until - monotonic()))
            admission = await gate.admit(lease)
        outcome = (
            await servers.fetch(FetchRequest(lease.candidate.url))
            if isinstance(admission, Admitted)
            else admission
        )
        free_at = gate.settled(lease, outcome, MemoryStore().batch())
        assert isinstance(outcome, Refused) == ("private" in href)
        await asyncio.sleep(max(0.0, free_at - monotonic()))


async def test_no_host_sees_two_requests_closer_than_the_delay_robots_included():
    servers = LoggingServers()
    options = PolitenessOptions(
        delay=DELAY, adapt_to_latency=0, pause_per_address=PAUSE_PER_ADDRESS
    )
    gate = PoliteGate(options, servers, Names(), MemoryStore(), SystemClock(), Random(1))

    async with asyncio.timeout(30), asyncio.TaskGroup() as crawlers:
        for host in HOSTS:
            crawlers.create_task(crawl(gate, servers, host))

    for host, log in servers.log.items():
        assert len(log) == PAGES + (3 if host == "h3.test" else 1)
        assert all(start - end >= DELAY for (_, end), (start, _) in pairwise(log)), host
    shared = sorted(start for host in SHARED for start, _ in servers.log[host])
    assert all(b - a >= PAUSE_PER_ADDRESS * 0.9 for a, b in pairwise(shared))
    assert gate.robots_found == len(HOSTS)
