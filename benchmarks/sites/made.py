"""A made-up site: pages of one family, and what a perfect template would read from each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from random import Random

from benchmarks.sites.dress import WAYS, Dress
from benchmarks.sites.words import NOUNS, sentence, slug, title

Row = dict[str, str]


@dataclass(frozen=True)
class MadePage:
    """One page with its records in the order in which they stand there."""

    url: str
    html: str
    records: list[Row]


class World:
    """What a family writes a page with: the site's habits (`site`) and the page's content (`rng`)."""

    def __init__(self, seed: str, page: int, ways: tuple[str, ...] = WAYS) -> None:
        self.site = Random(seed)
        self.rng = Random(f"{seed}/{page}")
        self.page = page
        self.cls = Dress(self.site, self.site.choice(ways))
        self.records: list[Row] = []
        self._traits: dict[str, bool] = {}
        self._seed = seed

    def trait(self, name: str, share: float = 0.5) -> bool:
        """A habit of the whole site: on all of its pages, or on none."""
        if name not in self._traits:
            self._traits[name] = Random(f"{self._seed}/{name}").random() < share
        return self._traits[name]

    def choice(self, name: str, options: list[str]) -> str:
        """The same of several ways on all pages of the site."""
        return Random(f"{self._seed}/{name}").choice(options)

    def often(self, share: float) -> bool:
        return self.rng.random() < share

    def rows(self, least: int = 7, most: int = 16) -> Iterator["Noted"]:
        """Records to be; each notes what is written of it."""
        for number in range(self.rng.randint(least, most)):
            self.records.append({})
            yield Noted(self.records[-1], number)

    def path(self, kind: str, name: str = "") -> str:
        return f"/{kind}/{self.rng.randint(100, 9999)}-{slug(name or self.rng.choice(NOUNS))}"

    def wrapped(self, html: str, most: int = 2) -> str:
        """In so many `div`s as the site is used to."""
        for layer in range(Random(f"{self._seed}/wrap").randint(0, most)):
            html = f"<div{self.cls(f'layer{layer}')}>{html}</div>"
        return html

    def advert(self, element: str = "div", share: float = 0.12) -> str:
        """Now and then something paid for between the records."""
        if not self.often(share):
            return ""
        return (
            f"<{element}{self.cls('advert')}><h4>Sponsored: {title(self.rng)}</h4>"
            f"<p>{sentence(self.rng)}</p><a href='/ad/{self.rng.randint(1, 99)}'>Buy now</a></{element}>"
        )


@dataclass
class Noted:
    """One record while it is written: `it("price", "€5")` notes and escapes."""

    values: Row
    number: int

    def __call__(self, name: str, value: str) -> str:
        self.values[name] = " ".join(value.split())
        return escape(value)

    def link(self, name: str, path: str) -> str:
        self.values[name] = f"https://made.example{path}"
        return escape(path)


def framed(world: World, body: str) -> str:
    """Menu, side column, page numbers and footer around it: more lists that nobody asked for."""
    cls, rng = world.cls, world.rng
    menu = "".join(
        f"<li{cls('menu-item', *(['active'] if not n else []))}><a href='/s{n}'>{word}</a></li>"
        for n, word in enumerate(("Home", "New", "About", "Help", "Contact"))
    )
    popular = "".join(
        f"<div{cls('mini')}><a href='{world.path('p')}'>{title(rng)}</a> <span>{rng.randint(1, 99)}"
        f"</span></div>"
        for _ in range(5)
    )
    side = f"<aside{cls('side')}><h3>Popular</h3>{popular}</aside>" if world.trait("side") else ""
    pages = "".join(
        f"<a href='?page={n}'{cls('page', *(['current'] if n == world.page else []))}>{n}</a>"
        for n in range(1, 6)
    )
    shelves = "".join(
        f"<li{cls('shelf')}><a href='{world.path('c')}'>{title(rng)}</a><ul>"
        + "".join(f"<li><a href='{world.path('c')}'>{title(rng, 1, 2)}</a></li>" for _ in range(9))
        + "</ul></li>"
        for _ in range(12)
    )
    mega = f"<nav{cls('shelves')}><ul>{shelves}</ul></nav>" if world.trait("mega", 0.35) else ""
    banner = f"<div{cls('banner')}><p>{sentence(rng)}</p></div>" if world.often(0.3) else ""
    before, after = (side, "") if world.trait("side-first") else ("", side)
    return (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{title(rng)}</title>"
        f"<style>.a{{color:red}}</style></head><body><header{cls('top')}><nav><ul{cls('menu')}>{menu}"
        f"</ul></nav>{mega}</header>{banner}{before}<main{cls('main')}>{world.wrapped(body)}"
        f"<div{cls('pages')}>{pages}</div></main>{after}<footer{cls('foot')}><ul><li>Imprint</li>"
        f"<li><a href='/privacy'>Privacy</a></li><li>{sentence(rng, 3, 5)}</li></ul></footer>"
        f"<script>var a = {rng.randint(1, 99)};</script></body></html>\n"
    )


@dataclass(frozen=True)
class Family:
    """One kind of page; `write` gives the body and notes the records."""

    name: str
    write: Callable[[World], str]
    fields: tuple[str, ...]
    ways: tuple[str, ...] = WAYS
    frame: Callable[[World, str], str] = field(default=framed)


@dataclass(frozen=True)
class MadeSite:
    """As many pages as one likes, all in the same habit."""

    family: Family
    seed: int

    @property
    def name(self) -> str:
        return f"{self.family.name}/{self.seed}"

    @property
    def fields(self) -> tuple[str, ...]:
        return self.family.fields

    def page(self, number: int) -> MadePage:
        world = World(self.name, number, self.family.ways)
        html = self.family.frame(world, self.family.write(world))
        url = f"https://made.example/{self.family.name}?page={number}"
        return MadePage(url, html, world.records)
