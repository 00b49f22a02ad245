"""OpenDocument: texts, presentations and spreadsheets; all are content.xml and meta.xml."""

from lxml import etree

from bowerbird.parse.documents.content import Content, Source, encrypted
from bowerbird.parse.documents.markup import local, text_of
from bowerbird.parse.documents.package import Package

_HREF = "{http://www.w3.org/1999/xlink}href"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_META = {
    "title": "dc:title", "creator": "dc:creator", "subject": "dc:subject",
    "description": "dc:description", "language": "dc:language", "date": "dcterms:modified",
    "creation-date": "dcterms:created", "initial-creator": "meta:initial-creator",
    "generator": "meta:application", "keyword": "meta:keywords",
}  # fmt: skip
_SPACES = frozenset({"s", "tab", "line-break"})
_BLOCKS = (_TEXT + "p", _TEXT + "h")
_LEFT_OUT = frozenset({"tracked-changes", "annotation", "ruby-text"})


def read_opendocument(package: Package, source: Source) -> Content:
    """Paragraphs, headings, links and properties; of a spreadsheet, a row per line."""
    content = Content(source.options)
    if b"encryption-data" in package.read("META-INF/manifest.xml"):
        raise encrypted()
    _note_meta(package, content)
    root = package.markup("content.xml")
    if root is None:
        return content
    for block in root.iter(*_BLOCKS, _TABLE + "table-row", _TABLE + "table"):
        if content.is_full() or source.is_late():
            break
        if local(block) == "table":
            content.note("meta:sheet", block.get(_TABLE + "name", ""))
        elif local(block) == "table-row":
            cells = (_text(cell) for cell in block)
            _say("\t".join(filter(None, cells)), content)
        elif not _is_elsewhere(block):
            _read_block(block, content)
    for link in root.iter(_TEXT + "a"):
        content.link(link.get(_HREF, ""), "hyperlink", text_of(link), _nearby(link))
    return content


def _note_meta(package: Package, content: Content) -> None:
    root = package.markup("meta.xml")
    for entry in () if root is None else root.iter():
        name = local(entry)
        if key := _META.get(name):
            content.note(key, text_of(entry))
        elif name == "document-statistic":
            for attribute, value in entry.attrib.items():
                count = str(attribute).rpartition("}")[2]
                if count in ("page-count", "word-count"):
                    content.note("meta:pages" if count == "page-count" else "meta:words", value)
    content.title = content.metadata.get("dc:title", "")
    content.description = content.metadata.get("dc:description", "")
    content.language = content.metadata.get("dc:language", "")


def _read_block(block: etree._Element, content: Content) -> None:
    text = _text(block)
    _say(text, content)
    if local(block) == "h":
        level = block.get(_TEXT + "outline-level", "1")
        content.head(int(level) if level.isdecimal() and len(level) < 3 else 1, text)


def _say(text: str, content: Content) -> None:
    content.say(text)
    content.bare_links(text)


def _is_elsewhere(block: etree._Element) -> bool:
    """Is it read with the row it stands in, or a note of its own, or not at all?"""
    for ancestor in block.iterancestors():
        name = local(ancestor)
        if name == "table-row" or name in _LEFT_OUT:
            return True
    return False


def _text(block: etree._Element) -> str:
    """Text with its spaces, which are elements here; blocks inside are set apart."""
    pieces: list[str] = []
    for event, element in etree.iterwalk(block, events=("start", "end")):
        name = local(element)
        if event == "end":
            if element is not block:
                pieces.append(" " if name in ("p", "h", "note") else "")
                pieces.append(element.tail or "")
            continue
        pieces.append(" " if name in _SPACES else "")
        pieces.append(element.text or "")
    return "".join(pieces)


def _nearby(link: etree._Element) -> str:
    parent = link.getparent()
    return "" if parent is None else text_of(parent)
