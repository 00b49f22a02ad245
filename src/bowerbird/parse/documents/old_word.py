"""DOC: the text of Word 97 and later by its piece table, that of Word 6 and 95 as it lies there.

Layout after [MS-DOC]: FibBase 2.5.2, FibRgFcLcb97 2.5.6, Clx 2.9.38, PlcPcd 2.8.35.
"""

import re
import struct
from collections.abc import Iterator

import olefile

from bowerbird.parse.documents import ole
from bowerbird.parse.documents.content import Content, broken, encrypted

MOST_PIECES = 200_000

_WORD_97 = 0x00C1  # nFib; below it are Word 6 and 95
_IS_COMPLEX, _IS_ENCRYPTED, _IN_TABLE_1 = 0x0004, 0x0100, 0x0200
_CLX = 0x01A2  # where the FIB tells place and length of the piece table
_FIELD = re.compile("\x13([^\x13\x14\x15]*)(?:\x14([^\x13\x15]*))?\x15")
_LINK = re.compile(r'HYPERLINK\s+(?:\\[lmnost]\s+)*"([^"]{1,4096})"', re.IGNORECASE)
_NO_TEXT = re.compile("[\x00-\x06\x08\x0e-\x1d\x1f]")
_AS_WRITTEN = str.maketrans({"\x07": "\t", "\x0b": "\n", "\x0c": "\n", "\r": "\n", "\x1e": "-"})


def say_word(file: olefile.OleFileIO, content: Content) -> None:
    """The main text, then footnotes, headers and comments, in the order of the file."""
    document = ole.stream(file, "WordDocument")
    try:
        ident, version = struct.unpack_from("<HH", document)
        (flags,) = struct.unpack_from("<H", document, 0x0A)
        if ident not in (0xA5EC, 0xA5DC):
            raise broken("it does not begin as Word's files do")
        if flags & _IS_ENCRYPTED:
            raise encrypted()
        if version < _WORD_97:
            text = _plain(document, flags)
        else:
            table = ole.stream(file, "1Table" if flags & _IN_TABLE_1 else "0Table")
            text = "".join(_pieces(document, table))
    except (struct.error, IndexError) as error:
        raise broken(f"its piece table does not hold: {error}") from error
    _say(text, content)


def _plain(document: bytes, flags: int) -> str:
    start, end = struct.unpack_from("<II", document, 0x18)
    if flags & _IS_COMPLEX:
        raise broken("a quick-saved file of Word 6 or 95, which is not read")
    return document[start:end].decode("cp1252", "replace")


def _pieces(document: bytes, table: bytes) -> Iterator[str]:
    at, length = struct.unpack_from("<II", document, _CLX)
    clx = table[at : at + length]
    at = 0
    while clx[at] == 1:  # formatting; the pieces come behind it
        at += 3 + int(struct.unpack_from("<H", clx, at + 1)[0])
    if clx[at] != 2:
        raise broken("it has no piece table")
    (size,) = struct.unpack_from("<I", clx, at + 1)
    plc = clx[at + 5 : at + 5 + size]
    number = min((len(plc) - 4) // 12, MOST_PIECES)
    places = struct.unpack_from(f"<{number + 1}I", plc)
    left = 2 * len(document)  # pieces may not repeat the file for ever
    for piece in range(number):
        (where,) = struct.unpack_from("<I", plc, 4 * (number + 1) + 8 * piece + 2)
        characters = max(places[piece + 1] - places[piece], 0)
        if where & 0x40000000:
            begin = (where & 0x3FFFFFFF) // 2
            raw = document[begin : begin + characters]
            said = raw.decode("cp1252", "replace")
        else:
            raw = document[where : where + 2 * characters]
            said = raw.decode("utf-16-le", "replace")
        left -= len(raw)
        if left < 0:
            break
        yield said


def _say(text: str, content: Content) -> None:
    for _ in range(4):  # fields in fields
        text, found = _FIELD.subn(lambda field: _shown(field, content), text)
        if not found:
            break
    text = _NO_TEXT.sub("", text.translate(_AS_WRITTEN))
    for line in text.split("\n"):
        if content.is_full():
            break
        content.say(line)
        content.bare_links(line)


def _shown(field: re.Match[str], content: Content) -> str:
    """A field is what it shows; one that is a link is followed."""
    code, shown = field[1], field[2] or ""
    if link := _LINK.search(code[:5_000]):
        content.link(link[1], "hyperlink", shown)
    return shown
