"""The little web, put together: pages, seeds, records, relevance, and what its servers say."""

import gzip
from collections.abc import Collection
from email.utils import formatdate
from functools import cached_property
from hashlib import sha256

import msgspec

from bowerbird.testing.little_web.babel import babel_hosts
from bowerbird.testing.little_web.bookmarks import Bookmarks, Kept
from bowerbird.testing.little_web.building import Resource, Site, without_session
from bowerbird.testing.little_web.clusters import topic_hosts
from bowerbird.testing.little_web.community import community_hosts
from bowerbird.testing.little_web.daily import daily_hosts
from bowerbird.testing.little_web.library import library
from bowerbird.testing.little_web.oddities import odd_hosts
from bowerbird.testing.little_web.scripted import Scripted, ScriptedList
from bowerbird.testing.little_web.shop import shop
from bowerbird.testing.little_web.sun import solar_hosts
from bowerbird.testing.little_web.truth import verdicts
from bowerbird.testing.little_web.values import Item, PageTruth, Verdict
from bowerbird.testing.serving import Answer, Asked

SEEDS: dict[str, tuple[str, ...]] = {
    "mouse-rodent": ("http://mouse.test/", "http://hub.test/animals", "http://news.test/"),
    "mouse-device": ("http://mouse.test/", "http://pointers.test/", "http://uni.test/informatics/"),
    "solar-energy": ("http://hub.test/sun", "http://recipes.test/", "http://uni.test/"),
    "tapirs": ("http://hub.test/animals", "http://news.test/", "http://xn--bcher-kva.test/"),
    "bicycles": ("http://hub.test/travel", "http://forum.test/", "http://jobs.test/"),
    "all": ("http://hub.test/", "http://mouse.test/", "http://xn--bcher-kva.test/"),
}
MADE_AT = 1_777_800_000  # 3 May 2026: every page's Last-Modified
NOT_FOUND = Answer(
    404,
    (("Content-Type", "text/html; charset=utf-8"),),
    b"<!DOCTYPE html><title>Not found</title><p>There is nothing here.",
)


class LittleWeb:
    """A small web that is the same everywhere, together with the truth about it."""

    def __init__(self) -> None:
        market, items = shop()
        self.sites: tuple[Site, ...] = (
            *topic_hosts(), *solar_hosts(), *daily_hosts(), market, *community_hosts(),
            *babel_hosts(), *odd_hosts(), library(),
        )  # fmt: skip
        self.seeds = SEEDS
        self.records: tuple[Item, ...] = items
        self._scripted = Scripted()
        self.scripted: tuple[ScriptedList, ...] = self._scripted.lists
        self._resources = {
            site.url(target): resource
            for site in self.sites
            for target, resource in site.resources.items()
        }
        self._marks = Bookmarks(
            {
                url: (resource.truth.title, resource.truth.topics)
                for url, resource in self._resources.items()
                if resource.truth.title and resource.answer.status == 200
            }
        )
        self.bookmarks: tuple[Kept, ...] = self._marks.kept
        self._gzip = frozenset(site.host for site in self.sites if site.gzip)

    @property
    def hosts(self) -> tuple[str, ...]:
        """Every hostname."""
        return tuple(site.host for site in self.sites)

    @cached_property
    def pages(self) -> dict[str, PageTruth]:
        """What is true of every URL, crawled from the seeds of `all`."""
        said = self.expected(self.seeds["all"])
        return {
            url: msgspec.structs.replace(resource.truth, verdict=said[url])
            for url, resource in self._resources.items()
        }

    def expected(self, seeds: Collection[str]) -> dict[str, Verdict]:
        """What a polite crawl from these seeds, allowed everywhere, makes of every URL."""
        return verdicts(self._resources, self.sites, seeds)

    def relevant(self, topic: str) -> set[str]:
        """The URLs about a topic that a polite crawl can fetch from the seeds of `all`."""
        if topic not in self.seeds or topic == "all":
            known = ", ".join(name for name in self.seeds if name != "all")
            msg = f"unknown topic {topic!r}; known: {known}"
            raise KeyError(msg)
        return {
            url
            for url, page in self.pages.items()
            if topic in page.topics and page.verdict.state == "fetched"
        }

    def complaints(self, found: dict[str, str], seeds: Collection[str] = ()) -> list[str]:
        """Where a crawl (identity → state) differs from the truth, in sentences; none if right."""
        said = self.expected(seeds or self.seeds["all"])
        unknown = [f"{url}: nobody knows this URL" for url in found if url not in said]
        wrong = [
            f"{url}: is {found.get(url, 'unreachable')}, should be {verdict.state}"
            for url, verdict in said.items()
            if not verdict.optional
            and found.get(url, "unreachable") not in (verdict.state, *verdict.also)
        ]
        return unknown + wrong

    def digest(self) -> str:
        """Changes when any page changes; packed files are left out, their packing may differ."""
        whole = sha256()
        for url, resource in self._resources.items():
            if resource.truth.media_type in {"image/png", "application/gzip"}:
                continue
            whole.update(msgspec.json.encode([url, resource.answer.status]))
            whole.update(resource.answer.body)
        return whole.hexdigest()

    def answer(self, asked: Asked) -> Answer:
        """What the server of that host says."""
        url = f"http://{asked.host}{asked.target}"
        resource = self._resources.get(url) or self._resources.get(without_session(url))
        if resource is None:
            return self._scripted.answer(asked) or self._marks.answer(asked) or NOT_FOUND
        if resource.answer.status != 200:
            return resource.answer
        return self._conditional(asked, resource)

    def _conditional(self, asked: Asked, resource: Resource) -> Answer:
        etag = f'"{sha256(resource.answer.body).hexdigest()[:16]}"'
        modified = formatdate(MADE_AT, usegmt=True)
        headers = (*resource.answer.headers, ("ETag", etag), ("Last-Modified", modified))
        same = asked.headers.get("if-none-match")
        if same == etag or (same is None and asked.headers.get("if-modified-since") == modified):
            return Answer(304, headers)
        body = resource.answer.body
        if asked.host in self._gzip and "gzip" in asked.headers.get("accept-encoding", ""):
            body = gzip.compress(body, 6, mtime=0)
            headers = (*headers, ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding"))
        return Answer(200, headers, body)


LITTLE_WEB = LittleWeb()
