"""Word and PowerPoint files of before 2007, written by the book: few programs still do.

After [MS-CFB], [MS-DOC] and [MS-PPT]. That other programs (catdoc) read them is tested.
"""

import struct
from collections.abc import Mapping, Sequence

SECTOR = 512
_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_SMALLEST = 4096  # smaller streams lie elsewhere, which is not needed here


def compound_file(streams: Mapping[str, bytes]) -> bytes:
    """A compound file of these streams; short ones are filled up."""
    names = sorted(streams, key=lambda name: (len(name), name.upper()))
    bodies = [_padded(streams[name].ljust(_SMALLEST, b"\0")) for name in names]
    folder_sectors = -(-(len(names) + 1) * 128 // SECTOR)
    used = folder_sectors + sum(len(body) // SECTOR for body in bodies)
    fats = 1
    while fats * (SECTOR // 4) < used + fats:
        fats += 1
    fat = [_FAT] * fats
    fat += _chain(len(fat), folder_sectors)
    starts = []
    for body in bodies:
        starts.append(len(fat))
        fat += _chain(len(fat), len(body) // SECTOR)
    fat += [_FREE] * (fats * (SECTOR // 4) - len(fat))
    folder = _entry("Root Entry", 5, child=1 if names else _FREE, start=_END, size=0)
    for number, name in enumerate(names, 1):
        following = number + 1 if number < len(names) else _FREE
        size = max(len(streams[name]), _SMALLEST)
        folder += _entry(name, 2, right=following, start=starts[number - 1], size=size)
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack(
        "<HHHHH6xIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, 0, fats, fats, 0, _SMALLEST, _END, 0, _END, 0
    )  # fmt: skip
    head += struct.pack("<109I", *range(fats), *[_FREE] * (109 - fats))
    return head + struct.pack(f"<{len(fat)}I", *fat) + _padded(folder) + b"".join(bodies)


def _padded(body: bytes) -> bytes:
    return body + bytes(-len(body) % SECTOR)


def _chain(start: int, length: int) -> list[int]:
    return [*range(start + 1, start + length), _END]


def _entry(
    name: str, kind: int, *, start: int, size: int, child: int = _FREE, right: int = _FREE
) -> bytes:
    written = name.encode("utf-16-le") + b"\0\0"
    tree = struct.pack("<HBBIII", len(written), kind, 1, _FREE, right, child)
    return written.ljust(64, b"\0") + tree + struct.pack("<36xIII", start, size, 0)


def doc_file(paragraphs: Sequence[str], link: tuple[str, str] | None = None) -> bytes:
    """Word 97: a first piece in code page 1252, a second in UTF-16, if there is more than one."""
    said = "".join(f"{paragraph}\r" for paragraph in paragraphs)
    if link:
        said += f'See \x13 HYPERLINK "{link[1]}" \x14{link[0]}\x15.\r'
    half = len(paragraphs[0]) + 1
    first, second = said[:half].encode("cp1252"), said[half:].encode("utf-16-le")
    text_at = 0x600
    document = bytearray(text_at) + first + second
    struct.pack_into("<HH", document, 0, 0xA5EC, 0x00C1)
    struct.pack_into("<H", document, 0x0A, 0x0200)  # the table stream is 1Table
    struct.pack_into("<II", document, 0x18, text_at, text_at + len(first) + len(second))
    struct.pack_into("<H", document, 0x20, 14)
    struct.pack_into("<H", document, 0x3E, 22)
    struct.pack_into("<I", document, 0x4C, len(said))
    struct.pack_into("<H", document, 0x98, 0x5D)
    places = struct.pack("<III", 0, half, len(said))
    compressed = (text_at * 2) | 0x40000000
    pieces = struct.pack("<HIHHIH", 0, compressed, 0, 0, text_at + len(first), 0)
    clx = b"\x02" + struct.pack("<I", len(places + pieces)) + places + pieces
    struct.pack_into("<II", document, 0x1A2, 0, len(clx))
    return compound_file({"WordDocument": bytes(document), "1Table": clx})


def ppt_file(slides: Sequence[tuple[str, str]], link: str = "") -> bytes:
    """PowerPoint 97: title and text of each slide, in the outline as PowerPoint keeps it."""
    outline, drawn = b"", b""
    for title, text in slides:
        outline += _record(0x03F3, bytes(20))
        outline += _record(0x0F9F, struct.pack("<I", 0)) + _record(0x0FA8, title.encode("latin-1"))
        outline += _record(0x0F9F, struct.pack("<I", 1))
        outline += _record(0x0FA0, text.encode("utf-16-le"))
        drawn += _record(0x03EE, _record(0x03EF, bytes(24)), container=True)
    target = _record(0x0FBA, link.encode("utf-16-le"), instance=1)
    links = _record(0x0409, _record(0x0FD7, target, container=True), container=True)
    master = _record(0x03F8, _record(0x0FA8, b"Click to edit"), container=True)
    document = _record(0x03E8, links + _record(0x0FF0, outline, container=True), container=True)
    return compound_file({
        "PowerPoint Document": document + master + drawn,
        "Current User": _record(0x0FF6, bytes(20)),
    })  # fmt: skip


def _record(kind: int, body: bytes, *, container: bool = False, instance: int = 0) -> bytes:
    return struct.pack("<HHI", (instance << 4) | (0xF if container else 0), kind, len(body)) + body
