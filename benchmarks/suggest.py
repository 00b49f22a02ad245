"""Suggestions out of millions of entries: `python -m benchmarks.suggest`. See README.md here."""

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numba import njit

from benchmarks.processes import adopt_orphans, run
from bowerbird.index import mapped
from bowerbird.index.dictionaries import open_dictionary
from bowerbird.index.dictionary import Dictionary
from bowerbird.index.dictionary_shape import ROTATED
from bowerbird.index.near import as_wanted
from bowerbird.index.options import IndexOptions
from bowerbird.index.qgram_kernel import prefix_distance
from bowerbird.index.typed import folded
from bowerbird.index.warm import load_suggestions

LIMIT = 10.0  # milliseconds of CPU, the 99th percentile
ENTRIES = 2_600_000
LENGTHS = (3, 4, 6, 8, 12)
EDITS = 2
SHOWN = 10
WORD_LISTS = {
    Path("/usr/share/dict/american-english-huge"): "wamerican-huge",
    Path("/usr/share/dict/ngerman"): "wngerman",
}
ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Cell:
    """Prefixes of one length with so many typing errors."""

    length: int
    typos: int
    p50: float
    p99: float
    slowest: str


@dataclass(frozen=True)
class Build:
    """What compiling the dictionary took."""

    entries: int
    keys: int
    cpu_seconds: float
    peak_megabytes: float
    disk_megabytes: float


def write_dictionary(path: Path, entries: int, rng: random.Random) -> None:
    """Every word of the lists, then phrases of two to four, frequent words far more often."""
    lists = []
    for source in WORD_LISTS:
        words = [it for it in source.read_text("utf-8").split("\n") if it and "'" not in it]
        rng.shuffle(words)
        lists.append(words)
    texts = dict.fromkeys(word for words in lists for word in words)
    while len(texts) < entries:
        words = lists[rng.random() < 0.3]
        count = rng.choice((2, 2, 3, 3, 4))
        texts[" ".join(words[int(len(words) * rng.random() ** 3)] for _ in range(count))] = None
    chosen = list(texts)[:entries]
    rng.shuffle(chosen)
    with path.open("w", encoding="utf-8") as file:
        for number, text in enumerate(chosen):
            short = "".join(word[0] for word in text.split()) if rng.random() < 0.1 else ""
            file.write(f"{text}\t{short}\t{int(rng.paretovariate(0.8))}\tQ{number}\n")


def compiled_alone(source: Path, folder: Path) -> tuple[float, float]:
    """CPU seconds and peak megabytes of compiling it, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.suggest", "--compile", str(source)]
    cost = run(command, core=None, folder=folder, working=ROOT)
    if cost.status:
        raise RuntimeError(cost.stderr)
    told = json.loads(cost.stdout)
    return told["cpu_seconds"], told["peak_megabytes"]


def compile_here(source: Path) -> dict[str, float]:
    load_suggestions()
    began = time.process_time()
    open_dictionary(source, source.parent, IndexOptions())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"cpu_seconds": time.process_time() - began, "peak_megabytes": peak / 1e3}


def typed_wrongly(text: str, rng: random.Random) -> str:
    """With one letter more, less, or another."""
    place, letter = rng.randrange(1, len(text)), rng.choice("abcdefghijklmnopqrstuvwxyz")
    return rng.choice(
        (
            text[:place] + letter + text[place + 1 :],
            text[:place] + text[place + 1 :],
            text[:place] + letter + text[place:],
        )
    )


def prefixes(
    texts: Callable[[], str], length: int, typos: int, count: int, rng: random.Random
) -> Iterator[str]:
    while count:
        text = folded(texts())
        if len(text) > length:
            prefix = text[:length]
            for _ in range(typos):
                prefix = typed_wrongly(prefix, rng)
            yield prefix
            count -= 1


def measure(dictionary: Dictionary, length: int, typos: int, asked: list[str]) -> Cell:
    times = []
    for prefix in asked:
        began = time.process_time_ns()
        dictionary.suggest(as_wanted(folded(prefix)), EDITS, SHOWN)
        times.append((time.process_time_ns() - began) / 1e6)
    p50, p99 = np.percentile(times, [50, 99])
    return Cell(length, typos, float(p50), float(p99), asked[int(np.argmax(times))])


def wrong_answers(dictionary: Dictionary, path: Path, asked: list[str]) -> list[str]:
    """Prefixes whose suggestions are not what a look at every single key says."""
    arrays = mapped.load(path).arrays
    texts, values = (arrays["key"], arrays["key_offsets"]), arrays["values"].astype(np.int64)
    wrong = []
    for prefix in asked:
        wanted = as_wanted(prefix)
        away = _distances(*texts, wanted.points, EDITS)
        near = np.flatnonzero(away <= EDITS)
        best: dict[int, tuple[int, bool, float]] = {}
        for distance, value in sorted(zip(away[near].tolist(), values[near].tolist(), strict=True)):
            entity = value & (ROTATED - 1)
            popularity = float(arrays["popularity"][entity])
            best.setdefault(entity, (distance, value >= ROTATED, popularity))
        told = dictionary.suggest(wanted, EDITS, SHOWN)
        if [it[:3] for it in told] != list(best.values())[:SHOWN]:
            wrong.append(prefix)
    return wrong


@njit
def _distances(blob, offsets, wanted, edits):  # type: ignore[no-untyped-def]  # numba
    every = np.empty(len(offsets) - 1, np.int64)
    for row in range(len(every)):
        text = np.int64(offsets[row]), np.int64(offsets[row + 1])
        every[row] = prefix_distance(blob, text, wanted, edits)
    return every


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.suggest", description=__doc__)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--prefixes", type=int, default=200, help="per length and number of typos")
    parser.add_argument("--engine", choices=("walk", "q-gram"), default="walk")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    parser.add_argument("--compile", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.compile:
        json.dump(compile_here(asked.compile), sys.stdout)
        return 0
    missing = [package for path, package in WORD_LISTS.items() if not path.exists()]
    if missing:
        print(f"missing: {', '.join(missing)}: run tools/bench_setup as root", file=sys.stderr)
        return 1
    adopt_orphans()
    with tempfile.TemporaryDirectory(prefix="bowerbird-bench-") as folder:
        return _bench(asked, Path(folder))


def _bench(asked: argparse.Namespace, folder: Path) -> int:
    rng = random.Random(asked.seed)
    source = folder / "entries.tsv"
    write_dictionary(source, asked.entries, rng)
    load_suggestions()
    cpu, peak = compiled_alone(source, folder)
    began = time.process_time()
    dictionary = open_dictionary(source, folder, IndexOptions(suggestions=asked.engine))
    opened = time.process_time() - began
    (path,) = folder.glob("entries-*.dictionary")
    build = Build(
        len(dictionary), dictionary.about.reading.keys, cpu, peak, path.stat().st_size / 1e6
    )
    texts = source.read_text("utf-8").split("\n")[:-1]
    cells, sample = [], []
    for length in LENGTHS:
        for typos in range(EDITS + 1):
            some = list(
                prefixes(
                    lambda: rng.choice(texts).partition("\t")[0], length, typos, asked.prefixes, rng
                )
            )
            sample.append(some[0])
            cells.append(measure(dictionary, length, typos, some))
    wrong = wrong_answers(dictionary, path, sample)
    _tell(asked, build, cells, opened, wrong)
    return 0 if not wrong and all(cell.p99 <= LIMIT for cell in cells) else 1


def _tell(
    asked: argparse.Namespace, build: Build, cells: list[Cell], opened: float, wrong: list[str]
) -> None:
    worst = max(cell.p99 for cell in cells)
    if asked.json:
        told = {"build": asdict(build), "opened": opened, "cells": [asdict(it) for it in cells]}
        json.dump(told | {"worst_p99": worst, "limit": LIMIT, "wrong": wrong}, sys.stdout, indent=1)
        return
    print(
        f"{build.entries:,} entries, {build.keys:,} keys, {build.disk_megabytes:,.0f} MB on disk\n"
        f"compiled in {build.cpu_seconds:.1f} s CPU, {build.peak_megabytes:,.0f} MB at the peak; "
        f"opened in {opened:.2f} s CPU\n"
        f"engine {asked.engine}, up to {EDITS} edits, {SHOWN} shown\n"
    )
    print("characters  typos   p50 ms   p99 ms  slowest")
    for cell in cells:
        print(
            f"{cell.length:10}  {cell.typos:5}  {cell.p50:7.2f}  {cell.p99:7.2f}  {cell.slowest!r}"
        )
    held = "holds" if worst <= LIMIT else "DOES NOT HOLD"
    print(f"\nworst p99 {worst:.2f} ms CPU of {LIMIT:.0f} allowed: {held}")
    print(f"answers that differ from a look at every key: {wrong or 'none'}")


if __name__ == "__main__":
    sys.exit(main())
