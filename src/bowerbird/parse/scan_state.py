"""What the compiled scan keeps between characters: an array of numbers, and what each means.

Behind the single numbers stand the lines of open elements, of blocks and of records.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator"

import numpy as np

DEEPEST = 12_000  # elements in elements; deeper pages are the worker's

ODD = 0  # the page is not as expected
SIZE, BEGIN, SPACED, LETTERS, LINKED, LINKS, LEVEL, BLOCKS = range(1, 9)  # the block being read
INSIDE, INHERITED, LINK_AT = range(9, 12)  # a link: open now, open before the block, letters then
PLACE = 12  # what part of the page: the bits below
SILENT, HIDE, TEMPLATES = range(13, 16)  # elements around without words, not told of, or at all
DEPTH, ELEMENTS, ANCHORS, RECORDS, STRINGS = range(16, 21)
BLOCKS_AT, RECORDS_AT = range(21, 23)  # where their lines begin
END = 23  # of the page
FOREIGNS = 24  # drawings and formulas around
VERSION = 25  # of the scan itself
FOUND, SPANS = 26, 27  # of the attributes of one element: meanings, then begin and end of values
STATES = SPANS + 2 * 8  # from here on stand the lines of open elements, of blocks and of records
BLOCK_SIZE, RECORD_SIZE = 7, 2

# Places.
IN_LANDMARK, IN_NAMED, IN_MAIN, IN_ARTICLE = 1, 2, 4, 8
OPEN_SIZE = 5  # numbers in the line of an element: its name, what leaving undoes, place, foreign
# What leaving an element undoes.
UNDO_BREAK, UNDO_SPACE, UNDO_LINK, UNDO_SILENT, UNDO_HIDE, UNDO_TEMPLATE, UNDO_FOREIGN = (
    1 << bit for bit in range(7)
)
# Parts.
(
    PART_CONTENT, PART_HIDDEN, PART_NAMED, PART_LANDMARK, PART_HEADER, PART_MAIN, PART_ARTICLE
) = range(7)  # fmt: skip

# Kinds of records beside the rows of the vocabulary.
PLAIN, ANCHOR, RARE, STYLE, TITLE = -1, -2, -3, -4, -5
# A plain href has no scheme in so many of its first bytes, and is no longer than a link may be.
LONGEST_SCHEME, LONG, COLON = 12, 4_096, 58
LT, GT, AMP, QUOTE, EQUALS, SLASH, BLANK = 60, 62, 38, 34, 61, 47, 32


def kinds_of_bytes():
    """0 a letter's first byte, 1 its next ones, 2 white space, 3 `<`, 4 `&`, 5 maybe a wide space.

    White space is what Python's `str.split` takes for it.
    """
    kinds = np.zeros(256, np.uint8)
    kinds[0x80:0xC0] = 1
    kinds[9:14] = kinds[0x1C:0x21] = 2
    kinds[LT], kinds[AMP] = 3, 4
    kinds[0xC2] = kinds[0xE1] = kinds[0xE2] = kinds[0xE3] = 5
    return kinds


KINDS = kinds_of_bytes()
LOWER = np.frombuffer(bytes(range(256)).lower(), np.uint8).astype(np.int64)

TRUE, DISPLAY, NONE, VISIBILITY, HIDDEN_WORD, SCRIPT_TAG, HTTP = (
    np.frombuffer(word, np.uint8).copy()
    for word in (b"true", b"display", b"none", b"visibility", b"hidden", b"<script", b"http")
)
