"""A site asked for itself: its sitemaps and its feeds, what speaks for the query first.

They know no words but those of URLs, titles and summaries; where none of the query is among them,
nothing is found. A site alone as the query means all that it lists.
"""

import re
from collections.abc import Sequence
from urllib.parse import urljoin, urlsplit

import msgspec

from bowerbird.model.seed import Hit
from bowerbird.seeds.metasearch.markup import (
    feed_entries,
    head_links,
    inflated,
    is_html,
    local_name,
    xml_root,
)
from bowerbird.seeds.port import Asked, Question, Steps
from bowerbird.text.stop_lists import STOP_LISTS
from bowerbird.text.tokens import tokens
from bowerbird.web.robots import parse_robots

MOST_SITEMAPS = 20  # of one site
MOST_FEEDS = 5
MOST_KNOWN = 200_000  # URLs that are looked at
FEEDS = frozenset({"application/atom+xml", "application/rss+xml", "application/feed+json"})
_SITE = re.compile(r"(?:https?://)?(?:[\w-]+\.)+[a-zA-Z]{2,}(?::\d+)?(?:/\S*)?")
_SMALL = frozenset(word for words in STOP_LISTS.values() for word in words)
Listed = tuple[str, str, str]  # (URL, title, summary)


class Sitemaps:
    """What robots.txt names, else `/sitemap.xml`; lists of sitemaps are followed."""

    name = "sitemaps"
    address = ""
    pause = 1.0
    remedy = "name a site that has sitemaps as its address"

    def search(self, asked: Asked) -> Steps[list[Hit]]:
        site, words = site_and_words(asked)
        robots = yield Question(urljoin(site, "/robots.txt"), optional=False, also=_MISSING)
        named = list(parse_robots(robots or b"", "Bowerbird").sitemaps)
        waiting = named or [urljoin(site, "/sitemap.xml")]
        found: list[Listed] = []
        for turn, url in enumerate(waiting):
            if turn >= MOST_SITEMAPS or len(found) >= MOST_KNOWN:
                break
            answer = yield Question(url, optional=turn > 0)
            if answer is not None:
                pages, more = sitemap(answer)
                found += [(page, "", "") for page in pages]
                waiting += [each for each in more if each not in waiting]
        return fitting(found, words, asked.most)


class Feeds:
    """A feed, or the feeds that a page of the site names in its head."""

    name = "feeds"
    address = ""
    pause = 1.0
    remedy = "name a feed, or a page whose head names one, as its address"

    def search(self, asked: Asked) -> Steps[list[Hit]]:
        site, words = site_and_words(asked)
        answer = (yield Question(site)) or b""
        if not is_html(answer):
            return fitting(entries(answer), words, asked.most)
        named = [link.href for link in head_links(answer, site)
                 if "alternate" in link.rel and link.kind in FEEDS]  # fmt: skip
        if not named:
            raise ValueError(f"{site} names no feed")
        found: list[Listed] = []
        for turn, url in enumerate(list(dict.fromkeys(named))[:MOST_FEEDS]):
            if (feed := (yield Question(url, optional=turn > 0))) is not None:
                found += entries(feed)
        return fitting(found, words, asked.most)


_MISSING = frozenset({401, 403, 404, 410})  # a site without robots.txt says so in these ways


def site_and_words(asked: Asked) -> tuple[str, list[str]]:
    """The site is the address; without one, it is the query."""
    if asked.address:
        return asked.address, [word for word in tokens(asked.query) if word not in _SMALL]
    if not _SITE.fullmatch(asked.query.strip()):
        raise ValueError("no site is named")
    site = asked.query.strip()
    return site if "://" in site else f"https://{site}", []


def sitemap(data: bytes) -> tuple[list[str], list[str]]:
    """(pages, further sitemaps) that it lists; XML, or a URL a line."""
    plain = inflated(data)
    if plain.lstrip()[:1] != b"<":
        lines = plain.decode("utf-8-sig", "replace").split()
        if not all(line.startswith(("http://", "https://")) for line in lines):
            raise ValueError("neither XML nor a URL a line")
        return lines, []
    root = xml_root(plain)
    places = [
        "".join(map(str, loc.itertext())).strip()
        for entry in root
        for loc in entry
        if local_name(loc) == "loc"
    ]
    is_list = local_name(root) == "sitemapindex"
    return ([], places) if is_list else (places, [])


def entries(data: bytes) -> list[Listed]:
    """Of Atom, RSS, RDF or JSON Feed."""
    if data.lstrip()[:1] == b"{":
        items = msgspec.json.decode(data)["items"]
        return [(each.get("url", ""), each.get("title", ""), each.get("summary", ""))
                for each in items]  # fmt: skip
    return feed_entries(xml_root(data))


def fitting(found: Sequence[Listed], words: Sequence[str], most: int) -> list[Hit]:
    """Those that speak of the query, the ones that name most of its words first."""
    wanted = frozenset(words)
    best: list[tuple[int, Listed]] = []
    for each in dict.fromkeys(found):
        if urlsplit(each[0]).scheme not in ("http", "https"):
            continue
        said = frozenset(tokens(re.sub(r"[-_/.?=&+%]", " ", " ".join(each))))
        fits = sum(any(_same(word, other) for other in said) for word in wanted)
        if fits or not wanted:
            best.append((fits, each))
    best.sort(key=lambda each: -each[0])
    return [Hit(url, title, summary[:500], at)
            for at, (_, (url, title, summary)) in enumerate(best[:most], 1)]  # fmt: skip


def _same(word: str, other: str) -> bool:
    """`tapirs` is `tapir`."""
    return word == other or word.rstrip("s") == other.rstrip("s")
