"""Documents made wrong: cut, flipped, filled, blown up. The same for the same seed everywhere."""

import gzip
import io
import struct
import zipfile
from collections.abc import Iterator
from random import Random

BIG = 40_000_000  # bytes that a bomb inflates to in one part


def variants(name: str, body: bytes, number: int) -> Iterator[tuple[str, bytes]]:
    """Bombs of its kind first, then so many of cut, flipped, overwritten and grown ones in all."""
    made = list(bombs(name, body))[:number]
    yield from made
    random = Random(f"corrupted/{name}")
    ways = (_cut, _flipped, _overwritten, _grown, _shuffled)
    for turn in range(number - len(made)):
        way = ways[turn % len(ways)]
        yield f"{way.__name__.strip('_')}-{turn}", way(body, random)


def _cut(body: bytes, random: Random) -> bytes:
    return body[: random.randrange(len(body))]


def _flipped(body: bytes, random: Random) -> bytes:
    changed = bytearray(body)
    for _ in range(random.choice((1, 4, 32, 256))):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _overwritten(body: bytes, random: Random) -> bytes:
    """Lengths and offsets become the values that overflow."""
    changed = bytearray(body)
    for _ in range(random.choice((1, 3, 10))):
        at = random.randrange(max(len(changed) - 4, 1))
        value = random.choice((0, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFF, 0x10000))
        changed[at : at + 4] = struct.pack("<I", value)[: len(changed) - at]
    return bytes(changed)


def _grown(body: bytes, random: Random) -> bytes:
    """A piece of it comes a thousand times."""
    at = random.randrange(len(body))
    piece = body[at : at + random.choice((1, 8, 100))]
    return body[:at] + piece * 1_000 + body[at:]


def _shuffled(body: bytes, random: Random) -> bytes:
    size = max(len(body) // 8, 1)
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    random.shuffle(pieces)
    return b"".join(pieces)


# ---- bombs ---------------------------------------------------------------------------------------


def bombs(name: str, body: bytes) -> Iterator[tuple[str, bytes]]:
    """What is small on the wire and large in the memory, by the kind of document."""
    if body.startswith(b"PK"):
        yield from _zip_bombs(body)
    elif body.startswith(b"%PDF"):
        yield from _pdf_bombs(body)
    elif body.lstrip().startswith(b"<"):
        yield from _xml_bombs(body)
    elif body.startswith(b"\x1f\x8b"):
        yield "inflates", gzip.compress(bytes(8 * BIG), mtime=0)
        yield "nested", gzip.compress(gzip.compress(bytes(BIG), mtime=0), mtime=0)
        yield "xml-entities", gzip.compress(entities(b"urlset"), mtime=0)
    elif name == "rtf":
        yield "groups", b"{\\rtf1" + b"{" * 1_000_000
        yield "binary", b"{\\rtf1 \\bin2147483647 x}"
        yield "unicode", b"{\\rtf1 \\uc2000000000" + b"\\u65535?" * 500_000
    elif name == "json-feed":
        yield "nested", b'{"version":"https://jsonfeed.org/version/1","items":' + b"[" * 1_000_000
    elif name in ("png", "bmp", "gif", "tiff"):
        yield from _huge_images(name, body)


def entities(root: bytes) -> bytes:
    """A billion laughs."""
    laughs = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 10))
    head = b'<?xml version="1.0"?><!DOCTYPE %s [<!ENTITY l0 "lol">%s]>' % (root, laughs)
    return head + b"<%s><p>&l9;</p></%s>" % (root, root)


def _xml_bombs(body: bytes) -> Iterator[tuple[str, bytes]]:
    root = body[body.rindex(b"</") + 2 :].strip(b"> \n")
    yield "entities", entities(root)
    quadratic = b'<!DOCTYPE r [<!ENTITY a "%s">]>' % (b"a" * 100_000)
    yield "quadratic", quadratic + b"<%s>%s</%s>" % (root, b"&a;" * 10_000, root)
    yield (
        "outside",
        b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><%s>&x;</%s>' % (root, root),
    )
    yield "deep", b"<%s>" % root + b"<a>" * 500_000
    yield "attributes", b"<%s %s/>" % (root, b" ".join(b'a%d="1"' % n for n in range(200_000)))
    yield "namespaces", b"<%s>" % root + b"".join(b'<x:a xmlns:x="u%d">' % n for n in range(20_000))
    yield "wide", b"<%s>%s</%s>" % (root, b"<a>b</a>" * 500_000, root)


def _zip_bombs(body: bytes) -> Iterator[tuple[str, bytes]]:
    """Each of its parts, one at a time, as something else."""
    with zipfile.ZipFile(io.BytesIO(body)) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    main = next(
        name for name in (
            "word/document.xml", "xl/workbook.xml", "ppt/presentation.xml", "OEBPS/book.opf",
            "content.xml",
        ) if name in parts
    )  # fmt: skip
    yield "inflates", _zipped({**parts, main: b"<a>" + b" " * BIG})
    yield "entities", _zipped({**parts, main: entities(b"a")})
    yield "deep", _zipped({**parts, main: b"<a>" * 500_000})
    yield "nested", _zipped({**parts, main: _zipped({main: b" " * BIG})})
    yield "quine", _zipped({"word/embeddings/a.zip": body, **parts})
    yield "parts", _zipped({**parts, **{f"x/{n}": b"" for n in range(30_000)}})
    yield "overlap", _overlapping(main)
    yield "lies", _lying(_zipped({**parts, main: b"<a>" + b"x" * 5_000_000}))
    yield "slashes", _zipped({**parts, "../../../etc/passwd": b"x", "/abs": b"y"})
    yield "many", _zipped({**parts, main: b"<a>" + b"<p><t>x</t></p>" * 600_000 + b"</a>"})


def _zipped(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return file.getvalue()


def _lying(body: bytes) -> bytes:
    """The directory says that every part is one byte long."""
    changed = bytearray(body)
    at = changed.find(b"PK\x01\x02")
    while at >= 0:
        changed[at + 24 : at + 28] = struct.pack("<I", 1)
        at = changed.find(b"PK\x01\x02", at + 4)
    return bytes(changed)


def _overlapping(main: str) -> bytes:
    """Ten thousand entries that are one and the same kernel (after D. Fifield's bomb)."""
    kernel = _zipped({main: b"<a>" + b" " * 10_000_000})
    entry_at = kernel.index(b"PK\x01\x02")
    end_at = kernel.index(b"PK\x05\x06")
    entry = kernel[entry_at:end_at]
    entries = entry * 10_000
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 10_000, 10_000, len(entries), entry_at, 0)
    return kernel[:entry_at] + entries + end


def _pdf_bombs(body: bytes) -> Iterator[tuple[str, bytes]]:
    head = b"%PDF-1.7\n"
    yield (
        "million-pages",
        body.replace(b"/Count 1", b"/Count 1000000").replace(b"/Count 3", b"/Count 1000000"),
    )
    kids = (
        b"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Count 9/Kids[%s]>>endobj\n"
    )
    yield "pages-of-themselves", head + kids % (b"2 0 R " * 9)
    yield (
        "kids",
        head + kids % (b"3 0 R " * 1_000_000) + b"3 0 obj<</Type/Page/Parent 2 0 R>>endobj\n",
    )
    yield "arrays", head + b"1 0 obj" + b"[" * 1_000_000
    yield "dictionaries", head + b"1 0 obj" + b"<</A" * 1_000_000
    import zlib

    packed = zlib.compress(zlib.compress(b"(x) Tj " * (BIG // 7)))
    stream = (
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n"
        b"4 0 obj<</Filter[/FlateDecode/FlateDecode]/Length %d>>stream\n" % len(packed)
    )
    yield (
        "inflates",
        head + kids % b"3 0 R" + stream + packed + b"\nendstream endobj\ntrailer<</Root 1 0 R>>",
    )
    yield "huge-page", body.replace(b"595", b"99999999").replace(b"842", b"99999999")
    yield "objects", head + b"".join(b"%d 0 obj null endobj\n" % n for n in range(1, 200_000))


def _huge_images(name: str, body: bytes) -> Iterator[tuple[str, bytes]]:
    places = {"png": (16, ">I"), "bmp": (18, "<I"), "gif": (6, "<H"), "tiff": (8, "<I")}
    at, form = places[name]
    size = struct.calcsize(form)
    for side in (0, 1, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF):
        value = struct.pack(form, side & (256**size - 1))
        yield f"side-{side}", body[:at] + value * 2 + body[at + 2 * size :]
