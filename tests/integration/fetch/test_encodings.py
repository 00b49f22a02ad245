"""Content codings are undone here, and none of them can blow the process up."""

import gzip
import random
import subprocess
import sys
import textwrap
import zlib

import brotli
import pytest
import zstandard
from tests.integration.fetch.raw_server import chunked, page

from bowerbird.model.outcomes import Failed, Failure, Fetched

TEXT = " ".join(random.Random(7).choices(["bower", "bird", "nest", "blue"], k=9000)).encode()


def raw_deflate(data: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-15)
    return stream.compress(data) + stream.flush()


CODINGS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "raw deflate": raw_deflate,
    "br": brotli.compress,
    "zstd": zstandard.compress,
}


def encoded(body: bytes, coding: str) -> bytes:
    return page(body, f"Content-Encoding: {coding.removeprefix('raw ')}")


@pytest.mark.parametrize("coding", CODINGS)
async def test_every_coding_we_ask_for_is_read(server, client, coding):
    packed = CODINGS[coding](TEXT)
    server.on("/a", encoded(packed, coding))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.read() == TEXT
    assert outcome.page.wire_bytes == len(packed)


@pytest.mark.parametrize("coding", CODINGS)
async def test_a_coding_may_arrive_in_crumbs(server, client, coding):
    packed = CODINGS[coding](TEXT[:2000])
    crumbs = [packed[start : start + 1] for start in range(len(packed))]
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: {coding.removeprefix('raw ')}\r\n"
    server.on("/a", head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunked(*crumbs))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.read() == TEXT[:2000]


@pytest.mark.parametrize("coding", CODINGS)
async def test_a_coding_cut_short_is_truncated_and_no_page(server, client, coding):
    packed = CODINGS[coding](TEXT)[:-4]
    if coding == "raw deflate":
        packed = packed[:-20]
    server.on("/a", encoded(packed, coding))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.TRUNCATED


@pytest.mark.parametrize(
    "coding", sorted(CODINGS.keys() - {"raw deflate"})
)  # which has no checksum
async def test_a_broken_coding_is_said_to_be_broken(server, client, coding):
    packed = bytearray(CODINGS[coding](TEXT))
    packed[len(packed) // 2 : len(packed) // 2 + 60] = b"\xff" * 60
    server.on("/a", encoded(bytes(packed), coding))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason in (Failure.BAD_ENCODING, Failure.TRUNCATED)


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd"])
async def test_plain_text_that_claims_a_coding_is_a_bad_encoding(server, client, coding):
    server.on("/a", encoded(b"<html>plain, really</html>" * 20, coding))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.BAD_ENCODING


async def test_two_layers_are_undone_in_the_right_order(server, client):
    server.on("/a", encoded(brotli.compress(gzip.compress(TEXT)), "gzip, br"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.read() == TEXT


async def test_three_layers_are_one_too_many(server, client):
    packed = gzip.compress(gzip.compress(gzip.compress(TEXT)))
    server.on("/a", encoded(packed, "gzip, gzip, gzip"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.BAD_ENCODING


@pytest.mark.parametrize("coding", ["compress", "dcb", "aes128gcm"])
async def test_a_coding_we_never_asked_for_is_refused(server, client, coding):
    server.on("/a", encoded(b"whatever", coding))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.BAD_ENCODING
    assert coding in outcome.detail


@pytest.mark.parametrize("nonsense", ["utf-8", "none", "identity", "", "UTF-8, identity"])
async def test_nonsense_in_content_encoding_is_taken_as_none(server, client, nonsense):
    server.on("/a", encoded(b"plain", nonsense))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.read() == b"plain"


async def test_members_one_after_another_are_one_body_and_padding_is_ignored(server, client):
    packed = gzip.compress(b"one ") + gzip.compress(b"two") + b"\0" * 100
    server.on("/a", encoded(packed, "gzip"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.read() == b"one two"


def bombs(size: int) -> dict[str, bytes]:
    zeros = bytes(size)
    stream = brotli.Compressor(quality=5)
    return {
        "gzip": gzip.compress(zeros),
        "deflate": zlib.compress(zeros),
        "raw deflate": raw_deflate(zeros),
        "br": stream.process(zeros) + stream.finish(),
        "zstd": zstandard.compress(zeros),
        "gzip, gzip": gzip.compress(gzip.compress(zeros)),
        "gzip, br": brotli.compress(gzip.compress(zeros), quality=4),
    }


@pytest.mark.parametrize("coding", ["gzip", "deflate", "raw deflate", "br", "zstd", "gzip, gzip",
                                    "gzip, br"])  # fmt: skip
async def test_a_bomb_is_refused(server, client, coding):
    server.on("/a", encoded(bombs(8_000_000)[coding], coding))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.BOMB
    assert "inflate" in outcome.detail


async def test_a_page_that_packs_well_is_no_bomb(server, client):
    body = b"a" * 1_000_000
    server.on("/a", encoded(gzip.compress(body), "gzip"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Fetched)
    assert outcome.page.body.size == len(body)


async def test_the_decoded_cap_holds_below_the_ratio_too(server, open_client):
    client = await open_client(limits={"text_bytes": 20_000})
    server.on("/a", encoded(gzip.compress(TEXT), "gzip"))

    outcome = await client.get(server.url("/a"))

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.TOO_LARGE


PEAK = """
    import asyncio, gzip, sys, zlib
    import brotli, zstandard
    from bowerbird.fetch.head import read_head
    from bowerbird.fetch.intake import Intake
    from bowerbird.fetch.options import Limits

    def packed(coding):
        zeros = bytes(1 << 20)
        stream = {"gzip": lambda: zlib.compressobj(9, wbits=31),
                  "br": lambda: brotli.Compressor(quality=5),
                  "zstd": lambda: zstandard.ZstdCompressor(level=3).compressobj()}[coding]()
        add = stream.process if coding == "br" else stream.compress
        close = stream.finish if coding == "br" else stream.flush
        return b"".join([add(zeros) for _ in range(600)] + [close()])

    bomb = packed(sys.argv[1])
    coding = b"Content-Encoding: %s\\r\\n" % sys.argv[1].encode()
    head = read_head([b"HTTP/1.1 200 OK\\r\\n", coding, b"\\r\\n"])
    for ratio in (100, 1_000_000):  # with the brake, and with the cap alone
        limits = Limits(bomb_ratio=ratio, text_bytes=60 << 20, text_wire_bytes=60 << 20)
        intake = Intake(head, limits, None, "")
        pieces = (bomb[at : at + 16384] for at in range(0, len(bomb), 16384))
        stopped = not all(intake.take(piece) for piece in pieces)
        intake.writer.discard()
        print(stopped, intake.verdict.reason.value)
    # Not ru_maxrss: that counts what the parent had when it started us.
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    print(len(bomb), int(status["VmHWM"].split()[0]) // 1024)
"""


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd"])
def test_600_megabytes_in_a_small_page_cost_little_memory(coding):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PEAK), coding],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip

    first, second, sizes = done.stdout.splitlines()
    assert first == "True bomb"
    assert second == "True too-large"
    packed, peak_megabytes = map(int, sizes.split())
    assert packed < 700_000
    assert peak_megabytes <= 250
