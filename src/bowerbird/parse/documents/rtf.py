"""RTF: its text, its properties and its links, in one pass over groups and control words."""

import re
from itertools import count

import msgspec
from msgspec import Struct

from bowerbird.parse.documents.content import Content, Source, broken
from bowerbird.parse.documents.rtf_words import (
    BREAKS,
    CHARSETS,
    DATE_PARTS,
    INFO,
    LEFT_OUT,
    SIGNS,
    SYMBOLS,
    known_codec,
)

DEEPEST = 2_000  # groups in groups
LOOK_EVERY = 4_096  # tokens between two looks at the clock

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|([^\\{}\r\n]+)"
    rb"|[\r\n]+|\\",
    re.DOTALL,
)
_LINK = re.compile(r'HYPERLINK\s+(?:\\[lmnost]\s+)*"([^"]{1,4096})"', re.IGNORECASE)


class _Group(Struct):
    """What holds until the brace closes."""

    silent: bool = False
    info: str = ""  # the property that is being written
    code: bool = False  # instructions of a field
    fonts: bool = False  # the table of fonts
    optional: bool = False  # after \*: silent unless the word is known
    fallback: int = 1  # characters that follow \u for those who cannot read it
    font: int = -1
    hidden: bool = False


def read_rtf(source: Source) -> Content:
    """Everything that stands in the text itself, footnotes and headers where they are written."""
    if not source.body.lstrip()[:5].lower() == b"{\\rtf":
        raise broken("it does not begin as RTF does")
    content = Content(source.options)
    reading = _Reading(source, content)
    reading.read()
    content.title = content.metadata.get("dc:title", "")
    content.description = content.metadata.get("dc:description", "")
    return content


class _Reading:
    """One document while it is read."""

    def __init__(self, source: Source, content: Content) -> None:
        self._source = source
        self._content = content
        self._group = _Group()
        self._around: list[_Group] = []
        self._line: list[str] = []
        self._info: dict[str, list[str]] = {}
        self._dates: dict[str, dict[bytes, int]] = {}
        self._code: list[str] = []
        self._fonts: dict[int, str] = {}
        self._codec = "cp1252"
        self._bytes = bytearray()  # escaped ones that wait: a character may take two
        self._skip = 0  # characters still to be left out after \u
        self._href = ""
        self._anchor: list[str] | None = None

    def read(self) -> None:
        body, at = self._source.body, 0
        for tokens in count(1):
            token = _TOKEN.match(body, at)
            if token is None:
                break
            at = token.end()
            if tokens % LOOK_EVERY == 0 and (self._content.is_full() or self._source.is_late()):
                break
            word, number, escaped, symbol, brace, text = token.groups()
            if escaped:
                self._bytes.append(int(escaped, 16))
                continue
            self._take_bytes()
            if brace == b"{":
                self._open()
            elif brace:
                self._close()
            elif word == b"bin" and number:
                at += max(int(number), 0)
            else:
                self._token(word, number, symbol, text)
        self._take_bytes()
        self._end_line()
        self._note()

    def _token(
        self, word: bytes | None, number: bytes | None, symbol: bytes | None, text: bytes | None
    ) -> None:
        if word:
            self._word(word.lower(), None if number is None else int(number))
        elif symbol:
            self._symbol(symbol)
        elif text:
            self._say(text.decode(self._encoding(), "replace"))

    def _open(self) -> None:
        if len(self._around) >= DEEPEST:
            raise broken("groups are nested without end")
        self._around.append(self._group)
        self._group = msgspec.structs.replace(self._group, optional=False)

    def _close(self) -> None:
        group = self._group
        self._group = self._around.pop() if self._around else _Group()
        self._skip = 0
        if group.code and not self._group.code:
            found = _LINK.search("".join(self._code)[:5_000])
            self._code.clear()
            self._href = found[1] if found else ""
        elif self._anchor is not None and not group.silent and self._href:
            self._content.link(self._href, "hyperlink", "".join(self._anchor), "".join(self._line))
            self._href, self._anchor = "", None

    def _word(self, word: bytes, number: int | None) -> None:
        group = self._group
        if word in LEFT_OUT or (group.optional and word not in (b"fldinst", *INFO)):
            group.silent = True
        elif word == b"u":
            self._say(_character(number))
            self._skip = group.fallback
        elif word in BREAKS:
            self._break(BREAKS[word])
        elif word in SIGNS:
            self._say(SIGNS[word])
        elif word in INFO:
            group.info = INFO[word]
        elif word in DATE_PARTS and group.info and number is not None:
            self._dates.setdefault(group.info, {})[word] = number
        else:
            self._set(word, number)
        group.optional = False

    def _set(self, word: bytes, number: int | None) -> None:
        group = self._group
        match word:
            case b"fldinst":
                group.code, group.silent = True, False
            case b"fldrslt":
                self._anchor = [] if self._href else None
            case b"fonttbl":
                group.fonts = True
            case b"info":
                group.silent = True
            case b"uc":
                group.fallback = min(max(number or 0, 0), 10)
            case b"plain":
                group.font, group.hidden = -1, False
            case b"v":
                group.hidden = number != 0
            case _:
                self._set_charset(word, number or 0)

    def _set_charset(self, word: bytes, number: int) -> None:
        match word:
            case b"f":
                self._group.font = number
            case b"ansicpg":
                self._codec = known_codec(f"cp{number}") or self._codec
            case b"mac":
                self._codec = "mac_roman"
            case b"fcharset" if self._group.fonts and number in CHARSETS:
                self._fonts[self._group.font] = CHARSETS[number]
            case _:
                pass

    def _symbol(self, symbol: bytes) -> None:
        if symbol == b"*":
            self._group.optional = True
        elif sign := SYMBOLS.get(symbol):
            self._break(sign) if sign == "\n" else self._say(sign)

    def _encoding(self) -> str:
        return self._fonts.get(self._group.font, self._codec)

    def _take_bytes(self) -> None:
        if self._bytes:
            waiting, self._bytes = bytes(self._bytes), bytearray()
            self._say(waiting.decode(self._encoding(), "replace"))

    def _say(self, text: str) -> None:
        if self._skip:
            left_out = min(self._skip, len(text))
            self._skip -= left_out
            text = text[left_out:]
        group = self._group
        if group.code:
            self._code.append(text)
        elif group.info:
            self._info.setdefault(group.info, []).append(text)
        elif not (group.silent or group.fonts or group.hidden):
            self._line.append(text)
            if self._anchor is not None:
                self._anchor.append(text)

    def _break(self, kind: str) -> None:
        if self._group.silent or self._group.code or self._group.info:
            return
        if kind == "\n":
            self._end_line()
        else:
            self._say(kind)

    def _end_line(self) -> None:
        line = _whole("".join(self._line))
        self._line.clear()
        self._content.say(line)
        self._content.bare_links(line)

    def _note(self) -> None:
        for key, pieces in self._info.items():
            self._content.note(key, _whole("".join(pieces)))
        for key, parts in self._dates.items():
            year, month, day, hour, minute = (parts.get(part, 0) for part in DATE_PARTS)
            self._content.note(key, f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:00")


def _character(number: int | None) -> str:
    """\\uN is a signed 16-bit number: half a pair stays half until `_whole`."""
    return chr((number or 0) & 0xFFFF) if number is not None and -0x8000 <= number <= 0xFFFF else ""


def _whole(text: str) -> str:
    """Pairs of surrogates as the characters that they are."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
