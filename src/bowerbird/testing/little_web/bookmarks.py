"""A bookmarking site of the little web: people keep its pages, and tag them with their subjects.

`LITTLE_WEB.bookmarks` has every triple. No other page leads here and no truth of the rest counts
it. Its pages are as such sites are: a page for each tag and each user, with a list of items in
pages, and a cloud of tags beside it.
"""

from collections.abc import Collection, Mapping
from hashlib import md5
from html import escape
from urllib.parse import parse_qs, quote, unquote, urlsplit

from msgspec import Struct

from bowerbird.testing.serving import Answer, Asked

HOST = "marks.test"
PEOPLE = ("ann", "bob", "cleo", "dan")
PER_PAGE = 20
MOST = 12  # pages of one subject that somebody kept
# What people call pages of a topic; None: of any other.
NAMES: Mapping[str | None, tuple[str, ...]] = {
    "solar-energy": ("SolarEnergy", "solar-panels", "photovoltaics"),
    "tapirs": ("tapir", "Wildlife"),
    "bicycles": ("bicycle", "cycling"),
    "mouse-device": ("computer-mouse", "hardware"),
    "mouse-rodent": ("mice", "rodents"),
    None: ("misc", "reading-list"),
}


class Kept(Struct, frozen=True):
    """Somebody kept a page."""

    url: str
    title: str
    user: str
    tags: tuple[str, ...]


class Bookmarks:
    """What the site says."""

    def __init__(self, pages: Mapping[str, tuple[str, Collection[str]]]) -> None:
        """`pages`: URL → (title, topics)."""
        self.kept = tuple(_kept(pages))
        self.tags = sorted({tag for each in self.kept for tag in each.tags})

    def answer(self, asked: Asked) -> Answer | None:
        """None where it is no page of its."""
        if asked.host != HOST:
            return None
        parts = urlsplit(asked.target)
        page = int(parse_qs(parts.query).get("page", ["1"])[0])
        kind, _, name = unquote(parts.path).lstrip("/").partition("/")
        if parts.path == "/robots.txt":
            return Answer(200, (("Content-Type", "text/plain"),), b"User-agent: *\nDisallow: /add")
        if not kind:
            return _page("Newest bookmarks", self._items(self.kept, parts.path, page), self.tags)
        if kind == "t" and name in self.tags:
            chosen = [each for each in self.kept if name in each.tags]
        elif kind == "u" and name in PEOPLE:
            chosen = [each for each in self.kept if each.user == name]
        else:
            return None
        return _page(f"Bookmarks of {name}", self._items(chosen, parts.path, page), self.tags)

    def _items(self, chosen: Collection[Kept], path: str, page: int) -> str:
        shown = list(chosen)[(page - 1) * PER_PAGE : page * PER_PAGE]
        lines = [
            f'<li class="item"><a class="title" href="{escape(each.url)}">{escape(each.title)}</a> '
            f'<span class="tags">{" ".join(_link("t", tag) for tag in each.tags)}</span> '
            f'kept by {_link("u", each.user)} <a href="/add?url={quote(each.url)}">keep it, too</a>'
            for each in shown
        ]
        more = f'<a href="{path}?page={page + 1}">more</a>' if page * PER_PAGE < len(chosen) else ""
        return f'<ul class="items">{"".join(lines)}</ul>{more}'


def _kept(pages: Mapping[str, tuple[str, Collection[str]]]) -> list[Kept]:
    found = []
    counts: dict[str | None, int] = {}
    for url, (title, topics) in sorted(pages.items()):
        topic = min(topics) if topics else None
        counts[topic] = counts.get(topic, 0) + 1
        if counts[topic] > MOST:
            continue
        number = int(md5(url.encode(), usedforsecurity=False).hexdigest(), 16)
        names = NAMES[topic]
        for turn in range(1 + number % 2):
            user = PEOPLE[(number // 2 + turn) % len(PEOPLE)]
            tags = (names[(number + turn) % len(names)], f"{2000 + number % 26}")
            found.append(Kept(url, title, user, tags))
    return found


def _link(kind: str, name: str) -> str:
    return f'<a href="/{kind}/{quote(name)}">{escape(name)}</a>'


def _page(title: str, items: str, tags: Collection[str]) -> Answer:
    cloud = " ".join(_link("t", tag) for tag in tags)
    html = (
        f'<!DOCTYPE html><html lang="en"><title>{escape(title)} - Marks</title>'
        f'<nav><a href="/">All bookmarks</a> {cloud}</nav><main><h1>{escape(title)}</h1>{items}'
        "</main><footer><p>People keep what they like here.</p></footer>"
    )
    return Answer(200, (("Content-Type", "text/html; charset=utf-8"),), html.encode())
