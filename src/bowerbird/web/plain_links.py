"""The plain hrefs that most links are, resolved without a parser.

WHATWG's parser leaves some characters exactly as they are. An href of only such characters, without
dot segments, becomes a URL by putting it behind its site or its directory. Whatever is not surely
of that kind is left to the parser: an answer here is always the parser's answer too.
"""

import re
from functools import lru_cache

from bowerbird.web.url_identity import is_plain
from bowerbird.web.url_parsing import InvalidUrl, Url, from_serialised, serialise

LONGEST = 1_024  # characters; what is longer is not plain

# Of unreserved characters and sub-delimiters those that mean nothing to the parser in a path and in
# a query, nor to the identity of a URL. A colon may end a scheme; an apostrophe is escaped in
# queries; the identity looks twice at percent signs, semicolons and brackets.
_plain = re.compile(r"[A-Za-z0-9_~!$&*+,=@./?-]*").fullmatch
_SITE = re.compile(r"https?://[a-z0-9.:-]+")


class Stem:
    """A site or directory to put hrefs behind."""

    __slots__ = ("_directory", "_origin", "_site")

    def __init__(self, directory: str, site: Url) -> None:
        self._directory = directory  # ends with a slash
        self._site, self._origin = site, site.origin

    def join(self, href: str) -> Url | None:
        """The URL of a plain relative href; None if only the parser knows."""
        text = href[: href.index("#")] if "#" in href else href
        first = text[:1]
        if first == "/":
            before = self._origin
        elif first == ".":
            before, text = self._climbed(text)
            if text[:1] in (".", "/"):
                return None
        elif first in ("?", ""):
            return None  # it belongs to the page, which is not known here
        else:
            before = self._directory
        if "//" in text or "/." in text or not _plain(text) or len(href) > LONGEST:
            return None
        return _url(before + text, self._site)

    def _climbed(self, text: str) -> tuple[str, str]:
        """The directory that `../` leads to, never above the root, and what is left of the text."""
        directory, root = self._directory, len(self._origin)
        while text[:3] == "../":
            text = text[3:]
            cut = directory.rfind("/", root, len(directory) - 1)
            if cut > 0:
                directory = directory[: cut + 1]
        return directory, text


def stem_of(directory: str) -> Stem | None:
    """`directory` is a serialised http(s) URL that ends with a slash. None if hrefs must not be
    put behind it, because its own identity differs from it."""
    end = directory.find("/", 8)
    site = _site(directory[:end])
    return Stem(directory, site) if site and is_plain(directory[end:]) else None


def absolute(href: str) -> Url | None:
    """The URL of a plain absolute http(s) href; None if only the parser knows."""
    text = href[: href.index("#")] if "#" in href else href
    end = text.find("/", 8)
    rest = text[end:]
    if end < 0 or "//" in rest or "/." in rest or not _plain(rest) or len(href) > LONGEST:
        return None
    site = _site(text[:end])
    return site and _url(text, site)


def _url(href: str, site: Url) -> Url:
    if "?" in href and not is_plain(href):
        return from_serialised(href)
    return Url(href, href, site.scheme, site.host, site.origin)


@lru_cache(maxsize=16_384)
def _site(prefix: str) -> Url | None:
    """The root of a site, if the parser leaves `scheme://host[:port]` as it is."""
    if not _SITE.fullmatch(prefix):
        return None
    try:
        root = from_serialised(serialise(prefix + "/"))
    except InvalidUrl:
        return None
    return root if root.href == root.identity == prefix + "/" else None
