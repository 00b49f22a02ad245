"""How long settings take to try: 1,000 pairs of b and k on 50 judged queries, at full depth.

    python -m benchmarks.tuning [--json] [--real]

With --real, the texts of `benchmarks.search` are indexed, and queries drawn from words that stand
in 2.6 to 10.4 % of them (two words) or 1.3 to 5.2 % (four). Otherwise an index of 300,000 documents
is drawn from a seed: lengths as long-tailed as those of real pages, words that more often stand
several times in long ones. Half of the queries have two words, half four; each finds about 30,000
documents. Time is CPU time of one thread. Some places are looked up with the searcher, too. Exits
with 1 if a promise is not kept or a place is wrong.
"""

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from time import process_time

import numpy as np

from benchmarks.passages import KEPT, kept_passages
from bowerbird.index.entry import Entry
from bowerbird.index.memory import snapshot_of
from bowerbird.index.options import IndexOptions, RankingOptions
from bowerbird.index.ranker import Ranker
from bowerbird.index.reading import (
    Forward,
    Lengths,
    Postings,
    Segment,
    Snapshot,
    Vocabulary,
)
from bowerbird.tuning.candidates import plain_words
from bowerbird.tuning.evaluation import evaluate
from bowerbird.tuning.judgements import JudgedQuery, Judgements
from bowerbird.tuning.sweep import sweep
from bowerbird.tuning.trials import Setting, Trials

DOCUMENTS = 300_000
QUERIES = 50
JUDGED = 10  # per query
SWEEP_SECONDS = 2.0
SETTING_MILLISECONDS = 5.0
SETTING = Setting(RankingOptions())


@dataclass
class Measured:
    """CPU time, and what it was spent on."""

    candidates: float = 0.0  # documents a query finds, mean
    rows: float = 0.0  # what remains when those are one that no setting tells apart
    build_seconds: float = 0.0
    sweep_seconds: float = 0.0  # with building
    setting_milliseconds: float = 0.0
    wrong_places: int = 0

    @property
    def holds(self) -> bool:
        return (
            self.sweep_seconds <= SWEEP_SECONDS
            and self.setting_milliseconds <= SETTING_MILLISECONDS
            and not self.wrong_places
        )


def measure(rounds: int, texts: bool) -> Measured:
    snapshot, queries = real(seed=7) if texts else index_and_queries(seed=7)
    judgements, documents = judged(snapshot, queries)
    told = Measured()
    sweep(Trials(snapshot, judgements, documents), SETTING, b_values=(0.5,), k_values=(1.0,))
    best: list[tuple[float, float]] = []
    trials = Trials(snapshot, judgements, documents)
    for _ in range(rounds):
        trials = Trials(snapshot, judgements, documents)
        began = process_time()
        found = trials.candidates(SETTING)
        built = process_time()
        told.candidates = float(np.mean([each.rows.sizes.sum() for each in found]))
        told.rows = float(np.mean([len(each.rows.sizes) for each in found]))
        sweep(trials, SETTING)
        best.append((process_time() - began, built - began))
        told.setting_milliseconds = one_setting(trials, told.setting_milliseconds)
    told.sweep_seconds, told.build_seconds = min(best)
    told.wrong_places = wrong_places(snapshot, trials)
    return told


def one_setting(trials: Trials, before: float) -> float:
    settings = [Setting(RankingOptions(b=b, k=k)) for b in (0.31, 0.62, 0.87) for k in (0.9, 2.1)]
    began = process_time()
    for setting in settings:
        trials.values([setting])
    taken = 1e3 * (process_time() - began) / len(settings)
    return min(taken, before) if before else taken


def wrong_places(snapshot: Snapshot, trials: Trials) -> int:
    wrong = 0
    ranker = Ranker(snapshot)
    for b, k in ((0.0, 1.2), (0.75, 1.75), (1.0, 0.3)):
        ranking = RankingOptions(b=b, k=k)
        for query, told in zip(
            trials.queries, evaluate(trials, Setting(ranking)).queries, strict=True
        ):
            wanted = plain_words(snapshot, query.text, ranking).wanted
            ranked = ranker.rank(wanted, ranking, DOCUMENTS).documents
            places = {str(document): at for at, document in enumerate(ranked, start=1)}
            expected = {name: places[name] for name in query.documents if name in places}
            wrong += told.places != expected
    return wrong


def judged(snapshot: Snapshot, queries: list[str]) -> tuple[Judgements, dict[str, int]]:
    """Documents from among the first 200 at some other setting: their measures mean nothing."""
    ranker, ranking = Ranker(snapshot), RankingOptions(b=0.5, k=1.2)
    chosen = np.random.default_rng(2)
    told = []
    for number, text in enumerate(queries):
        first = ranker.rank(plain_words(snapshot, text, ranking).wanted, ranking, 200).documents
        some = chosen.choice(first, JUDGED, replace=False)
        told.append(JudgedQuery(str(number), text, {str(document): 1 for document in some}))
    names = {name: int(name) for query in told for name in query.documents}
    return Judgements(tuple(told)), names


def index_and_queries(seed: int) -> tuple[Snapshot, list[str]]:
    """An index of the words that the queries ask for, and nothing else but lengths."""
    random = np.random.default_rng(seed)
    lengths = np.clip(random.lognormal(4.2, 0.95, DOCUMENTS), 3, 20_000).astype(np.int64)
    sizes = [2] * (QUERIES // 2) + [4] * (QUERIES // 2)
    words: list[str] = []
    queries: list[str] = []
    lists: list[tuple[np.ndarray, np.ndarray]] = []
    # A long page holds more words: the chance of a word grows with the root of the length.
    chance = np.sqrt(lengths) / np.sqrt(lengths).sum()
    for number, many in enumerate(sizes):
        of_query = [f"w{number:02}{letter}" for letter in "abcd"[:many]]
        queries.append(" ".join(of_query))
        for _ in of_query:
            holders = int(np.clip(random.lognormal(9.0, 0.9), 200, 60_000) * 4 / (many + 1))
            documents = np.unique(random.choice(DOCUMENTS, holders, p=chance))
            often = 0.25 + 0.35 * np.minimum(lengths[documents] / 400, 1)
            lists.append((documents, random.geometric(1 - often)))
        words += of_query
    return snapshot_from(words, lists, lengths), queries


def real(seed: int) -> tuple[Snapshot, list[str]]:
    """An index of real texts, and queries of words that are neither rare nor everywhere."""
    random = np.random.default_rng(seed)
    entries = (
        Entry(str(number).encode(), number, {"text": passage.text})
        for number, passage in enumerate(kept_passages(KEPT))
    )
    snapshot = snapshot_of(entries, IndexOptions(fields=["text"]))
    segment = snapshot.segments[0]
    queries = []
    for number in range(QUERIES):
        many, least = (2, 0.026) if number < QUERIES // 2 else (4, 0.013)
        share = segment.df / len(segment)
        some = random.choice(np.flatnonzero((share > least) & (share < 4 * least)), many, False)
        queries.append(" ".join(segment.vocabulary.word(int(word)) for word in some))
    return snapshot, queries


def snapshot_from(
    words: list[str], lists: list[tuple[np.ndarray, np.ndarray]], lengths: np.ndarray
) -> Snapshot:
    vocabulary = Vocabulary(
        np.frombuffer("".join(words).encode(), np.uint8),
        np.cumsum([0, *map(len, words)]).astype(np.uint64),
    )
    sizes = [len(documents) for documents, _ in lists]
    distinct, classes = np.unique(lengths, return_inverse=True)
    nothing = np.zeros(1, np.uint64)
    segment = Segment(
        name="drawn",
        fields=("text",),
        serials=np.arange(len(lengths), dtype=np.uint64),
        alive=np.ones(len(lengths), np.bool_),
        vocabulary=vocabulary,
        postings=Postings(
            np.cumsum([0, *sizes]).astype(np.uint64),
            np.concatenate([documents for documents, _ in lists]).astype(np.uint32),
            np.concatenate([counts for _, counts in lists])[None].astype(np.uint8),
            nothing[:0],
            np.zeros(0, np.uint32),
        ),
        df=np.array(sizes, np.uint32),
        lengths=Lengths(classes[None].astype(np.uint16), distinct.astype(np.uint32)),
        totals=(int(lengths.sum()),),
        raw=vocabulary,
        counted=np.arange(len(words), dtype=np.uint32),
        counted_starts=np.arange(len(words) + 1, dtype=np.uint64),
        forward=(Forward(nothing, np.zeros(0, np.uint32)),),
        numbers={},
        facets={},
        stored=lambda _: {},
        keys=lambda document: str(document).encode(),
        contents=np.zeros(len(lengths), np.uint64),
    )
    return Snapshot(1, ("text",), (segment,), str.split)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="the quickest counts")
    parser.add_argument("--real", action="store_true", help="real texts")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    told = measure(asked.rounds, asked.real)
    if asked.json:
        json.dump(asdict(told) | {"holds": told.holds}, sys.stdout, indent=1)
    else:
        print(
            f"{QUERIES} queries, {told.candidates:.0f} candidates each in {told.rows:.0f} rows\n"
            f"1,000 pairs of b and k: {told.sweep_seconds:.2f} s of CPU (promise: ≤ "
            f"{SWEEP_SECONDS:g}), {told.build_seconds:.2f} s of it for finding the candidates\n"
            f"one setting: {told.setting_milliseconds:.2f} ms (promise: ≤ "
            f"{SETTING_MILLISECONDS:g})\n"
            f"queries with places other than the searcher's: {told.wrong_places}\n"
            f"{'holds' if told.holds else 'DOES NOT HOLD'}"
        )
    return 0 if told.holds else 1


if __name__ == "__main__":
    sys.exit(main())
