"""URLs as browsers read them, and what makes two of them the same.

Every URL is two things: `href`, which is fetched exactly as the page gave it, and `identity`, which
URL-seen compares. They are never mixed up.
"""

import hashlib

import msgspec


class Url(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One absolute URL. Build it with `parse`; the fields are then already in WHATWG form."""

    href: str  # what is asked of the server; no fragment
    identity: str  # what URL-seen compares
    scheme: str
    host: str  # hostname in punycode or an IP literal, without port: the unit of politeness
    origin: str  # scheme://host[:port]: the unit of robots.txt

    @property
    def key(self) -> bytes:
        """Sixteen bytes that stand for the identity on disk; no two identities share them."""
        return key_of(self.identity)


def key_of(identity: str) -> bytes:
    """The key under which every family of the store files what it knows of this identity."""
    return hashlib.blake2b(identity.encode(), digest_size=16).digest()
