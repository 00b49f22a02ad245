"""What services write for machines: feeds, sitemaps, and the links in the head of a page."""

import re
import zlib
from collections.abc import Iterator
from html import unescape
from urllib.parse import urljoin

from lxml import etree
from msgspec import Struct

LARGEST = 32 << 20  # bytes that an answer may inflate to
_ATOM = "{http://www.w3.org/2005/Atom}"
_LINK = re.compile(rb"<link\b([^>]{1,2000})>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([a-zA-Z-]{1,20})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_HTML = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL)
_HEAD = 200_000  # bytes in which a page names its machine-readable relatives


class HeadLink(Struct, frozen=True):
    """A `<link>`."""

    href: str
    rel: frozenset[str]
    kind: str  # its media type


def is_html(answer: bytes) -> bool:
    """Is it a page for people?"""
    return bool(_HTML.match(answer[:2000]))


def head_links(page: bytes, base: str) -> Iterator[HeadLink]:
    """What a page names in its head."""
    for found in _LINK.finditer(page[:_HEAD]):
        said = {
            name.lower(): unescape(double or single or bare)
            for name, double, single, bare in _ATTRIBUTE.findall(
                found[1].decode("utf-8", "replace")
            )
        }
        if said.get("href"):
            rel = frozenset(said.get("rel", "").lower().split())
            kind = said.get("type", "").partition(";")[0].strip().lower()
            yield HeadLink(urljoin(base, said["href"].strip()), rel, kind)


def xml_root(data: bytes) -> "etree._Element":
    """`ValueError` for what is no XML; entities are not resolved, nothing is fetched."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=False)
    try:
        return etree.fromstring(inflated(data), parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(f"no XML: {error.msg}") from error


def inflated(data: bytes) -> bytes:
    """Without its gzip, if it has one, up to a bound."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        whole = reader.decompress(data, LARGEST)
    except zlib.error as error:
        raise ValueError(f"its gzip is broken: {error}") from error
    if reader.unconsumed_tail:
        raise ValueError(f"it inflates to more than {LARGEST >> 20} MiB")
    return whole


def feed_entries(root: "etree._Element") -> list[tuple[str, str, str]]:
    """(URL, title, summary) of each entry of Atom, RSS 2 or RDF. `ValueError`: it is none."""
    if root.tag == f"{_ATOM}feed":
        return [_entry(entry) for entry in root.findall(f"{_ATOM}entry")]
    items = [each for each in root.iter() if local_name(each) == "item"]
    if local_name(root).lower() not in ("rss", "rdf"):
        raise ValueError("neither Atom nor RSS")
    return [(_text(item, "link"), _text(item, "title"), _text(item, "description"))
            for item in items]  # fmt: skip


def local_name(element: "etree._Element") -> str:
    """Its name without the namespace; empty for a comment."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def _entry(entry: "etree._Element") -> tuple[str, str, str]:
    links = entry.findall(f"{_ATOM}link")
    best = next((each for each in links if each.get("rel", "alternate") == "alternate"), None)
    url = best.get("href", "") if best is not None else ""
    summary = _text(entry, "summary") or _text(entry, "content")
    return url.strip(), _text(entry, "title"), summary


def _text(element: "etree._Element", name: str) -> str:
    for child in element:
        if local_name(child) == name:
            return " ".join("".join(map(str, child.itertext())).split())
    return ""
