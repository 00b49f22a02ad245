"""Soft 404s by comparison: how does a host answer for what cannot be there?

A host that says one thing under several paths is asked, once in a run, for a URL that nobody made.
If it answers with a page, whatever looks like that page is none.

In META: b"missing/" + run + "/" + origin → Look.
"""

from hashlib import blake2b

import msgspec
from msgspec import Struct

from bowerbird.model.pagerow import PageRow
from bowerbird.model.storage import Batch, Family, Store
from bowerbird.text.similarity import near
from bowerbird.web.url import Url

REPEATS = 4  # paths; a mirror, a print view and an index.html are no reason to ask
MOST_CONTENTS = 64  # of a host that it says again, until one of them is said often enough
MOST_HOSTS = 10_000  # whose repeats are counted at a time
ALIKE = 3  # bits of SimHash, as near-duplicates have it

_encode = msgspec.msgpack.Encoder().encode


class Look(Struct, frozen=True, array_like=True):
    """What a host shows where nothing can be."""

    url: str
    fingerprint: int
    simhash: int

    def fits(self, fingerprint: int, simhash: int) -> bool:
        return fingerprint == self.fingerprint or near(simhash, self.simhash, ALIKE)

    @property
    def sign(self) -> str:
        return f"the same as {self.url}, where nothing can be"


class MissingPages:
    """Notices hosts that repeat themselves, and knows how they look where nothing is."""

    def __init__(self, store: Store, run: str) -> None:
        self._prefix = f"missing/{run}/".encode()
        start = len(self._prefix)
        self._looks = {
            key[start:].decode(): msgspec.msgpack.decode(value, type=Look)
            for key, value in store.scan(Family.META, self._prefix, self._prefix + b"\xff")
        }
        # origin → which page is repeated → path → identity
        self._repeats: dict[str, dict[str, dict[str, str]]] = {}
        self._asked: set[str] = set()

    def sign(self, url: Url, fingerprint: int, simhash: int) -> str:
        """Why a page of this content is none; empty if it is one."""
        look = self._looks.get(url.origin)
        return look.sign if look is not None and look.fits(fingerprint, simhash) else ""

    def suspicion(self, url: Url, before: str) -> str:
        """A URL that cannot be, if it is time to ask this host for one; else empty. What says the
        same as `before` counts, not what is nearly so: pages of one catalogue often are."""
        origin = url.origin
        if origin in self._asked or origin in self._looks or not before.startswith(f"{origin}/"):
            return ""
        if origin not in self._repeats and len(self._repeats) >= MOST_HOSTS:
            self._repeats.clear()
        contents = self._repeats.setdefault(origin, {})
        if before not in contents and len(contents) >= MOST_CONTENTS:
            contents.clear()
        paths = contents.setdefault(before, {})
        for identity in (before, url.identity):
            paths[identity.partition("?")[0].rstrip("/")] = identity
        if len(paths) < REPEATS:
            return ""
        if len(self._asked) >= MOST_HOSTS:
            self._asked.clear()
        self._asked.add(origin)
        return f"{origin}/{_name(origin)}"

    def learn(self, url: Url, fingerprint: int, simhash: int, batch: Batch) -> list[str]:
        """This is how the host looks there; answers with the identities that made it suspect."""
        look = Look(url.href, fingerprint, simhash)
        self._looks[url.origin] = look
        batch.put(Family.META, self._prefix + url.origin.encode(), _encode(look))
        contents = self._repeats.pop(url.origin, {}).values()
        return [identity for paths in contents for identity in paths.values()]

    def unmasked(self, row: PageRow, url: Url) -> PageRow | None:
        """The row of a page that turns out to be none; nothing if it is one."""
        sign = self.sign(url, row.fingerprint, row.simhash)
        if not sign or row.reason or not row.depth:
            return None
        return msgspec.structs.replace(row, reason="soft-404", rule=sign, relevant=False)


def _name(origin: str) -> str:
    """The same for a host each time, so that two crawls ask the same questions; letters only, as
    what looks like a session would not count."""
    digest = blake2b(origin.encode(), digest_size=12).digest()
    return "no-such-page-" + "".join(chr(ord("a") + byte % 26) for byte in digest)
