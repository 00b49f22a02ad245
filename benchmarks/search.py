"""Searching real texts, beside tantivy and bm25s: `python -m benchmarks.search`. See README.md."""

import argparse
import gc
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter_ns, process_time_ns

import numpy as np

from benchmarks.passages import FEWEST, Passage, cache_folder, kept_passages
from benchmarks.processes import on_core
from benchmarks.search_peers import (
    ONE_FIELD,
    PAGES,
    Engine,
    bowerbird,
    entry,
    with_bm25s,
    with_tantivy,
)
from benchmarks.search_queries import Drawn, kinds
from benchmarks.suggest import typed_wrongly
from bowerbird.index.entry import Entry
from bowerbird.index.reader import IndexReader
from bowerbird.index.searcher import Searcher
from bowerbird.index.suggest import FOLDER, Suggester
from bowerbird.index.titles import keep_titles
from bowerbird.index.writer import IndexWriter, open_index

DOCUMENTS = 250_000
SEALED, SEALINGS = 1_000, 10
SIZES = (1, 2, 4, 8)  # words of a query


@dataclass(frozen=True)
class Spread:
    """Milliseconds: of CPU in the middle, and the slow ones; of wall time in the same way."""

    what: str
    cpu_p50: float
    cpu_p95: float
    cpu_p99: float
    wall_p50: float
    wall_p95: float
    wall_p99: float


@dataclass(frozen=True)
class Promise:
    """What is promised, and what was found."""

    what: str
    found: float
    limit: float
    at_least: bool = False

    @property
    def holds(self) -> bool:
        return self.found >= self.limit if self.at_least else self.found <= self.limit


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description=__doc__)
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument("--queries", type=int, default=300, help="of each size and kind")
    parser.add_argument("--texts", type=Path, default=cache_folder(), help="kept here")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    asked = parser.parse_args()
    passages = kept_passages(asked.documents + SEALED * SEALINGS, asked.texts)
    later, passages = passages[asked.documents :], passages[: asked.documents]
    gc.collect()
    gc.freeze()  # what a benchmark holds for itself is not looked through while it measures
    on_core(max(os.sched_getaffinity(0)))  # so that one thread is one thread for all
    with tempfile.TemporaryDirectory(prefix="bowerbird-bench-") as folder:
        return _bench(asked, passages, later, Path(folder))


def _bench(
    asked: argparse.Namespace, passages: list[Passage], later: list[Passage], folder: Path
) -> int:
    engines = [
        bowerbird(passages, folder / "one", ONE_FIELD),
        with_tantivy(passages, folder / "tantivy"),
        with_bm25s(passages),
    ]
    pages = bowerbird(passages, folder / "pages", PAGES)
    documents = len(passages)
    passages.clear()
    gc.collect()
    gc.freeze()
    beside(engines, IndexReader(folder / "one"), asked.queries, asked.seed)
    reader = IndexReader(folder / "pages")
    searches = searched(reader, asked.queries, asked.seed)
    suggestions = suggested(reader, folder / "pages", asked.queries, asked.seed)
    sealing = sealed(folder / "pages", later, documents)
    promises = promised(documents, engines, searches, suggestions, sealing)
    told = [*searches, suggestions, *sealing]
    if asked.json:
        every = {
            "engines": [_of_engine(engine) for engine in [*engines, pages]],
            "spreads": [asdict(each) for each in told],
            "promises": [asdict(each) | {"holds": each.holds} for each in promises],
        }
        json.dump(every, sys.stdout, indent=1)
    else:
        _tell(engines, pages, told, promises)
    return 0 if all(each.holds for each in promises) else 1


def beside(engines: Sequence[Engine], reader: IndexReader, queries: int, seed: int) -> None:
    """Every engine is asked every query once, in changing order: caches are as cold for each."""
    drawn = Drawn(reader.snapshot(), 0, seed)
    turn = random.Random(seed)
    for size in SIZES:
        for number in range(queries + 20):
            text = " ".join(drawn.words(size))
            for engine in turn.sample(engines, len(engines)):
                taken = timed(engine.ask, text)
                if number >= 20:  # the first load code
                    engine.times.setdefault(str(size), []).append(taken)


def searched(reader: IndexReader, queries: int, seed: int) -> list[Spread]:
    """Whole searches as a page shows them: 25 hits with their fields and snippets."""
    snapshot = reader.snapshot()
    searcher = Searcher(snapshot, PAGES)
    drawn = Drawn(snapshot, 1, seed)
    told = []
    for kind, draw in kinds(drawn).items():
        asked = [draw() for _ in range(queries // 3)]
        searcher.search(*asked[0])
        told.append(spread(kind, [timed(searcher.search, *each) for each in asked]))
    return told


def suggested(reader: IndexReader, folder: Path, queries: int, seed: int) -> Spread:
    """What may follow the first 3 to 12 letters of some words, every other time misspelt."""
    snapshot = reader.snapshot()
    keep_titles(snapshot, folder / FOLDER)
    suggester = Suggester(snapshot, PAGES, folder)
    drawn = Drawn(snapshot, 1, seed)
    times = []
    for number in range(3 * queries):
        text = " ".join(drawn.neighbours(1 + number % 3))
        typed = text[: 3 + number % 10]
        if number % 2 and len(typed) > 3:
            typed = typed_wrongly(typed, drawn.rng)
        times.append(timed(suggester.suggest, typed))
    return spread("suggestions", times)


def sealed(folder: Path, later: Sequence[Passage], before: int) -> list[Spread]:
    """1,000 more documents: added, on disk, and found by whoever asks next."""
    taken: dict[str, list[tuple[float, float]]] = {"sealed and visible": [], "and searched": []}
    reader = IndexReader(folder)
    with open_index(folder, PAGES) as writer:
        for at in range(0, len(later), SEALED):
            entries = [
                entry(before + at + number, passage)
                for number, passage in enumerate(later[at : at + SEALED])
            ]
            sealing = timed(seal, writer, entries, reader)
            searching = timed(lambda: Searcher(reader.snapshot(), PAGES).search("window size"))
            taken["sealed and visible"].append(sealing)
            taken["and searched"].append((sealing[0] + searching[0], sealing[1] + searching[1]))
        found = Searcher(reader.snapshot(), PAGES).search(f"number:{before}..").total
    if found != len(later):
        raise AssertionError(f"{found} of {len(later)} new documents are found")
    return [spread(f"1,000 documents {what}", times) for what, times in taken.items()]


def seal(writer: IndexWriter, entries: Sequence[Entry], reader: IndexReader) -> None:
    writer.add(entries)
    writer.commit(entries[-1].serial)
    reader.snapshot()


def promised(
    documents: int,
    engines: Sequence[Engine],
    searches: Sequence[Spread],
    suggestions: Spread,
    sealing: Sequence[Spread],
) -> list[Promise]:
    """What the README promises."""
    ours, peer, _ = engines
    speed = [engine.documents / engine.cpu_seconds for engine in (ours, peer)]
    slowest = max(searches, key=lambda each: each.cpu_p95)
    return [
        Promise("documents of real text", documents, FEWEST, at_least=True),
        Promise("indexed per second of CPU ÷ tantivy's", speed[0] / speed[1], 0.8, at_least=True),
        *(
            Promise(f"{size} words: CPU p50 ÷ tantivy's", _p50(ours, size) / _p50(peer, size), 1.0)
            for size in SIZES
        ),
        Promise(f"slowest kind of search, p95 ms ({slowest.what})", slowest.cpu_p95, 50),
        Promise("suggestions, p95 ms", suggestions.cpu_p95, 30),
        Promise("1,000 documents sealed and visible, p50 ms", sealing[0].cpu_p50, 50),
    ]


def timed(work: Callable[..., object], *given: object) -> tuple[float, float]:
    """(CPU, wall) in milliseconds."""
    cpu, wall = process_time_ns(), perf_counter_ns()
    work(*given)
    return (process_time_ns() - cpu) / 1e6, (perf_counter_ns() - wall) / 1e6


def spread(what: str, times: Sequence[tuple[float, float]]) -> Spread:
    cpu, wall = (np.percentile(each, [50, 95, 99]).tolist() for each in zip(*times, strict=True))
    return Spread(what, *cpu, *wall)


def _p50(engine: Engine, size: int) -> float:
    return spread("", engine.times[str(size)]).cpu_p50


def _of_engine(engine: Engine) -> dict[str, object]:
    return {
        "name": engine.name,
        "documents": engine.documents,
        "cpu_seconds": engine.cpu_seconds,
        "seconds": engine.seconds,
        "megabytes": engine.megabytes,
        "queries": [asdict(spread(size, times)) for size, times in engine.times.items()],
    }


def _tell(
    engines: Sequence[Engine], pages: Engine, spreads: Sequence[Spread], promises: Sequence[Promise]
) -> None:
    print(f"{engines[0].documents:,} passages of what is documented here\n")
    print(f"{'index':28} docs/s CPU   docs/s      MB")
    for name, each in [*((e.name, e) for e in engines), ("bowerbird, title and text", pages)]:
        rate, wall = each.documents / each.cpu_seconds, each.documents / each.seconds
        print(f"{name:28}{rate:11,.0f}{wall:9,.0f}{each.megabytes:8,.0f}")
    head = f"{'CPU p50':>10}{'p95':>9}{'p99':>9}{'wall p50':>11}{'p95':>9}{'p99':>9}"
    print(f"\n{'the best 25, ms':34}{head}")
    for size in SIZES:
        for engine in engines:
            _tell_spread(spread(f"{size} words, {engine.name}", engine.times[str(size)]))
    print(f"\n{'whole searches, ms':34}{head}")
    for told in spreads:
        _tell_spread(told)
    print()
    for promise in promises:
        sign = "≥" if promise.at_least else "≤"
        held = "holds" if promise.holds else "DOES NOT HOLD"
        print(f"{promise.what}: {promise.found:,.2f} ({sign} {promise.limit:,.5g}): {held}")


def _tell_spread(told: Spread) -> None:
    cpu = f"{told.cpu_p50:10.3f}{told.cpu_p95:9.3f}{told.cpu_p99:9.3f}"
    print(f"{told.what:34}{cpu}{told.wall_p50:11.3f}{told.wall_p95:9.3f}{told.wall_p99:9.3f}")


if __name__ == "__main__":
    sys.exit(main())
