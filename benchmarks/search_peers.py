"""Bowerbird's index and those it is measured against, each with the same few methods."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import bm25s
import tantivy

from benchmarks.passages import Passage
from bowerbird.index.entry import Entry
from bowerbird.index.options import IndexOptions
from bowerbird.index.reader import IndexReader
from bowerbird.index.searcher import Searcher
from bowerbird.index.writer import open_index

SHOWN = 25
ONE_FIELD = IndexOptions(fields=["text"])
PAGES = IndexOptions(fields=["title", "text"])


@dataclass
class Engine:
    """An index that was made, and how it is asked for the best 25 of some words."""

    name: str
    documents: int
    cpu_seconds: float
    seconds: float
    megabytes: float
    ask: Callable[[str], object]
    times: dict[str, list[tuple[float, float]]] = field(default_factory=dict)  # (CPU, wall) ms


def entry(number: int, passage: Passage) -> Entry:
    """A passage as the crawl would hand it over."""
    return Entry(
        key=b"%d" % number,
        serial=number + 1,
        text={"title": passage.title, "text": passage.text},
        numbers={"size": len(passage.text), "number": number},
        labels={"source": [passage.source]},
        stored={"url": f"file:{number}", "title": passage.title, "text": passage.text},
    )


def bowerbird(passages: Sequence[Passage], folder: Path, options: IndexOptions) -> Engine:
    """Through the writer, onto disk, as one segment."""
    shutil.rmtree(folder, ignore_errors=True)

    def make() -> None:
        with open_index(folder, options) as writer:
            writer.add(entry(number, passage) for number, passage in enumerate(passages))
            writer.commit(len(passages))
            writer.merge(everything=True)

    cpu, wall = _timed(make)
    searcher = Searcher(IndexReader(folder).snapshot(), options)
    return Engine("bowerbird", len(passages), cpu, wall, _megabytes(folder), searcher.find)


def with_tantivy(passages: Sequence[Passage], folder: Path) -> Engine:
    """With one indexing thread, positions, and the text kept for showing."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("text", stored=True, tokenizer_name="default")
    builder.add_text_field("title", stored=True, tokenizer_name="raw", index_option="basic")
    index = tantivy.Index(builder.build(), path=str(folder))

    def make() -> None:
        writer = index.writer(512_000_000, 1)
        for passage in passages:
            writer.add_document(tantivy.Document(title=passage.title, text=passage.text))
        writer.commit()
        writer.wait_merging_threads()

    cpu, wall = _timed(make)
    index.reload()
    searcher = index.searcher()

    def ask(text: str) -> object:
        return searcher.search(index.parse_query(text, ["text"]), SHOWN, count=False)

    return Engine("tantivy", len(passages), cpu, wall, _megabytes(folder), ask)


def with_bm25s(passages: Sequence[Passage]) -> Engine:
    """In memory, as it comes; its scores are fixed when the index is made."""
    made: dict[str, Any] = {}

    def make() -> None:
        texts = [passage.text for passage in passages]
        tokens = bm25s.tokenize(texts, stopwords=None, show_progress=False)
        made["it"] = bm25s.BM25(backend="numba")
        made["it"].index(tokens, show_progress=False)

    cpu, wall = _timed(make)

    def ask(text: str) -> object:
        return made["it"].retrieve([text.split()], k=SHOWN, show_progress=False, n_threads=0)

    scores = made["it"].scores
    size = sum(array.nbytes for array in scores.values() if hasattr(array, "nbytes"))
    return Engine("bm25s", len(passages), cpu, wall, size / 1e6, ask)


def _timed(make: Callable[[], None]) -> tuple[float, float]:
    cpu, wall = process_time(), perf_counter()
    make()
    return process_time() - cpu, perf_counter() - wall


def _megabytes(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6
