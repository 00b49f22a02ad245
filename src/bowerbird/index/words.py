"""Texts cut into words; each distinct word is kept once and has a number."""

import re
import unicodedata
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from bowerbird.index import word_kernels as kernels
from bowerbird.index.folding import folding
from bowerbird.index.reading import Forward, Vocabulary

_TEXT_END, _VALUE_END = bytes([kernels.TEXT_END]), bytes([kernels.VALUE_END])
# Letters in pieces, as some systems write names of files: jamo of Hangul, kana and voicing marks.
# Composed piece by piece: a whole text of marks would keep `normalize` busy for hours.
_IN_PIECES = re.compile("[\u1100-\u11ff]+|[\u3040-\u30ff][\u3099\u309a]")
_CHUNK = 256  # texts looked at together for such letters
_ASCII_WORD = re.compile("[a-z0-9]+")


class Words:
    """The distinct words of any number of texts, numbered as they come."""

    def __init__(self, expected: int = 1 << 12) -> None:
        """`expected`: about how many distinct words; there may be any number."""
        slots = 1 << max(6, (4 * expected).bit_length())
        self._kept = (
            np.zeros(2 * slots, np.uint64),
            np.empty(16 * expected + 1024, np.uint8),
            np.zeros(expected + 2, np.int64),
        )
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def take(self, texts: Iterable[str | list[str]]) -> Forward:
        """The words of each text by number. A text may have several values."""
        given = list(texts)
        chunks = [given[at : at + _CHUNK] for at in range(0, len(given), _CHUNK)]
        return self._cut(b"".join(map(_bytes_of_all, chunks)), len(given))

    def add(self, words: Vocabulary) -> NDArray[np.uint32]:
        """The numbers of words that are cut already."""
        numbers = np.empty(len(words), np.uint32)
        state = np.array([self._count, 0])
        while state[1] < len(words):
            kernels.add(words.blob, words.offsets, self._kept, state, numbers)
            self._make_room(state[0])
        self._count = int(state[0])
        return numbers

    def in_order(self) -> tuple[Vocabulary, NDArray[np.uint32]]:
        """The words sorted, and for each number its place there."""
        _, pool, ends = self._kept
        order = kernels.in_order(pool, ends, self._count)
        places = np.empty(self._count, np.uint32)
        places[order] = np.arange(self._count, dtype=np.uint32)
        return Vocabulary(*kernels.laid_out(pool, ends, order)), places

    def _cut(self, data: bytes, texts: int) -> Forward:
        table = folding()
        given = np.frombuffer(data, np.uint8), table.ascii, table.letters, table.spellings
        state = np.zeros(8, np.int64)
        state[0], state[4] = self._count, self._kept[2][self._count]
        starts = np.zeros(texts + 1, np.int64)
        numbers = np.empty(len(data) + 2, np.uint32)
        while state[2] < len(data):
            kernels.cut(given, self._kept, state, starts, numbers)
            self._make_room(state[0])
        self._count = int(state[0])
        return Forward(starts.astype(np.uint64), numbers[: state[1]].copy())

    def _make_room(self, count: int) -> None:
        table, pool, ends = self._kept
        if 4 * count >= len(table):
            table = kernels.grown(table)
        if ends[count] + kernels.ROOM > len(pool):
            pool = np.concatenate((pool, np.empty(len(pool) + kernels.ROOM, np.uint8)))
        if count + 2 >= len(ends):
            ends = np.concatenate((ends, np.empty(len(ends) + 2, np.int64)))
        self._kept = table, pool, ends


def tokens(text: str) -> list[str]:
    """The words of one text in order, whether they count or not.

    A word is a run of letters and digits, folded (see `folding`); all else separates. Where words
    are not separated, each two neighbouring characters make one, and a single one makes one alone.
    """
    if text.isascii():  # as most queries are; what the kernel says of them is no different
        lower = text.lower()
        if len(lower) <= kernels.LONGEST and lower.replace(" ", "").isalnum():
            return lower.split()
        return [word[: kernels.LONGEST] for word in _ASCII_WORD.findall(lower)]
    words = Words(expected=max(8, len(text) // 6))
    forward = words.take([text])
    _, pool, ends = words._kept  # noqa: SLF001 - its own module
    spelt = bytes(pool[: ends[len(words)]])
    known = [spelt[ends[n] : ends[n + 1]].decode() for n in range(len(words))]
    return [known[number] for number in forward.words.tolist()]


def _bytes_of_all(texts: list[str | list[str]]) -> bytes:
    """Texts and their ends."""
    try:
        # Most are plain; looking at each more closely would cost what cutting costs.
        data = _TEXT_END.join([*[text.encode() for text in texts], b""])  # type: ignore[union-attr]
        if not kernels.has_pieces(np.frombuffer(data, np.uint8)):
            return data
    except (AttributeError, UnicodeEncodeError):
        pass  # a list, or half of a surrogate pair
    return _TEXT_END.join([*map(_bytes_of, texts), b""])


def _bytes_of(text: str | list[str]) -> bytes:
    if isinstance(text, list):
        return _VALUE_END.join(map(_bytes_of, text))
    # Half of a surrogate pair separates words, as everything does that is no letter.
    plain = text if text.isascii() else _IN_PIECES.sub(_composed, text)
    return plain.encode("utf-8", "surrogatepass")


def _composed(found: re.Match[str]) -> str:
    return unicodedata.normalize("NFC", found[0])
