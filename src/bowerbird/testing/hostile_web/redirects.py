"""Traps in redirects: loops, chains, places where a crawler must not go."""

from bowerbird.testing.hostile_web.scripts import (
    answer,
    any_of,
    failed,
    fetched,
    head,
    html,
    page,
    raw,
    redirect,
    redirected,
    trap,
)
from bowerbird.testing.hostile_web.values import Endless, Expect, Reply, Script, Trap
from bowerbird.testing.serving import Asked

LOOP = ("redirect-loop", "too-many-redirects")
SHUT = ("private-address", "scope")
# What a redirect may name to make a crawler ask where it must not (server-side request forgery).
INSIDE = {
    "loopback": "http://127.0.0.2:8/other",
    "metadata": "http://169.254.169.254/latest/meta-data/",
    "private-10": "http://10.0.0.1/",
    "private-192": "http://192.168.1.1/",
    "shared": "http://100.64.0.1/",
    "mapped-v6": "http://[::ffff:127.0.0.1]/",
    "loopback-v6": "http://[::1]/",
    "unique-local-v6": "http://[fd00::1]/",
    "zero": "http://0.0.0.0/",
    "decimal": "http://2130706433/",
    "octal": "http://0177.0.0.1/",
    "hexadecimal": "http://0x7f.1/",
    "short": "http://127.1/",
    "multicast": "http://224.0.0.1/",
    "localhost": "http://localhost/",
}
READ_AS = {  # the identity under which WHATWG's parser knows them
    "decimal": "http://127.0.0.1/",
    "octal": "http://127.0.0.1/",
    "hexadecimal": "http://127.0.0.1/",
    "short": "http://127.0.0.1/",
    "mapped-v6": "http://[::ffff:7f00:1]/",
}


def redirect_traps() -> list[Trap]:
    """Every trap that a Location can be."""
    return [*_kinds(), *_loops(), *_broken(), *_inside(), *_schemes(), *_refreshes()]


def _kinds() -> list[Trap]:
    made = [
        trap(
            "redirects",
            f"redirect-{status}",
            f"a plain {status} to a relative place",
            {"/": redirect("there/it?is=1", status), "/there/it?is=1": page(f"There {status}")},
            {"/": redirected(), "/there/it?is=1": fetched(f"There {status}")},
        )
        for status in (301, 302, 303, 307, 308)
    ]
    endless = raw(
        head(302, {"Location": "/end", "Content-Type": "text/html"}), Endless(b"x" * 4096)
    )
    utf8 = raw(b"HTTP/1.1 302 Found\r\nLocation: /caf\xc3\xa9 one\r\nContent-Length: 0\r\n\r\n")
    return [
        *made,
        trap(
            "redirects",
            "redirect-endless-body",
            "a redirect whose body never ends",
            {"/": endless, "/end": page("End")},
            {"/": any_of("redirected", "failed")},
            at_most=(("/", 6),),
        ),
        trap(
            "redirects",
            "redirect-utf8",
            "a Location with bytes that are not ASCII, and a space",
            {"/": utf8, "/caf%C3%A9%20one": page("Café")},
            {"/caf%C3%A9%20one": fetched("Café")},
        ),
        trap(
            "redirects",
            "redirect-fragment",
            "a Location with a fragment",
            {"/": redirect("/part#two"), "/part": page("Part")},
            {"/part": fetched("Part")},
        ),
        trap(
            "redirects",
            "redirect-userinfo",
            "a Location with a name and password",
            {
                "/": redirect("http://bird:nest@redirect-userinfo.hostile.test/in"),
                "/in": page("In"),
            },
            {"/": redirected()},
            never_sent=(("/", "authorization"),),
        ),
    ]


def _chain(count: int) -> dict[str, Reply]:
    steps: dict[str, Reply] = {f"/{n}": redirect(f"/{n + 1}") for n in range(1, count)}
    return {"/": redirect("/1"), **steps, f"/{count}": page("End")}


def _on(asked: Asked, _: int) -> Script:
    return redirect(f"/{int(asked.target.removeprefix('/') or 0) + 1}")


def _loops() -> list[Trap]:
    two = {"/": redirect("/b"), "/b": redirect("/")}
    hosts = {
        "/": redirect("http://ping-pong.hostile.test/"),
        "http://ping-pong.hostile.test/": redirect("http://redirect-two-hosts.hostile.test/"),
    }
    loop = any_of("failed", "redirected", reasons=LOOP)
    return [
        trap(
            "redirects",
            "redirect-self",
            "a redirect to itself",
            {"/": redirect("/")},
            {"/": loop},
            at_most=(("/", 4),),
        ),
        trap(
            "redirects",
            "redirect-two",
            "two redirects to each other",
            two,
            {"/": loop},
            at_most=(("/", 6),),
        ),
        trap(
            "redirects",
            "redirect-two-hosts",
            "two hosts redirect to each other",
            hosts,
            {"/": loop},
            at_most=(("/", 4),),
        ),
        trap(
            "redirects",
            "redirect-endless",
            "each redirect leads to a new one",
            {"/*": _on},
            {"/": redirected()},
            at_most=(("/", 14),),
        ),
        trap(
            "redirects",
            "redirect-nine",
            "nine redirects are within patience",
            _chain(9),
            {"/9": fetched("End")},
        ),
    ]


def _broken() -> list[Trap]:
    nowhere = failed("redirect-nowhere", "bad-http", "http-error")
    either = Expect(("failed", "redirected", "fetched"), ())
    return [
        trap(
            "redirects",
            "redirect-nowhere",
            "302 without a Location",
            {"/": answer("?", 302)},
            {"/": nowhere},
        ),
        trap(
            "redirects",
            "redirect-empty",
            "an empty Location",
            {"/": answer("?", 302, {"Location": ""})},
            {"/": either},
            at_most=(("/", 4),),
        ),
        trap(
            "redirects",
            "redirect-malformed",
            "a Location that is no URL",
            {"/": redirect("http://[::1")},
            {"/": Expect(("failed", "redirected"), ("redirect-nowhere",))},
        ),
        trap(
            "redirects",
            "redirect-two-locations",
            "two Locations",
            {
                "/": raw(b"HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\n\r\n"),
                "/a": page("A"),
                "/b": page("B"),
            },
            {"/": any_of("redirected", "failed")},
        ),
    ]


def _inside() -> list[Trap]:
    return [
        trap(
            "redirects",
            f"inside-{name}",
            f"a redirect leads inside: {place}",
            {"/": redirect(place)},
            {"/": redirected(), READ_AS.get(name, place): Expect(("refused", "unknown"), SHUT)},
            never=(place, READ_AS.get(name, place)),
        )
        for name, place in INSIDE.items()
    ]


def _schemes() -> list[Trap]:
    places = {
        "file": "file:///etc/passwd",
        "gopher": "gopher://scheme-gopher.hostile.test:70/_GET",
        "javascript": "javascript:alert(1)",
        "data": "data:text/html,<title>in a URL</title>",
        "ftp": "ftp://127.0.0.2/secret",
    }
    return [
        trap(
            "redirects",
            f"scheme-{name}",
            f"a redirect to {name}:",
            {"/": redirect(place)},
            {
                "/": any_of("redirected", "failed", reasons=("redirect-nowhere",)),
                place: Expect(
                    ("refused", "unknown"), ("scheme", "scope", *SHUT, "outside-folders")
                ),
            },
        )
        for name, place in places.items()
    ]


def _refreshes() -> list[Trap]:
    def refresh(content: str) -> str:
        return f'<meta http-equiv="refresh" content="{content}">'

    def with_head(title: str, meta: str) -> Script:
        return answer(html(title).replace("</head>", f"{meta}</head>"))

    read = any_of("fetched", "redirected")
    return [
        trap(
            "redirects",
            "refresh-meta",
            "a meta refresh after 0 s is a redirect",
            {"/": with_head("Old", refresh("0; url=/new")), "/new": page("New")},
            {"/": read, "/new": fetched("New")},
        ),
        trap(
            "redirects",
            "refresh-odd",
            "a meta refresh, oddly written",
            {"/": with_head("Old", refresh(" 3 ,URL = '/new' ")), "/new": page("New")},
            {"/": read, "/new": fetched("New")},
        ),
        trap(
            "redirects",
            "refresh-header",
            "a Refresh header after 1 s is a redirect",
            {"/": page("Old", "", {"Refresh": "1; url=/new"}), "/new": page("New")},
            {"/": read, "/new": fetched("New")},
        ),
        trap(
            "redirects",
            "refresh-self",
            "a page that reloads itself every second",
            {"/": with_head("Clock", refresh("1"))},
            {"/": fetched("Clock")},
            at_most=(("/", 3),),
        ),
        trap(
            "redirects",
            "refresh-loop",
            "two pages that refresh to each other",
            {
                "/": with_head("Ping", refresh("0; url=/pong")),
                "/pong": with_head("Pong", refresh("0; url=/")),
            },
            {"/": read, "/pong": read},
            once=("/", "/pong"),
        ),
        trap(
            "redirects",
            "refresh-endless",
            "each refresh leads to a new page",
            {
                "/*": lambda asked, _: with_head(
                    f"Step {asked.target}",
                    refresh(f"0; url=/{len(asked.target)}{'x' * len(asked.target)}"),
                )
            },
            {"/": read},
            at_most=(("/", 60),),
        ),
        trap(
            "redirects",
            "refresh-inside",
            "a meta refresh leads inside",
            {"/": with_head("In", refresh("0; url=http://169.254.169.254/"))},
            {"http://169.254.169.254/": Expect(("refused", "unknown"), SHUT)},
            never=("http://169.254.169.254",),
        ),
    ]
