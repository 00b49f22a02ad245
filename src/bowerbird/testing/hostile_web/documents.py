"""Traps in HTML: broken, deep, huge; where links are and where they only seem to be; directives."""

from collections.abc import Mapping

from bowerbird.testing.hostile_web.scripts import (
    Fields,
    answer,
    any_of,
    fetched,
    html,
    links,
    page,
    trap,
)
from bowerbird.testing.hostile_web.values import Expect, Reply, Trap

# Markup that leads to /found; a browser, or a careful crawler, goes there.
CARRIERS: Mapping[str, str] = {
    "a": '<a href="/found">x</a>',
    "a-unquoted": "<a class=x href=/found>x</a>",
    "a-single-quotes": "<a href='/found'>x</a>",
    "a-upper-case": '<A HREF="/found">x</A>',
    "a-newline": '<a\n\thref\n=\n"/found"\n>x</a>',
    "a-two-hrefs": '<a href="/found" href="/decoy">x</a>',
    "a-empty": '<a href="/found"></a>',
    "a-nested": '<a href="/found"><div><p>x</p></div></a>',
    "a-unclosed": '<a href="/found">x',
    "area": '<map name=m><area shape=rect coords="0,0,9,9" href="/found" alt=x></map>',
    "iframe": '<iframe src="/found"></iframe>',
    "noscript": '<noscript><a href="/found">x</a></noscript>',
    "svg": '<svg><a xlink:href="/found"><text>x</text></a></svg>',
    "svg-href": '<svg><a href="/found"><text>x</text></a></svg>',
    "misnested": '<b><table><tr><a href="/found"><td>x</b></td></a></table>',
    "after-body": '</body></html><a href="/found">x</a>',
    "details": '<details><summary>s</summary><a href="/found">x</a></details>',
    "hidden": '<div style="display:none"><a href="/found">x</a></div>',
    "nul-in-name": '<a\0 href="/decoy">n</a><a href="/found">x</a>',
    "many-attributes": f'<a {" ".join(f"a{n}=1" for n in range(20_000))} href="/found">x</a>',
    "unclosed-comment-before": '<!-- a -- b > c --><a href="/found">x</a>',
    "link-next": '<link rel=next href="/found">',
    "blockquote-cite": '<blockquote cite="/found">x</blockquote>',
    "longdesc": '<img src="data:," alt=x longdesc="/found">',
    "data-href": '<div data-href="/found">x</div>',
    "conditional-comment": '<!--[if IE]><a href="/decoy">d</a><![endif]--><a href="/found">x</a>',
}
# Markup that only looks as if it led to /decoy.
DECOYS: Mapping[str, str] = {
    "comment": '<!-- <a href="/decoy">x</a> -->',
    "script-string": "<script>var s = '<a href=\"/decoy\">x</a>';</script>",
    "style": '<style>a::after { content: "<a href=/decoy>" }</style>',
    "textarea": '<textarea><a href="/decoy">x</a></textarea>',
    "title": '<svg></svg><p title="<a href=/decoy>">x</p>',
    "escaped": "&lt;a href=&quot;/decoy&quot;&gt;x&lt;/a&gt;",
    "post-form": '<form method=POST action="/decoy"><button>x</button></form>',
    "ping": '<a href="/fine" ping="/decoy">x</a>',
    "prefetch-post": '<button formaction="/decoy" formmethod="post">x</button>',
}


def document_traps() -> list[Trap]:
    """Every trap that a document can be."""
    return [*_carriers(), *_huge(), *_broken(), *_directives(), *_marked()]


def _carriers() -> list[Trap]:
    found = [
        trap(
            "html",
            f"carrier-{name}",
            f"a link in markup of the kind {name}",
            {"/": page("Carrier", markup), "/found": page("Found")},
            {"/": fetched("Carrier"), "/found": fetched("Found")},
            asked=("/found",),
        )
        for name, markup in CARRIERS.items()
    ]
    decoys = [
        trap(
            "html",
            f"decoy-{name}",
            f"no link at all, though it looks so: {name}",
            {"/": page("Decoy", markup + links("/fine")), "/fine": page("Fine")},
            {"/": fetched("Decoy"), "/fine": fetched("Fine")},
            never=("/decoy",),
        )
        for name, markup in DECOYS.items()
    ]
    frames = "<title>Frames</title></head><frameset cols=*><frame src=/found></frameset>"
    return [
        *found,
        *decoys,
        trap(
            "html",
            "carrier-frame",
            "an old page made of frames",
            {"/": answer(frames), "/found": page("Found")},
            {"/": fetched("Frames")},
            asked=("/found",),
        ),
        trap(
            "html",
            "carrier-header",
            "a Link header names the next page",
            {"/": page("Header", "", {"Link": '</found>; rel="next"'}), "/found": page("Found")},
            {"/": fetched("Header"), "/found": fetched("Found")},
            asked=("/found",),
        ),
        trap(
            "html",
            "carrier-content-location",
            "a header says where the content lies for good",
            {"/": page("Here", "", {"Content-Location": "/found"}), "/found": page("Found")},
            {"/": fetched("Here"), "/found": fetched("Found")},
            asked=("/found",),
        ),
    ]


HUGE: Mapping[str, tuple[str, str, int, str]] = {  # why, a piece, how often, what follows
    "deep-div": ("a hundred thousand open elements", "<div>", 100_000, "x"),
    "deep-mixed": ("elements of many kinds, none closed", "<ul><li><section><b>", 20_000, "x"),
    "deep-table": ("twenty thousand open tables", "<table>", 20_000, "x"),
    "misnest": ("elements that are not closed in order", "<a><b><i><p>", 5_000, "x"),
    "long-line": ("a line of ten megabytes", "word ", 2_000_000, ""),
    "long-attribute": ("an attribute of five megabytes", "x", 5_000_000, '">x</p>'),
    "many-entities": ("a million entities", "&amp;", 1_000_000, ""),
    "broken-entities": ("half a million that are none", "&x", 500_000, ""),
    "unclosed-tags": ("a tag that never ends", "<a href=x ", 200_000, ""),
}


def _repeated(piece: str, times: int, tail: str) -> Reply:
    # Made only when somebody asks: together these are thirty megabytes.
    start = '<p title="' if tail.startswith('"') else ""
    return lambda _asked, _turn: answer(html("Huge", start + piece * times + tail))


def _huge() -> list[Trap]:
    survived = any_of("fetched", "failed", reasons=("parser-died", "parser-timeout", "too-large"))
    made = [
        trap(
            "html",
            f"huge-{name}",
            why,
            {"/": _repeated(piece, times, tail), "/after": page("After")},
            {"/": survived, "/after": fetched("After")},
            seeds=("/", "/after"),
        )
        for name, (why, piece, times, tail) in HUGE.items()
    ]
    many = _repeated("", 0, "".join(f'<a href="/many/{n}">n</a>' for n in range(50_000)))
    made.append(
        trap(
            "html",
            "huge-many-links",
            "fifty thousand links on one page",
            {"/": many},
            {"/": fetched("Huge")},
            at_most=(("/", 400),),
        )
    )
    return made


def _broken() -> list[Trap]:
    return [
        trap(
            "html",
            "broken-title",
            "a title that is never closed",
            {"/": answer("<title>Open <p>prose <a href=/x>x</a>")},
            {"/": fetched()},
        ),
        trap(
            "html",
            "broken-comment",
            "a comment that is never closed",
            {"/": answer("<title>Comment</title><p>before<!-- after <a href=/decoy>x</a>")},
            {"/": fetched("Comment")},
            never=("/decoy",),
        ),
        trap(
            "html",
            "broken-nul",
            "NUL bytes all over",
            {
                "/": answer(b"<title>N\0ul</title>\0<p>\0<a href=/found>x</a>"),
                "/found": page("Found"),
            },
            {"/": fetched(), "/found": fetched("Found")},
        ),
        trap(
            "html",
            "broken-no-html",
            "a text without any markup",
            {"/": answer("Just words, and not one angle bracket.")},
            {"/": fetched()},
        ),
        trap(
            "html",
            "broken-two-titles",
            "a title in a picture and one in the head",
            {"/": answer("<title>Right</title><svg><title>Wrong</title></svg>")},
            {"/": fetched("Right")},
        ),
        trap(
            "html",
            "broken-title-entities",
            "entities and spaces in a title",
            {"/": answer("<title>\n  Bower &amp;\n  bird&#x21; </title>")},
            {"/": fetched("Bower & bird!")},
        ),
        trap(
            "html",
            "broken-bytes",
            "random bytes that say they are HTML",
            {"/": answer(bytes(range(256)) * 200)},
            {"/": any_of("fetched", "refused", "failed")},
        ),
    ]


def _asks(name: str, why: str, meta: str, fields: Fields, noindex: bool, nofollow: bool) -> Trap:
    body = html("Asks", links("/below")).replace("</head>", f"{meta}</head>")
    below = Expect(("refused", "unknown"), ("nofollow",)) if nofollow else fetched("Below")
    return trap(
        "html",
        f"asks-{name}",
        why,
        {"/": answer(body, fields=fields), "/below": page("Below")},
        {"/": fetched("Asks", noindex=noindex), "/below": below},
        never=("/below",) if nofollow else (),
        asked=() if nofollow else ("/below",),
    )


def _directives() -> list[Trap]:
    def meta(content: str, name: str = "robots") -> str:
        return f'<meta name="{name}" content="{content}">'

    tag = "X-Robots-Tag"
    return [
        _asks(
            "noindex",
            "meta noindex: read and followed, not served",
            meta("noindex"),
            {},
            True,
            False,
        ),
        _asks(
            "nofollow",
            "meta nofollow: its links are not asked for",
            meta("nofollow"),
            {},
            False,
            True,
        ),
        _asks("none", "none is both", meta("none"), {}, True, True),
        _asks(
            "case",
            "directives in any case, with spaces",
            meta(" NoIndex ,NOFOLLOW ", "ROBOTS"),
            {},
            True,
            True,
        ),
        _asks(
            "two-metas",
            "two meta elements add up",
            meta("noindex") + meta("nofollow"),
            {},
            True,
            True,
        ),
        _asks(
            "own-name",
            "a meta element for us by name",
            meta("nofollow", "bowerbird"),
            {},
            False,
            True,
        ),
        _asks(
            "other-name",
            "a meta element for another bot",
            meta("none", "otherbot"),
            {},
            False,
            False,
        ),
        _asks(
            "out-of-date",
            "unavailable_after names a day long ago: not served any more",
            meta("unavailable_after: 25 Jun 2010 15:00:00 GMT"),
            {},
            True,
            False,
        ),
        _asks(
            "in-date",
            "unavailable_after names a day to come",
            meta("unavailable_after: Sun, 25 Jun 2999 15:00:00 GMT"),
            {},
            False,
            False,
        ),
        # Names of headers have no case: for this server these are two, for a client one said twice.
        _asks(
            "two-headers",
            "the header comes twice, and both count",
            "",
            {tag: "noindex", tag.lower(): "nofollow"},
            True,
            True,
        ),
        _asks("header", "the header says none", "", {tag: "none"}, True, True),
        _asks(
            "header-own", "the header addresses us", "", {tag: "Bowerbird: nofollow"}, False, True
        ),
        _asks(
            "header-other",
            "the header addresses another bot",
            "",
            {tag: "otherbot: none"},
            False,
            False,
        ),
        _asks(
            "header-and-meta",
            "header and meta element add up",
            meta("noindex"),
            {tag: "nofollow"},
            True,
            True,
        ),
        _asks(
            "unknown", "directives nobody knows", meta("nobirds, max-snippet:-1"), {}, False, False
        ),
        _asks("all", "index and follow are the rule anyway", meta("all"), {}, False, False),
    ]


def _marked() -> list[Trap]:
    both = '<a href="/vouched" rel="nofollow">x</a><a href="/vouched">x</a>'
    only = '<a href="/unvouched" rel="external NOFOLLOW">x</a>'
    return [
        trap(
            "html",
            "rel-nofollow",
            "a link that is not vouched for",
            {"/": page("Rel", only)},
            {"/": fetched("Rel"), "/unvouched": Expect(("refused", "unknown"), ("nofollow",))},
            never=("/unvouched",),
        ),
        trap(
            "html",
            "rel-ugc",
            "a link that a guest wrote is followed all the same",
            {
                "/": page("Guests", '<a href="/found" rel="ugc">x</a>'),
                "/found": page("Found"),
            },
            {"/found": fetched("Found")},
            asked=("/found",),
        ),
        trap(
            "html",
            "rel-commas",
            "a rel with commas for spaces",
            {"/": page("Commas", '<a href="/unvouched" rel="ugc,nofollow">x</a>')},
            {"/unvouched": Expect(("refused", "unknown"), ("nofollow",))},
            never=("/unvouched",),
        ),
        trap(
            "html",
            "rel-both",
            "the same link once with nofollow, once without",
            {"/": page("Both", both), "/vouched": page("Vouched")},
            {"/vouched": fetched("Vouched")},
            asked=("/vouched",),
        ),
        trap(
            "html",
            "rel-like",
            "a rel that only contains the word",
            {
                "/": page("Like", '<a href="/found" rel="notnofollow">x</a>'),
                "/found": page("Found"),
            },
            {"/found": fetched("Found")},
            asked=("/found",),
        ),
    ]
