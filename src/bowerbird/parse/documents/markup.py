"""XML read without danger: no entities, no network, no document types, no depth without end."""

import re
from collections.abc import Iterator

from lxml import etree

from bowerbird.parse.documents.content import Content, DocumentTroubleError, broken

LONGEST_XMP = 1_000_000  # bytes

_OF_AN_IMAGE = re.compile(rb"dc:format\s*(?:>|=\s*[\"'])\s*image/")
_PACKET = re.compile(rb"<\?xpacket begin.{0,200}?\?>", re.DOTALL)
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_XMP_NAMES = {
    "{http://purl.org/dc/elements/1.1/}": "dc:",
    "{http://ns.adobe.com/xap/1.0/}": "xmp:",
    "{http://prismstandard.org/namespaces/basic/2.0/}": "prism:",
    "{http://prismstandard.org/namespaces/basic/2.1/}": "prism:",
    "{http://prismstandard.org/namespaces/basic/3.0/}": "prism:",
    "{http://ns.adobe.com/photoshop/1.0/}": "photoshop:",
    "{http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/}": "iptc:",
}  # fmt: skip


def read_markup(body: bytes, charset: str = "") -> etree._Element:
    """The root of a document; what is malformed is mended as far as that goes."""
    try:
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False,
            huge_tree=False, recover=True, remove_comments=True, remove_pis=True,
            encoding=charset or None,
        )  # fmt: skip
        root = etree.fromstring(body, parser)
    except LookupError:  # a charset that nobody knows
        return read_markup(body)
    except (etree.LxmlError, ValueError) as error:
        raise broken(f"not XML: {error}") from error
    if root is None:
        raise broken("not XML: it has no element")
    return root


def local(element: etree._Element) -> str:
    """The name of an element without its namespace; empty for an entity that is not expanded."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def text_of(element: etree._Element) -> str:
    """All text in it."""
    return "".join(texts_of(element))


def texts_of(element: etree._Element) -> Iterator[str]:
    for piece in element.itertext():
        yield str(piece)


def children(element: etree._Element, name: str) -> Iterator[etree._Element]:
    """The children of a name, whatever their namespace."""
    return (child for child in element if local(child) == name)


def child_text(element: etree._Element, name: str) -> str:
    """The text of the first child of a name."""
    for child in children(element, name):
        return text_of(child).strip()
    return ""


# ---- XMP: what Adobe's programs write into PDF and images ----------------------------------------


def xmp_packet(body: bytes) -> bytes:
    """The last packet of a PDF that stands in it unpacked, and is not of an image inside it.

    The last is the one in force.
    """
    for begin in reversed([found.end() for found in _PACKET.finditer(body)][-20:]):
        end = body.find(b"<?xpacket end", begin, begin + LONGEST_XMP)
        if end > 0 and not _OF_AN_IMAGE.search(body, begin, end):
            return body[begin:end].strip()
    return b""


def note_xmp(packet: bytes, content: Content) -> None:
    """Dublin Core, PRISM and the like, as `dc:title`, `dc:creator`, `prism:doi` …"""
    if not packet:
        return
    try:
        root = read_markup(packet[:LONGEST_XMP])
    except DocumentTroubleError:
        return  # the document itself may be sound
    for description in root.iter(_RDF + "Description"):
        for name, value in description.attrib.items():
            if key := _xmp_key(str(name)):
                content.note(key, value)
        for entry in description:
            if isinstance(entry.tag, str) and (key := _xmp_key(entry.tag)):
                items = [text_of(item) for item in entry.iter(_RDF + "li")]
                content.note_all(key, items or [text_of(entry)])


def _xmp_key(name: str) -> str:
    namespace, _, local_name = name.rpartition("}")
    prefix = _XMP_NAMES.get(namespace + "}")
    return prefix + local_name if prefix else ""
