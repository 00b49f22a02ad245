"""Which attributes carry a URL, what each is called, and which of them lead to pages."""

import re
from collections.abc import Iterator, Mapping

from bowerbird.parse.tags import tag_id

Attributes = Mapping[str, str | None]

# element → (attribute, carrier). An attribute with several URLs is in `LISTS`, below.
BY_NAME: dict[str, tuple[tuple[str, str], ...]] = {
    "a": (("href", "a"), ("xlink:href", "a[xlink:href]"), ("ping", "a[ping]")),
    "area": (("href", "area"), ("ping", "area[ping]")),
    "iframe": (("src", "iframe"), ("longdesc", "iframe[longdesc]")),
    "frame": (("src", "frame"), ("longdesc", "frame[longdesc]")),
    "img": (
        ("src", "img"),
        ("srcset", "img[srcset]"),
        ("data-src", "img[data-src]"),
        ("data-srcset", "img[data-srcset]"),
        ("data-original", "img[data-original]"),
        ("data-lazy-src", "img[data-lazy-src]"),
        ("data-lazy", "img[data-lazy]"),
        ("longdesc", "img[longdesc]"),
    ),
    "source": (("src", "source"), ("srcset", "source[srcset]")),
    "track": (("src", "track"),),
    "video": (("src", "video"), ("poster", "video[poster]")),
    "audio": (("src", "audio"),),
    "embed": (("src", "embed"),),
    "object": (("data", "object"), ("codebase", "object[codebase]")),
    "applet": (("codebase", "applet[codebase]"), ("archive", "applet[archive]")),
    "script": (("src", "script"), ("xlink:href", "script[xlink:href]")),
    "input": (("src", "input"),),
    "blockquote": (("cite", "blockquote[cite]"),),
    "q": (("cite", "q[cite]"),),
    "ins": (("cite", "ins[cite]"),),
    "del": (("cite", "del[cite]"),),
    "body": (("background", "body[background]"),),
    "table": (("background", "table[background]"),),
    "tr": (("background", "tr[background]"),),
    "td": (("background", "td[background]"),),
    "th": (("background", "th[background]"),),
    "html": (("manifest", "html[manifest]"),),
    "head": (("profile", "head[profile]"),),
    "image": (("href", "image"), ("xlink:href", "image[xlink:href]")),
    "feimage": (("href", "feimage"), ("xlink:href", "feimage[xlink:href]")),
}
CARRIERS = {tag_id(name): carriers for name, carriers in BY_NAME.items()}
DATA_ATTRIBUTES = ("data-href", "data-url", "data-src", "data-link", "data-lazy", "data-bg")

_LEADS_TO_PAGES = frozenset(
    {
        "a", "a[xlink:href]", "area", "iframe", "frame", "link", "link[feed]", "meta[refresh]",
        "meta[pdf]",
        "header[link]", "header[location]", "header[content-location]", "header[refresh]",
        "blockquote[cite]", "q[cite]", "ins[cite]", "del[cite]",
        "img[longdesc]", "iframe[longdesc]", "frame[longdesc]",
        "data-href", "data-url", "data-link", "text", "string",
        "annotation", "hyperlink", "markdown", "tex", "feed", "sitemap", "sitemap[index]", "xml",
    }
)  # fmt: skip

# rel values of <link> and of Link headers that lead to pages; every other one fetches a part of
# this page (stylesheet, icon, preload, manifest …).
PAGE_RELS = frozenset(
    [
        "next",
        "prev",
        "previous",
        "first",
        "last",
        "start",
        "up",
        "home",
        "index",
        "contents",
        "toc",
        "chapter",
        "section",
        "subsection",
        "appendix",
        "glossary",
        "help",
        "search",
        "author",
        "license",
        "copyright",
        "alternate",
        "canonical",
        "shortlink",
        "amphtml",
        "bookmark",
        "tag",
        "related",
        "archives",
        "self",
        "via",
        "payment",
        "terms-of-service",
        "privacy-policy",
        "describedby",
        "item",
        "collection",
        "top",
        "parent",
        "child",
    ]
)
# A name to look up or a connection to open, not a document.
_HINTS = frozenset(["dns-prefetch", "preconnect", "pingback", "webmention"])
FEED_TYPES = frozenset(
    ["application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"]
)


def is_navigational(carrier: str) -> bool:
    """Does this carrier lead to a page of its own, or to a part of the page it stands in?

    Forms are not navigational: without their fields filled in they lead to errors and traps.
    """
    return carrier in _LEADS_TO_PAGES


def link_carrier(rel: str, media_type: str = "") -> str | None:
    """What <link rel=…> carries; nothing when it names no document."""
    kinds = rel.split()
    if "alternate" in kinds and media_type.partition(";")[0].strip().lower() in FEED_TYPES:
        return "link[feed]"
    if "feed" in kinds:
        return "link[feed]"
    if "stylesheet" not in kinds and not PAGE_RELS.isdisjoint(kinds):
        return "link"
    return None if not kinds or not _HINTS.isdisjoint(kinds) else f"link[{kinds[-1][:40]}]"


# ---- lists of URLs -------------------------------------------------------------------------------

_CANDIDATE = re.compile(r"[\s,]*(\S+)")
_DESCRIPTORS = re.compile(r"(?:\([^)]*\)|[^,(])*,?")  # commas inside parentheses do not end it


def srcset(value: str) -> Iterator[str]:
    """The URLs of a srcset; a comma may stand inside a URL."""
    at = 0
    while found := _CANDIDATE.match(value, at):
        url = found[1]
        at = found.end()
        if url.endswith(","):
            url = url.rstrip(",")
        elif descriptors := _DESCRIPTORS.match(value, at):
            at = descriptors.end()
        if url:
            yield url


def spaced(value: str) -> Iterator[str]:
    """URLs with white space between them (ping, archive, profile)."""
    return iter(value.replace(",", " ").split())


LISTS = {
    "img[srcset]": srcset,
    "img[data-srcset]": srcset,
    "source[srcset]": srcset,
    "a[ping]": spaced,
    "area[ping]": spaced,
    "applet[archive]": spaced,
    "head[profile]": spaced,
}

# The lengths are bounded, so that text full of opened and never closed quotes stays linear.
_CSS_URL = re.compile(
    r"""url\(\s{0,20}(?:"([^"\n]{1,4096})"|'([^'\n]{1,4096})'|([^)\s"'(]{1,4096}))"""
    r"""|@import\s{1,20}(?:"([^"\n]{1,4096})"|'([^'\n]{1,4096})')""",
    re.IGNORECASE,
)
_CSS_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)")


def css_urls(css: str) -> Iterator[str]:
    """What url() and @import name in a style sheet or a style attribute."""
    for found in _CSS_URL.finditer(css):
        url = next(filter(None, found.groups()), "")
        yield _CSS_ESCAPE.sub(_unescaped, url) if "\\" in url else url


def _unescaped(found: re.Match[str]) -> str:
    if found[2]:
        return found[2]
    code = int(found[1], 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


_STRING_URL = re.compile(r"""["'(\s](https?:\\?/\\?/[^\s"'<>()]{3,2000})""")


def string_urls(text: str) -> Iterator[str]:
    """Absolute URLs in a script, a comment or data; JSON's escaped slashes are undone."""
    for found in _STRING_URL.finditer(" " + text):
        yield found[1].replace("\\/", "/")
