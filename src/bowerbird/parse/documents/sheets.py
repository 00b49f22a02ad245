"""XLSX: the cells of every sheet, one row per line."""

from lxml import etree

from bowerbird.parse.documents.content import Content, Source
from bowerbird.parse.documents.markup import children, local, text_of
from bowerbird.parse.documents.open_xml import (
    note_properties,
    outside,
    parts_in_order,
    relations,
)
from bowerbird.parse.documents.package import Package

BOOK = "xl/workbook.xml"


def read_sheets(package: Package, source: Source) -> Content:
    """The sheets in the order of the book; their names are headings."""
    content = Content(source.options)
    note_properties(package, content)
    shared = _shared_strings(package)
    sheets = parts_in_order(package, BOOK, "sheet")
    content.note("meta:sheets", len(sheets))
    for sheet, part in sheets[: source.options.max_document_pages]:
        root, name = package.markup(part), sheet.get("name", "")
        if root is None:
            continue
        content.head(1, name)
        content.say(name)
        for row in root.iter("{*}row"):
            if content.is_full() or source.is_late():
                return content
            line = "\t".join(filter(None, (_value(cell, shared) for cell in children(row, "c"))))
            content.say(line)
            content.bare_links(line)
        _read_links(package, part, root, content)
    return content


def _shared_strings(package: Package) -> list[str]:
    root = package.markup("xl/sharedStrings.xml")
    if root is None:
        return []
    return [_without_phonetics(item) for item in children(root, "si")]


def _without_phonetics(item: etree._Element) -> str:
    """The text of a string, without the reading aids of Japanese."""
    return "".join(
        text.text or ""
        for text in item.iter("{*}t")
        if (parent := text.getparent()) is None or local(parent) != "rPh"
    )


def _value(cell: etree._Element, shared: list[str]) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return _without_phonetics(cell)
    value = next((text_of(child) for child in children(cell, "v")), "")
    if kind == "s":
        number = int(value) if value.isdecimal() and len(value) < 10 else -1
        return shared[number] if 0 <= number < len(shared) else ""
    if kind == "b":
        return {"1": "TRUE", "0": "FALSE"}.get(value, "")
    return value


def _read_links(package: Package, part: str, root: etree._Element, content: Content) -> None:
    targets = relations(package, part)
    for link in root.iter("{*}hyperlink"):
        content.link(
            outside(link, targets), "hyperlink", link.get("display", ""), link.get("tooltip", "")
        )
