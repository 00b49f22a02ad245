"""What a page writes beside a value to say what it is: a label before it, a heading above it."""

from bowerbird.extract.nodes import text_of
from bowerbird.extract.tree import Element

LONGEST_LABEL = 40  # characters


def label_of(element: Element) -> tuple[str, str]:
    """Tag and text of the label before an element; two empty texts if there is none."""
    before = element.getprevious()
    if element.tag == "dd":
        before = next(element.itersiblings("dt", preceding=True), None)
    if before is None or not isinstance(before.tag, str) or before.tag == "td":
        return "", ""
    if before.tag == "th" and len(element.getparent()) != 2:
        return "", ""  # a row of a table with several columns
    return (before.tag, text) if (text := label_text(before)) else ("", "")


def label_text(element: Element) -> str:
    """What a label says; empty if this is none."""
    text = text_of(element)
    is_label = element.tag in ("dt", "th", "label") or text.endswith(":")
    return text if is_label and 1 < len(text) <= LONGEST_LABEL else ""


def column_of(cell: Element) -> str:
    """The heading of the column of a table's cell, if the table has headings that fit its rows."""
    row = cell.getparent()
    if cell.tag not in ("td", "th") or row is None:
        return ""
    table = next(cell.iterancestors("table"), None)
    head = None if table is None else next(table.iter("tr"), None)
    if head is None or head is row or len(head) != len(row):
        return ""
    place = row.index(cell)
    if head[place].tag != "th":
        return ""
    texts = [text_of(heading) for heading in head]
    text = texts[place]
    is_telling = texts.count(text) == 1 and 0 < len(text) <= LONGEST_LABEL
    return text if is_telling and text_of(cell) != text else ""
