"""Traps in answers: statuses, requests to wait, cookies and passwords, media types that lie."""

from collections.abc import Mapping
from time import gmtime, strftime, time

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
    text,
    trap,
)
from bowerbird.testing.hostile_web.values import LIMITS, Expect, Reply, Script, Trap
from bowerbird.testing.serving import Asked


def answer_traps() -> list[Trap]:
    """Every trap that a well-formed answer can be."""
    return [*_statuses(), *_waiting(), *_credentials(), *_types()]


def _one(name: str, why: str, reply: Reply, expect: Expect, most: int = 8) -> Trap:
    return trap("http", name, why, {"/": reply}, {"/": expect}, at_most=(("/", most),))


def _statuses() -> list[Trap]:
    made = [
        _one(
            f"status-{status}",
            f"status {status} with a body that has links",
            answer(html("Error", links("/from-error")), status),
            failed("http-error", "rate-limited", status=status),
        )
        for status in (400, 403, 404, 410, 418, 451, 500, 502)
    ]
    login = {"WWW-Authenticate": 'Basic realm="nest"'}
    return [
        *made,
        trap(
            "http",
            "status-401",
            "a password is wanted: not tried again, none is sent",
            {"/": answer(html("Login"), 401, login)},
            {"/": Expect(("failed",), ("authentication", "http-error"), status=401)},
            at_most=(("/", 3),),
            never_sent=(("/", "authorization"),),
        ),
        _one(
            "status-407",
            "a proxy's password is wanted by what is no proxy",
            answer(html("Proxy"), 407),
            failed("authentication", "http-error", "proxy"),
        ),
        _one(
            "status-299",
            "an unknown success is a success",
            answer(html("Odd"), 299),
            fetched("Odd"),
        ),
        _one(
            "status-300",
            "300 without a Location is an answer like any",
            answer(html("Choices"), 300),
            any_of("fetched", "failed"),
        ),
    ]


def _then_right(status: int, fields: Fields, title: str) -> Reply:
    """The first question is turned away, the second answered."""

    def reply(_: Asked, turn: int) -> Script:
        return answer("later", status, fields) if turn == 1 else page(title)

    return reply


# The three forms of a date in HTTP (RFC 9110 §5.6.7), for `strftime`.
DATES: Mapping[str, str] = {
    "imf-fixdate": "%a, %d %b %Y %H:%M:%S GMT",
    "rfc-850": "%A, %d-%b-%y %H:%M:%S GMT",
    "asctime": "%a %b %e %H:%M:%S %Y",
}


def _then_at(written: str, title: str) -> Reply:
    """The first question is turned away until a date four seconds ahead, written so."""

    def reply(_: Asked, turn: int) -> Script:
        if turn > 1:
            return page(title)
        date = strftime(written, gmtime(time() + 4))
        return answer("later", 429, {"Retry-After": date})

    return reply


def _waiting() -> list[Trap]:
    wait = {"Retry-After": "1"}
    return (
        [
            trap(
                "http",
                f"retry-{status}",
                f"{status} with Retry-After: one second, then it is there",
                {
                    "/robots.txt": text(""),
                    "/": page("Door", links("/busy")),
                    "/busy": _then_right(status, wait, "Free"),
                },
                {"/busy": Expect(("fetched", "queued"), title=None)},
                at_most=(("/busy", 3),),
            )
            for status in (429, 503)
        ]
        + [
            trap(
                "http",
                f"wait-{status}",
                f"{status} with Retry-After: one second, and not a moment less",
                {"/": _then_right(status, wait, "Free")},
                {"/": Expect(("fetched", "queued"), title=None)},
                at_most=(("/", 2),),
                pauses=((f"wait-{status}.hostile.test", 0.95),),
            )
            for status in (429, 500, 502, 503, 504)
        ]
        + [
            trap(
                "http",
                f"wait-{name}",
                f"Retry-After as a date, written as {name}: four seconds, the last one begun",
                {"/": _then_at(written, "Free")},
                {"/": Expect(("fetched", "queued"))},
                at_most=(("/", 2),),
                pauses=((f"wait-{name}.hostile.test", 2.9),),
            )
            for name, written in DATES.items()
        ]
        + [
            trap(
                "http",
                f"wait-bare-{status}",
                f"{status} that does not say how long: the first back-off, give or take a tenth",
                {"/": _then_right(status, {}, "Free")},
                {"/": Expect(("fetched", "queued"))},
                at_most=(("/", 2),),
                pauses=((f"wait-bare-{status}.hostile.test", 0.85 * LIMITS.backoff_seconds),),
            )
            for status in (429, 503)
        ]
        + [
            _one(
                "retry-forever",
                "429 each time: the crawler gives up or waits, it does not hammer",
                answer("later", 429, {"Retry-After": "1"}),
                any_of("failed", "queued"),
                most=10,
            ),
            _one(
                "retry-next-year",
                "Retry-After of a year: capped, and the host stays known",
                answer("later", 503, {"Retry-After": "31536000"}),
                any_of("failed", "queued"),
                most=4,
            ),
            _one(
                "retry-nonsense",
                "Retry-After that is neither seconds nor a date",
                answer("later", 503, {"Retry-After": "soon"}),
                any_of("failed", "queued"),
                most=4,
            ),
            _one(
                "retry-past",
                "Retry-After names a day long ago",
                answer("later", 503, {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}),
                any_of("failed", "queued"),
                most=8,
            ),
        ]
    )


def _wall(asked: Asked, _: int) -> Script:
    if "seen=yes" in asked.headers.get("cookie", ""):
        return page("Behind the wall")
    return answer("cookies please", 302, {"Location": "/", "Set-Cookie": "seen=yes; Path=/"})


def _credentials() -> list[Trap]:
    other = "http://cookie-thief.hostile.test/"
    crumbs = "".join(f"Set-Cookie: c{n}={'x' * 3000}\r\n" for n in range(40)).encode()
    many = raw(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n",
        crumbs,
        b"\r\n",
        html("Crumbs", links("/next")).encode(),
    )
    return [
        trap(
            "http",
            "cookie-scope",
            "a cookie of one host is not sent to another",
            {
                "/": page("Baker", links(other), {"Set-Cookie": "secret=1; Path=/"}),
                other: page("Thief"),
            },
            {"/": fetched("Baker"), other: fetched("Thief")},
            never_sent=((other, "cookie"),),
        ),
        trap(
            "http",
            "cookie-suffix",
            "a cookie for a whole public suffix is refused",
            {
                "/": page(
                    "Wide",
                    links("http://suffix-victim.hostile.test/"),
                    {"Set-Cookie": "wide=1; Domain=test; Path=/"},
                ),
                "http://suffix-victim.hostile.test/": page("Victim"),
            },
            {"http://suffix-victim.hostile.test/": fetched("Victim")},
            never_sent=(("http://suffix-victim.hostile.test/", "cookie"),),
        ),
        trap(
            "http",
            "cookie-wall",
            "a redirect to itself until a cookie comes back",
            {"/": _wall},
            {"/": any_of("fetched", "failed", "redirected")},
            at_most=(("/", 14),),
        ),
        trap(
            "http",
            "cookie-crumbs",
            "forty cookies of 3 KB",
            {"/": many, "/next": page("Next")},
            {"/": any_of("fetched", "failed")},
        ),
        trap(
            "http",
            "forms",
            "forms that post, and links that do something, are left alone",
            {
                "/": page(
                    "Forms",
                    '<form method="post" action="/post"><input name=a></form>'
                    + links("/logout", "/item?action=delete", "/cart/add-to-cart?id=3", "/fine"),
                ),
                "/fine": page("Fine"),
            },
            {"/fine": fetched("Fine"), "/logout": Expect(("refused", "unknown"), ("unsafe",))},
            never=("/post", "/logout", "/item", "/cart"),
        ),
        trap(
            "http",
            "tls-without-tls",
            "https where nobody speaks TLS",
            {"/": page("Plain", links("https://tls-without-tls.hostile.test/safe"))},
            {
                "https://tls-without-tls.hostile.test/safe": Expect(
                    # Where even robots.txt cannot be asked for, the refusal is right as well.
                    ("failed", "refused", "queued", "unknown"),
                    ("tls", "connect", "closed", "bad-http", "robots-unreachable"),
                )
            },
        ),
    ]


def _types() -> list[Trap]:
    picture = b"\x89PNG\r\n\x1a\n" + bytes(64)
    page_bytes = html("Sniffed", links("/linked"))
    right = {"/linked": page("Linked")}
    seen = any_of("fetched", "refused", "failed", reasons=("media-type", "broken"))
    return [
        trap(
            "http",
            "type-missing",
            "HTML without a Content-Type is HTML",
            {"/": raw(head(200), page_bytes.encode()), **right},
            {"/": fetched("Sniffed"), "/linked": fetched("Linked")},
        ),
        trap(
            "http",
            "type-nonsense",
            "a Content-Type that is none",
            {"/": answer(page_bytes, fields={"Content-Type": "html please"}), **right},
            {"/": fetched("Sniffed")},
        ),
        trap(
            "http",
            "type-picture-as-html",
            "a picture that says it is HTML",
            {"/": answer(picture, fields={"Content-Type": "text/html"})},
            {"/": seen},
        ),
        trap(
            "http",
            "type-html-as-octets",
            "HTML that says it is a stream of bytes",
            {"/": answer(page_bytes, fields={"Content-Type": "application/octet-stream"})},
            {"/": seen},
        ),
        trap(
            "http",
            "type-html-as-text",
            "HTML that says it is plain text",
            {"/": answer(page_bytes, fields={"Content-Type": "text/plain"})},
            {"/": fetched()},
        ),
        trap(
            "http",
            "type-pdf-as-html",
            "a PDF that says it is HTML",
            {"/": answer(b"%PDF-1.7\n" + bytes(500), fields={"Content-Type": "text/html"})},
            {"/": seen},
        ),
        trap(
            "http",
            "type-programme",
            "a programme to download",
            {"/": answer(b"MZ" + bytes(5000), fields={"Content-Type": "application/x-msdownload"})},
            {"/": Expect(("refused", "fetched", "failed"), ("media-type",))},
        ),
    ]
