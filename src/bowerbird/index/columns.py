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


def joined_numbers(given: Sequence[tuple[Mapping[str, Numbers], int]]) -> dict[str, Numbers]:
    """Columns of several, each of so many documents, end to end; NaN where one has no such."""
    names = sorted({name for columns, _ in given for name in columns})
    return {
        name: np.concatenate(
            [columns[name] if name in columns else np.full(many, np.nan) for columns, many in given]
        )
        for name in names
    }


class Labels:
    """A column of labels in the making; `before`: so many documents have none."""

    def __init__(self, before: int) -> None:
        self._met: dict[str, int] = {}
        self._numbers = [np.zeros(0, np.int64)]  # of labels, as they were met
        self._sizes = [np.zeros(before, np.int64)]

    def add(self, labels: Sequence[Sequence[str]]) -> None:
        """The labels of the next documents."""
        met = self._met
        flat = [met.setdefault(label, len(met)) for mine in labels for label in mine]
        self._numbers.append(np.array(flat, np.int64))
        self._sizes.append(np.array([len(mine) for mine in labels], np.int64))

    def facet(self) -> Facet:
        """In order; a label that comes twice in a document counts once."""
        known, numbers = _in_order([encoded(label) for label in self._met])
        sizes = np.concatenate(self._sizes)
        ordinals = numbers[np.concatenate(self._numbers)]
        if sizes.max(initial=0) <= 1:
            return Facet(_starts(sizes), ordinals, known)
        documents = np.repeat(np.arange(len(sizes)), sizes)
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
