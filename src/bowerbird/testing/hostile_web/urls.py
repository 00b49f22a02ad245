"""Traps in links: how they are written, what they are resolved against, which are the same."""

from bowerbird.testing.hostile_web.redirects import INSIDE, READ_AS, SHUT
from bowerbird.testing.hostile_web.scripts import (
    answer,
    fetched,
    host_of,
    html,
    links,
    page,
    redirect,
    trap,
)
from bowerbird.testing.hostile_web.values import Expect, Script, Trap
from bowerbird.testing.serving import Asked

# What a page writes, and what has to be asked for (resolved as browsers do).
WRITTEN = {
    "backslashes": ("\\folder\\leaf", "/folder/leaf"),
    "tab-and-newline": ("/fol\t\nder/x", "/folder/x"),
    "spaces-around": ("  /padded  ", "/padded"),
    "space-inside": ("/two words", "/two%20words"),
    "unicode": ("/nest/Größe", "/nest/Gr%C3%B6%C3%9Fe"),
    "percent-kept": ("/a%2Fb%3Fc", "/a%2Fb%3Fc"),
    "percent-alone": ("/100%", "/100%"),
    "quotes": ("/say-&quot;hi&quot;", "/say-%22hi%22"),
    "entity": ("/find?a=1&amp;b=2", "/find?a=1&b=2"),
    "entity-like": ("/find?copy=1&copy=2", "/find?copy=1&copy=2"),
    "numeric-entity": ("/x&#45;y", "/x-y"),
    "dots": ("/a/b/../c/./d", "/a/c/d"),
    "dots-encoded": ("/a/%2e%2e/up", "/up"),
    "dots-beyond": ("/../../../top", "/top"),
    "query-only": ("?only=1", "/?only=1"),
    "query-order": ("/order?b=2&a=1", "/order?b=2&a=1"),
    "query-empty": ("/empty?", "/empty?"),
    "query-brackets": ("/list?f[]=1|2", "/list?f[]=1|2"),
    "semicolons": ("/m;a=1;b=2", "/m;a=1;b=2"),
    "double-slash": ("/a//b", "/a//b"),
    "single-slash": ("http:/single", "/single"),
    "scheme-relative": ("//{host}/scheme-relative", "/scheme-relative"),
    "scheme-no-slashes": ("http:no-slashes", "/no-slashes"),
    "upper-case": ("HTTP://{HOST}/Case", "/Case"),
    "default-port": ("http://{host}:80/port", "/port"),
    "empty-port": ("http://{host}:/empty-port", "/empty-port"),
    "fragment": ("/part#section", "/part"),
    "full-width": ("http://{host}/％41", "/%EF%BC%8541"),
}
IGNORED = (
    "javascript:go('/js')",
    "mailto:bird@hostile.test",
    "tel:+49761",
    "data:text/html,x",
    "blob:x",
    "about:blank",
    "view-source:http://x.hostile.test/",
    "#top",
    "JavaScript:alert(1)",
    "java\tscript:alert(1)",
    "",
)


def url_traps() -> list[Trap]:
    """Every trap that a link can be."""
    return [*_written(), *_same(), *_bases(), *_capped(), *_inside(), *_names()]


def _written() -> list[Trap]:
    made = []
    for name, (href, target) in WRITTEN.items():
        host = host_of(f"url-{name}")
        href = href.replace("{host}", host).replace("{HOST}", host.upper())
        made.append(
            trap(
                "urls",
                f"url-{name}",
                f"a link written {href!r}",
                {"/": page("Written", f'<a href="{href}">a link</a>'), target: page("Found")},
                {"/": fetched("Written")},
                asked=(target,),
            )
        )
    made.append(
        trap(
            "urls",
            "url-ignored",
            "links that lead to no page",
            {"/": page("Ignored", links(*IGNORED))},
            {"/": fetched("Ignored")},
            never=("/js", "http://x.hostile.test/"),
            at_most=(("/", 3),),
        )
    )
    return made


def _same() -> list[Trap]:
    """Different spellings of one URL are asked for once; what only looks alike is not the same."""
    alike = (
        "/same",
        "/same#a",
        "/./same",
        "/x/../same",
        "/s%61me",
        "HTTP://{H}/same",
        "http://{h}:80/same",
    )
    host = host_of("same-spellings")
    spelled = [h.replace("{H}", host.upper()).replace("{h}", host) for h in alike]
    sessions = [f"/shop;jsessionid={n:032X}" for n in range(20)]
    sessions += [f"/shop?PHPSESSID={n:032x}" for n in range(20)]
    different = ("/q?a=1&b=2", "/q?b=2&a=1", "/Q?a=1&b=2", "/q/", "/q")

    def one(asked: Asked, _: int) -> Script:
        return page(f"Page {asked.target}")

    return [
        trap(
            "urls",
            "same-spellings",
            "one URL spelled in seven ways",
            {"/": page("Spelled", links(*spelled)), "/*": one},
            {"/": fetched("Spelled")},
            at_most=(("/same", 1), ("/s%61me", 1), ("/", 4)),
        ),
        trap(
            "urls",
            "same-sessions",
            "one page, forty session numbers",
            {"/": page("Sessions", links(*sessions)), "/shop*": page("Shop")},
            {"/": fetched("Sessions")},
            at_most=(("/shop", 1),),
        ),
        trap(
            "urls",
            "not-the-same",
            "URLs that only look alike: all are asked for",
            {"/": page("Alike", links(*different)), "/*": one},
            {"/": fetched("Alike")},
            asked=different,
        ),
    ]


def _base(name: str, why: str, base: str, href: str, target: str) -> Trap:
    body = html("Base", links(href)).replace("</head>", f"{base}</head>")
    return trap(
        "urls",
        f"base-{name}",
        why,
        {"/": answer(body), target: page("Found")},
        {"/": fetched("Base")},
        asked=(target,),
    )


def _bases() -> list[Trap]:
    body = html("Late", links("leaf")).replace("</main>", '<base href="/late/"></main>')
    return [
        _base(
            "relative",
            "a base that is itself relative",
            '<base href="deep/er/">',
            "leaf",
            "/deep/er/leaf",
        ),
        _base(
            "two",
            "of two bases the first counts",
            '<base href="/one/"><base href="/two/">',
            "leaf",
            "/one/leaf",
        ),
        _base(
            "target-only",
            "a base without href, then one with",
            '<base target=x><base href="/one/">',
            "leaf",
            "/one/leaf",
        ),
        _base(
            "javascript",
            "a base that is a script counts for nothing",
            '<base href="javascript:alert(1)//">',
            "leaf",
            "/leaf",
        ),
        _base(
            "data",
            "a base that is data counts for nothing",
            '<base href="data:text/html,">',
            "leaf",
            "/leaf",
        ),
        _base(
            "malformed",
            "a base that is no URL counts for nothing",
            '<base href="http://[::1">',
            "leaf",
            "/leaf",
        ),
        trap(
            "urls",
            "base-late",
            "a base after the link counts all the same",
            {"/": answer(body), "/late/leaf": page("Found")},
            {"/": fetched("Late")},
            asked=("/late/leaf",),
        ),
    ]


def _capped() -> list[Trap]:
    long = "/long?" + "x" * 3_000
    deep = "/" + "/".join(f"d{n}" for n in range(40))
    digest = Expect(("refused", "unknown"), ("too-long",))
    below = Expect(("refused", "quarantined", "unknown"), ("too-deep-path", "trap"))
    huge = "/huge?" + "y" * 200_000
    return [
        trap(
            "urls",
            "cap-length",
            "a link of three thousand characters",
            {"/": page("Long", links(long))},
            {"/": fetched("Long"), long: digest},
            never=("/long",),
        ),
        trap(
            "urls",
            "cap-huge",
            "a link of 200 KB",
            {"/": page("Huge", links(huge))},
            {"/": fetched("Huge")},
            never=("/huge",),
        ),
        trap(
            "urls",
            "cap-segments",
            "a path of forty segments",
            {"/": page("Deep", links(deep))},
            {"/": fetched("Deep"), deep: below},
            never=("/d0",),
        ),
    ]


def _inside() -> list[Trap]:
    return [
        trap(
            "urls",
            f"link-inside-{name}",
            f"a link leads inside: {place}",
            {"/": page("Inside", links(place))},
            {
                "/": fetched("Inside"),
                READ_AS.get(name, place): Expect(("refused", "unknown"), SHUT),
            },
            never=(place, READ_AS.get(name, place)),
        )
        for name, place in INSIDE.items()
    ] + [
        trap(
            "urls",
            "link-userinfo",
            "a link with a name and password: not followed, none is sent",
            {
                "/": page("Users", links("http://bird:nest@link-userinfo.hostile.test/in")),
                "/in": page("In"),
            },
            {"/": fetched("Users")},
            never=("/in",),
            never_sent=(("/", "authorization"),),
        ),
        trap(
            "urls",
            "link-userinfo-trick",
            "a name that looks like a host, before the true host",
            {"/": page("Trick", links("http://hub.test@127.0.0.2/"))},
            {"/": fetched("Trick")},
            never=("http://127.0.0.2/",),
        ),
    ]


def _names() -> list[Trap]:
    malformed = (
        "http://",
        "http://:80/",
        "http://a b.hostile.test/",
        "http://[::1",
        "http://x.hostile.test:99999/",
        "http://%zz.hostile.test/",
        "http://x<y.hostile.test/",
        "//",
        "http://xn--a/",
    )
    idn = "http://xn--laube-nua.names-idn.hostile.test/"
    return [
        trap(
            "urls",
            "names-malformed",
            "links that are no URLs: ignored, the rest is read",
            {"/": page("Malformed", links(*malformed, "/fine")), "/fine": page("Fine")},
            {"/": fetched("Malformed"), "/fine": fetched("Fine")},
            at_most=(("/", 4),),
        ),
        trap(
            "urls",
            "names-idn",
            "a hostname that is not ASCII",
            {"/": page("Names", links("http://laubeö.names-idn.hostile.test/")), idn: page("Idn")},
            {"/": fetched("Names"), idn: fetched("Idn")},
        ),
        trap(
            "urls",
            "names-nowhere",
            "a hostname that has no address",
            {"/": page("Nowhere", links("http://nowhere.invalid/"))},
            {"http://nowhere.invalid/": Expect(("failed", "refused", "unknown"), ("dns", "scope"))},
        ),
        trap(
            "urls",
            "names-to-file",
            "a link to a file",
            {"/": page("File", links("file:///etc/passwd"))},
            {
                "file:///etc/passwd": Expect(
                    ("refused", "unknown"), ("scheme", "scope", "outside-folders")
                )
            },
        ),
        trap(
            "urls",
            "names-seed-redirect",
            "even the first page may lead away",
            {"/": redirect("http://169.254.169.254/")},
            {"/": Expect(("redirected",))},
            never=("http://169.254.169.254",),
        ),
        trap(
            "urls",
            "names-long-label",
            "a hostname with a label of 300 characters",
            {"/": page("Label", links(f"http://{'a' * 300}.hostile.test/"))},
            {"/": fetched("Label")},
            at_most=(("/", 3),),
        ),
    ]
