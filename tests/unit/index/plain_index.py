"""A snapshot built the slow and obvious way, and a referee that ranks it in plain numpy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

import numpy as np

from bowerbird.index.duplicates import content_in
from bowerbird.index.entry import Entry
from bowerbird.index.options import RankingOptions
from bowerbird.index.reading import (
    GAP,
    MANY,
    Facet,
    Forward,
    Lengths,
    Postings,
    Segment,
    Snapshot,
    Vocabulary,
)


@dataclass(frozen=True)
class Doc:
    text: Mapping[str, str]  # words between blanks; `/` ends a value
    numbers: Mapping[str, float] = field(default_factory=dict)
    labels: Mapping[str, list[str]] = field(default_factory=dict)
    stored: Mapping[str, str | int | float | list[str]] = field(default_factory=dict)
    alive: bool = True


def analyse(text: str) -> list[str]:
    return list("".join(c if c.isalnum() else " " for c in text).lower().split())


def vocabulary_of(words: Sequence[str]) -> Vocabulary:
    encoded = sorted({word.encode() for word in words})
    offsets = np.array([0, *accumulate(len(word) for word in encoded)], np.uint64)
    return Vocabulary(np.frombuffer(b"".join(encoded), np.uint8), offsets)


def starts_of(sizes: Sequence[int]) -> np.ndarray:
    return np.array([0, *accumulate(sizes)], np.uint64)


def segment_of(name: str, docs: Sequence[Doc], fields: tuple[str, ...], first: int) -> Segment:
    rows = [[[w for w in doc.text.get(f, "").split() if w != "/"] for doc in docs] for f in fields]
    vocabulary = vocabulary_of([w for texts in rows for words in texts for w in words])
    numbers = {vocabulary.word(n): n for n in range(len(vocabulary))}
    lengths = np.array([[len(words) for words in texts] for texts in rows], np.uint32)
    lengths = lengths.reshape(len(fields), len(docs))
    distinct = np.unique(lengths)
    alive = np.array([doc.alive for doc in docs], bool)
    forward = []
    for f in fields:
        streams = [[numbers.get(w, GAP) for w in doc.text.get(f, "").split()] for doc in docs]
        flat = [w for stream in streams for w in stream]
        forward.append(Forward(starts_of([len(s) for s in streams]), np.array(flat, np.uint32)))
    columns = {name for doc in docs for name in doc.numbers}
    labels = {name for doc in docs for name in doc.labels}
    return Segment(
        name=name,
        fields=fields,
        serials=np.arange(first, first + len(docs), dtype=np.uint64),
        alive=alive,
        vocabulary=vocabulary,
        postings=postings_of(rows, len(docs), numbers),
        df=np.array(
            [
                sum(
                    doc.alive and any(w in texts[d] for texts in rows) for d, doc in enumerate(docs)
                )
                for w in numbers
            ],
            np.uint32,
        ),
        lengths=Lengths(np.searchsorted(distinct, lengths).astype(np.uint16), distinct),
        totals=tuple(int(row[alive].sum()) for row in lengths),
        raw=vocabulary,
        counted=np.arange(len(vocabulary), dtype=np.uint32),
        counted_starts=np.arange(len(vocabulary) + 1, dtype=np.uint64),
        forward=tuple(forward),
        numbers={
            name: np.array([doc.numbers.get(name, np.nan) for doc in docs], np.float64)
            for name in columns
        },
        facets={name: facet_of([doc.labels.get(name, []) for doc in docs]) for name in labels},
        stored=lambda document: docs[document].stored,
        keys=lambda document: str(first + document).encode(),
        contents=np.array(
            [content_in(Entry(b"", 0, labels=doc.labels, stored=doc.stored)) for doc in docs],
            np.uint64,
        ),
    )


def postings_of(rows: list[list[list[str]]], docs: int, numbers: Mapping[str, int]) -> Postings:
    each = [
        (number, document, [texts[document].count(word) for texts in rows])
        for word, number in numbers.items()
        for document in range(docs)
        if any(word in texts[document] for texts in rows)
    ]
    exact = np.array([counts for _, _, counts in each], np.uint32).reshape(-1, len(rows)).T.copy()
    large = np.flatnonzero(exact.ravel() >= MANY)
    words = [number for number, _, _ in each]
    return Postings(
        np.searchsorted(words, np.arange(len(numbers) + 1)).astype(np.uint64),
        np.array([document for _, document, _ in each], np.uint32),
        np.minimum(exact, MANY).astype(np.uint8),
        large.astype(np.uint64),
        exact.ravel()[large],
    )


def facet_of(labels: list[list[str]]) -> Facet:
    vocabulary = vocabulary_of([label for each in labels for label in each])
    ordinals = [sorted(vocabulary.find(label) or 0 for label in set(each)) for each in labels]
    flat = [ordinal for each in ordinals for ordinal in each]
    return Facet(starts_of([len(e) for e in ordinals]), np.array(flat, np.uint32), vocabulary)


def snapshot_from(
    docs: Sequence[Doc], fields: tuple[str, ...] = ("text",), cuts: Sequence[int] = ()
) -> Snapshot:
    """The documents in segments that end at `cuts`."""
    bounds = sorted({0, len(docs), *(cut for cut in cuts if 0 < cut < len(docs))})
    segments = [
        segment_of(f"s{start}", docs[start:end], fields, start) for start, end in pairwise(bounds)
    ]
    return Snapshot(1, fields, tuple(segments), analyse)


def referee(
    docs: Sequence[Doc],
    fields: tuple[str, ...],
    words: Sequence[str],
    ranking: RankingOptions,
    formula: np.ndarray | None = None,
) -> list[tuple[float, int]]:
    """(score, document) of every match, best first, by the book."""
    living = [doc for doc in docs if doc.alive]
    searched = [f for f in fields if ranking.weights.get(f, 1.0) > 0]
    average = {f: sum(len(analyse(doc.text.get(f, ""))) for doc in living) for f in searched}
    scores: dict[int, float] = {}
    for word in words:
        holders = [d for d in living if any(word in analyse(d.text.get(f, "")) for f in searched)]
        for number, doc in enumerate(docs):
            if not any(doc is holder for holder in holders):
                continue
            pseudo = 0.0
            for f in searched:
                text = analyse(doc.text.get(f, ""))
                length = len(text) / (average[f] / len(living)) if text else 0.0
                alpha = 1 - ranking.b + ranking.b * length
                if word in text:
                    pseudo += ranking.weights.get(f, 1.0) * text.count(word) / alpha
            saturated = pseudo * (ranking.k + 1) / (ranking.k + pseudo)
            rarity = idf_by_the_book(ranking.idf, len(living), len(holders))
            gained = saturated * rarity + ranking.words.get(word, 0.0)
            scores[number] = scores.get(number, 0.0) + gained
    if formula is not None:
        scores = {number: score + formula[number] for number, score in scores.items()}
    return sorted(((s, n) for n, s in scores.items()), key=lambda hit: (-hit[0], hit[1]))


def idf_by_the_book(form: str, documents: int, df: int) -> float:
    return {
        "log2": lambda: float(np.log2(documents / df)),
        "smooth": lambda: float(np.log2(1 + documents / df)),
        "bm25": lambda: float(np.log(1 + (documents - df + 0.5) / (df + 0.5))),
        "none": lambda: 1.0,
    }[form]()
