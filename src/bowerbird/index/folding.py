"""What every character means to an index: part of a word, and spelt how; a mark; or between words.

A letter is folded to lower case without its marks: `É` is `e`, `ﬁ` is `f` and `i`, `ß` is two `s`.
What is written without spaces (Chinese, Japanese, Thai …) is flagged: there, two neighbours make a
word.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

SEPARATOR, MARK = 0, 1
UNSPACED = 1 << 31
SPELT = 1 << 30  # the rest of the number is a place in `spellings`: how many letters, then they

_END = 0x323B0  # behind the last ideograph; what follows is for private use or no letter
_UNSPACED = [
    (0x0E00, 0x0F00),  # Thai, Lao
    (0x1000, 0x10A0),  # Burmese
    (0x1780, 0x1800),  # Khmer
    (0x3005, 0x3008),  # 々 〆 〇, which stand among ideographs
    (0x3040, 0x3100),  # kana
    (0x31F0, 0x3200),
    (0x3400, 0x4DC0),  # ideographs
    (0x4E00, 0xA000),
    (0xF900, 0xFB00),
    (0x20000, _END),
]
# The same for a character class of a pattern.
UNSPACED_RANGES = "".join(f"{chr(first)}-{chr(end - 1)}" for first, end in _UNSPACED)
# Nothing in these has a case or a mark to lose: a hundred thousand look-ups saved.
_PLAIN = [(0x3400, 0x4DC0), (0x4E00, 0xA000), (0xAC00, 0xD7A4), (0x20000, 0x2F800), (0x30000, _END)]


@dataclass(frozen=True)
class Folding:
    """Tables for the kernel that cuts a text into words."""

    ascii: NDArray[np.uint8]  # byte below 128 → its letter, or 0
    letters: NDArray[np.uint32]  # code point → SEPARATOR, MARK, or a letter and flags
    spellings: NDArray[np.uint32]


@cache
def folding() -> Folding:
    """About 60 ms, so only once."""
    letters = np.zeros(_END, np.uint32)
    spellings: list[int] = []
    for first, end in _PLAIN:
        for point in range(first, end):
            letters[point] = point if chr(point).isalnum() else SEPARATOR
    plain = np.zeros(_END, np.bool_)
    for first, end in _PLAIN:
        plain[first:end] = True
    for point in np.flatnonzero(~plain).tolist():
        letters[point] = _folded(chr(point), spellings)
    for first, end in _UNSPACED:
        own = np.arange(first, end, dtype=np.uint32)
        span = letters[first:end]
        span[:] = np.where(span & SPELT, own, span)
        span[span > MARK] |= np.uint32(UNSPACED)
    letters.setflags(write=False)
    table = np.array(spellings, np.uint32)
    return Folding(letters[:128].astype(np.uint8), letters, table)


def _folded(letter: str, spellings: list[int]) -> int:
    if not letter.isalnum():
        if not unicodedata.category(letter).startswith("M"):
            return SEPARATOR
        return MARK if _is_ornament(letter) else ord(letter)
    low = letter.lower()
    spelt = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", low).casefold())
    folded = [c for c in spelt if not _is_ornament(c)]
    if not folded or not all(c.isalnum() for c in folded) or "가" <= letter <= "힣":
        folded = [low[0]]  # such as ½, which would fall apart
    if any(_is_voiced(c) for c in unicodedata.normalize("NFD", letter)):
        folded = [letter]
    if len(folded) == 1:
        return ord(folded[0])
    spellings.append(len(folded))
    spellings.extend(map(ord, folded))
    return SPELT | (len(spellings) - len(folded) - 1)


def _is_ornament(mark: str) -> bool:
    """Accents, points, harakat: a word may be written without. Vowel signs of Indic scripts and
    what joins their letters are not: those have class 0, 9 or one between 36 and 199."""
    order = unicodedata.combining(mark)
    return 0 < order < 8 or 9 < order < 36 or order >= 200 or unicodedata.category(mark) == "Me"


def _is_voiced(mark: str) -> bool:
    return unicodedata.combining(mark) == 8  # kana: か and が are different letters
