"""DOCX: paragraphs in the order of the text, then footnotes, headers and comments."""

from lxml import etree

from bowerbird.parse.documents.content import Content, Source
from bowerbird.parse.documents.markup import children, local, text_of
from bowerbird.parse.documents.open_xml import Relations, note_properties, outside, relations
from bowerbird.parse.documents.package import Package

MAIN = "word/document.xml"
_BESIDE = ("word/footnotes.xml", "word/endnotes.xml", "word/comments.xml")
_BREAKS = frozenset({"tab", "br", "cr"})
_LEFT_OUT = frozenset({"delText", "instrText", "Fallback"})  # deleted, field codes, repeats


def read_word(package: Package, source: Source) -> Content:
    """Text, headings, links and properties."""
    content = Content(source.options)
    note_properties(package, content)
    levels = _heading_styles(package)
    around = sorted(
        name for name in package.names if name.startswith(("word/header", "word/footer"))
    )
    for part in (MAIN, *_BESIDE, *around):
        root = package.markup(part)
        if root is None:
            continue
        targets = relations(package, part)
        for paragraph in root.iter("{*}p"):
            if content.is_full() or source.is_late():
                return content
            _read_paragraph(paragraph, targets, levels, content)
    return content


def _read_paragraph(
    paragraph: etree._Element,
    targets: Relations,
    levels: dict[str, int],
    content: Content,
) -> None:
    text = _text(paragraph)
    content.say(text)
    content.bare_links(text)
    level = _level(paragraph, levels)
    if level == 0:
        content.title = content.title or text
    elif level:
        content.head(level, text)
    for link in paragraph.iter("{*}hyperlink"):
        content.link(outside(link, targets), "hyperlink", text_of(link), text)
    for code in paragraph.iter("{*}instrText"):
        if href := _field_target(code.text or ""):
            content.link(href, "hyperlink", "", text)


def _text(paragraph: etree._Element) -> str:
    """What stands in a paragraph, but not in paragraphs inside it: they come by themselves."""
    pieces: list[str] = []
    skipped: etree._Element | None = None
    for event, element in etree.iterwalk(paragraph, events=("start", "end")):
        if event == "end":
            skipped = None if element is skipped else skipped
            continue
        if skipped is not None:
            continue
        name = local(element)
        if name in _LEFT_OUT or (name == "p" and element is not paragraph):
            skipped = element
        elif name == "t":
            pieces.append(element.text or "")
        elif name in _BREAKS:
            pieces.append(" ")
        elif name == "noBreakHyphen":
            pieces.append("-")
    return "".join(pieces)


def _field_target(code: str) -> str:
    """`HYPERLINK "http://…"` of a field."""
    words = code.split(None, 1)
    if len(words) == 2 and words[0].upper() == "HYPERLINK" and words[1].startswith('"'):
        return words[1][1:].partition('"')[0]
    return ""


def _level(paragraph: etree._Element, levels: dict[str, int]) -> int | None:
    for properties in children(paragraph, "pPr"):
        for entry in properties:
            value = next((v for k, v in entry.attrib.items() if str(k).endswith("}val")), "")
            if local(entry) == "pStyle":
                return levels.get(str(value))
            if local(entry) == "outlineLvl" and str(value).isdecimal() and int(value) < 9:
                return int(value) + 1
    return None


def _heading_styles(package: Package) -> dict[str, int]:
    """Style id → level; 0 is the title. Built-in styles have the same names everywhere."""
    root = package.markup("word/styles.xml")
    levels: dict[str, int] = {}
    for style in () if root is None else children(root, "style"):
        style_id = next(
            (str(v) for k, v in style.attrib.items() if str(k).endswith("}styleId")), ""
        )
        for name in children(style, "name"):
            value = next((str(v) for k, v in name.attrib.items() if str(k).endswith("}val")), "")
            kind, _, number = value.lower().partition(" ")
            if kind == "title" and not number:
                levels[style_id] = 0
            elif kind == "heading" and number.isdecimal():
                levels[style_id] = int(number)
    return levels
