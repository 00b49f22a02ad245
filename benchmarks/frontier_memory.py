"""One million queued URLs over ten thousand hosts: what it costs in memory and time.

    python benchmarks/frontier_memory.py [--urls 1000000] [--hosts 10000] [--pages 20000]

Pushes the URLs in batches of 50, reopens, then visits pages: one lease, 10 new and 50 known links
offered, one settle, one commit. Prints one JSON document. The frame is the whole process.
"""

import argparse
import json
import random
import tempfile
import time
from pathlib import Path

import psutil

from bowerbird.frontier.disk import DiskFrontier
from bowerbird.frontier.options import FrontierOptions
from bowerbird.model.candidate import Candidate, Via
from bowerbird.store.shard import open_shard
from bowerbird.web.url import Url

OPTIONS = FrontierOptions()


def candidate(number: int, host: int, chance: random.Random) -> Candidate:
    """A URL as a link brings it."""
    name = f"host-{host}.test"
    href = f"https://{name}/section-{number % 37}/an-article-about-{number}.html"
    url = Url(href, href, "https", name, f"https://{name}")
    return Candidate(url, number % 7, chance.random(), Via.LINK, f"https://{name}/", "read more")


def hosts_of(chance: random.Random, urls: int, hosts: int) -> list[int]:
    """A few large hosts and many small ones."""
    return [min(hosts - 1, int(hosts * chance.random() ** 3)) for _ in range(urls)]


class Measured:
    """Seconds of processor and wall time since it was made."""

    def __init__(self) -> None:
        self._cpu, self._wall = time.process_time(), time.perf_counter()

    def per(self, count: int) -> tuple[float, float]:
        """(microseconds of processor for one, how many in a second)."""
        cpu, wall = time.process_time() - self._cpu, time.perf_counter() - self._wall
        return round(cpu / count * 1e6, 1), round(count / wall)


def rss() -> int:
    """MB of the whole process."""
    return int(psutil.Process().memory_info().rss / 1e6)


def push(folder: Path, urls: int, hosts: int) -> dict[str, float]:
    """Fill the queue."""
    chance = random.Random(1)
    where = hosts_of(chance, urls, hosts)
    with open_shard(folder) as shard:
        frontier = DiskFrontier(shard, OPTIONS, 1)
        measured = Measured()
        for start in range(0, urls, 50):
            batch = shard.batch()
            offered = range(start, min(urls, start + 50))
            frontier.add([candidate(n, where[n], chance) for n in offered], batch)
            shard.commit(batch)
        cpu, speed = measured.per(urls)
        queued = frontier.outlook(0).queued
        return {"queued": queued, "push_us": cpu, "push_per_s": speed, "push_rss_mb": rss()}


def visit(folder: Path, urls: int, hosts: int, pages: int, new: int) -> dict[str, float]:
    """Reopen, then visit pages that each bring `new` links nobody knew and 50 known ones."""
    chance = random.Random(2)
    with open_shard(folder) as shard:
        began = time.perf_counter()
        frontier = DiskFrontier(shard, OPTIONS, 1)
        reopened = time.perf_counter() - began
        known = [candidate(n, n % hosts, chance) for n in range(50)]
        number = urls * 2
        spent_leasing = 0.0
        measured = Measured()
        for page in range(pages):
            now = float(page)
            began = time.process_time()
            (lease,) = frontier.lease(now, 1)
            spent_leasing += time.process_time() - began
            batch = shard.batch()
            links = [candidate(number + n, chance.randrange(hosts), chance) for n in range(new)]
            number += new
            frontier.add(links + known, batch)
            began = time.process_time()
            frontier.settle(lease, batch, host_free_at=now + 1)
            spent_leasing += time.process_time() - began
            shard.commit(batch)
        cpu, speed = measured.per(pages)
        return {
            f"reopen_s_{new}": round(reopened, 2),
            f"page_us_{new}": cpu,
            f"pages_per_s_{new}": speed,
            f"lease_settle_us_{new}": round(spent_leasing / pages * 1e6, 1),
            f"visit_rss_mb_{new}": rss(),
        }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--urls", type=int, default=1_000_000)
    parser.add_argument("--hosts", type=int, default=10_000)
    parser.add_argument("--pages", type=int, default=20_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        answer: dict[str, float] = {"import_rss_mb": rss()}
        answer |= push(path, asked.urls, asked.hosts)
        for new in (10, 50):
            answer |= visit(path, asked.urls, asked.hosts, asked.pages, new)
        print(json.dumps(answer, indent=1))


if __name__ == "__main__":
    main()
