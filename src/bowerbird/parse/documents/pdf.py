"""PDF: text, links, outline and properties, page by page, through PDFium."""

import re
from contextlib import closing
from itertools import islice

import pypdfium2

from bowerbird.parse.documents.content import Content, Source, broken, encrypted
from bowerbird.parse.documents.markup import note_xmp, xmp_packet
from bowerbird.parse.documents.ocr import words_in
from bowerbird.parse.documents.pdf_dates import pdf_date
from bowerbird.parse.documents.pdf_pages import (
    annotated,
    language_of,
    picture_of,
    sized_lines,
    web_links,
)
from bowerbird.parse.documents.pdf_title import title_of

MOST_BROKEN_PAGES = 25  # in a row: a file that promises a million pages and has none ends here

# PDFium writes U+FFFE where a hyphen breaks a word at the end of a line.
_BROKEN_WORD = re.compile("[\ufffe\x02]\\s*")
_PROPERTIES = {
    "Title": "pdf:title", "Author": "pdf:author", "Subject": "pdf:subject",
    "Keywords": "pdf:keywords", "Creator": "pdf:creator", "Producer": "pdf:producer",
}  # fmt: skip
_DATES = {"CreationDate": "pdf:created", "ModDate": "pdf:modified"}


def read_pdf(source: Source) -> Content:
    """Everything that can be read of a PDF without its password."""
    content = Content(source.options)
    try:
        pdf = pypdfium2.PdfDocument(source.body)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise encrypted() from error
        raise broken("no sound PDF: its objects cannot be found") from error
    with closing(pdf):
        _note_properties(pdf, source, content)
        lines = _read_pages(pdf, source, content)
        _read_outline(pdf, source, content)
    content.title = title_of(lines, content.metadata)
    content.description = content.metadata.get("pdf:subject", "")
    return content


def _note_properties(pdf: pypdfium2.PdfDocument, source: Source, content: Content) -> None:
    content.note("pdf:pages", len(pdf))
    for name, key in _PROPERTIES.items():
        content.note(key, readable(_property(pdf, name)))
    for name, key in _DATES.items():
        content.note(key, pdf_date(_property(pdf, name)))
    version = pdf.get_version()
    if version:
        content.note("pdf:version", f"{version // 10}.{version % 10}")
    content.language = language_of(pdf)
    note_xmp(xmp_packet(source.body), content)


def _property(pdf: pypdfium2.PdfDocument, name: str) -> str:
    try:
        return str(pdf.get_metadata_value(name))
    except UnicodeDecodeError:
        return ""


def _read_pages(
    pdf: pypdfium2.PdfDocument, source: Source, content: Content
) -> list[tuple[float, str]]:
    """Says the text of all pages; answers with the lines of the first and their heights."""
    lines: list[tuple[float, str]] = []
    failed = read = 0
    for number in range(min(len(pdf), source.options.max_document_pages)):
        if content.is_full() or source.is_late() or failed >= MOST_BROKEN_PAGES:
            break
        try:
            with closing(pdf[number]) as page, closing(page.get_textpage()) as text:
                if not read:
                    lines = sized_lines(text)
                _read_page(pdf, page, text, source, content)
        except pypdfium2.PdfiumError:
            failed += 1
            continue
        failed = 0
        read += 1
    if not read:
        raise broken("none of its pages can be read")
    if read < len(pdf):
        content.note("pdf:pages-read", read)
    return lines


def _read_page(
    pdf: pypdfium2.PdfDocument,
    page: pypdfium2.PdfPage,
    text: pypdfium2.PdfTextPage,
    source: Source,
    content: Content,
) -> None:
    said = readable(text.get_text_range(errors="ignore"))
    if source.options.ocr and not said.strip():
        said = words_in(picture_of(page), source)
    for line in said.split("\n"):
        content.say(line)
    if content.links_full:
        return
    annotations = annotated(pdf, page, text)
    for href, anchor in annotations:
        content.link(href, "annotation", readable(anchor))
    known = {href for href, _ in annotations}
    for href in web_links(text):
        if href not in known:
            content.link(href, "text", href)


def _read_outline(pdf: pypdfium2.PdfDocument, source: Source, content: Content) -> None:
    for bookmark in islice(pdf.get_toc(max_depth=6), source.options.max_headings):
        try:
            content.head(bookmark.level + 1, readable(bookmark.get_title()))
        except UnicodeDecodeError:
            continue


def readable(text: str) -> str:
    """Words put together again, and without what is no character."""
    text = _BROKEN_WORD.sub("", text)
    if text.isprintable():
        return text
    return "".join(c for c in text if c >= " " or c in "\t\n\r").replace("\0", "")
