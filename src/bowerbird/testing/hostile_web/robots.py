"""Traps in robots.txt: its status, its bytes, its grammar (RFC 9309)."""

import gzip

from bowerbird.testing.hostile_web.scripts import (
    answer,
    any_of,
    fetched,
    head,
    html,
    links,
    page,
    raw,
    redirect,
    refused,
    text,
    trap,
)
from bowerbird.testing.hostile_web.values import Act, Expect, Reply, Trap

HALF_A_MEBIBYTE = 500 * 1024
RULES = "User-agent: *\nDisallow: /secret\n"
HOME = page("Home", links("/open", "/secret/x"))
SITE: dict[str, Reply] = {"/": HOME, "/open": page("Open"), "/secret*": page("Secret")}
ROBOTS = refused("robots")
# Asked again later: until then the URL may wait in the queue, and need not have a row.
UNREACHABLE = Expect(("refused", "queued", "unknown"), ("robots-unreachable",))


def robots_traps() -> list[Trap]:
    """Every trap that a robots.txt can be."""
    return [*_allowing(), *_unreachable(), *_redirected(), *_bytes(), *_grammar(), *_scopes()]


def _case(name: str, why: str, robots: Reply, allowed: bool | None, **more: Reply) -> Trap:
    """A host with this robots.txt; may /secret/x be asked for? None: both are right."""
    secret = any_of("fetched", "refused") if allowed is None else fetched() if allowed else ROBOTS
    return trap(
        "robots",
        name,
        why,
        {**SITE, "/robots.txt": robots, **more},
        {"/": fetched("Home"), "/open": fetched("Open"), "/secret/x": secret},
        never=("/secret",) if allowed is False else (),
        asked=("/secret/x",) if allowed else (),
    )


def _allowing() -> list[Trap]:
    return [
        _case(
            f"robots-{status}",
            f"robots.txt answers {status}: 4xx allows everything, whatever the body says",
            text(RULES, status),
            True,
        )
        for status in (400, 401, 403, 404, 410)
    ]


def _shut(name: str, why: str, robots: Reply, most: int = 6) -> Trap:
    return trap(
        "robots",
        name,
        why,
        {**SITE, "/robots.txt": robots},
        {"/": UNREACHABLE},
        never=("/open", "/secret"),
        at_most=(("/robots.txt", most),),
    )


def _unreachable() -> list[Trap]:
    cut = raw(head(200, {"Content-Type": "text/plain", "Content-Length": "5000"}), b"User-agent: *")
    late = raw(head(200, {"Content-Type": "text/plain"}), b"User-agent: *\n", Act.STALL)
    allow = "User-agent: *\nAllow: /\n"
    return [
        *(
            _shut(
                f"robots-{status}",
                f"robots.txt answers {status}: nothing may be asked until it answers",
                text(allow, status),
            )
            for status in (429, 500, 502, 503)
        ),
        _shut("robots-timeout", "robots.txt never answers", raw(Act.STALL)),
        _shut("robots-stalls", "robots.txt stops in the middle", late),
        _shut("robots-dropped", "the connection is reset instead of an answer", raw(Act.DROP)),
        _shut("robots-truncated", "robots.txt is shorter than promised", cut),
        _shut(
            "robots-garbage",
            "the answer to robots.txt is not HTTP",
            raw(b"\x00\x01\x02 nonsense\n"),
        ),
    ]


def _hops(count: int) -> dict[str, Reply]:
    made: dict[str, Reply] = {f"/hop/{n}": redirect(f"/hop/{n + 1}") for n in range(1, count)}
    made[f"/hop/{count}"] = text(RULES)
    return made


def _redirected() -> list[Trap]:
    abroad = "http://robots-abroad-rules.hostile.test/rules.txt"
    return [
        _case(
            "robots-five-hops",
            "five redirects lead to the rules: follow them",
            redirect("/hop/1", 301),
            False,
            **_hops(5),
        ),
        _case(
            "robots-many-hops",
            "thirty redirects: beyond all patience the rules are unavailable",
            redirect("/hop/1", 301),
            True,
            **_hops(30),
        ),
        _case(
            "robots-loop",
            "robots.txt redirects to itself: unavailable, so all is allowed",
            redirect("/robots.txt"),
            True,
        ),
        trap(
            "robots",
            "robots-abroad",
            "the rules lie on another host and hold for this one only",
            {
                **SITE,
                "/robots.txt": redirect(abroad),
                abroad: text(RULES),
                "http://robots-abroad-rules.hostile.test/secret/y": page("Not so secret"),
            },
            {
                "/": fetched("Home"),
                "/secret/x": ROBOTS,
                "http://robots-abroad-rules.hostile.test/secret/y": fetched("Not so secret"),
            },
            seeds=("/", "http://robots-abroad-rules.hostile.test/secret/y"),
            never=("/secret",),
        ),
    ]


def _bytes() -> list[Trap]:
    filler = "# filler\n" * 70_000  # about 615 KiB
    edge = RULES + "#" * (HALF_A_MEBIBYTE - len(RULES) - len("\nDisallow: /op")) + "\n"
    packed = gzip.compress(RULES.encode(), mtime=0)
    return [
        _case(
            "robots-tail",
            "a rule after 500 KiB is ignored, the rules before it hold",
            text(RULES + filler + "Disallow: /open\n"),
            False,
        ),
        _case(
            "robots-half-line",
            "the limit cuts a line: half a rule is no rule",
            text(edge + "Disallow: /open-but-longer\n"),
            False,
        ),
        _case(
            "robots-bom",
            "a byte order mark before the first line",
            text(b"\xef\xbb\xbf" + RULES.encode()),
            False,
        ),
        _case("robots-cr", "lines end with CR alone", text(RULES.replace("\n", "\r")), False),
        _case(
            "robots-nul",
            "NUL bytes stand in a line of their own",
            text(b"\x00\x00\n" + RULES.encode()),
            False,
        ),
        _case(
            "robots-html",
            "a page of HTML where robots.txt should be: no rules",
            answer(html("Not robots", RULES.replace("\n", "<br>"))),
            True,
        ),
        _case(
            "robots-utf16",
            "robots.txt in UTF-16: both readings are right, dying is not",
            text(RULES.encode("utf-16")),
            None,
        ),
        _case("robots-empty", "an empty robots.txt allows everything", text(""), True),
        _case(
            "robots-gzip",
            "robots.txt comes packed, as Content-Encoding says",
            answer(packed, 200, {"Content-Type": "text/plain", "Content-Encoding": "gzip"}),
            False,
        ),
        _case(
            "robots-binary",
            "robots.txt says it is a picture and is text all the same",
            answer(RULES, 200, {"Content-Type": "image/png"}),
            None,
        ),
    ]


GRAMMAR: tuple[tuple[str, str, str, bool], ...] = (
    (
        "merged",
        "two groups for Bowerbird are one",
        "User-agent: Bowerbird\nDisallow: /a\n\n"
        "User-agent: x\nDisallow: /\n\nUser-agent: bowerbird\nDisallow: /secret\n",
        False,
    ),
    (
        "version",
        "a version behind the name does not matter",
        "User-agent: Bowerbird/1.2\nDisallow: /secret\n",
        False,
    ),
    (
        "own-group",
        "* does not count where a group of our own is there",
        "User-agent: *\nDisallow: /\n\nUser-agent: Bowerbird\nDisallow: /none\n",
        True,
    ),
    (
        "prefix",
        "the name of another bot that begins like ours is not ours",
        "User-agent: Bower\nDisallow: /\n\nUser-agent: *\nDisallow: /secret\n",
        False,
    ),
    (
        "unknown-line",
        "a line nobody knows does not end a group",
        "User-agent: Bowerbird\nFoo: bar\nSitemap: http://x.test/s.xml\nUser-agent: other\n"
        "Disallow: /secret\n",
        False,
    ),
    (
        "longest-allow",
        "the longest rule wins",
        "User-agent: *\nDisallow: /secret\nAllow: /secret/x\n",
        True,
    ),
    (
        "longest-disallow",
        "the longest rule wins, whatever its place",
        "User-agent: *\nAllow: /\nDisallow: /secret/x\nAllow: /secret\n",
        False,
    ),
    (
        "tie",
        "of two equally long rules the one that allows wins",
        "User-agent: *\nDisallow: /secret/x\nAllow: /secret/x\n",
        True,
    ),
    ("star", "* stands for anything", "User-agent: *\nDisallow: /s*t/x\n", False),
    (
        "end",
        "$ is the end: longer paths are not meant",
        "User-agent: *\nDisallow: /secret$\n",
        True,
    ),
    ("end-hit", "$ is the end: this path is meant", "User-agent: *\nDisallow: /*/x$\n", False),
    (
        "percent",
        "percent signs are compared after normalising",
        "User-agent: *\nDisallow: /s%65cret/\n",
        False,
    ),
    (
        "case",
        "names of lines and bots are compared without case",
        "USER-AGENT: BOWERBIRD\nDISALLOW: /secret\n",
        False,
    ),
    ("path-case", "paths are compared with case", "User-agent: *\nDisallow: /SECRET\n", True),
    ("empty-rule", "an empty Disallow allows", "User-agent: *\nDisallow:\n", True),
    ("orphan", "a rule before any User-agent counts for nobody", "Disallow: /\n", True),
    (
        "comments",
        "comments and spaces around everything",
        "  User-agent : *  # all\n\tDisallow :  /secret   # not here\n",
        False,
    ),
    (
        "crawl-delay-between",
        "Crawl-delay does not end a group of names",
        "User-agent: Bowerbird\nCrawl-delay: 0.1\nUser-agent: other\nDisallow: /secret\n",
        False,
    ),
    (
        "no-slash",
        "many groups of others before ours",
        "".join(f"User-agent: bot{n}\nDisallow: /\n\n" for n in range(500)) + RULES,
        False,
    ),
)


def _grammar() -> list[Trap]:
    return [
        _case(f"robots-{name}", why, text(rules), allowed) for name, why, rules, allowed in GRAMMAR
    ]


def _scopes() -> list[Trap]:
    shut = "User-agent: *\nDisallow: /\n"
    query = "User-agent: *\nDisallow: /*?secret=\n"
    target = "/find?secret=1"
    eighty = "http://robots-port.hostile.test/"
    other = "http://robots-port.hostile.test:8080/"
    return [
        trap(
            "robots",
            "robots-everything",
            "all is forbidden but robots.txt itself",
            {**SITE, "/robots.txt": text(shut)},
            {"/": ROBOTS},
            never=("/open", "/secret"),
            asked=("/robots.txt",),
        ),
        trap(
            "robots",
            "robots-query",
            "rules see the query, too",
            {
                "/robots.txt": text(query),
                "/": page("Query", links(target, "/find?open=1")),
                "/find?open=1": page("Open"),
                target: page("Secret"),
            },
            {target: ROBOTS, "/find?open=1": fetched("Open")},
            never=(target,),
        ),
        trap(
            "robots",
            "robots-port",
            "each port has rules of its own",
            {
                "/robots.txt": text(shut),
                "/": page("Port 80"),
                other + "robots.txt": text(""),
                other: page("Port 8080"),
            },
            {eighty: ROBOTS, other: fetched("Port 8080")},
            seeds=(eighty, other),
        ),
        trap(
            "robots",
            "robots-behind-redirect",
            "a redirect leads to where robots may not go",
            {
                "/robots.txt": text(RULES),
                "/": page("Door", links("/in")),
                "/in": redirect("/secret/x"),
                "/secret/x": page("Secret"),
            },
            {"/in": Expect(("redirected",)), "/secret/x": ROBOTS},
            never=("/secret",),
        ),
        trap(
            "robots",
            "robots-once",
            "robots.txt is asked for once, not before every page",
            {
                "/robots.txt": text(""),
                "/": page("Home", links(*(f"/{n}" for n in range(8)))),
                **{f"/{n}": page(f"Page {n}") for n in range(8)},
            },
            {f"/{n}": fetched(f"Page {n}") for n in range(8)},
            once=("/robots.txt",),
        ),
    ]
