"""What a PDF says of itself: its Info dictionary and its XMP packet. Half of it is junk that some
program left there, so only what stands on the first page as well is believed."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from lxml import etree

from bowerbird.extract.metadata.claims import Claims
from bowerbird.extract.metadata.dates import date_of
from bowerbird.extract.metadata.glyphs import Pdf
from bowerbird.extract.metadata.names import folded
from bowerbird.extract.metadata.paper_names import names_in
from bowerbird.model.metadata import Person, Source

LONGEST_PACKET = 256 * 1024
MOST_PACKETS = 8  # images inside may bring their own
ALIKE = 0.8  # of a title's letters have to be those of whole lines
FIRST_LINES = 80  # of the page; titles stand there, also below a long header
MOST_TITLE_LINES = 6
_IN_BRACKETS = re.compile(r"\([^()]{0,200}\)")
_SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "prism": "http://prismstandard.org/namespaces/basic/2.0/",
    "prism1": "http://prismstandard.org/namespaces/1.2/basic/",
    "prism3": "http://prismstandard.org/namespaces/basic/3.0/",
    "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
    "pdfx": "http://ns.adobe.com/pdfx/1.3/",
}


def info_claims(pdf: Pdf, seen: str) -> Claims:
    """The Info dictionary. `seen` is the text of the first page."""
    claims = Claims(Source.PROPERTIES, 0.75)
    title = pdf.property("Title")
    if _is_seen(title, seen):
        claims.text("title", title)
    claims.people(_seen_people(pdf.property("Author"), seen))
    claims.keywords(re.split(r"[;,]", pdf.property("Keywords")))
    for name in ("Subject", "doi", "DOI", "WPS-ARTICLEDOI"):
        claims.identifier(pdf.property(name))
    made = date_of(pdf.property("CreationDate"))
    if made:
        claims.text("date", made, 0.3)  # of the file, which may have been made long after
    return claims


def xmp_claims(content: bytes, seen: str) -> Claims:
    """The packet that names a title or an author; the last one, which is the document's."""
    claims = Claims(Source.XMP, 0.8)
    for packet in reversed(list(_packets(content))):
        title, people = _texts(packet, "dc:title"), _texts(packet, "dc:creator")
        if not (title or people):
            continue
        if title and _is_seen(title[0], seen):
            claims.text("title", title[0])
        claims.people(_seen_people("; ".join(people), seen))
        claims.keywords(_texts(packet, "dc:subject"))
        for language in _texts(packet, "dc:language"):
            claims.language(language)
        for name in ("prism:doi", "prism1:doi", "prism3:doi", "dc:identifier", "pdfx:doi"):
            for text in _texts(packet, name):
                claims.identifier(text)
        _say_place(packet, claims)
        break
    return claims


def _say_place(packet: etree._Element, claims: Claims) -> None:
    for field, names in (
        ("journal", ("prism:publicationName", "prism1:publicationName", "prism3:publicationName")),
        ("volume", ("prism:volume", "prism1:volume", "prism3:volume")),
        ("issue", ("prism:number", "prism1:number", "prism3:number")),
        ("publisher", ("dc:publisher",)),
        ("licence", ("xmpRights:WebStatement",)),
    ):
        for text in (text for name in names for text in _texts(packet, name)):
            claims.text(field, text)
    for name in ("prism:publicationDate", "prism:coverDate", "prism3:publicationDate"):
        for text in _texts(packet, name):
            claims.date(text)


def _packets(content: bytes) -> Iterator[etree._Element]:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    at = 0
    for _ in range(MOST_PACKETS):
        start = content.find(b"<x:xmpmeta", at)
        end = content.find(b"</x:xmpmeta>", start, start + LONGEST_PACKET) if start >= 0 else -1
        if end < 0:
            return
        at = end + 12
        try:
            yield etree.fromstring(content[start:at], parser)
        except etree.XMLSyntaxError:
            continue


def _texts(packet: etree._Element, name: str) -> list[str]:
    """The values of a property: as elements, as items of a list, or as an attribute."""
    found = packet.xpath(
        f"//{name}//rdf:li/text() | //{name}/text() | //@{name}", namespaces=_SPACES
    )
    return [text.strip() for text in found if text.strip()][:100]


def _is_seen(title: str, seen: str) -> bool:
    """Are some lines of the page this title? Hyphens and broken letters of old fonts are forgiven;
    a part of a line («Proceedings of the …») is not enough."""
    letters = folded(title)
    if len(letters) < 6:
        return False
    lines = [folded(line) for line in seen.split("\n")[:FIRST_LINES]]
    for start in range(len(lines)):
        shown = ""
        for line in lines[start : start + MOST_TITLE_LINES]:
            shown += line
            if len(shown) * ALIKE > len(letters):
                break
            if len(shown) >= ALIKE * len(letters) and _alike(shown, letters):
                return True
        if shown == letters or (len(shown) * ALIKE <= len(letters) and _alike(shown, letters)):
            return True
    return False


def _alike(one: str, other: str) -> bool:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return (
        matcher.real_quick_ratio() > ALIKE
        and matcher.quick_ratio() > ALIKE
        and matcher.ratio() > ALIKE
    )


def _seen_people(text: str, seen: str) -> list[Person]:
    """Everybody or nobody: a list of which a part is not on the page is somebody else's."""
    names = [named.name for named in names_in(_IN_BRACKETS.sub(" ", text))]
    page = folded(seen)
    return [Person(name) for name in names] if all(folded(name) in page for name in names) else []
