"""The words of a text as numbers, from the very pass that makes its fingerprints.

A word is a run of letters and digits, folded, or one character of a script written without spaces;
its number is the same wherever it stands.
"""

from typing import NamedTuple

import numpy as np
import xxhash
from numpy.typing import NDArray

from bowerbird.text.similarity import SHORTEST, utf8
from bowerbird.text.similarity_kernel import folded_simhash_and_words

Words = NDArray[np.uint64]
NO_WORDS: Words = np.empty(0, np.uint64)


class TextRead(NamedTuple):
    """A text, read once."""

    fingerprint: int
    simhash: int
    words: Words


def read_text(text: str) -> TextRead:
    """Its fingerprints, as `similarity.fingerprints` has them, and its words in order."""
    folded, simhash, done, words = folded_simhash_and_words(*utf8(text), False, SHORTEST)
    if not done:
        folded, simhash, _, words = folded_simhash_and_words(*utf8(text.lower()), True, SHORTEST)
    return TextRead(xxhash.xxh3_64_intdigest(folded), int(simhash), words)


def word_hashes(text: str) -> Words:
    """The words of a short text: a title, a term, a URL."""
    return read_text(text).words if text else NO_WORDS
