"""A bigger web of any size, for crash, politeness and speed: every page is reachable from one seed.

site = generated_site(hosts=20, pages=2_000)
with serve_site(site, delay=0.01) as web: ...
"""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from random import Random

from msgspec import Struct

from bowerbird.testing.little_web.prose import paragraphs
from bowerbird.testing.serving import Answer, Answering, Asked, ServedWeb, serve
from bowerbird.testing.standalone import run

NOT_FOUND = Answer(404, (("Content-Type", "text/plain"),), b"There is nothing here.")
PROSE_KINDS = 24  # this many different bodies of prose; each page adds words of its own


class Shape(Struct, frozen=True):
    """What tells one generated site from another."""

    hosts: int = 20
    pages: int = 2_000
    links: int = 20  # per page, besides the two that make every page reachable
    words: int = 150  # per page
    seed: int = 1
    robots: str = "User-agent: *\nDisallow: /private/\n"


class GeneratedSite:
    """Pages 0 … M-1, dealt out over the hosts; page n leads to 2n+1 and 2n+2 and to others."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self._urls = [self.url(number) for number in range(shape.pages)]

    @property
    def hosts(self) -> tuple[str, ...]:
        """Every hostname."""
        return tuple(f"h{number:03d}.site.test" for number in range(self.shape.hosts))

    @property
    def seeds(self) -> tuple[str, ...]:
        """All pages are reachable from here, at most log2(pages) links away."""
        return (self._urls[0],)

    @property
    def doors(self) -> tuple[str, ...]:
        """One seed per host, so that a crawl may begin everywhere at once."""
        return tuple(self._urls[: self.shape.hosts])

    @cached_property
    def urls(self) -> frozenset[str]:
        """Every page: what a complete crawl has fetched, no more and no less."""
        return frozenset(self._urls)

    def url(self, number: int) -> str:
        """Where page `number` is."""
        host = self.shape.hosts
        return f"http://h{number % host:03d}.site.test/p/{number}"

    def links(self, number: int) -> list[str]:
        """Where page `number` leads."""
        shape = self.shape
        random = Random(f"{shape.seed}/{number}")  # noqa: S311 - a graph, not secrets
        tree = [child for child in (2 * number + 1, 2 * number + 2) if child < shape.pages]
        others = [random.randrange(shape.pages) for _ in range(shape.links)]
        return [self._urls[other] for other in (*tree, *others)]

    def answer(self, asked: Asked) -> Answer:
        """What the server says."""
        if asked.target == "/robots.txt":
            return Answer(200, (("Content-Type", "text/plain"),), self.shape.robots.encode())
        number = asked.target.removeprefix("/p/")
        if not number.isdecimal() or self.url(int(number)) not in self.urls:
            return NOT_FOUND
        if self.url(int(number)) != f"http://{asked.host}{asked.target}":
            return NOT_FOUND
        return self._page(int(number))

    def _page(self, number: int) -> Answer:
        cached = self._pages.get(number)
        if cached is None:
            cached = self._pages[number] = self._made(number)
        return cached

    @cached_property
    def _pages(self) -> dict[int, Answer]:
        return {}

    @cached_property
    def _prose(self) -> list[str]:
        made = (
            paragraphs("bicycles", f"{self.shape.seed}/{kind}", self.shape.words)
            for kind in range(PROSE_KINDS)
        )
        return ["".join(f"<p>{text}</p>\n" for text in page) for page in made]

    def _made(self, number: int) -> Answer:
        items = "".join(
            f'<li><a href="{url}">Page {url.rpartition("/")[2]}</a></li>\n'
            for url in self.links(number)
        )
        html = (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Page {number}'
            f"</title></head>\n<body><main><h1>Page {number}</h1>\n"
            f"<p>This is page number {number} of {self.shape.pages}.</p>\n"
            f"{self._prose[number % PROSE_KINDS]}<ul>\n{items}</ul></main></body></html>\n"
        )
        return Answer(200, (("Content-Type", "text/html; charset=utf-8"),), html.encode())


def generated_site(
    *, hosts: int = 20, pages: int = 2_000, links: int = 20, words: int = 150, seed: int = 1
) -> GeneratedSite:
    """A site of this size; the same for the same arguments."""
    return GeneratedSite(Shape(hosts, pages, links, words, seed))


@contextmanager
def serve_site(site: GeneratedSite, port: int = 0, *, delay: float = 0.0) -> Iterator[ServedWeb]:
    """Serve it on 127.0.0.1 from a thread; with `delay` each answer takes so many seconds, so that
    the log can tell how many requests were under way at once."""
    with serve(site.answer, port) as web:
        web.delay("*", delay)
        yield web


def _options(parser: argparse.ArgumentParser) -> None:
    for name, default in (("hosts", 20), ("pages", 2_000), ("links", 20), ("words", 150)):
        parser.add_argument(f"--{name}", type=int, default=default)


def _answering(asked: argparse.Namespace) -> Answering:
    return generated_site(
        hosts=asked.hosts, pages=asked.pages, links=asked.links, words=asked.words
    ).answer


if __name__ == "__main__":
    run("bowerbird.testing.site", _answering, _options)
