"""Traps in lists of URLs: sitemaps and feeds that lie, loop, or lead elsewhere."""

import gzip
import json
from collections.abc import Mapping

from bowerbird.testing.hostile_web.scripts import (
    answer,
    any_of,
    fetched,
    links,
    page,
    redirect,
    redirected,
    text,
    trap,
)
from bowerbird.testing.hostile_web.values import Expect, Reply, Script, Trap
from bowerbird.testing.serving import Asked

XML, ATOM, RSS = "application/xml", "application/atom+xml", "application/rss+xml"
NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
PROLOGUE = '<?xml version="1.0" encoding="UTF-8"?>'
INSIDE = "http://169.254.169.254/latest/"


def list_traps() -> list[Trap]:
    """Every trap that a sitemap or a feed can be."""
    return [*_sitemaps(), *_endless(), *_elsewhere(), *_feeds(), *_torn()]


def _typed(content: str | bytes, media_type: str) -> Script:
    return answer(content, fields={"Content-Type": media_type})


def _list(name: str, why: str, reply: Reply, *found: str, **checks: object) -> Trap:
    """The home page names /list, which leads to these; whatever else there is, is no page."""
    return trap(
        "lists", name, why,
        {"/": page("Home", links("/list")), "/list": reply,
         **{target: page(f"Found {target}") for target in found}},
        {"/": fetched("Home"), **{target: fetched(f"Found {target}") for target in found}},
        **{"asked": found, **checks},
    )  # fmt: skip


def _map(host: str, *targets: str, space: str = NAMESPACE, kind: str = "url") -> str:
    """A sitemap, or with `kind` sitemap an index of some."""
    whole = [f"http://{host}.hostile.test{to}" if to.startswith("/") else to for to in targets]
    entries = "".join(f"<{kind}><loc>{url}</loc></{kind}>" for url in whole)
    root = "urlset" if kind == "url" else "sitemapindex"
    return f"{PROLOGUE}<{root} {space}>{entries}</{root}>"


def _sitemaps() -> list[Trap]:
    packed = gzip.compress(_map("sitemap-gz", "/x").encode(), mtime=0)
    marked = b"\xef\xbb\xbf" + _map("sitemap-bom", "/x").encode()
    odd = 'xmlns="https://sitemaps.example.org/0.84"'
    lines = "http://sitemap-text.hostile.test/x\r\nhttp://sitemap-text.hostile.test/y\r\n"
    return [
        _list("sitemap-bom", "a sitemap behind a byte order mark", _typed(marked, XML), "/x"),
        _list("sitemap-namespace", "a sitemap of a namespace that is none",
              _typed(_map("sitemap-namespace", "/x", space=odd), XML), "/x"),
        _list("sitemap-bare", "a sitemap without any namespace",
              _typed(_map("sitemap-bare", "/x", space=""), "text/xml"), "/x"),
        _list("sitemap-gz", "a packed sitemap", _typed(packed, "application/gzip"), "/x"),
        _list("sitemap-text", "a sitemap that is a list of lines", text(lines), "/x", "/y"),
        _list("sitemap-spaces", "an address with lines and spaces around it",
              _typed(_map("sitemap-spaces", "\n  http://sitemap-spaces.hostile.test/x \n"), XML),
              "/x"),
        trap(
            "lists", "sitemap-nested", "an index of an index of a sitemap",
            {"/": page("Home", links("/0.xml")),
             "/0.xml": _typed(_map("sitemap-nested", "/1.xml", kind="sitemap"), XML),
             "/1.xml": _typed(_map("sitemap-nested", "/2.xml", kind="sitemap"), XML),
             "/2.xml": _typed(_map("sitemap-nested", "/x"), XML), "/x": page("Found")},
            {"/x": fetched("Found")},
        ),
    ]  # fmt: skip


def _endless() -> list[Trap]:
    def next_index(asked: Asked, _: int) -> Script:
        number = int(asked.target.removeprefix("/map"))
        return _typed(_map("sitemap-endless", f"/map{number + 1}", kind="sitemap"), XML)

    def next_feed(asked: Asked, _: int) -> Script:
        number = int(asked.target.removeprefix("/feed"))
        further = f'<link rel="next" href="/feed{number + 1}"/>'
        return _typed(f'<feed xmlns="http://www.w3.org/2005/Atom">{further}</feed>', ATOM)

    both = {
        f"/{one}": _typed(_map("sitemap-loop", f"/{one}", f"/{other}", kind="sitemap"), XML)
        for one, other in (("a.xml", "b.xml"), ("b.xml", "a.xml"))
    }
    return [
        trap(
            "lists", "sitemap-loop", "two indexes of sitemaps name themselves and each other",
            {"/": page("Home", links("/a.xml")), **both},
            {"/": fetched("Home")},
            once=("/a.xml", "/b.xml"),
        ),
        trap(
            "lists", "sitemap-endless", "each index of sitemaps names a new one",
            {"/": page("Home", links("/map0")), "/map*": next_index},
            {"/": fetched("Home")},
            at_most=(("/map", 14),),
        ),
        trap(
            "lists", "feed-endless", "each feed says that older news are in a further one",
            {"/": page("Home", links("/feed0")), "/feed*": next_feed},
            {"/": fetched("Home")},
            at_most=(("/feed", 300),),
        ),
    ]  # fmt: skip


def _elsewhere() -> list[Trap]:
    other = "http://sitemap-victim.farm.test/"
    foreign = Expect(("refused", "unknown"), ("foreign-sitemap",))
    mapped = _map("sitemap-foreign", other, "/x")
    inner = "http://10.0.0.7/inner"
    item = f"<item><link>{inner}</link></item>"
    return [
        trap(
            "lists", "sitemap-foreign", "a sitemap lists pages of another's site",
            {"/": page("Home", links("/list")), "/list": _typed(mapped, XML),
             "/x": page("Own"), other: page("Victim")},
            {"/x": fetched("Own"), other: foreign},
            never=(other,),
        ),
        trap(
            "lists", "sitemap-inside", "a sitemap leads inside",
            {"/": page("Home", links("/list")),
             "/list": _typed(_map("sitemap-inside", INSIDE), XML)},
            {INSIDE: Expect(("refused", "unknown"), ("foreign-sitemap", "private-address"))},
            never=(INSIDE,),
        ),
        _list("sitemap-relative", "addresses in a sitemap have to be whole",
              _typed(f"{PROLOGUE}<urlset {NAMESPACE}><url><loc>half</loc></url></urlset>", XML),
              never=("/half",), asked=("/list",)),
        trap(
            "lists", "feed-inside", "a feed leads inside",
            {"/": page("Home", links("/list")),
             "/list": _typed(f"<rss version='2.0'><channel>{item}</channel></rss>", RSS)},
            {inner: Expect(("refused", "unknown"), ("private-address", "scope"))},
            never=(inner,),
        ),
    ]  # fmt: skip


FEEDS: Mapping[str, tuple[str, str, str, str]] = {  # why, media type, what it says, where it leads
    "base": (
        "links of a feed stand below its xml:base", ATOM,
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/deep/"><entry><title>T</title>'
        '<link href="leaf"/></entry></feed>', "/deep/leaf"),
    "guid": (
        "an item without a link is where its guid says", RSS,
        '<rss version="2.0"><channel><item><title>T</title><guid>http://feed-guid.hostile.test/x'
        "</guid></item></channel></rss>", "/x"),
    "link-not-guid": (
        "of link and guid the link counts", RSS,
        '<rss version="2.0"><channel><item><link>/x</link><guid>http://feed-link-not-guid.'
        "hostile.test/decoy</guid></item></channel></rss>", "/x"),
    "name-not-place": (
        "a guid may be a name that is no place", RSS,
        '<rss version="2.0"><channel><item><guid isPermaLink="false">/decoy</guid></item><item>'
        "<link>/x</link></item></channel></rss>", "/x"),
    "rdf": (
        "items of the oldest feeds stand beside their channel", "application/rdf+xml",
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns="http://purl.org/rss/1.0/"><channel rdf:about="/"><title>C</title></channel>'
        '<item rdf:about="/x"><title>T</title><link>/x</link></item></rdf:RDF>', "/x"),
    "old": (
        "a feed of version 0.91, as text/xml", "text/xml",
        '<rss version="0.91"><channel><item><title>T</title><link>/x</link></item></channel></rss>',
        "/x"),
    "spaces": (
        "a link with lines and spaces around it", RSS,
        '<rss version="2.0"><channel><item><link>\n   /x\n  </link></item></channel></rss>', "/x"),
    "json": (
        "a feed in JSON", "application/feed+json",
        json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "F", "items": [
            {"id": "1", "url": "http://feed-json.hostile.test/x", "content_text": "T"}]}), "/x"),
}  # fmt: skip


def _feeds() -> list[Trap]:
    tracked = '<rss version="2.0"><channel><item><link>/click</link></item></channel></rss>'
    return [
        *(
            _list(f"feed-{name}", why, _typed(said, media_type), target, never=("/decoy",))
            for name, (why, media_type, said, target) in FEEDS.items()
        ),
        trap(
            "lists", "feed-tracked", "items of a feed lie behind a redirect that counts visits",
            {"/": page("Home", links("/list")), "/list": _typed(tracked, RSS),
             "/click": redirect("/x"), "/x": page("Found")},
            {"/click": redirected(), "/x": fetched("Found")},
        ),
    ]  # fmt: skip


def _torn() -> list[Trap]:
    whole = _map("sitemap-torn", "/x", "/y")
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    bomb = f'<!DOCTYPE rss [<!ENTITY l0 "lol">{laughs}]><rss><channel><title>&l9;</title></channel>'
    survived = any_of("fetched", "failed", reasons=("broken", "bomb"))
    return [
        trap(
            "lists", name, why,
            {"/": page("Home", links("/list", "/after")), "/list": _typed(said, media_type),
             "/after": page("After")},
            {"/list": survived, "/after": fetched("After")},
        )
        for name, why, said, media_type in (
            ("sitemap-torn", "a sitemap that ends in the middle", whole[:-40], XML),
            ("feed-bomb", "entities of entities in a feed", f"{bomb}</rss>", RSS),
            ("feed-not-xml", "a feed that says & where it may not", "<rss><channel><title>A & B"
             "</title><item><link>/x?a=1&b=2</link></item></channel></rss>", RSS),
        )
    ]  # fmt: skip
