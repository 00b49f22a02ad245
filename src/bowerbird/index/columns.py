"""Numbers and labels of documents as columns."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bowerbird.index.reading import Counts, Facet, Numbers, Places, Vocabulary


def numbers_of(documents: Sequence[Mapping[str, float]]) -> dict[str, Numbers]:
    """A column per name that any document has; NaN where it has none."""
    names = sorted({name for numbers in documents for name in numbers})
    missing = float("nan")
    return {
        name: np.array([numbers.get(name, missing) for numbers in documents], np.float64)
        for name in names
    }


def facets_of(documents: Sequence[Mapping[str, list[str]]]) -> dict[str, Facet]:
    """A column per name that any document has labels under."""
    names = sorted({name for labels in documents for name in labels})
    return {name: facet_of([labels.get(name, ()) for labels in documents]) for name in names}


def facet_of(labels: Sequence[Sequence[str]]) -> Facet:
    """The labels of each document; one that comes twice counts once."""
    met: dict[str, int] = {}
    flat = [met.setdefault(label, len(met)) for mine in labels for label in mine]
    known, numbers = _in_order([encoded(label) for label in met])
    sizes = np.array([len(mine) for mine in labels], np.int64)
    documents = np.repeat(np.arange(len(sizes)), sizes)
    ordinals = numbers[np.array(flat, np.int64)]
    order = np.lexsort((ordinals, documents))
    documents, ordinals = documents[order], ordinals[order]
    again = (np.diff(documents, prepend=-1) == 0) & (
        np.diff(ordinals.astype(np.int64), prepend=-1) == 0
    )
    counts = np.bincount(documents[~again], minlength=len(sizes))
    return Facet(_starts(counts), ordinals[~again], known)


def joined_facets(given: Sequence[tuple[Facet | None, NDArray[np.bool_]]]) -> Facet:
    """The labels of the living documents of several columns, end to end."""
    words: list[bytes] = []
    ordinals, sizes = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for facet, alive in given:
        if facet is None:
            sizes.append(np.zeros(int(alive.sum()), np.int64))
            continue
        many = (facet.starts[1:] - facet.starts[:-1]).astype(np.int64)
        used, places = np.unique(facet.ordinals[np.repeat(alive, many)], return_inverse=True)
        ordinals.append(len(words) + places)
        sizes.append(many[alive])
        words += [facet.labels.word(number).encode() for number in used.tolist()]
    known, numbers = _in_order(words)
    # Labels are sorted before as they are after, so that each document's stay in order.
    return Facet(_starts(np.concatenate(sizes)), numbers[np.concatenate(ordinals)], known)


def _in_order(words: Sequence[bytes]) -> tuple[Vocabulary, Counts]:
    """(the distinct ones, sorted; the number of each given one there)."""
    known = sorted(set(words))
    numbers = {word: number for number, word in enumerate(known)}
    return vocabulary_of(known), np.array([numbers[word] for word in words], np.uint32)


def _starts(sizes: NDArray[np.int64]) -> Places:
    starts = np.zeros(len(sizes) + 1, np.uint64)
    np.cumsum(sizes, out=starts[1:])
    return starts


def vocabulary_of(words: Sequence[bytes]) -> Vocabulary:
    """Of words that are sorted already."""
    offsets = np.zeros(len(words) + 1, np.uint64)
    np.cumsum([len(word) for word in words], out=offsets[1:])
    return Vocabulary(np.frombuffer(b"".join(words), np.uint8), offsets)


def encoded(text: str) -> bytes:
    """Half of a surrogate pair becomes a question mark."""
    return text.encode("utf-8", "replace")
