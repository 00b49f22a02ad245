"""Pictures of one colour, and what a camera may have written into them."""

import struct
import zlib
from collections.abc import Mapping

ASCII = 2  # a kind of EXIF values


def png(
    width: int, height: int, colour: tuple[int, int, int], exif: Mapping[int, str] | None = None
) -> bytes:
    """`exif`: tag → text."""
    rows = (b"\0" + bytes(colour) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    if exif:
        chunks.insert(1, (b"eXIf", _exif(exif)))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def _exif(tags: Mapping[int, str]) -> bytes:
    """A TIFF directory of texts, in the order of their tags."""
    entries, texts = b"", b""
    behind = 8 + 2 + 12 * len(tags) + 4
    for tag, text in sorted(tags.items()):
        value = text.encode() + b"\0"
        place = struct.pack(">I", behind + len(texts))
        if len(value) <= 4:
            place = value.ljust(4, b"\0")
        else:
            texts += value
        entries += struct.pack(">HHI", tag, ASCII, len(value)) + place
    head = b"MM\0*" + struct.pack(">IH", 8, len(tags))
    return head + entries + bytes(4) + texts
