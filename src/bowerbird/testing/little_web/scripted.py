"""Lists of the little web that scripts draw: empty as they are sent, complete in a browser.

`LITTLE_WEB.scripted` has them with their true records. No other page leads here and no truth of the
rest counts them: a crawl without a browser sees nothing of them.
"""

import json
from html import escape
from random import Random
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

from bowerbird.testing.serving import Answer, Asked

HOST = "scripted.test"
MAKERS = ("Acme", "Pointer Works", "Desk and Co", "Nestling")
KINDS = ("Glider", "Swift", "Quiet", "Bolt", "Orbit", "Feather", "Harbour", "Meadow")
TEMPLATE = """\
name = "{name}"
applies_to = ["prefix({url})"]
actions = {actions}
record = "ul.goods > li"

[[fields]]
name = "title"
selector = "h3"
required = true

[[fields]]
name = "price"
selector = "span.price"

[[fields]]
name = "maker"
selector = ".maker b"

[[fields]]
name = "link"
selector = "h3 a"
type = "link"
"""


class Good(Struct, frozen=True):
    """One record."""

    title: str
    price: str
    maker: str
    link: str


class ScriptedList(Struct, frozen=True):
    """A page whose list is drawn by a script."""

    name: str
    records: tuple[Good, ...]
    per_part: int
    actions: tuple[str, ...]  # what a person would do to see all of it
    before: str = ""  # HTML in front of the list
    after: str = ""  # and behind it
    script: str = ""

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://{HOST}/{self.name}"

    @property
    def template(self) -> str:
        """A template that takes its records."""
        actions = json.dumps(self.actions)
        return TEMPLATE.format(name=self.name, url=self.url, actions=actions)


def scripted_lists() -> tuple[ScriptedList, ...]:
    """Every way in which sites draw lists."""
    more = '<button class="more">Show more</button>'
    banner = (
        '<div id="cookie-banner" role="dialog" style="position:fixed;inset:0;background:#fffd">'
        "<p>We use cookies to make this list nicer.</p>"
        "<button>Settings</button><button>Accept all</button></div>"
    )
    return (
        ScriptedList("drawn", _goods("drawn", 24), 24, (), script="load();"),
        ScriptedList("endless", _goods("endless", 60), 8, ("scroll",), script=ENDLESS),
        ScriptedList(
            "more", _goods("more", 33), 7, ("next button.more",), after=more, script=MORE
        ),
        ScriptedList(
            "turned", _goods("turned", 29), 6, ("next button.more",), after=more, script=TURNED
        ),
        ScriptedList(
            "banner", _goods("banner", 20), 7, ("accept-cookies", "next button.more"),
            before=banner, after=more, script=BANNER,
        ),
    )  # fmt: skip


class Scripted:
    """What their host says."""

    def __init__(self) -> None:
        self.lists = scripted_lists()
        self._by_path = {f"/{each.name}": each for each in self.lists}

    def answer(self, asked: Asked) -> Answer | None:
        """None where it is no page of theirs."""
        if asked.host != HOST:
            return None
        parts = urlsplit(asked.target)
        if parts.path == "/robots.txt":
            return _text("User-agent: *\nDisallow: /private/\n", "text/plain")
        if parts.path == "/goods.json":
            return self._part(parse_qs(parts.query))
        shown = self._by_path.get(parts.path)
        return None if shown is None else _text(_page(shown), "text/html; charset=utf-8")

    def _part(self, query: dict[str, list[str]]) -> Answer | None:
        shown = self._by_path.get("/" + query.get("list", [""])[0])
        number = query.get("part", ["0"])[0]
        if shown is None or not number.isdecimal():
            return None
        first = int(number) * shown.per_part
        part = shown.records[first : first + shown.per_part]
        last = first + shown.per_part >= len(shown.records)
        goods = [
            {"title": good.title, "price": good.price, "maker": good.maker, "link": good.link}
            for good in part
        ]
        return _text(json.dumps({"goods": goods, "last": last}), "application/json")


def _goods(name: str, count: int) -> tuple[Good, ...]:
    """Some of them are alike but for their number, and prices repeat: as goods do."""
    random = Random(f"goods/{name}")  # noqa: S311 - goods, not secrets
    return tuple(
        Good(
            f"{KINDS[number % len(KINDS)]} {number // len(KINDS) + 1}",
            f"{random.randrange(9, 30)}.{random.choice((0, 50, 99)):02d} €",
            random.choice(MAKERS),
            f"http://{HOST}/{name}/{number}",
        )
        for number in range(count)
    )


def _text(content: str, media_type: str) -> Answer:
    return Answer(200, (("Content-Type", media_type),), content.encode())


def _page(shown: ScriptedList) -> str:
    prose = (
        f"This list of things for desks is called {escape(shown.name)}. It is sent without a "
        "single thing in it: a script asks for them, part by part, and draws them as they come. "
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>Things for desks: {shown.name}</title>"
        "<style>li { height: 150px }</style></head>\n<body>"
        f'<header><nav><a href="/">Home</a></nav></header>\n{shown.before}'
        f"<main><h1>Things for desks</h1><p>{prose * 2}</p>\n"
        f'<ul class="goods" data-list="{shown.name}"></ul>\n{shown.after}</main>\n'
        "<footer><p>Little web</p></footer>\n"
        f"<script>{DRAWING}\n{shown.script}</script></body></html>\n"
    )


DRAWING = """
const list = document.querySelector('ul.goods');
let part = 0, last = false;
const item = good => `<li><h3><a href="${good.link}">${good.title}</a></h3>` +
  `<span class="price">${good.price}</span> <p class="maker">by <b>${good.maker}</b></p></li>`;
async function load(exchange) {
  const answer = await fetch(`/goods.json?list=${list.dataset.list}&part=${part++}`);
  const found = await answer.json();
  const html = found.goods.map(item).join('');
  last = found.last;
  if (exchange) list.innerHTML = html; else list.insertAdjacentHTML('beforeend', html);
}
"""
ENDLESS = """
let busy = false;
async function more() {
  if (busy || last || innerHeight + scrollY < document.body.scrollHeight - 50) return;
  busy = true; await load(); busy = false;
}
addEventListener('scroll', more);
load();
"""
MORE = """
const button = document.querySelector('button.more');
button.onclick = async () => { await load(); if (last) button.remove(); };
load();
"""
TURNED = """
const button = document.querySelector('button.more');
button.onclick = async () => { await load(true); button.disabled = last; };
load(true);
"""
BANNER = (
    """
const banner = document.querySelector('#cookie-banner');
function agreed() { banner.remove(); }
if (document.cookie.includes('agreed=yes')) agreed();
banner.querySelector('button:last-child').onclick = () => {
  document.cookie = 'agreed=yes; path=/; max-age=86400'; agreed();
};
"""
    + MORE
)
