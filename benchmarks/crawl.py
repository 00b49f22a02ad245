"""Crawl speed beside Scrapy and wget2: `python -m benchmarks.crawl`. See README.md here."""

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.crawlers import Crawler, Terms, line_up
from benchmarks.processes import Cost, adopt_orphans, available_cores, on_core, run
from benchmarks.site import HOSTS, Site, build
from benchmarks.stages import measure
from benchmarks.webserver import Judgement, WebServer, serve
from bowerbird.workspace.warming import compile_all


@dataclass(frozen=True)
class Round:
    """One crawl of the site by one crawler."""

    pages: int  # as the server counted them
    seconds: float  # from start to exit of the program
    crawl_seconds: float  # from the first page to the last, by the server's log
    cpu_seconds: float
    peak_megabytes: float
    server_cpu_seconds: float
    faults: tuple[str, ...]  # how it differs from the true answer; empty if it does not


@dataclass(frozen=True)
class Line:
    """The rounds of one crawler in one row."""

    name: str
    does: str
    pages: int = 0
    pages_per_second: float = 0.0  # best round, program start and end included
    median_pages_per_second: float = 0.0
    crawling_pages_per_second: float = 0.0  # best round, between the first and the last page
    cpu_us_per_page: float = 0.0  # median
    crawling_cpu_us_per_page: float = 0.0  # median, less what starting and ending costs
    peak_megabytes: float = 0.0
    server_share: float = 0.0  # how busy the server's core was while this crawled
    start_seconds: float = 0.0  # a crawl of one page without links
    faults: tuple[str, ...] = ()
    missing: str = ""


@dataclass(frozen=True)
class Bench:
    """Everything the rounds have in common."""

    site: Site
    server: WebServer
    scratch: Path
    core: int | None
    per_host: int
    total: int

    def crawl(self, crawler: Crawler, seeds: tuple[str, ...]) -> tuple[Cost, Judgement]:
        with tempfile.TemporaryDirectory(dir=self.scratch, prefix="crawl-") as folder:
            terms = Terms(seeds, HOSTS, self.per_host, self.total, Path(folder))
            self.server.begin()
            cost = run(crawler.command(terms), core=self.core, folder=terms.folder)
            return cost, self.server.judge()

    def round(self, crawler: Crawler) -> Round:
        cost, judged = self.crawl(crawler, self.site.seeds)
        return Round(
            pages=len(judged.fetched),
            seconds=cost.seconds,
            crawl_seconds=judged.seconds,
            cpu_seconds=cost.cpu_seconds,
            peak_megabytes=cost.peak_bytes / 1e6,
            server_cpu_seconds=judged.cpu_seconds,
            faults=tuple(faults(self.site, cost, judged)),
        )


def faults(site: Site, cost: Cost, judged: Judgement) -> list[str]:
    """The oracle: every page once, nothing that robots.txt forbids."""
    found = []
    if cost.status != 0:
        said = (cost.stderr.strip() or "nothing").splitlines()[-1]
        found.append(f"exit status {cost.status}, said: {said[:200]}")
    if missed := site.pages - judged.fetched:
        found.append(f"{len(missed)} pages missed, for example {min(missed)}")
    if forbidden := site.hidden & judged.fetched:
        found.append(f"{len(forbidden)} pages fetched that robots.txt forbids")
    if stray := judged.fetched - site.pages - site.hidden:
        found.append(f"{len(stray)} URLs fetched that are not of the site, such as {min(stray)}")
    if judged.again:
        found.append(f"{judged.again} pages fetched more than once")
    if judged.failed:
        found.append(f"{judged.failed} requests for what does not exist")
    if judged.robots < len(HOSTS):
        found.append(f"robots.txt read on {judged.robots} of {len(HOSTS)} hosts")
    return found


def compare(bench: Bench, crawlers: Sequence[Crawler], rounds: int) -> list[Line]:
    """Crawlers take turns, so that a slow minute of the machine meets all of them."""
    ready = [crawler for crawler in crawlers if not crawler.missing]
    starts = {crawler.name: bench.crawl(crawler, (bench.site.lonely,))[0] for crawler in ready}
    done: dict[str, list[Round]] = {crawler.name: [] for crawler in ready}
    for number in range(rounds):
        for crawler in ready:
            one = bench.round(crawler)
            done[crawler.name].append(one)
            rate = one.pages / one.seconds
            _say(f"round {number + 1}: {crawler.name}: {one.pages} pages, {rate:,.0f} pages/s")
    return [
        _line(crawler, done[crawler.name], starts[crawler.name])
        if not crawler.missing
        else Line(crawler.name, crawler.does, missing=crawler.missing)
        for crawler in crawlers
    ]


def _line(crawler: Crawler, every_round: list[Round], start: Cost) -> Line:
    """A round that fetched nothing is a fault; it has no speed to count."""
    faults = tuple(dict.fromkeys(fault for one in every_round for fault in one.faults))
    rounds = [one for one in every_round if one.pages]
    if not rounds:
        return Line(crawler.name, crawler.does, faults=faults)
    rates = [one.pages / one.seconds for one in rounds]
    return Line(
        name=crawler.name,
        does=crawler.does,
        pages=rounds[0].pages,
        pages_per_second=max(rates),
        median_pages_per_second=statistics.median(rates),
        crawling_pages_per_second=max(
            one.pages / one.crawl_seconds if one.crawl_seconds else 0.0 for one in rounds
        ),
        cpu_us_per_page=_per_page(rounds, 0.0),
        crawling_cpu_us_per_page=_per_page(rounds, start.cpu_seconds),
        peak_megabytes=max(one.peak_megabytes for one in rounds),
        server_share=max(one.server_cpu_seconds / one.seconds for one in rounds),
        start_seconds=start.seconds,
        faults=faults,
    )


def _per_page(rounds: list[Round], start: float) -> float:
    return statistics.median((one.cpu_seconds - start) / one.pages * 1e6 for one in rounds)


def ratios(lines: Sequence[Line]) -> dict[str, dict[str, float]]:
    """How many times a peer's pages/s, and its CPU per page, each Bowerbird line reaches."""
    by_name = {line.name: line for line in lines if line.pages}
    found: dict[str, dict[str, float]] = {}
    for name, line in by_name.items():
        if not name.startswith("bowerbird"):
            continue
        for peer in ("scrapy", "wget2"):
            if other := by_name.get(peer):
                found[f"{name} / {peer}"] = {
                    "pages_per_second": line.pages_per_second / other.pages_per_second,
                    "crawling": line.crawling_pages_per_second / other.crawling_pages_per_second,
                    "cpu": other.cpu_us_per_page / line.cpu_us_per_page,
                    "crawling_cpu": other.crawling_cpu_us_per_page / line.crawling_cpu_us_per_page,
                }
    return found


PROMISES = (("bowerbird / scrapy", 12.0), ("bowerbird lean / wget2", 0.7))  # in pages per second


def promises(lines: Sequence[Line]) -> dict[str, dict[str, float | bool]]:
    """What was promised, what was measured, and whether it holds."""
    found = ratios(lines)
    return {
        pair: {
            "promised": least,
            "measured": round(found[pair]["pages_per_second"], 2),
            "kept": found[pair]["pages_per_second"] >= least,
        }
        for pair, least in PROMISES
        if pair in found
    }


def table(lines: Sequence[Line], bench: Bench, rounds: int) -> str:
    """For people."""
    facts = ", ".join(f"{name} {value:g}" for name, value in bench.site.facts.items())
    rows = [
        f"site: {facts}",
        f"{bench.server.kind} on its own core, crawlers on core {bench.core}; {bench.per_host} "
        f"connections per host, {bench.total} in all; {rounds} rounds in turn; scratch "
        f"in {bench.scratch.parent.parent}",
        "",
        f"{'':15}{'pages':>7}{'pages/s':>9}{'median':>8}{'crawling':>10}{'CPU µs/p':>10}"
        f"{'crawling':>10}{'start s':>9}{'RSS MB':>8}{'server':>8}",
    ]
    for line in lines:
        if line.missing:
            rows.append(f"{line.name:15} not run: {line.missing}")
            continue
        rows.append(
            f"{line.name:15}{line.pages:7d}{line.pages_per_second:9,.0f}"
            f"{line.median_pages_per_second:8,.0f}{line.crawling_pages_per_second:10,.0f}"
            f"{line.cpu_us_per_page:10,.0f}{line.crawling_cpu_us_per_page:10,.0f}"
            f"{line.start_seconds:9.2f}{line.peak_megabytes:8,.0f}{line.server_share:8.0%}"
        )
        rows += [f"{'':17}differs: {fault}" for fault in line.faults]
    rows.append("")
    for pair, ratio in ratios(lines).items():
        values = ", ".join(f"{name.replace('_', ' ')} {value:.1f}" for name, value in ratio.items())
        rows.append(f"{pair}: {values}")
    for pair, promise in promises(lines).items():
        verdict = "kept" if promise["kept"] else "NOT KEPT"
        rows.append(
            f"promise: {pair} ≥ {promise['promised']:g}: {verdict} ({promise['measured']:g})"
        )
    return "\n".join(rows)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crawl", description=__doc__)
    parser.add_argument("--pages", type=int, default=9_000, help="pages of the site, at least")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--per-host", type=int, default=8, help="connections to one host")
    parser.add_argument("--total", type=int, default=64, help="connections altogether")
    parser.add_argument("--port", type=int, default=8970)
    parser.add_argument("--seed", type=int, default=1, help="another number, another site")
    parser.add_argument("--only", action="append", metavar="NAME", help="a crawler; repeatable")
    parser.add_argument("--scratch", type=Path, help="where sites and crawls lie meanwhile")
    parser.add_argument("--plain-server", action="store_true", help="do without nginx")
    parser.add_argument("--stages", action="store_true", help="CPU per stage of Bowerbird instead")
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    cores = available_cores()
    server_core, crawler_core = (cores[0], cores[1]) if len(cores) > 1 else (None, None)
    adopt_orphans()
    on_core(server_core)
    base = asked.scratch or Path("/dev/shm" if Path("/dev/shm").is_dir() else tempfile.gettempdir())
    with tempfile.TemporaryDirectory(dir=base, prefix="bowerbird-bench-") as folder:
        _say("compiling what is not compiled yet")  # else the first crawl would, on its core
        compile_all(Path(folder) / "home")
        _say("building the site")
        site = build(Path(folder) / "site", pages=asked.pages, port=asked.port, seed=asked.seed)
        with serve(site.root, asked.port, core=server_core, plain=asked.plain_server) as server:
            scratch = Path(folder) / "scratch"
            scratch.mkdir()
            bench = Bench(site, server, scratch, crawler_core, asked.per_host, asked.total)
            return (_stages if asked.stages else _race)(bench, asked)


def _race(bench: Bench, asked: argparse.Namespace) -> int:
    crawlers = [one for one in line_up() if not asked.only or one.name in asked.only]
    lines = compare(bench, crawlers, asked.rounds)
    if asked.json:
        _show_json(
            {
                "site": bench.site.facts,
                "server": bench.server.kind,
                "rounds": asked.rounds,
                "connections": {"per_host": asked.per_host, "total": asked.total},
                "lines": [asdict(line) for line in lines],
                "ratios": ratios(lines),
                "promises": promises(lines),
            }
        )
    else:
        print(table(lines, bench, asked.rounds))
    wrong = any(line.faults or line.missing for line in lines)
    return 1 if wrong or not all(one["kept"] for one in promises(lines).values()) else 0


def _stages(bench: Bench, asked: argparse.Namespace) -> int:
    """Stages alone, beside what a whole crawl takes."""
    whole = next(one for one in line_up() if one.name == "bowerbird")
    line = compare(bench, [whole], asked.rounds)[0]
    on_core(bench.core)
    alone = measure(bench.site.pages, bench.scratch, per_host=bench.per_host, total=bench.total)
    total = line.crawling_cpu_us_per_page
    if asked.json:
        _show_json({"stages": alone, "crawl": total, "rest": total - sum(alone.values())})
    else:
        for stage, microseconds in alone.items():
            print(f"{stage:24}{microseconds:8,.0f} µs")
        print(f"{'all of these':24}{sum(alone.values()):8,.0f} µs")
        if line.missing or line.faults:
            print(f"no whole crawl to compare with: {line.missing or line.faults}")
        else:
            print(f"{'the whole crawl':24}{total:8,.0f} µs")
            print(f"{'rest':24}{total - sum(alone.values()):8,.0f} µs")
    return 1 if line.missing or line.faults else 0


def _show_json(found: object) -> None:
    json.dump(found, sys.stdout, indent=1)
    print()


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
