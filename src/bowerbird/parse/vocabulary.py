"""The words the compiled scan knows, and what each means as an element, attribute, role or name.

One table for all of them: the scan looks a word up once, by its hash.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bowerbird.parse import tags
from bowerbird.parse.carriers import BY_NAME, DATA_ATTRIBUTES
from bowerbird.parse.landmarks import (
    AROUND_NAMES,
    AROUND_PREFIXES,
    AROUND_STEMS,
    AROUND_STEMS_AFTER_DASH,
    LANDMARK_ROLES,
)

SLOTS = 1_024  # a power of two, several times the number of words
LONGEST = 20  # bytes of a word
# Columns of the table.
LENGTH, ELEMENT, ATTRIBUTE, PLACE, NAME, ROW, SPELLING = range(7)
WIDTH = SPELLING + LONGEST

# ---- elements -----------------------------------------------------------------------------------
BLOCK, CELL, MUTE, RAW, ESCAPED, LANDMARK, HEADER, CONTAINER, MAIN, ARTICLE = (
    1 << bit for bit in range(10)
)
ANCHOR, VOID, BREAK, CARRIER, TOLD, FOREIGN, INTEGRATION, TEMPLATE, STRANGE, USE = (
    1 << bit for bit in range(10, 20)
)
IMAGE, STYLE, TITLE = (1 << bit for bit in range(20, 23))
LEVEL = 24  # the level of a heading stands in the bits from here

# ---- attributes: what an element has, if it has them ---------------------------------------------
URL, MORE_URLS, DATA, HIDDEN = (1 << bit for bit in range(4))
# Attributes whose value is looked at: the place where the scan remembers it.
HREF, REL, STYLED, ROLE, CLASS, ID, ARIA_HIDDEN = range(1, 8)

# ---- roles and names of parts --------------------------------------------------------------------
ROLE_LANDMARK, ROLE_MAIN, ROLE_ARTICLE, AROUND, PREFIX, STEM, STEM_AFTER_DASH = (
    1 << bit for bit in range(7)
)

# lexbor gives these no end tag.
_VOID = (
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source "
    "track wbr"
)
_ELEMENTS = {
    BLOCK: tags.BLOCK_NAMES,
    CELL: tags.CELL_NAMES,
    MUTE: tags.MUTE_NAMES,
    RAW: tags.RAW_NAMES,
    ESCAPED: tags.ESCAPED_NAMES,
    LANDMARK: tags.LANDMARK_NAMES,
    CONTAINER: [*tags.CONTAINER_NAMES, "form"],
    VOID: _VOID.split(),
    HEADER: ["header"],
    MAIN: ["main"],
    ARTICLE: ["article"],
    ANCHOR: ["a"],
    BREAK: ["br"],
    CARRIER: [*BY_NAME, "form"],  # told of where it has an attribute with a URL
    TOLD: ["base", "link", "meta"],  # told of in any case
    FOREIGN: tags.FOREIGN_NAMES,
    INTEGRATION: ["foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext"],
    TEMPLATE: ["template"],
    STRANGE: ["plaintext", "xmp", "annotation-xml"],  # left to the walk
    USE: ["use"],
    IMAGE: ["img"],
    STYLE: ["style"],
    TITLE: ["title"],
    **{level << LEVEL: [f"h{level}"] for level in range(1, 7)},
}
_ATTRIBUTES = {
    URL: [*{name for carriers in BY_NAME.values() for name, _ in carriers}, "action"],
    MORE_URLS: ["ping", "xlink:href"],
    DATA: DATA_ATTRIBUTES,
    HIDDEN: ["hidden"],
}
_REMEMBERED = {
    HREF: "href", REL: "rel", STYLED: "style", ROLE: "role", CLASS: "class", ID: "id",
    ARIA_HIDDEN: "aria-hidden",
}  # fmt: skip
_NAMES = {
    ROLE_LANDMARK: LANDMARK_ROLES,
    ROLE_MAIN: ["main"],
    ROLE_ARTICLE: ["article"],
    AROUND: AROUND_NAMES,
    PREFIX: AROUND_PREFIXES,
    STEM: AROUND_STEMS,
    STEM_AFTER_DASH: AROUND_STEMS_AFTER_DASH,
}

LINES = SLOTS + len(AROUND_PREFIXES) + len(AROUND_STEMS) + len(AROUND_STEMS_AFTER_DASH)


class Vocabulary(NamedTuple):
    """What the scan is given, and the words by their row."""

    words: list[str]
    table: NDArray[
        np.int64
    ]  # a word's line stands at its hash; prefixes and stems again at the end


def vocabulary() -> Vocabulary:
    """The table, made anew: once per process."""
    meanings: dict[str, list[int]] = {}
    for column, group in ((0, _ELEMENTS), (1, _ATTRIBUTES), (3, _NAMES)):
        for meaning, words in group.items():
            for word in words:
                meanings.setdefault(word, [0, 0, 0, 0])[column] |= meaning
    for place, word in _REMEMBERED.items():
        meanings.setdefault(word, [0, 0, 0, 0])[2] = place
    affixed = PREFIX | STEM | STEM_AFTER_DASH
    affixes = [word for word, meaning in meanings.items() if meaning[3] & affixed]
    table = np.zeros((LINES, WIDTH), np.int64)
    for row, (word, means) in enumerate(meanings.items()):
        slot = hash_of(word)
        while table[slot, LENGTH]:
            slot = (slot + 1) % SLOTS
        table[slot, : SPELLING + len(word)] = [len(word), *means, row, *word.encode()]
        if word in affixes:
            table[SLOTS + affixes.index(word)] = table[slot]
    return Vocabulary(list(meanings), table.reshape(-1))


def hash_of(word: str) -> int:
    """As the scan computes it."""
    value = 0
    for byte in word.encode():
        value = (value * 31 + byte) & 0xFFFFFF
    return (value ^ (value >> 12)) & (SLOTS - 1)
