"""The site that crawlers are timed on: a few thousand pages on nine hosts, the same for one seed.

Its shape follows the documentation sites that the design was measured with: about 22 KB a page with
a long tail, 30 to 90 links of which the navigation repeats on every page of a host.
"""

import json
import random
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.prose import Prose

HOSTS = tuple(f"127.0.0.{number}" for number in range(2, 11))
SECTIONS = 16  # per host; each is named in the navigation of every page
SIDEBAR = 12  # pages of a section that each page of it names beside its text
LINKS = (30, 90)  # of a page, drawn evenly
MEAN_BYTES = 22_800  # before the cap on the tail takes some
SPREAD = 0.9  # sigma of the lognormal sizes: p10 near 9 KB, p99 near 105 KB
LARGEST = 180_000
HIDDEN_PER_HOST = 12  # pages that robots.txt forbids; asking for one is a mistake

ROBOTS = """# robots.txt of a benchmark site
User-agent: GreedyBot
User-agent: SlurpEverything
Disallow: /

User-agent: *
Disallow: /private/
Disallow: /*?action=edit
Disallow: /search$
Allow: /private/welcome$
"""


@dataclass(frozen=True)
class Place:
    """Where a page is: host, directory, file name (empty for the index of a directory)."""

    host: str
    directory: str
    name: str

    @property
    def path(self) -> str:
        return self.directory + self.name


@dataclass
class Tally:
    """What was written, so that the report can state it."""

    sizes: list[int] = field(default_factory=list)
    links: list[int] = field(default_factory=list)
    hrefs: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    targets: dict[Place, list[Place]] = field(default_factory=dict)


@dataclass(frozen=True)
class Site:
    """A site on disk: `root/<host>/<path>`, and the true answer to a crawl of it."""

    root: Path
    port: int
    seeds: tuple[str, ...]
    lonely: str  # a page without links, for what it costs a crawler to start
    pages: frozenset[str]  # every URL that a crawl from the seeds must fetch, exactly once
    hidden: frozenset[str]  # every URL that it must not ask for
    facts: dict[str, float]


def build(root: Path, *, pages: int, port: int, seed: int = 1) -> Site:
    """Write at least `pages` pages under `root`. Same arguments, same bytes."""
    rng = random.Random(seed)
    hosts = {host: _places(host, pages, rng) for host in HOSTS}
    tally = Tally()
    writer = _Writer(root, port, hosts, rng, tally)
    for host, places in hosts.items():
        for place in places:
            writer.write(place)
        writer.write_hidden(host)
        _save(root, Place(host, "/", "robots.txt"), ROBOTS)
    lonely = Place(HOSTS[0], "/", "lonely.html")
    _save(root, lonely, "<!doctype html><title>Nothing leads on from here</title><p>Alone.")
    site = Site(
        root=root,
        port=port,
        seeds=tuple(_url(Place(host, "/", ""), port) for host in HOSTS),
        lonely=_url(lonely, port),
        pages=frozenset(_url(place, port) for place in _reachable(tally.targets)),
        hidden=frozenset(_url(place, port) for host in HOSTS for place in _hidden(host)),
        facts=_facts(tally),
    )
    if len(site.pages) != sum(map(len, hosts.values())):
        raise AssertionError("a page of the benchmark site cannot be reached from its seeds")
    return site


def _places(host: str, pages: int, rng: random.Random) -> list[Place]:
    """Home, sections, and leaf pages spread over sections and some deeper folders."""
    leaves = -(-pages // len(HOSTS)) - 1 - SECTIONS
    places = [Place(host, "/", "")]
    places += [Place(host, _section(number), "") for number in range(SECTIONS)]
    for number in range(leaves):
        directory = _section(number % SECTIONS)
        if rng.random() < 0.3:
            directory += f"part-{rng.randrange(4)}/"
        places.append(Place(host, directory, f"page-{number:04d}.html"))
    return places


def _section(number: int) -> str:
    return f"/topic-{number:02d}/"


def _hidden(host: str) -> list[Place]:
    return [Place(host, "/private/", f"ledger-{number}.html") for number in range(HIDDEN_PER_HOST)]


class _Writer:
    """Writes one page after another; the random source is shared, so order matters."""

    def __init__(
        self,
        root: Path,
        port: int,
        hosts: dict[str, list[Place]],
        rng: random.Random,
        tally: Tally,
    ) -> None:
        self._root, self._port, self._hosts, self._rng, self._tally = root, port, hosts, rng, tally
        self._prose = Prose(rng)
        self._children = {
            Place(host, _section(number), ""): [
                place
                for place in places
                if place.name and place.directory.startswith(_section(number))
            ]
            for host, places in hosts.items()
            for number in range(SECTIONS)
        }
        self._navigation = {host: self._menu(host) for host in hosts}
        self._sidebars = {
            (section.host, section.directory): self._sidebar(children[:SIDEBAR])
            for section, children in self._children.items()
        }

    def write(self, place: Place) -> None:
        targets: list[Place] = []
        html = "".join(self._page(place, targets))
        _save(self._root, place, html)
        self._tally.sizes.append(len(html.encode()))
        self._tally.links.append(len(targets))
        self._tally.targets[place] = targets

    def write_hidden(self, host: str) -> None:
        for place in _hidden(host):
            _save(self._root, place, f"<!doctype html><title>Hidden</title><p>{place.path}")

    def _page(self, place: Place, targets: list[Place]) -> Iterator[str]:
        prose, rng = self._prose, self._rng
        title = prose.title()
        yield _head(title, _url(place, self._port), prose)
        section = "/".join(place.directory.split("/")[:2]) + "/"
        repeated = [self._navigation[place.host]]
        if (place.host, section) in self._sidebars:
            repeated.append(self._sidebars[place.host, section])
        for html, linked in repeated:
            yield html
            targets += linked
            for target in linked:
                self._tally.hrefs[place.host, place.directory, target.path] += 1
        yield f'<main id="content" class="page"><h1>{title}</h1>\n'
        goal = self._size()
        links = self._links(place, targets)
        written, number = 0, 0
        share = max(1, len(links) // max(1, goal // 1100))
        while written < goal or links:
            block = self._block(number, [links.pop() for _ in range(min(share, len(links)))], rng)
            written += len(block)
            number += 1
            yield block
        yield "</main>\n" + _FOOTER

    def _size(self) -> int:
        # The frame around the text (head, menu, footer) weighs about 5.5 KB.
        mean = MEAN_BYTES - 5_500
        mu_shift = SPREAD * SPREAD / 2
        size = mean * self._rng.lognormvariate(-mu_shift, SPREAD)
        return int(min(max(size, 600), LARGEST))

    def _links(self, place: Place, targets: list[Place]) -> list[str]:
        """Anchors of this page alone: its children, then others of the host, then other hosts."""
        rng, host = self._rng, place.host
        chosen = list(self._children.get(place, ()))
        for _ in range(max(0, rng.randint(*LINKS) - len(targets) - len(chosen))):
            elsewhere = rng.random() < 0.08
            pool = self._hosts[rng.choice(HOSTS) if elsewhere else host]
            # Pages name their neighbours and the well known far more often than the rest.
            index = (
                int(len(pool) * rng.random() ** 2)
                if rng.random() < 0.6
                else rng.randrange(len(pool))
            )
            chosen.append(pool[index])
        targets += chosen
        anchors = [self._anchor(place, target) for target in chosen]
        if rng.random() < 0.1:
            anchors.append(f'<a href="{rng.choice(_hidden(host)).path}">ledger</a>')
        if rng.random() < 0.1:
            anchors.append('<a href="mailto:desk@example.org">write to us</a>')
        rng.shuffle(anchors)
        return anchors

    def _anchor(self, place: Place, target: Place) -> str:
        href = self._href(place, target)
        self._tally.hrefs[place.host, place.directory, href] += 1
        text = " ".join(self._prose.words(self._rng.randint(1, 5)))
        return f'<a href="{href}">{text}</a>'

    def _href(self, place: Place, target: Place) -> str:
        rng = self._rng
        fragment = f"#s{rng.randrange(9)}" if rng.random() < 0.08 else ""
        if target.host != place.host:
            return _url(target, self._port) + fragment
        if target.directory == place.directory and target.name:
            return target.name + fragment
        way = rng.random()
        if way < 0.45:
            return target.path + fragment
        if way < 0.9:
            return "../" * (place.directory.count("/") - 1) + (target.path[1:] or "./") + fragment
        return _url(target, self._port) + fragment

    def _block(self, number: int, links: list[str], rng: random.Random) -> str:
        prose = self._prose
        heading = (
            f'<h{2 + number % 3} id="s{number}">{prose.title()}</h{2 + number % 3}>\n'
            if number % 3 == 0
            else ""
        )
        match number % 7:
            case 4:
                items = "".join(
                    f"<li>{item}</li>\n" for item in (*links, prose.sentence(), prose.title())
                )
                return f'{heading}<ul class="plain">\n{items}</ul>\n'
            case 6:
                cells = "".join(
                    f'<tr><th scope="row">{prose.title()}</th><td>{rng.randrange(10_000)}</td>'
                    f"<td>{link}</td></tr>\n"
                    for link in (*links, "&nbsp;")
                )
                caption = f"<caption>{prose.title()}</caption>"
                return f'{heading}<table class="data">{caption}\n{cells}</table>\n'
            case _:
                text = prose.paragraph()
                return f'{heading}<p class="body-text">{text} {", ".join(links)}</p>\n'

    def _menu(self, host: str) -> tuple[str, list[Place]]:
        """The same on every page of a host, as menus are."""
        places = [Place(host, "/", ""), *(Place(host, _section(n), "") for n in range(SECTIONS))]
        items = "".join(
            f'<li class="menu__item"><a class="menu__link" href="{place.path}">'
            f"{self._prose.title()}</a></li>\n"
            for place in places
        )
        return (
            '<a class="skip" href="#content">Skip to content</a>\n<header class="top">'
            f'<div class="brand">Bower {host}</div>\n<nav aria-label="Main"><ul class="menu">\n'
            f"{items}</ul></nav></header>\n",
            places,
        )

    def _sidebar(self, places: list[Place]) -> tuple[str, list[Place]]:
        """The same on every page of a section."""
        items = "".join(
            f'<li><a href="{place.path}">{self._prose.title()}</a></li>\n' for place in places
        )
        return f'<aside class="section"><ol>\n{items}</ol></aside>\n', places


def _head(title: str, canonical: str, prose: Prose) -> str:
    data = json.dumps({"@context": "https://schema.org", "@type": "Article", "headline": title})
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="description" content="{prose.title()}">\n'
        f'<meta property="og:title" content="{title}">\n'
        f'<link rel="canonical" href="{canonical}">\n<style>{_STYLE}</style>\n'
        f'<script type="application/ld+json">{data}</script>\n<script>{_SCRIPT}</script>\n'
        "</head>\n<body>\n"
    )


def _save(root: Path, place: Place, html: str) -> None:
    file = root / place.host / (place.path[1:] + ("index.html" if not place.name else ""))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(html, encoding="utf-8")


def _url(place: Place, port: int) -> str:
    return f"http://{place.host}:{port}{place.path}"


def _reachable(targets: dict[Place, list[Place]]) -> set[Place]:
    """The true answer, found from the links as written and from nothing else."""
    found = {Place(host, "/", "") for host in HOSTS}
    waiting = deque(found)
    while waiting:
        for target in targets[waiting.popleft()]:
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def _facts(tally: Tally) -> dict[str, float]:
    sizes, links = sorted(tally.sizes), sorted(tally.links)
    every = sum(tally.hrefs.values())
    return {
        "pages": len(sizes),
        "mean_bytes": round(sum(sizes) / len(sizes)),
        "median_bytes": sizes[len(sizes) // 2],
        "p10_bytes": sizes[len(sizes) // 10],
        "p99_bytes": sizes[len(sizes) * 99 // 100],
        "mean_links": round(sum(links) / len(links), 1),
        "fewest_links": links[0],
        "most_links": links[-1],
        # A memo of (directory, href) meets these for the first time and cannot help.
        "memo_hostile_share": round(len(tally.hrefs) / every, 3),
    }


_STYLE = (
    "body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#222}.top{display:flex;gap:2rem}"
    ".menu{list-style:none;display:grid;grid-template-columns:repeat(4,1fr);padding:0}"
    ".menu__link{color:inherit;text-decoration:none}.menu__link:hover{text-decoration:underline}"
    "main{max-width:70ch;margin:2rem auto}table.data{border-collapse:collapse;width:100%}"
    "table.data td,table.data th{border:1px solid #ccc;padding:.3rem .6rem}footer{color:#666}"
)

_SCRIPT = (
    "(function(d){var t=d.documentElement;t.className+=' js';window.site={started:Date.now(),"
    "menu:function(){var m=d.querySelector('.menu');if(m&&m.children.length<3){m.hidden=true}},"
    "mark:function(q){var w=d.createTreeWalker(d.body,4),n;while(n=w.nextNode()){if(n.nodeValue"
    ".indexOf(q)>-1){n.parentNode.className+=' hit'}}}};d.addEventListener('DOMContentLoaded',"
    "function(){site.menu();var q=/[?&]q=([^&]+)/.exec(location.search);if(q){site.mark("
    "decodeURIComponent(q[1]))}});})(document);"
)

_FOOTER = (
    '<footer class="bottom"><p>Written by a seeded random source; any likeness is chance.</p>'
    '<p><a href="#content">Back to the top</a></p></footer>\n'
    "<script>window.site&&site.menu()</script>\n</body>\n</html>\n"
)
