"""Traps in bodies: what inflates, what never ends, what does not decode."""

import gzip
import zlib
from functools import cache

import brotli
import zstandard

from bowerbird.testing.hostile_web.scripts import (
    answer,
    any_of,
    failed,
    fetched,
    head,
    html,
    raw,
    trap,
)
from bowerbird.testing.hostile_web.values import Endless, Expect, Reply, Script, Trap
from bowerbird.testing.serving import Asked

MEBIBYTE = 1024 * 1024
BOMB = ("bomb", "too-large")
BROKEN = ("bad-encoding", "truncated", "closed")
HTML = {"Content-Type": "text/html; charset=utf-8"}


def body_traps() -> list[Trap]:
    """Every trap that a body can be."""
    return [*_bombs(), *_large(), *_right(), *_broken()]


def _one(name: str, why: str, reply: Reply, expect: Expect) -> Trap:
    return trap("bodies", name, why, {"/": reply}, {"/": expect}, at_most=(("/", 6),))


def _packed(encoding: str, body: bytes) -> Script:
    return answer(body, fields={"Content-Encoding": encoding})


@cache
def gzip_bomb(mebibytes: int = 600) -> bytes:
    """About a kilobyte for each mebibyte that comes out of it."""
    zeros = bytes(MEBIBYTE)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    # After a full flush nothing refers back, so that one block can be repeated.
    block = packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)
    end = zlib.compressobj(9, zlib.DEFLATED, -15).flush()
    checksum = 0
    for _ in range(mebibytes):
        checksum = zlib.crc32(zeros, checksum)
    size = (mebibytes * MEBIBYTE) & 0xFFFFFFFF
    tail = checksum.to_bytes(4, "little") + size.to_bytes(4, "little")
    return b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff" + block * mebibytes + end + tail


@cache
def _zeros(encoding: str) -> bytes:
    big = bytes(64 * MEBIBYTE)
    match encoding:
        case "gzip":
            return gzip_bomb()
        case "deflate":
            return zlib.compress(big)
        case "br":
            return bytes(brotli.compress(big, quality=1))
        case "zstd":
            return zstandard.compress(big)
        case _:
            return gzip.compress(gzip.compress(big, mtime=0), mtime=0)


def _bomb(name: str, encoding: str, why: str) -> Trap:
    # Packed only when somebody asks: it takes a moment.
    return _one(name, why, lambda _a, _t: _packed(encoding, _zeros(encoding)), failed(*BOMB))


def _bombs() -> list[Trap]:
    layers = _packed(", ".join(["gzip"] * 20), gzip.compress(b"x", mtime=0))
    return [
        _bomb("bomb-gzip", "gzip", "600 KB that become 600 MiB"),
        _bomb("bomb-deflate", "deflate", "64 KB that become 64 MiB"),
        _bomb("bomb-brotli", "br", "a few bytes of brotli that become 64 MiB"),
        _bomb("bomb-zstd", "zstd", "a few kilobytes of zstd that become 64 MiB"),
        _bomb("bomb-nested", "gzip, gzip", "a packed packet, both declared"),
        _one("many-layers", "twenty layers of gzip are declared", layers,
             failed("bad-encoding", *BOMB)),
    ]  # fmt: skip


def _endless_gzip(_asked: Asked, _turn: int) -> Script:
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    start = packer.compress(b"<title>Endless</title>") + packer.flush(zlib.Z_FULL_FLUSH)
    more = packer.compress(b"<p>and on and on</p>" * 3000) + packer.flush(zlib.Z_FULL_FLUSH)
    return raw(head(200, {**HTML, "Content-Encoding": "gzip"}), start, Endless(more))


def _large() -> list[Trap]:
    large = ("too-large", "bomb", "total-timeout")
    cut = Expect(("failed", "fetched"), large)
    return [
        _one("endless-body", "a body that never ends",
             raw(head(200, HTML), html("Endless").encode(), Endless(b"<p>and on</p>" * 500)),
             failed(*large)),
        _one("endless-gzip", "a packed body that never ends", _endless_gzip, failed(*large)),
        _one("promised-terabyte", "Content-Length promises a terabyte",
             raw(head(200, {**HTML, "Content-Length": str(10**12)}), b"<title>Big</title>"),
             failed(*large, "truncated", "closed")),
        _one("twenty-mebibytes", "20 MiB of HTML, over the cap of 16",
             raw(head(200, {**HTML, "Content-Length": str(20 * MEBIBYTE)}),
                 Endless(b"<p>word</p>" + b" " * 1013, times=20 * 1024)), cut),
    ]  # fmt: skip


def _right() -> list[Trap]:
    body = html("Packed").encode()
    raw_deflate = zlib.compress(body)[2:-4]
    halves = gzip.compress(body[:50], mtime=0) + gzip.compress(body[50:], mtime=0)
    cases = {
        "gzip": ("gzip", gzip.compress(body, mtime=0)),
        "x-gzip": ("X-GZip", gzip.compress(body, mtime=0)),
        "zlib": ("deflate", zlib.compress(body)),
        "raw-deflate": ("deflate", raw_deflate),
        "brotli": ("br", brotli.compress(body)),
        "zstd": ("zstd", zstandard.compress(body)),
        "identity": ("identity", body),
        "two-layers": ("gzip, gzip", gzip.compress(gzip.compress(body, mtime=0), mtime=0)),
        "members": ("gzip", halves),
        "trailing": ("gzip", gzip.compress(body, mtime=0) + b"\0" * 40),
    }
    return [
        _one(f"packed-{name}", f"a body packed as {encoding} ({name})", _packed(encoding, content),
             fetched("Packed"))
        for name, (encoding, content) in cases.items()
    ]  # fmt: skip


def _broken() -> list[Trap]:
    body = html("Broken").encode()
    packed = gzip.compress(body, mtime=0)
    return [
        _one("broken-gzip", "the packed body is damaged in the middle",
             _packed("gzip", packed[:60] + b"\xff\x00\xff\x00" * 8 + packed[92:]), failed(*BROKEN)),
        _one("cut-gzip", "the packed body ends too early", _packed("gzip", packed[:-30]),
             failed(*BROKEN)),
        _one("wrong-checksum", "the checksum of the packed body is wrong",
             _packed("gzip", packed[:-8] + b"\0\0\0\0" + packed[-4:]),
             any_of("failed", "fetched", reasons=BROKEN)),
        _one("not-gzip", "plain HTML that says it is packed", _packed("gzip", body),
             any_of("failed", "fetched", reasons=BROKEN)),
        _one("unknown-encoding", "packed in a way nobody knows", _packed("rot13", body),
             any_of("failed", "fetched", reasons=BROKEN)),
        _one("broken-brotli", "brotli that is none", _packed("br", b"\xff" * 500), failed(*BROKEN)),
    ]  # fmt: skip
