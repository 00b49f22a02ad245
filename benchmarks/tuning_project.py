"""How long settings take to try through the Python API, from a file of records to a map.

    python -m benchmarks.tuning_project [--documents N] [--json]

Records are drawn from a seed: words as frequent as their rank says (Zipf), lengths as long-tailed
as those of real pages. They are imported under their `id`, indexed on disk, and 50 queries are
judged, ten documents each. Half of the queries have two words that stand in 2.6 to 10.4 % of the
records, half have four, in 1.3 to 5.2 %. Then one setting, and a sweep over 1,000 pairs of b and
k, are timed as whoever calls `project.tuning()` waits for them: plan, index and judgements are
looked at anew for each call. Time is CPU time of one thread. Exits with 1 if a promise is not
kept.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

from benchmarks.tuning import JUDGED, QUERIES, SETTING_MILLISECONDS, SWEEP_SECONDS
from bowerbird.workspace import Project, Tuning, Workspace

WORDS = 60_000
TOGETHER = 10_000  # texts that are drawn at once


@dataclass
class Measured:
    """CPU time."""

    documents: int
    import_seconds: float = 0.0
    index_seconds: float = 0.0
    first_seconds: float = 0.0  # the first setting: judged documents and what queries find
    setting_milliseconds: float = 0.0
    sweep_seconds: float = 0.0

    @property
    def holds(self) -> bool:
        return (
            self.setting_milliseconds <= SETTING_MILLISECONDS
            and self.sweep_seconds <= SWEEP_SECONDS
        )


def measure(documents: int, home: Path) -> Measured:
    told = Measured(documents)
    project = Workspace(home).project("timed")
    rows = home / "rows.jsonl"
    share = write_rows(rows, documents)
    told.import_seconds = taken(lambda: project.import_records(rows, key=["id"]))
    told.index_seconds = taken(lambda: project.build_index(fields=["text"]))
    judge(project, queries_of(share))
    tuning = project.tuning()
    told.first_seconds = taken(tuning.evaluate)
    told.setting_milliseconds = 1e3 * min(
        taken(partial(tuning.evaluate, b=b, k=1.2)) for b in (0.31, 0.5, 0.62, 0.75, 0.87)
    )
    told.sweep_seconds = min(taken(lambda: swept(tuning)) for _ in range(3))
    return told


def swept(tuning: Tuning) -> None:
    points = tuning.sweep().values
    assert len(points) * len(points[0]) == 1_000


def taken(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def write_rows(path: Path, documents: int) -> np.ndarray:
    """Answers the share of records that hold each word."""
    random = np.random.default_rng(11)
    chance = 1 / np.arange(20, 20 + WORDS)
    chance /= chance.sum()
    holders = np.zeros(WORDS, np.int64)
    with path.open("w", encoding="ascii") as file:
        for first in range(0, documents, TOGETHER):
            many = min(TOGETHER, documents - first)
            lengths = np.clip(random.lognormal(3.9, 0.9, many), 3, 5_000).astype(np.int64)
            drawn = np.split(
                random.choice(WORDS, int(lengths.sum()), p=chance), np.cumsum(lengths)[:-1]
            )
            for number, words in enumerate(drawn, start=first):
                holders[np.unique(words)] += 1
                text = " ".join(f"word{word}" for word in words.tolist())
                file.write(json.dumps({"id": f"d{number}", "text": text}) + "\n")
    return holders / documents


def queries_of(share: np.ndarray) -> Iterator[str]:
    random = np.random.default_rng(12)
    for number in range(QUERIES):
        many, least = (2, 0.026) if number < QUERIES // 2 else (4, 0.013)
        some = random.choice(np.flatnonzero((share > least) & (share < 4 * least)), many, False)
        yield " ".join(f"word{word}" for word in some)


def judge(project: Project, queries: Iterator[str]) -> None:
    """Documents from among the first 200 at some other setting: their measures mean nothing."""
    random = np.random.default_rng(13)
    for query in queries:
        hits = project.search(query, limit=200, b=0.5, k=1.2, snippet_length=0).hits
        for hit in random.choice(np.array(hits, object), JUDGED, False):
            project.judge(query, str(hit.fields["id"]), 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=300_000)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        told = measure(asked.documents, Path(folder))
    if asked.json:
        json.dump(asdict(told) | {"holds": told.holds}, sys.stdout, indent=1)
    else:
        print(
            f"{told.documents:,} records imported in {told.import_seconds:.1f} s, indexed in "
            f"{told.index_seconds:.1f} s of CPU\n"
            f"{QUERIES} queries, the first setting: {told.first_seconds:.2f} s\n"
            f"another setting: {told.setting_milliseconds:.2f} ms (promise: ≤ "
            f"{SETTING_MILLISECONDS:g})\n"
            f"1,000 pairs of b and k: {told.sweep_seconds:.2f} s (promise: ≤ {SWEEP_SECONDS:g})\n"
            f"{'holds' if told.holds else 'DOES NOT HOLD'}"
        )
    return 0 if told.holds else 1


if __name__ == "__main__":
    sys.exit(main())
