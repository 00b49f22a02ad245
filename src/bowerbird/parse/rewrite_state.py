"""What the compiled rewriting keeps between characters: an array of numbers, and what each means.

Behind the single numbers stand the counts of open elements by kind, the names of the attributes of
one tag, comments that come late, and the lines of open elements.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator"

import numpy as np

from bowerbird.parse import rewrite_table as t

DEEPEST = 500  # elements in elements
MOST_ATTRIBUTES = 60  # of one tag
MOST_LATE = 16  # comments behind </body>

ODD = 0  # the page is not in order
END = 1  # of the page
SIZE = 2  # of what is written
MODE = 3  # the part of the page: one of the below
QUIRKS = 4  # the document type may leave tables inside of paragraphs
DEPTH = 5  # open elements
FOREIGN = 6  # of them, how many from the outermost drawing on
HTML_AT, HTML_END = 7, 8  # the attributes of <html>, in what is written
KEY, LENGTH, NAME_AT = 9, 10, 11  # the name of the tag being read: what it is looked up by
ROW = 12  # its row in the table of names, or -1
CLOSED = 13  # the tag ends in "/>"
ATTRIBUTES = 14  # of the tag, so far
LATE = 15  # comments behind </body>, so far
SPELLED = 16  # the tag belongs to a drawing
VERSION = 17
COUNTS = 18  # open elements by kind
NAMES = COUNTS + t.KINDS  # of attributes: key, length
LATE_AT = NAMES + 2 * MOST_ATTRIBUTES  # begin, end, behind </html>?
OPEN = LATE_AT + 3 * MOST_LATE  # lines of open elements
OPEN_SIZE = 5
OPEN_KEY, OPEN_LENGTH, OPEN_AT, OPEN_KIND, OPEN_FLAGS = range(5)
STATES = OPEN + OPEN_SIZE * (DEEPEST + 8)

# Parts of a page, in the order in which they come.
INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, AFTER_HEAD, IN_BODY, AFTER_BODY, AFTER_ALL = range(8)

LT, GT, AMP, QUOTE, APOSTROPHE, EQUALS, SLASH, BLANK = 60, 62, 38, 34, 39, 61, 47, 32
BANG, QUESTION, DASH, HASH, SEMICOLON, CR, LF = 33, 63, 45, 35, 59, 13, 10

# Kinds of bytes: bits.
SPACE, LETTER, DIGIT, HEX, UPPER, SPECIAL, NAME_END, BAD_NAME = (1 << bit for bit in range(8))


def kinds_of_bytes():
    """What each byte may be. SPECIAL: not copied as it is."""
    kinds = np.zeros(256, np.uint8)
    for mark, bytes_ in (
        (SPACE, b"\t\n\f\r "),
        (LETTER, b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        (DIGIT, b"0123456789"),
        (HEX, b"0123456789abcdefABCDEF"),
        (UPPER, b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        (SPECIAL, b'<>&"\r\xc2'),
        (NAME_END, b"\t\n\f\r />="),
        (BAD_NAME, b"\"'<"),
    ):
        for byte in bytes_:
            kinds[byte] |= mark
    return kinds


BYTES = kinds_of_bytes()
DOCTYPE, HTML, XML, SCRIPT_TAG, AMP_WRITTEN, LT_WRITTEN, GT_WRITTEN, QUOTE_WRITTEN, NBSP_WRITTEN = (
    np.frombuffer(word, np.uint8).copy()
    for word in (
        b"<!doctype", b"html", b"<?xml ", b"<script", b"&amp;", b"&lt;", b"&gt;", b"&quot;",
        b"&nbsp;",
    )
)  # fmt: skip
HTML_TAG, HEAD_TAG, BODY_TAG, TBODY_TAG, TR_TAG, COLGROUP_TAG = (
    np.frombuffer(word, np.uint8).copy()
    for word in (b"<html>", b"<head>", b"<body>", b"<tbody>", b"<tr>", b"<colgroup>")
)
COMMENT_BEGIN, COMMENT_END, DOCTYPE_WRITTEN = (
    np.frombuffer(word, np.uint8).copy() for word in (b"<!--", b"-->", b"<!DOCTYPE html>")
)
