"""Traps in sameness (canonical links, copies, soft 404) and in politeness."""

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
    text,
    trap,
)
from bowerbird.testing.hostile_web.values import Expect, Reply, Script, Trap
from bowerbird.testing.serving import Asked


def repeat_traps() -> list[Trap]:
    """Pages that say they are others, and pages that are."""
    return [*_canonical(), *_copies()]


def politeness_traps() -> list[Trap]:
    """Hosts that ask for time."""
    return [*_pauses(), *_turns()]


def _hinted(title: str, canonical: str, *hrefs: str) -> Script:
    hint = f'<link rel="canonical" href="{canonical}"></head>'
    return answer(html(title, links(*hrefs)).replace("</head>", hint))


def _canonical() -> list[Trap]:
    return [
        trap(
            "dedup",
            "canonical-loop",
            "two pages each say that the other is the true one",
            {
                "/": page("Loop", links("/a", "/b")),
                "/a": _hinted("Page a", "/b"),
                "/b": _hinted("Page b", "/a"),
            },
            {"/a": fetched("Page a"), "/b": fetched("Page b")},
            once=("/a", "/b"),
        ),
        trap(
            "dedup",
            "canonical-home",
            "every page says that the home page is the true one",
            {
                "/": _hinted("Home", "/", "/1", "/2", "/3"),
                **{f"/{n}": _hinted(f"Article {n}", "/") for n in (1, 2, 3)},
            },
            {f"/{n}": fetched(f"Article {n}") for n in (1, 2, 3)},
            once=("/",),
        ),
        trap(
            "dedup",
            "canonical-gone",
            "the true page is a 404: the copy is kept",
            {"/": _hinted("Copy", "/gone")},
            {"/": fetched("Copy")},
        ),
        trap(
            "dedup",
            "canonical-chain",
            "a chain of five pages, each says the next is the true one",
            {
                "/": _hinted("Link 0", "/1"),
                **{f"/{n}": _hinted(f"Link {n}", f"/{n + 1}") for n in range(1, 6)},
            },
            {"/": fetched("Link 0")},
            at_most=(("/", 9),),
        ),
        trap(
            "dedup",
            "canonical-theft",
            "the true page is said to lie on another's host",
            {"/": _hinted("Mine", "http://169.254.169.254/", "/next"), "/next": page("Next")},
            {"/": fetched("Mine"), "/next": fetched("Next")},
            never=("http://169.254.169.254",),
        ),
        trap(
            "dedup",
            "canonical-nonsense",
            "a canonical link that is no URL",
            {"/": _hinted("Odd", "http://[::1", "/next"), "/next": page("Next")},
            {"/": fetched("Odd"), "/next": fetched("Next")},
        ),
        trap(
            "dedup",
            "canonical-header",
            "a Link header names the true page",
            {
                "/": page("Header", links("/true"), {"Link": '</true>; rel="canonical"'}),
                "/true": page("True"),
            },
            {"/": fetched("Header"), "/true": fetched("True")},
        ),
        trap(
            "dedup",
            "canonical-endless",
            "each page says that a new one is the true one",
            {"/*": lambda asked, _: _hinted(f"At {asked.target}", f"{asked.target}x")},
            {},
            at_most=(("/", 40),),
        ),
    ]


def _copies() -> list[Trap]:
    same = html("Copy", links("/child/1", "/child/2"))
    copies: dict[str, Reply] = {f"/copy/{n}": answer(same) for n in range(6)}
    relative = answer(html("Relative copy", links("deeper/")))

    def counted(asked: Asked, turn: int) -> Script:
        return page("Counter", f"<p>You are visitor {turn} of {asked.target}.</p>")

    def trees(_asked: Asked, _turn: int) -> Script:
        return relative

    return [
        trap(
            "dedup",
            "copies",
            "six copies of one page under six URLs",
            {
                "/": page("Copies", links(*copies)),
                **copies,
                "/child/1": page("Child 1"),
                "/child/2": page("Child 2"),
            },
            {**{url: fetched("Copy") for url in copies}, "/child/1": fetched("Child 1")},
            once=("/child/1", "/child/2"),
        ),
        trap(
            "dedup",
            "copies-tree",
            "the same bytes whatever is asked, with relative links",
            {"/*": trees},
            {"/": fetched("Relative copy")},
            at_most=(("/", 20),),
        ),
        trap(
            "dedup",
            "copies-counter",
            "a page that changes with each visit is asked for once",
            {"/": counted},
            {"/": fetched("Counter")},
            once=("/",),
        ),
        trap(
            "dedup",
            "soft-404",
            "a page that is not there, with status 200",
            {"/": page("Home", links("/missing")), "/*": answer(html("Page not found"))},
            {"/missing": Expect(("fetched", "failed"), remark="soft-404")},
        ),
        trap(
            "dedup",
            "soft-404-own-words",
            "a host that says the same to whatever is asked, in words of its own",
            {
                "/": page("Home", links(*(f"/lost/{n}" for n in range(8)), "/real")),
                "/real": page("Real"),
                "/*": answer(html("Hoppla")),
            },
            {
                "/": fetched("Home"),
                "/real": fetched("Real", remark=""),
                **{f"/lost/{n}": fetched("Hoppla", remark="soft-404") for n in range(8)},
            },
            at_most=(("/", 11),),
        ),
        trap(
            "dedup",
            "not-soft-404",
            "eight true pages that say the same, on a host that knows what is missing",
            {
                "/": page("Home", links(*(f"/same/{n}" for n in range(8)))),
                **{f"/same/{n}": answer(html("Same")) for n in range(8)},
            },
            {f"/same/{n}": fetched("Same", remark="") for n in range(8)},
            at_most=(("/", 10),),
        ),
        trap(
            "dedup",
            "wall-human",
            "a proof of humanity instead of a page, with status 200",
            {"/": page("Home", links("/in")), "/in": answer(html("Just a moment..."))},
            {"/in": Expect(("fetched", "failed"), remark="wall")},
        ),
        trap(
            "dedup",
            "wall-login",
            "a login instead of a page, with status 200",
            {"/": page("Home", links("/in")), "/in": answer(html("You must log in"))},
            {"/in": Expect(("fetched", "failed"), remark="wall")},
        ),
        trap(
            "dedup",
            "wall-consent",
            "a question for consent instead of a page, with status 200",
            {"/": page("Home", links("/in")), "/in": answer(html("Before you continue"))},
            {"/in": Expect(("fetched", "failed"), remark="wall")},
        ),
        trap(
            "dedup",
            "wall-parked",
            "a domain that is for sale instead of a page",
            {"/": page("Home", links("/in")), "/in": answer(html("This domain is for sale"))},
            {"/in": Expect(("fetched", "failed"), remark="wall")},
        ),
        trap(
            "dedup",
            "empty-pages",
            "pages without a word are not repeats of each other's links",
            {
                "/": page("Empty", links("/e/1", "/e/2")),
                "/e/1": answer("<a href=/x1></a>"),
                "/e/2": answer("<a href=/x2></a>"),
                "/x1": page("X 1"),
                "/x2": page("X 2"),
            },
            {"/e/1": fetched(), "/e/2": fetched()},
        ),
    ]


def _pauses() -> list[Trap]:
    pages: dict[str, Reply] = {f"/{n}": page(f"Page {n}") for n in range(4)}
    home = page("Home", links(*pages))
    delay = text("User-agent: *\nCrawl-delay: 0.5\n")
    host = "pause-crawl-delay.hostile.test"
    float_host = "pause-own-group.hostile.test"
    own = text("User-agent: *\nCrawl-delay: 0\n\nUser-agent: Bowerbird\nCrawl-delay: 0.4\n")
    right = {f"/{n}": fetched(f"Page {n}") for n in range(4)}
    return [
        trap(
            "politeness",
            "pause-crawl-delay",
            "half a second between requests is asked for",
            {"/": home, "/robots.txt": delay, **pages},
            right,
            pauses=((host, 0.45),),
        ),
        trap(
            "politeness",
            "pause-request-rate",
            "two requests in a second are asked for",
            {"/": home, "/robots.txt": text("User-agent: *\nRequest-rate: 2/1s\n"), **pages},
            right,
            pauses=(("pause-request-rate.hostile.test", 0.45),),
        ),
        trap(
            "politeness",
            "pause-own-group",
            "another delay for us than for all",
            {"/": home, "/robots.txt": own, **pages},
            right,
            pauses=((float_host, 0.35),),
        ),
        trap(
            "politeness",
            "pause-negative",
            "a delay below zero, one that is no number: neither counts",
            {
                "/": home,
                "/robots.txt": text("User-agent: *\nCrawl-delay: -5\nCrawl-delay: soon\n"),
                **pages,
            },
            right,
        ),
        trap(
            "politeness",
            "pause-over-redirect",
            "redirects wait their turn like pages",
            {"/": redirect("/1"), "/robots.txt": delay, "/1": redirect("/2"), "/2": page("End")},
            {"/2": fetched("End")},
            pauses=(("pause-over-redirect.hostile.test", 0.45),),
        ),
        trap(
            "politeness",
            "pause-in-answer",
            "a page is slow: no second request meanwhile",
            {
                "/": page("Slow", links("/1", "/2", "/3")),
                **{f"/{n}": Script((0.3, *page(f"Slow {n}").steps), keep=True) for n in (1, 2, 3)},
            },
            {f"/{n}": fetched(f"Slow {n}") for n in (1, 2, 3)},
        ),
    ]


def _turns() -> list[Trap]:
    def busy(asked: Asked, turn: int) -> Script:
        if asked.target == "/first" and turn == 1:
            return raw(head(429, {"Retry-After": "2", "Content-Length": "0"}))
        return page(f"At {asked.target}")

    return [
        trap(
            "politeness",
            "turn-whole-host",
            "Retry-After on one page holds for its whole host",
            {
                "/": page("Busy", links("/first", "/second", "/third")),
                "/first": busy,
                "/second": busy,
                "/third": busy,
            },
            {"/second": any_of("fetched", "queued"), "/third": any_of("fetched", "queued")},
            at_most=(("/first", 4),),
        ),
        trap(
            "politeness",
            "turn-agent",
            "every request says who is asking",
            {"/": page("Agent", links("/next")), "/next": page("Next")},
            {"/": fetched("Agent"), "/next": fetched("Next")},
        ),
    ]
