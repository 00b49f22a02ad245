"""Media types: what the server says (WHATWG mimesniff's grammar) and what the bytes say.

`sniff` follows WHATWG mimesniff where a browser's question and a crawler's are the same, and leaves
it where they are not, because nothing here executes what it reads:

- HTML served as `text/plain` is HTML only if its first tag is `<!doctype html>` or `<html>`, the
  path does not end in `.txt` or another text extension, and the server did not send `nosniff`.
  (A browser never does this; there it would be a security hole, here it is one page more.)
- `application/octet-stream` and its relatives say nothing, so the bytes decide; with `nosniff` they
  may only name a format that cannot carry a script (PDF, images, archives, office).
- An error page under `/report.pdf` or `/logo.png` is HTML if it starts as clearly as above.
- A feed, sitemap or image served as `text/html` is what it is.
- Markdown and TeX served as `text/plain` are told by their extension.
- Every other declared type stays, even when the bytes look odd.
"""

import re
from collections.abc import Iterable

from msgspec import Struct

from bowerbird.web.magic import (
    HEADER,
    HTML,
    OCTETS,
    TEXT,
    as_utf8,
    by_signature,
    feed_or_xml,
    looks_binary,
    starts_as_html,
    unknown_type,
)


class MediaType(Struct, frozen=True):
    """What a Content-Type says. Without a usable one, all of it is empty."""

    essence: str = ""  # type/subtype, lower case
    charset: str = ""  # as written, lower case; which encoding that is, is for the parser to say


def parse_media_type(value: str) -> MediaType:
    """One Content-Type value; the empty `MediaType` where it does not parse."""
    main, _, rest = value.partition(";")
    essence = main.strip(_SPACE).lower()
    if _ESSENCE.fullmatch(essence) is None:
        return MediaType()
    return MediaType(essence, _charset(rest) if rest else "")


def media_type_of(values: Iterable[str]) -> MediaType:
    """Several Content-Type headers, or one with commas, as WHATWG fetch combines them.

    The last that parses wins; a charset is inherited by a later value of the same essence.
    """
    result = MediaType()
    for value in values:
        for piece in _split_at_commas(value) if "," in value else [value]:
            found = parse_media_type(piece)
            if not found.essence or found.essence == "*/*":
                continue
            if not found.charset and found.essence == result.essence:
                continue
            result = found
    return result


def sniff(declared: str, first_bytes: bytes, extension: str = "", nosniff: bool = False) -> str:
    """The essence of what this is. `extension` is the path's, lower case and without a dot.

    The first 1,445 bytes are enough. `declared` may be a whole Content-Type value.
    """
    if declared in _ORDINARY and first_bytes[:14].lstrip().lower().startswith(_ORDINARY_STARTS):
        return HTML
    start = as_utf8(first_bytes[:HEADER])
    essence = parse_media_type(declared).essence
    if essence in _SAYS_NOTHING:
        found = unknown_type(start, extension, scriptable=not nosniff or not essence)
        return found or (essence if essence.startswith("application/") else OCTETS)
    if nosniff:
        return essence
    if essence == TEXT:
        return _sniff_text(start, extension)
    if essence == HTML:
        return by_signature(start, extension) or feed_or_xml(start) or HTML
    if essence.endswith("+xml") or essence in _XML:
        return _sniff_xml(essence, first_bytes)
    if essence.startswith(_MEDIA) or essence in _CONTAINERS:
        return _sniff_media(essence, start, extension)
    return essence


_SPACE = "\t\n\r "
_WORD = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_ESSENCE = re.compile(f"{_WORD}/{_WORD}")
_PARAMETER = re.compile(
    r"""[\t\n\r ]*([^;=]*)(?:=(?:"((?:[^"\\]|\\.)*)(?:"[^;]*|\\?$)|([^;]*)))?(?:;|$)""", re.DOTALL
)

_ORDINARY = frozenset(
    {
        "text/html", "text/html; charset=utf-8", "text/html; charset=UTF-8",
        "text/html;charset=utf-8", "text/html;charset=UTF-8",
    }
)  # fmt: skip
_ORDINARY_STARTS = (b"<!doctype html", b"<html>", b"<html ")
_SAYS_NOTHING = frozenset(
    {
        "", "*/*", "unknown/unknown", "application/unknown", "application/octet-stream",
        "binary/octet-stream", "application/force-download", "application/x-force-download",
        "application/download", "application/x-download", "application/save", "application/binary",
        "application/x-unknown", "content/unknown", "www/unknown", "file/unknown", "text/unknown",
    }
)  # fmt: skip
_MEDIA = ("image/", "audio/", "video/", "font/")
_CONTAINERS = frozenset(
    {
        "application/pdf", "application/zip", "application/x-zip", "application/x-zip-compressed",
        "application/gzip", "application/x-gzip", "application/msword", "application/x-ole-storage",
    }
)  # fmt: skip
_FEEDS = frozenset({"application/rss+xml", "application/atom+xml"})
_XML = frozenset(
    {
        "text/xml", "application/xml",
        # what feeds were called before their types had a name
        "application/rss", "text/rss", "application/x-rss", "application/atom", "text/atom",
    }
)  # fmt: skip
_TEXT_EXTENSIONS = frozenset(
    {"txt", "text", "md", "rst", "log", "asc", "diff", "patch", "csv", "tsv", "tpl", "j2", "c", "h"}
)


# Texts that few servers have a name for; who says text/plain of them says nothing wrong.
_TEXT_KINDS = {
    "md": "text/markdown", "markdown": "text/markdown", "tex": "application/x-tex",
    "ltx": "application/x-tex", "latex": "application/x-tex",
}  # fmt: skip


def _charset(parameters: str) -> str:
    """The first charset parameter; quoted or not, junk around it is skipped."""
    at = 0
    while at < len(parameters):
        found = _PARAMETER.match(parameters, at)
        if found is None or found.end() == at:
            at += 1
            continue
        name, quoted, plain = found.groups()
        if name.strip(_SPACE).lower() == "charset":
            value = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else plain or ""
            if value.strip(_SPACE):
                return value.strip(_SPACE).lower()
        at = found.end()
    return ""


def _split_at_commas(value: str) -> list[str]:
    return re.findall(r'(?:"(?:[^"\\]|\\.)*"?|[^,"])+', value, re.DOTALL)


def _sniff_text(start: bytes, extension: str) -> str:
    """Old servers say text/plain of whatever they do not know (mimesniff's "Apache bug")."""
    if starts_as_html(start):
        return TEXT if extension in _TEXT_EXTENSIONS else HTML
    if looks_binary(start):
        return by_signature(start, extension) or OCTETS
    if start.startswith(b"%PDF-"):
        return "application/pdf"
    if start.startswith(b"<?xml") and extension not in _TEXT_EXTENSIONS:
        return feed_or_xml(start) or TEXT
    return _TEXT_KINDS.get(extension, TEXT)


def _sniff_xml(essence: str, start: bytes) -> str:
    if essence in _XML or essence.startswith("application/r"):
        if starts_as_html(start):
            return "application/xhtml+xml"
        return feed_or_xml(start) or essence
    found = feed_or_xml(start)
    return found if found in _FEEDS else essence


def _sniff_media(essence: str, start: bytes, extension: str) -> str:
    if starts_as_html(start):
        return HTML
    return by_signature(start, extension) or essence
