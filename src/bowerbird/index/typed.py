"""What somebody has typed, folded as the keys of dictionaries are."""

import re
import unicodedata
from functools import cache
from types import ModuleType

import numpy as np

from bowerbird.index.folding import folding
from bowerbird.index.near import LONGEST
from bowerbird.index.reading import Bytes

# Letters in pieces, as some systems write them: jamo of Hangul, kana and voicing marks, in UTF-8.
_IN_PIECES = re.compile(
    rb"(?:\xe1[\x84-\x87][\x80-\xbf])+|\xe3[\x81-\x83][\x80-\xbf]\xe3\x82[\x99\x9a]"
)


def folded(text: str) -> str:
    """The words of a text, a blank between two: letters as the index folds them, no signs."""
    data = whole_letters(np.frombuffer(text[: 4 * LONGEST].encode("utf-8", "replace"), np.uint8))
    pool = np.empty(len(data) + 4096, np.uint8)
    table = folding()
    tables = table.letters, table.spellings
    size = _kernel().fold(data, (0, len(data)), tables, pool, 0)
    return bytes(pool[:size]).decode()


def typed(text: str) -> str:
    """The same of what is not finished: a blank behind the last word says that the word is."""
    key = folded(text)[:LONGEST]
    return key + " " if key and text[-1].isspace() and len(key) < LONGEST else key


def whole_letters(data: Bytes) -> Bytes:
    """UTF-8 in which letters that stood there in pieces are put together."""
    if not _kernel().in_pieces(data):
        return data
    return np.frombuffer(_IN_PIECES.sub(_whole, data.tobytes()), np.uint8)


def _whole(found: re.Match[bytes]) -> bytes:
    return unicodedata.normalize("NFC", found[0].decode("utf-8", "replace")).encode()


@cache
def _kernel() -> ModuleType:
    from bowerbird.index import folded_kernel

    return folded_kernel
