"""From bytes to characters, by the order browsers follow (HTML §13.2.3, WHATWG Encoding).

Byte order mark, HTTP header, <meta> in the first 1,024 bytes, XML declaration, then a guess. Bytes
the charset cannot read become U+FFFD, never an error.
"""

import codecs
import re
from functools import cache
from typing import NamedTuple

from bowerbird.parse import guess
from bowerbird.parse.charsets import CODECS, SINGLE_BYTE, encoding_of

PRESCAN = 1_024  # bytes in which a declaration counts

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))


class Text(NamedTuple):
    """A body that can be parsed: characters, or bytes known to be UTF-8."""

    content: str | bytes
    charset: str
    replaced: bool  # something became U+FFFD


def read_text(body: bytes, *, declared: str = "", host: str = "", markup: bool = True) -> Text:
    """Characters of an HTML or plain page; valid UTF-8 without NULs stays as the bytes it is.

    `declared` is the charset of the Content-Type header, as written; without `markup` the body
    itself is not searched for a declaration.
    """
    for mark, charset in _BOMS:
        if body.startswith(mark):
            return decoded(body[len(mark) :], charset)
    if body.isascii() and b"\0" not in body and b"\x1b" not in body:
        # The usual page. ASCII reads the same in every charset that a declaration may name,
        # except for the few that `decoded` is asked about.
        charset = encoding_of(declared) or (declared_in(body) if markup else "") or "utf-8"
        if charset not in _NOT_ASCII:
            return Text(body, charset, False)
        return decoded(body, charset)
    charset = encoding_of(declared) or (declared_in(body) if markup else "")
    charset = charset or guess.charset(body, host)
    return decoded(body, charset)


def decoded(body: bytes, charset: str) -> Text:
    """`body` read in one of the encodings of `charsets`."""
    if charset == "utf-8":
        return _utf8(body)
    if charset == "replacement":
        return Text("\ufffd" if body else "", charset, bool(body))
    if charset == "x-user-defined":
        return Text(body.decode("latin-1").translate(_USER_DEFINED), charset, False)
    if charset in SINGLE_BYTE:
        text = codecs.charmap_decode(body, "replace", _table(charset))[0]
    else:
        text = body.decode(CODECS[charset], "replace")
    return Text(text, charset, "\ufffd" in text)


def _utf8(body: bytes) -> Text:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return Text(body.decode("utf-8", "replace"), "utf-8", True)
    # NULs would end a run of text inside the parser's tree.
    return Text(text.replace("\0", "\ufffd") if b"\0" in body else body, "utf-8", False)


# ---- declarations --------------------------------------------------------------------------------

_COMMENT = re.compile(rb"<!--.*?(?:-->|$)", re.DOTALL)
_META = re.compile(rb"<meta[\s/]((?:[^>\"']|\"[^\"]*\"|'[^']*'){0,1024})", re.IGNORECASE)
_ATTRIBUTE = re.compile(rb"([a-zA-Z-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_CHARSET = re.compile(rb"charset\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s;\"'>]+))", re.IGNORECASE)
_XML = re.compile(rb"\s*<\?xml\s[^>]*?encoding\s*=\s*[\"']\s*([\w.:-]+)\s*[\"']")


def declared_in(body: bytes) -> str:
    """The encoding that the first bytes of the body declare; empty if they do not."""
    head = body[:PRESCAN]
    if b"<!--" in head:
        head = _COMMENT.sub(b"", head)
    for found in _META.finditer(head):
        encoding = _meta_charset(found[1])
        if encoding:
            # The declaration was read as ASCII, so the page cannot be UTF-16.
            return "utf-8" if encoding.startswith("utf-16") else _user_defined(encoding)
    xml = _XML.match(head)
    if xml is None:
        return ""
    encoding = encoding_of(xml[1].decode("ascii"))
    return "utf-8" if encoding.startswith("utf-16") else encoding


def _meta_charset(attributes: bytes) -> str:
    pairs: dict[bytes, bytes] = {}
    for name, *values in _ATTRIBUTE.findall(attributes):
        pairs.setdefault(name.lower(), b"".join(values))
    label = pairs.get(b"charset")
    if label is None and pairs.get(b"http-equiv", b"").strip().lower() == b"content-type":
        found = _CHARSET.search(pairs.get(b"content", b""))
        label = b"".join(found.groups(b"")) if found else None
    return encoding_of(label.decode("latin-1")) if label is not None else ""


def _user_defined(encoding: str) -> str:
    return "windows-1252" if encoding == "x-user-defined" else encoding


# ---- what Python reads otherwise than the web ----------------------------------------------------

_NOT_ASCII = frozenset({"utf-16be", "utf-16le", "iso-2022-jp", "replacement"})
_USER_DEFINED = {byte: 0xF700 + byte for byte in range(0x80, 0x100)}
_OWN = {"koi8-u": {0xAE: "\u045e", 0xBE: "\u040e"}}


@cache
def _table(charset: str) -> str:
    """256 characters: where Python's codec has a hole below 0xA0, the web has the control."""
    own = _OWN.get(charset, {})
    return "".join(own.get(byte) or _character(byte, CODECS[charset]) for byte in range(256))


def _character(byte: int, codec: str) -> str:
    try:
        return bytes([byte]).decode(codec)
    except UnicodeDecodeError:
        return chr(byte) if byte < 0xA0 else "\ufffe"  # U+FFFE is "undefined" to charmap_decode
