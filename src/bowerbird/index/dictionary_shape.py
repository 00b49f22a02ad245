"""What a compiled dictionary says of itself."""

import msgspec

FORMAT = 2
ROTATED = 1 << 31  # flag of a row's value: later words stand first
COLUMNS = ("text", "synonyms", "popularity", "entity")


class Reading(msgspec.Struct, frozen=True):
    """What came of the lines of a dictionary."""

    lines: int
    entities: int
    keys: int
    malformed: int
    examples: list[str]  # the first malformed lines, with what is wrong


class About(msgspec.Struct, frozen=True):
    """What it was made of."""

    format: int
    source: str
    size: int
    changed: int  # nanoseconds since 1970
    digest: int  # XXH3 of the source
    reading: Reading
