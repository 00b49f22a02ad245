"""Numbers and labels of documents as columns."""

from collections.abc import Mapping, Sequence

import numpy as np

from bowerbird.index.reading import Facet, Numbers, Vocabulary


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
    known = sorted({encoded(label) for each in labels for label in each})
    numbers = {label: number for number, label in enumerate(known)}
    each = [sorted({numbers[encoded(label)] for label in mine}) for mine in labels]
    starts = np.zeros(len(each) + 1, np.uint64)
    np.cumsum([len(mine) for mine in each], out=starts[1:])
    ordinals = np.array([number for mine in each for number in mine], np.uint32)
    return Facet(starts, ordinals, vocabulary_of(known))


def vocabulary_of(words: Sequence[bytes]) -> Vocabulary:
    """Of words that are sorted already."""
    offsets = np.zeros(len(words) + 1, np.uint64)
    np.cumsum([len(word) for word in words], out=offsets[1:])
    return Vocabulary(np.frombuffer(b"".join(words), np.uint8), offsets)


def encoded(text: str) -> bytes:
    """Half of a surrogate pair becomes a question mark."""
    return text.encode("utf-8", "replace")
