"""Traps in HTTP itself: silence, lies about length, broken framing."""

from bowerbird.testing.hostile_web.scripts import (
    Fields,
    answer,
    any_of,
    failed,
    fetched,
    head,
    html,
    links,
    page,
    raw,
    trap,
)
from bowerbird.testing.hostile_web.values import Act, Endless, Expect, Reply, Script, Trap

HTML = {"Content-Type": "text/html; charset=utf-8"}
SLOW = ("first-byte-timeout", "total-timeout", "too-slow")
CUT = ("closed", "truncated", "bad-http")
BAD = ("bad-http", "closed")


def http_traps() -> list[Trap]:
    """Every trap in the protocol."""
    return [*_silent(), *_cut(), *_heads(), *_odd_but_right()]


def _one(name: str, why: str, reply: Reply, expect: Expect, most: int = 8) -> Trap:
    return trap("http", name, why, {"/": reply}, {"/": expect}, at_most=(("/", most),))


def _body(title: str) -> bytes:
    return html(title).encode()


def _sized(body: bytes, fields: Fields | None = None, status: int = 200) -> bytes:
    return head(status, {**HTML, "Content-Length": str(len(body)), **(fields or {})})


def _silent() -> list[Trap]:
    body = _body("Slow")
    return [
        _one("stall", "nothing is ever said", raw(Act.STALL), failed(*SLOW)),
        _one(
            "stall-in-head",
            "the headers stop in the middle",
            raw(b"HTTP/1.1 200 OK\r\nContent-Ty", Act.STALL),
            failed(*SLOW),
        ),
        _one(
            "stall-in-body",
            "the body stops in the middle",
            raw(_sized(body), body[:40], Act.STALL),
            failed(*SLOW),
        ),
        _one(
            "slow-loris",
            "one byte of a header every 0.2 s",
            raw(b"HTTP/1.1 200 OK\r\n", Endless(b"X", 0.2, 300)),
            failed(*SLOW),
        ),
        _one(
            "trickle",
            "ten bytes of body every 0.2 s",
            raw(head(200, {**HTML, "Content-Length": "9000"}), Endless(b"<p>word   ", 0.2, 300)),
            failed(*SLOW),
        ),
        _one(
            "late-but-right",
            "the answer takes 0.4 s, which is no fault",
            Script((0.4, *page("Late").steps), keep=True),
            fetched("Late"),
        ),
    ]


def _cut() -> list[Trap]:
    body = _body("Cut")
    chunked = head(200, {**HTML, "Transfer-Encoding": "chunked"})
    size = f"{len(body):x}\r\n".encode()
    return [
        _one(
            "drop",
            "the connection is reset before the answer",
            raw(Act.DROP),
            failed("closed", "connect"),
        ),
        _one(
            "close",
            "the connection is closed before the answer",
            raw(),
            failed("closed", "connect", "bad-http"),
        ),
        _one(
            "drop-in-body",
            "the connection is reset in the middle of the body",
            raw(_sized(body), body[:60], 0.05, Act.DROP),
            failed(*CUT),
        ),
        _one(
            "short-body",
            "the body is shorter than its Content-Length",
            raw(head(200, {**HTML, "Content-Length": "5000"}), body),
            failed(*CUT),
        ),
        _one(
            "long-body",
            "the body is longer than its Content-Length: the rest is not its",
            raw(_sized(body), body, b"<a href=/beyond>beyond</a>"),
            fetched("Cut"),
        ),
        _one(
            "bad-chunk",
            "the size of a chunk is not a number",
            raw(chunked, b"zz\r\n", body),
            failed(*CUT),
        ),
        _one(
            "no-last-chunk",
            "the last chunk never comes",
            raw(chunked, size, body, b"\r\n"),
            failed(*CUT),
        ),
        _one(
            "chunk-too-long",
            "a chunk promises four gigabytes",
            raw(chunked, b"FFFFFFFF\r\n", body),
            failed(*CUT, "too-large"),
        ),
        _one(
            "chunk-overflow",
            "the size of a chunk does not fit into 64 bits",
            raw(chunked, b"FFFFFFFFFFFFFFFFFF\r\n", body),
            failed(*CUT, "too-large"),
        ),
        _one(
            "negative-length",
            "Content-Length is negative",
            raw(head(200, {**HTML, "Content-Length": "-5"}), body),
            any_of("fetched", "failed"),
        ),
        _one(
            "two-lengths",
            "two different Content-Lengths",
            raw(
                head(200, {**HTML, "Content-Length": "10", "content-length": str(len(body))}), body
            ),
            any_of("fetched", "failed"),
        ),
    ]


def _heads() -> list[Trap]:
    many = b"".join(b"X-%d: filler\r\n" % n for n in range(5_000))
    big = b"X-Big: " + b"a" * 200_000 + b"\r\n"
    start, end = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", b"\r\n"
    large = ("headers-too-large", "too-large", "bad-http")
    return [
        _one(
            "many-headers",
            "five thousand headers",
            raw(start, many, end, _body("x")),
            failed(*large),
        ),
        _one(
            "big-header", "one header of 200 KB", raw(start, big, end, _body("x")), failed(*large)
        ),
        _one(
            "endless-headers",
            "the headers never end",
            raw(start, Endless(b"X-Again: and again\r\n")),
            failed(*large, "total-timeout"),
        ),
        _one(
            "http-0.9",
            "an answer without status line and headers",
            raw(_body("Nine")),
            failed(*BAD),
        ),
        _one("garbage", "random bytes", raw(bytes(range(256)) * 4), failed(*BAD)),
        _one(
            "other-protocol",
            "a mail server answers",
            raw(b"220 mail.hostile.test ESMTP\r\n"),
            failed(*BAD),
        ),
        _one(
            "nul-in-header",
            "a NUL byte in a header",
            raw(b"HTTP/1.1 200 OK\r\nX-A: a\x00b\r\nContent-Type: text/html\r\n\r\n", _body("Nul")),
            any_of("fetched", "failed"),
        ),
        _one(
            "status-99999",
            "a status of five digits",
            raw(b"HTTP/1.1 99999 Odd\r\n\r\n"),
            failed("bad-http", "http-error", "closed"),
        ),
    ]


def _odd_but_right() -> list[Trap]:
    body = _body("Right")
    early = (
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n"
    )
    lf = b"HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: %d\n\n" % len(body)
    both = head(200, {**HTML, "Content-Length": "3", "Transfer-Encoding": "chunked"})
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"
    return [
        _one(
            "interim",
            "100 and 103 come before the answer",
            raw(early, _sized(body), body),
            fetched("Right"),
        ),
        _one("lf-only", "headers end with LF alone", raw(lf, body), fetched("Right")),
        _one(
            "no-reason",
            "the status line has no words",
            raw(b"HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n", body),
            fetched("Right"),
        ),
        _one(
            "http-1.0",
            "an answer of HTTP/1.0 that ends with the connection",
            raw(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n", body),
            fetched("Right"),
        ),
        _one(
            "both-lengths",
            "Content-Length beside chunks: the chunks count",
            raw(both, chunks),
            any_of("fetched", "failed"),
        ),
        _one(
            "tiny-chunks",
            "every byte is a chunk",
            raw(head(200, {**HTML, "Transfer-Encoding": "chunked"}), chunks),
            fetched("Right"),
        ),
        _one(
            "trailers",
            "headers after the last chunk",
            raw(
                head(200, {**HTML, "Transfer-Encoding": "chunked"}),
                b"%x\r\n" % len(body),
                body,
                b"\r\n0\r\nX-After: yes\r\n\r\n",
            ),
            fetched("Right"),
        ),
        _one("empty", "200 with nothing in it", answer(b""), any_of("fetched", "failed")),
        _one(
            "no-content",
            "204 with a body all the same",
            raw(head(204, {"Content-Length": "4"}), b"body"),
            any_of("fetched", "failed"),
        ),
        _one(
            "not-modified",
            "304 although nobody asked whether it changed",
            raw(head(304)),
            any_of("fetched", "failed", "unchanged"),
            most=6,
        ),
        trap(
            "http",
            "quiet-close",
            "the connection is closed after each answer without a word",
            {"/": raw(*page("First", links("/next")).steps), "/next": raw(*page("Next").steps)},
            {"/": fetched("First"), "/next": fetched("Next")},
        ),
    ]
