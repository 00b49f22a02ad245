"""PPTX: the text of every slide and its notes, in the order in which they are shown."""

from lxml import etree

from bowerbird.parse.documents.content import Content, Source
from bowerbird.parse.documents.markup import local
from bowerbird.parse.documents.open_xml import (
    Relations,
    note_properties,
    outside,
    parts_in_order,
    relations,
)
from bowerbird.parse.documents.package import Package

SHOW = "ppt/presentation.xml"
_TITLES = frozenset({"title", "ctrTitle"})


def read_slides(package: Package, source: Source) -> Content:
    """Titles of slides are headings."""
    content = Content(source.options)
    slides = [part for _, part in parts_in_order(package, SHOW, "sldId")]
    content.note("meta:slides", len(slides))
    note_properties(package, content)
    for slide in slides[: source.options.max_document_pages]:
        targets = relations(package, slide)
        notes = [
            part for part, outside in targets.values() if "/notesSlide" in part and not outside
        ]
        for part in (slide, *notes):
            root = package.markup(part)
            if root is not None:
                _read_slide(root, targets if part == slide else {}, content)
            if content.is_full() or source.is_late():
                return content
    return content


def _read_slide(root: etree._Element, targets: Relations, content: Content) -> None:
    for body in root.iter("{*}txBody", "{*}tc"):
        if local(body) == "txBody" and local(body.getparent()) == "tc":
            continue
        lines = [_text(paragraph) for paragraph in body.iter("{*}p")]
        if _is_title(body):
            content.head(1, " ".join(lines))
        for line in lines:
            content.say(line)
            content.bare_links(line)
    for link in root.iter("{*}hlinkClick"):
        if href := outside(link, targets):
            run = link.getparent()
            run = None if run is None else run.getparent()
            content.link(href, "hyperlink", "" if run is None else _text(run))


def _text(paragraph: etree._Element) -> str:
    return "".join(
        (piece.text or "") if local(piece) == "t" else " "
        for piece in paragraph.iter("{*}t", "{*}br")
    )


def _is_title(body: etree._Element) -> bool:
    shape = body.getparent()
    if shape is None:
        return False
    return any(holder.get("type") in _TITLES for holder in shape.iter("{*}ph"))
