"""PPT: the text of slides and notes, by the records of the PowerPoint stream ([MS-PPT] 2.3)."""

import struct
from collections.abc import Iterator

from msgspec import Struct

from bowerbird.parse.documents.content import Content, Source

DEEPEST = 40  # containers in containers
LOOK_EVERY = 4_096  # records between two looks at the clock

_SLIDE, _NOTES, _SLIDES_WITH_TEXT, _LINK = 0x03EE, 0x03F0, 0x0FF0, 0x0FD7
_TEXT_KIND, _CHARACTERS, _BYTES, _STRING = 0x0F9F, 0x0FA0, 0x0FA8, 0x0FBA
_TITLES = frozenset({0, 6})
_SPEAKS = frozenset({_SLIDE, _NOTES})


class _Record(Struct, frozen=True):
    kind: int
    instance: int
    data: bytes
    inside: tuple[tuple[int, int], ...]  # kind and instance of what it stands in


def say_slides(stream: bytes, source: Source, content: Content) -> None:
    """Outlines first, as PowerPoint keeps them, then what stands in the drawings."""
    slides, title = 0, False
    for number, record in enumerate(_records(stream)):
        if number % LOOK_EVERY == 0 and (content.is_full() or source.is_late()):
            break
        slides += record.kind == _SLIDE
        if record.kind == _TEXT_KIND and len(record.data) >= 4:
            title = int.from_bytes(record.data[:4], "little") in _TITLES
        elif record.kind in (_CHARACTERS, _BYTES) and _is_shown(record):
            _say(_text(record), title, content)
        elif record.kind == _STRING and record.instance == 1 and _stands_in(record, _LINK):
            content.link(_text(record), "hyperlink")
    content.note("meta:slides", slides)


def _records(stream: bytes) -> Iterator[_Record]:
    """Every record in order; containers come before what is in them."""
    around: list[tuple[int, int, int]] = []  # end, kind, instance
    at = 0
    while at + 8 <= len(stream):
        while around and at >= around[-1][0]:
            around.pop()
        version, kind, length = struct.unpack_from("<HHI", stream, at)
        at += 8
        inside = tuple((outer, instance) for _, outer, instance in around)
        if version & 0xF == 0xF and len(around) < DEEPEST:
            yield _Record(kind, version >> 4, b"", inside)
            around.append((at + length, kind, version >> 4))
        else:
            yield _Record(kind, version >> 4, stream[at : at + length], inside)
            at += length


def _stands_in(record: _Record, container: int) -> bool:
    return any(kind == container for kind, _ in record.inside)


def _is_shown(record: _Record) -> bool:
    """Master slides say "Click to edit"; they are left out."""
    for kind, instance in record.inside:
        if kind in _SPEAKS or (kind == _SLIDES_WITH_TEXT and instance != 1):
            return True
    return False


def _text(record: _Record) -> str:
    if record.kind == _BYTES:
        return record.data.decode("latin-1")
    return record.data.decode("utf-16-le", "replace")


def _say(text: str, title: bool, content: Content) -> None:
    lines = text.replace("\x0b", "\r").split("\r")
    if title:
        content.head(1, " ".join(lines))
    for line in lines:
        content.say(line)
        content.bare_links(line)
