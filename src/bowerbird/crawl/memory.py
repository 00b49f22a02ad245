"""What a crawl remembers while it reads: the look-ups that `digest` may make."""

import msgspec

from bowerbird.crawl.bookmarked import Bookmarked
from bowerbird.crawl.missing_pages import MissingPages
from bowerbird.model.pagerow import PageRow
from bowerbird.model.ports import ContentSeen, Sighting
from bowerbird.model.storage import Family, Store
from bowerbird.web.url import Url

_decode_row = msgspec.msgpack.Decoder(PageRow).decode

RECENT = 400_000  # identities kept at hand: about 60 MB at most, and ~all links of a site repeat


class Recent:
    """Identities and how many links away they were, in two generations: what was asked for lately
    stays, the rest is forgotten."""

    __slots__ = ("_limit", "_new", "_old")

    def __init__(self, limit: int = RECENT) -> None:
        self._limit = limit // 2
        self._new: dict[str, int] = {}
        self._old: dict[str, int] = {}

    def covers(self, identity: str, depth: int) -> bool:
        """Is nothing new in being this many links away? A shorter way is worth telling."""
        known = self._new.get(identity)
        if known is None:
            known = self._old.get(identity)
            if known is None:
                return False
            self.note({identity: known})
        return known <= depth

    def note(self, depths: dict[str, int]) -> None:
        """Only what is committed may be noted: whoever is noted is not offered again."""
        self._new.update(depths)
        if len(self._new) >= self._limit:
            self._old, self._new = self._new, {}


class Memory:
    """Pure look-ups for `digest`: nothing here changes what is on disk."""

    def __init__(self, store: Store, content: ContentSeen, missing: MissingPages) -> None:
        self._store = store
        self._content = content
        self.missing = missing
        self.bookmarked = Bookmarked(store)
        self.recent = Recent()

    def forget_links(self) -> None:
        """What was sorted out is sorted anew when it is met: another scope holds."""
        self.recent = Recent()

    def sighting(self, identity: str, fingerprint: int, simhash: int) -> Sighting:
        return self._content.look(identity, fingerprint, simhash)

    def has_row(self, url: Url) -> bool:
        """Was this URL settled or refused before, in whatever run?"""
        return self._store.get(Family.PAGES, url.key) is not None

    def row(self, key: bytes) -> PageRow | None:
        """What is known of a URL that was settled or refused before."""
        data = self._store.get(Family.PAGES, key)
        return None if data is None else _decode_row(data)
