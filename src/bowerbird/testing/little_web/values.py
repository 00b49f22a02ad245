"""What the little web knows of its own pages: the true answer."""

from msgspec import Struct


class Verdict(Struct, frozen=True):
    """What a polite crawl with default settings makes of a URL. The words are those of `model`."""

    state: str  # a PageState; "unreachable" when no path leads here
    reason: str = ""  # a Refusal or Failure
    to: str = ""  # where a redirect leads
    status: int = 0  # 0: never asked
    also: tuple[str, ...] = ()  # states that are right, too
    optional: bool = False  # a crawl may know this URL or not: pictures, feeds, what only they name


class Reference(Struct, frozen=True):
    """A link, resolved."""

    to: str
    href: str
    anchor: str = ""
    rel: str = ""
    kind: str = "a"  # a, redirect, refresh, canonical, alternate, frame, picture, feed, unsafe

    @property
    def followed(self) -> bool:
        """Whether a crawl goes there because of it."""
        return "nofollow" not in self.rel.split() and self.kind not in NOT_FOLLOWED


NOT_FOLLOWED = frozenset({"picture", "unsafe"})


class PageTruth(Struct, frozen=True):
    """All there is to know of one URL. `url` is its identity; sessions in URLs are left out."""

    url: str
    verdict: Verdict  # when crawled from all seeds
    title: str = ""
    text: str = ""  # the main text, without navigation and lists of links
    topics: frozenset[str] = frozenset()
    language: str = ""
    charset: str = ""
    media_type: str = "text/html"
    noindex: bool = False
    nofollow: bool = False
    soft_404: bool = False
    duplicates: str = ""  # pages with the same name here have the same content
    near_duplicates: str = ""
    unreadable: str = ""  # the Failure that reading it ends in
    links: tuple[Reference, ...] = ()

    @property
    def identity(self) -> str:
        """What URL-seen compares."""
        return self.url

    @property
    def words(self) -> frozenset[str]:
        """The words of the main text, in lower case."""
        return frozenset(word.strip(".,;:!?()") for word in self.text.lower().split())


class Item(Struct, frozen=True):
    """One record of the paginated list."""

    title: str
    price: str
    rating: str
    image: str
    url: str
    listed_on: str
    facts: tuple[tuple[str, str], ...]  # the table of its own page
