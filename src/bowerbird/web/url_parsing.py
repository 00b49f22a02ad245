"""One URL: WHATWG's parser (ada), the parts of the result, and caps on its size."""

import hashlib
import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

import msgspec
from ada_url import join_url, normalize_url

from bowerbird.web.url_identity import DEFAULT_IDENTITY, IdentityRules, identity_of, is_plain


class Url(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One absolute URL. Build it with `parse`; the fields are then already in WHATWG form."""

    href: str  # what is asked of the server; no fragment, no user or password
    identity: str  # what URL-seen compares
    scheme: str
    host: str  # name in punycode without a last dot, or an IP literal (IPv6 without brackets)
    origin: str  # scheme://host[:port]: the unit of robots.txt; IPv6 in brackets here

    @property
    def key(self) -> bytes:
        """Sixteen bytes that stand for the identity on disk; no two identities share them."""
        return key_of(self.identity)


def key_of(identity: str) -> bytes:
    """The key under which every family of the store files what it knows of this identity."""
    return hashlib.blake2b(identity.encode(), digest_size=16).digest()


class InvalidUrl(ValueError):  # noqa: N818 - it reads as what it says, like an HTTP status
    """Not a URL that WHATWG's parser accepts, or none that names something to fetch."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"'{_shown(text)}' is not a URL to crawl: {reason}")
        self.text = text
        self.reason = reason


MAX_TEXT = 65_536  # characters looked at; a cap of a plan is far below, this one bounds the parser


def parse(text: str, base: str | None = None, rules: IdentityRules = DEFAULT_IDENTITY) -> Url:
    """The URL that a browser would make of this text, on this base; else `InvalidUrl`.

    A user and password are left out; ask `has_credentials` whether there were any.
    """
    return from_serialised(serialise(text, base), rules)


def has_credentials(text: str, base: str | None = None) -> bool:
    """Does the text bring a user or password of its own, `//user:secret@host/`? Cheap if not."""
    if "@" not in text:
        return False
    try:
        serialised = serialise(text, base or "https://base.invalid/")
    except InvalidUrl:
        return False
    authority = _AUTHORITY.match(serialised)
    return authority is not None and "@" in authority[2]


# ---- caps and parts ------------------------------------------------------------------------------


class Cap(StrEnum):
    """Which bound on URLs does not hold."""

    LENGTH = "length"
    SEGMENTS = "segments"


class Caps(msgspec.Struct, frozen=True):
    """Bounds beyond which a URL is a trap far more often than a page."""

    max_length: int = 2_048  # characters of href; what sitemaps and most servers allow
    max_segments: int = 20  # Heritrix' default for the same reason


DEFAULT_CAPS = Caps()


def broken_cap(url: Url, caps: Caps = DEFAULT_CAPS) -> Cap | None:
    """The first cap that this URL breaks, if any."""
    if len(url.href) > caps.max_length:
        return Cap.LENGTH
    # Slashes are counted first: only a URL near the cap pays for the exact count.
    if url.href.count("/") - 2 > caps.max_segments and path_depth(url) > caps.max_segments:
        return Cap.SEGMENTS
    return None


def path_and_query(url: Url) -> str:
    """What HTTP asks the server for: the path, and the query with its question mark."""
    href = url.href
    start = href.find("/", len(url.scheme) + 3)
    if start >= 0:
        return href[start:]
    return "/" + href[href.find("?") :] if "?" in href else "/"


def path_of(url: Url) -> str:
    """The path alone, with its first slash."""
    return path_and_query(url).partition("?")[0]


def query_of(url: Url) -> str:
    """The query without its question mark; empty if there is none."""
    return url.href.partition("?")[2]


def path_segments(url: Url) -> list[str]:
    """The names between the slashes, without the empty ones."""
    return [segment for segment in path_of(url).split("/") if segment]


def path_depth(url: Url) -> int:
    """How many names stand in the path: 0 for `/`, 1 for `/a` and `/a/`, 2 for `/a/b`."""
    return len(path_segments(url))


# ---- the steps of parsing, for callers that resolve many -----------------------------------------


def serialise(text: str, base: str | None = None) -> str:
    """WHATWG parse and serialise; fragment and credentials are still in it."""
    if len(text) > MAX_TEXT:
        raise InvalidUrl(text, f"it is longer than {MAX_TEXT:,} characters")
    try:
        return normalize_url(text) if base is None else join_url(base, text)
    except ValueError:
        pass
    scalar = _SURROGATES.sub("\ufffd", text)  # the standard reads scalar values only
    try:
        return normalize_url(scalar) if base is None else join_url(base, scalar)
    except ValueError:
        raise InvalidUrl(text, _reason(scalar, base)) from None


def from_serialised(href: str, rules: IdentityRules = DEFAULT_IDENTITY) -> Url:
    """A `Url` of what `serialise` gave."""
    fragment = ""
    if "#" in href:
        href, mark, fragment = href.partition("#")
        fragment = mark + fragment
    start = _path_start(href)
    head = _head(href[:start])
    rest = href[start:]
    if head.asked:
        href = head.asked + rest
    if head.plain and rules == DEFAULT_IDENTITY and is_plain(rest):
        identity = href
    else:
        identity = identity_of(head.origin, rest, fragment, rules)
    return Url(href, identity, head.scheme, head.host, head.origin)


class _Head(NamedTuple):
    """What stands before the path; the same for every URL of a site, hence remembered."""

    scheme: str
    host: str
    origin: str
    asked: str  # the same without credentials, where there were any
    plain: bool  # it is its own origin


_AUTHORITY = re.compile(r"([a-z][a-z0-9+.-]*)://([^/?#]*)")
_SURROGATES = re.compile("[\ud800-\udfff]")


def _path_start(href: str) -> int:
    if href.startswith(("http://", "https://")):
        return href.find("/", 8)  # WHATWG always writes that slash
    found = _AUTHORITY.match(href)
    return found.end() if found else len(href)


@lru_cache(maxsize=16_384)
def _head(prefix: str) -> _Head:
    found = _AUTHORITY.fullmatch(prefix)
    if found is None:
        raise InvalidUrl(prefix, f"a {prefix.partition(':')[0]}: address names no host")
    scheme, authority = found.groups()
    _, at, place = authority.rpartition("@")
    name, colon, port = place.rpartition(":") if _HAS_PORT.search(place) else (place, "", "")
    if not name and scheme != "file":
        raise InvalidUrl(prefix, "it names no host")
    # The last dot makes a name absolute in DNS and nothing else: the same server, the same turn.
    host = name[:-1] if name.endswith(".") and not name.endswith("..") and len(name) > 1 else name
    origin = f"{scheme}://{host}{colon}{port}"
    asked = f"{scheme}://{place}" if at else ""
    return _Head(scheme, host.strip("[]"), origin, asked, origin == prefix)


_HAS_PORT = re.compile(r":[0-9]+$")


def _shown(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


_SHOWN = 200  # characters of a URL in a message
_SCHEME = re.compile(r"[\x00-\x20]*[A-Za-z][A-Za-z0-9+.-]*:")
_PORT = re.compile(r"[\x00-\x20]*[A-Za-z][A-Za-z0-9+.-]*:[/\\]*[^/\\?#]*:([0-9]+)(?:[/\\?#]|$)")
_LAST_PORT = 65_535


def _reason(text: str, base: str | None) -> str:
    """WHATWG names no reasons for a failure; these are the ones people meet."""
    if not text.strip():
        return "it is empty"
    if _SCHEME.match(text) is None:
        return (
            "it has no scheme; write https://…" if base is None else f"its base is '{_shown(base)}'"
        )
    port = _PORT.match(text)
    if port and int(port[1][:6]) > _LAST_PORT:
        return f"port {port[1]} is above {_LAST_PORT}"
    return "its host is neither a name nor an address"
