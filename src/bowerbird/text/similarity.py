"""Are two texts the same, or nearly? An exact fingerprint and a SimHash, 64 bits each.

Both come from one compiled pass over the UTF-8 bytes; see `similarity_kernel`. Case and white space
do not count; of SimHash, neither do digits, so that dates and counters do not make a page another.
"""

from functools import cache
from types import ModuleType

import msgspec
import xxhash

SHORTEST = 20  # words; on fewer, one changed word moves too many bits to mean anything
NEAR = 6  # see tests/unit/text/test_similarity.py for the evidence


def fingerprints(text: str) -> tuple[int, int]:
    """The fingerprint and the SimHash of one text, for the price of one of them.

    Fingerprint: 64 bits of the text with case and white space folded; equal texts, equal bits. Not
    proof against somebody who makes collisions on purpose: they could only hide their own page.

    SimHash: 64 bits that differ little where texts differ little; 0 where the text is too short to
    say. Pairs of neighbouring words vote; a word is a run of letters, or one character of a script
    written without spaces.
    """
    if not text:
        return _NOTHING
    look = _kernel().folded_and_simhash
    folded, simhash, done = look(*utf8(text), False, SHORTEST)
    if not done:
        folded, simhash, _ = look(*utf8(text.lower()), True, SHORTEST)
    return xxhash.xxh3_64_intdigest(folded), int(simhash)


def fingerprint(text: str) -> int:
    """See `fingerprints`."""
    return fingerprints(text)[0]


def simhash(text: str) -> int:
    """See `fingerprints`."""
    return fingerprints(text)[1]


def hamming(a: int, b: int) -> int:
    """How many of the 64 bits differ."""
    return (a ^ b).bit_count()


def near(a: int, b: int, at_most: int = NEAR) -> bool:
    """Nearly the same text? Never, if one of them was too short to say."""
    return a != 0 and b != 0 and (a ^ b).bit_count() <= at_most


_NOTHING = xxhash.xxh3_64_intdigest(b""), 0
_encode = msgspec.msgpack.Encoder().encode
_HEADS = {0xD9: 2, 0xDA: 3, 0xDB: 5}  # bytes before the text, by MessagePack's first byte


@cache
def _kernel() -> ModuleType:
    """Imported with the first text: numba takes 0.2 s, and most commands read none."""
    from bowerbird.text import similarity_kernel

    return similarity_kernel


def utf8(text: str) -> tuple[bytes, int]:
    """Bytes, and where in them the text begins.

    msgspec leaves the UTF-8 form in the string, so that writing the text into a record later costs
    a copy instead of a second encoding; `str.encode` does not.
    """
    try:
        data = _encode(text)
    except UnicodeEncodeError:  # half of a surrogate pair
        return text.encode("utf-8", "surrogatepass"), 0
    return data, _HEADS.get(data[0], 1)
