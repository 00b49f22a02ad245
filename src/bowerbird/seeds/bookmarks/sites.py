"""A bookmarking site as the area of a crawl: its tags and users are pages that lead to resources.

Which of its URLs are pages of a tag or of a user is said by patterns. A page of either lists
resources: each link that leads off the site begins an item, and the links to tags and users that
follow it, up to any other link, say who kept it and as what. A tag's own page adds its tag to every
item, a user's page its user.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal
from urllib.parse import unquote

from msgspec import Struct
from pydantic import Field, field_validator

from bowerbird.model.document import Link
from bowerbird.model.options import Options
from bowerbird.model.outcomes import Refusal, Refused
from bowerbird.model.topic import Topic
from bowerbird.seeds.bookmarks.people import pseudonym
from bowerbird.seeds.evidence import PERSONS_DOUBT, match
from bowerbird.web.domains import registrable_domain
from bowerbird.web.url import Url

MOST_TAGS = 30  # of one item: more are a cloud of tags beside the list
USER_PAGE = 0.3  # what a page of somebody who kept something promises

_PLACE = re.compile(r"\{(tag|user)\}")


class BookmarkSiteOptions(Options):
    """Where a bookmarking site has its tags and users."""

    tags: list[str] = Field([], description="Patterns of pages of a tag: `example.org/t/{tag}`.")
    users: list[str] = Field([], description="Patterns of pages of a user: `example.org/~{user}`.")

    @field_validator("tags")
    @classmethod
    def _have_a_tag(cls, patterns: list[str]) -> list[str]:
        return _checked(patterns, "{tag}")

    @field_validator("users")
    @classmethod
    def _have_a_user(cls, patterns: list[str]) -> list[str]:
        return _checked(patterns, "{user}")


def _checked(patterns: list[str], place: str) -> list[str]:
    for pattern in patterns:
        if pattern.count(place) != 1 or "://" in pattern:
            raise ValueError(
                f"{pattern!r} must hold {place} once and begin with a host, such as "
                f"example.org/x/{place}"
            )
    return patterns


KNOWN = {
    "lobsters": BookmarkSiteOptions(tags=["lobste.rs/t/{tag}"], users=["lobste.rs/~{user}"]),
    "pinboard": BookmarkSiteOptions(tags=["pinboard.in/t:{tag}"], users=["pinboard.in/u:{user}"]),
    "bibsonomy": BookmarkSiteOptions(
        tags=["bibsonomy.org/tag/{tag}"], users=["bibsonomy.org/user/{user}"]
    ),
}


class Mark(Struct, frozen=True):
    """Somebody kept a resource, with tags that fit the topic so well."""

    url: Url
    user: str  # a hash; empty if the page does not say
    fit: float  # 0 … 1


class Place(Struct, frozen=True):
    """What a URL of the site is a page of."""

    kind: Literal["tag", "user"]
    name: str
    site: str


class BookmarkSites:
    """The sites of a plan, seen from its topic. Without a topic every tag fits."""

    def __init__(self, sites: Mapping[str, BookmarkSiteOptions], topic: Topic) -> None:
        self._topic = topic
        self._forms: list[tuple[re.Pattern[str], Literal["tag", "user"], str]] = []
        for name, options in sites.items():
            chosen = options if options.tags or options.users else KNOWN.get(name, options)
            self._forms += [(_form(text), "tag", name) for text in chosen.tags]
            self._forms += [(_form(text), "user", name) for text in chosen.users]
        self._fits: dict[str, float] = {}

    def place(self, url: Url) -> Place | None:
        """Is it a page of a tag, or of a user?"""
        bare = url.href.partition("://")[2].removeprefix("www.")
        for form, kind, site in self._forms:
            if found := form.match(bare):
                return Place(kind, unquote(found[1]).replace("+", " "), site)
        return None

    def refusal(self, url: Url) -> Refused | None:
        """A tag that has nothing to do with the topic is not followed."""
        place = self.place(url)
        if place is None or place.kind == "user" or self._fit(place.name) > 0:
            return None
        return Refused(Refusal.SCOPE, f"the tag “{place.name}” is none of the topic's")

    def promise(self, url: Url) -> float:
        """How promising a page of the site is; 0 for other pages."""
        place = self.place(url)
        if place is None:
            return 0.0
        return USER_PAGE if place.kind == "user" else self._fit(place.name)

    def marks(self, here: Url, links: Iterable[tuple[Link, Url]]) -> list[Mark]:
        """What a page of a tag or user says about resources; nothing of other pages."""
        page = self.place(here)
        if page is None:
            return []
        found = []
        for url, tags, user in self._items(here, links):
            if page.kind == "tag" and page.name not in tags:
                tags.append(page.name)
            who = page.name if page.kind == "user" else user
            fit = self._fit_of_all(tuple(tags))
            if fit > 0:
                found.append(Mark(url, pseudonym(page.site, who), fit))
        return found

    def _items(
        self, here: Url, links: Iterable[tuple[Link, Url]]
    ) -> Iterator[tuple[Url, list[str], str]]:
        site = registrable_domain(here.host)
        item: tuple[Url, list[str], list[str]] | None = None
        for _, url in links:
            place = self.place(url)
            if place is not None and item is not None:
                (item[1] if place.kind == "tag" else item[2]).append(place.name)
                continue
            if item is not None:
                yield item[0], item[1][:MOST_TAGS], next(iter(item[2]), "")
                item = None
            if place is None and registrable_domain(url.host) != site:
                item = (url, [], [])
        if item is not None:
            yield item[0], item[1][:MOST_TAGS], next(iter(item[2]), "")

    def _fit(self, tag: str) -> float:
        if tag not in self._fits:
            self._fits[tag] = self._fit_of_all((tag,))
        return self._fits[tag]

    def _fit_of_all(self, tags: tuple[str, ...]) -> float:
        return match(tags, self._topic)[0] if self._topic.terms else 1.0


def evidence_of(fits: Iterable[float]) -> float:
    """What several people's tags say together: each takes half of what doubt is left."""
    doubt = 1.0
    for fit in fits:
        doubt *= 1 - PERSONS_DOUBT * fit
    return round(1 - doubt, 4)


def _form(pattern: str) -> re.Pattern[str]:
    """The placeholder is one segment; what follows it may be a query, a page number, a suffix."""
    before, _, after = _PLACE.split(pattern.removeprefix("www."), maxsplit=1)
    return re.compile(f"{re.escape(before)}([^/?#]+){re.escape(after)}(?:[/?#]|$)")
