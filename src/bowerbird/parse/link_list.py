"""The links of a page while they are being collected."""

from collections.abc import Iterable, Sequence
from itertools import repeat

from selectolax.lexbor import LexborNode

from bowerbird.model.document import Link

# Where a link came from: a node, or a number by which the node is found again; none for headers.
Origin = LexborNode | int | None

# A longer one is not a URL that any scope lets through, and would only fill the memory.
LONGEST_HREF = 16_384

# What names no document. Other schemes stay: whether they are fetched is the scope's to say.
_NOT_DOCUMENTS = ("javascript:", "data:", "mailto:", "tel:", "sms:", "blob:", "about:")


class LinkList:
    """The links of a page in the order of its text, each with its origin."""

    def __init__(self, limit: int, keep_nofollow: bool = True) -> None:
        self.links: list[Link] = []
        self.origins: list[Origin] = []
        self._limit = limit
        self._keep_nofollow = keep_nofollow

    def add(self, href: str, carrier: str, rel: str, origin: Origin) -> None:
        """Keep a link, unless it names no document or the page has too many."""
        href = href.strip()
        if not href or (href[0] == "#" and href[:2] != "#!"):
            return  # a place in this very page
        if href[:4] != "http" and href[:12].lower().startswith(_NOT_DOCUMENTS):
            return
        position = len(self.links)
        if position >= self._limit or len(href) > LONGEST_HREF:
            return
        if rel:
            rel = " ".join(rel.lower().split())
            if not self._keep_nofollow and "nofollow" in rel.split():
                return
        self.links.append(Link(href, carrier, rel, position))
        self.origins.append(origin)

    def add_plain(self, hrefs: Sequence[str], origins: Sequence[Origin]) -> None:
        """Some <a> without rel, whose hrefs are known to name documents and to be short."""
        start = len(self.links)
        end = min(start + len(hrefs), self._limit)
        self.links += map(Link, hrefs, repeat("a"), repeat(""), range(start, end))
        self.origins += origins[: end - start]

    def add_all(self, hrefs: Iterable[str], carrier: str, origin: Origin, rel: str = "") -> None:
        """Several links of one carrier."""
        for href in hrefs:
            self.add(href, carrier, rel, origin)

    @property
    def full(self) -> bool:
        """No further link will be kept."""
        return len(self.links) >= self._limit
