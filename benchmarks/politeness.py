"""Politeness, with the server's log as judge: `python -m benchmarks.politeness`. See README.md."""

import argparse
import json
import sys
import tempfile
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

from benchmarks.crawlers import bowerbird_command
from benchmarks.processes import Cost, adopt_orphans, available_cores, on_core, run
from bowerbird.testing.serving import Answer, Answering, Asked, Request, ServedWeb, serve

CLOCK_SLACK = 0.005  # seconds by which a busy machine may note a request too late
WITHIN = 0.9  # of hosts ÷ delay
HTML = (("Content-Type", "text/html; charset=utf-8"),)


@dataclass(frozen=True)
class Verdict:
    """What the log says."""

    hosts: int
    delay: float
    pages: int
    expected_pages: int
    most_in_flight: int  # at one host
    shortest_pause: float  # seconds between two requests at one host, robots.txt included
    too_close: int  # pairs of requests
    pages_per_second: float
    ideal: float  # hosts ÷ delay
    problem: str = ""

    @property
    def holds(self) -> bool:
        return (
            not self.problem
            and self.pages == self.expected_pages
            and self.most_in_flight <= 1
            and self.too_close == 0
            and self.pages_per_second >= WITHIN * self.ideal
        )


def hosts_with_pages(pages: int) -> Answering:
    """Every host has a home that names all its other pages."""
    items = "".join(f'<li><a href="/page-{number}">Page {number}</a>' for number in range(1, pages))

    def answer(asked: Asked) -> Answer:
        if asked.target == "/robots.txt":
            return Answer(200, (("Content-Type", "text/plain"),), b"User-agent: *\nDisallow: /no\n")
        # No two pages may say the same: a crawler need not follow the links of a repeat.
        words = f"{asked.host}{asked.target} says: {Random(asked.host + asked.target).random()}"
        body = f"<title>{words}</title><p>{words}</p>"
        if asked.target == "/":
            body += f"<ul>{items}</ul>"
        return Answer(200, HTML, body.encode())

    return answer


def judge(web: ServedWeb, hosts: list[str], delay: float, pages: int, cost: Cost) -> Verdict:
    """Read the log, and only the log."""
    asked = [request for host in hosts for request in web.at(host)]
    fetched = [request for request in asked if request.path != "/robots.txt"]
    said = (cost.stderr.strip() or "nothing").splitlines()[-1]
    return Verdict(
        hosts=len(hosts),
        delay=delay,
        pages=len({(request.host, request.target) for request in fetched}),
        expected_pages=pages * len(hosts),
        most_in_flight=max(map(web.most_in_flight, hosts)),
        shortest_pause=min(map(web.shortest_pause, hosts)),
        too_close=sum(_too_close(web.at(host), delay) for host in hosts),
        pages_per_second=_rate(fetched, len(hosts)),
        ideal=len(hosts) / delay,
        problem=f"exit status {cost.status}, said: {said[:200]}" if cost.status else "",
    )


def _too_close(requests: list[Request], delay: float) -> int:
    starts = [request.started for request in requests]
    return sum(later - earlier < delay - CLOCK_SLACK for earlier, later in pairwise(starts))


def _rate(fetched: list[Request], hosts: int) -> float:
    """Pages per second between the first page and the last; each host's first had no pause."""
    starts = [request.started for request in fetched]
    return (len(starts) - hosts) / (max(starts) - min(starts)) if len(starts) > hosts else 0.0


def measure(hosts: int, delay: float, pages: int, folder: Path) -> Verdict:
    """One crawl of many hosts, all of them played by one server."""
    names = [f"h{number:02d}.test" for number in range(hosts)]
    with serve(hosts_with_pages(pages)) as web:
        words = ["crawl", *(f"http://{name}/" for name in names), "--delay", str(delay)]
        words += ["--allow-private", "--resolve", web.resolve, "--stay", "host", "--shards", "1"]
        words += ["--concurrency", str(hosts * 2)]
        cores = available_cores()
        core = cores[1] if len(cores) > 1 else None
        command = bowerbird_command(*words, home=folder / "home")
        cost = run(command, core=core, folder=folder)
        return judge(web, names, delay, pages, cost)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.politeness", description=__doc__)
    parser.add_argument("--hosts", type=int, default=50)
    parser.add_argument("--delay", type=float, default=0.2, help="seconds")
    parser.add_argument("--pages", type=int, default=40, help="of each host")
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    asked = parser.parse_args()
    adopt_orphans()
    on_core(available_cores()[0])
    with tempfile.TemporaryDirectory(prefix="bowerbird-bench-") as folder:
        verdict = measure(asked.hosts, asked.delay, asked.pages, Path(folder))
    if asked.json:
        json.dump(asdict(verdict) | {"holds": verdict.holds}, sys.stdout, indent=1)
    else:
        print(
            f"{verdict.hosts} hosts, delay {verdict.delay} s: {verdict.pages} of "
            f"{verdict.expected_pages} pages; at most {verdict.most_in_flight} in flight at a "
            f"host; shortest pause {verdict.shortest_pause:.3f} s, {verdict.too_close} too short; "
            f"{verdict.pages_per_second:.0f} pages/s of {verdict.ideal:.0f} possible: "
            f"{'holds' if verdict.holds else 'DOES NOT HOLD'} {verdict.problem}"
        )
    return 0 if verdict.holds else 1


if __name__ == "__main__":
    sys.exit(main())
