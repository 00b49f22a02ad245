"""What PDFium's C interface knows of a page: its links, and how large its letters are."""

import ctypes
import io
from collections.abc import Callable
from functools import partial
from math import sqrt
from statistics import median

import pypdfium2
from pypdfium2 import raw

from bowerbird.parse.bare_urls import bare_urls

LONGEST_URI = 16_384  # bytes
MOST_LINKS_OF_A_PAGE = 5_000
DOTS_PER_INCH = 200
MOST_DOTS = 10_000_000  # of a page that is drawn
TITLE_CHARACTERS = 3_000  # of the first page are measured

_LINE_ENDS = frozenset({0, 10, 13})


def language_of(pdf: pypdfium2.PdfDocument) -> str:
    """The language that the whole document declares."""
    length = raw.FPDFCatalog_GetLanguage(pdf, None, 0)
    if not 2 < length <= 200:
        return ""
    buffer = (ctypes.c_ushort * (length // 2))()
    raw.FPDFCatalog_GetLanguage(pdf, buffer, length)
    return bytes(buffer)[: length - 2].decode("utf-16-le", "ignore")


def annotated(
    pdf: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, text: pypdfium2.PdfTextPage
) -> list[tuple[str, str]]:
    """Where the link annotations of a page lead, each with the text below it."""
    found: list[tuple[str, str]] = []
    place, link = ctypes.c_int(0), raw.FPDF_LINK()
    while len(found) < MOST_LINKS_OF_A_PAGE and raw.FPDFLink_Enumerate(page, place, link):
        href = _target(pdf, link)
        if href:
            found.append((href, _below(link, text)))
    return found


def _target(pdf: pypdfium2.PdfDocument, link: object) -> str:
    action = raw.FPDFLink_GetAction(link)
    kind = raw.FPDFAction_GetType(action) if action else 0
    if kind == raw.PDFACTION_URI:
        return _string(partial(raw.FPDFAction_GetURIPath, pdf, action))
    if kind == raw.PDFACTION_REMOTEGOTO:
        return _string(partial(raw.FPDFAction_GetFilePath, action))
    return ""


def _string(read: Callable[[object, int], int]) -> str:
    """What a function of PDFium writes into a buffer, of the length that it tells first."""
    length = read(None, 0)
    if not 1 < length <= LONGEST_URI:
        return ""
    buffer = ctypes.create_string_buffer(length)
    read(buffer, length)
    return buffer.raw[: length - 1].decode("utf-8", "replace").strip()


def _below(link: object, text: pypdfium2.PdfTextPage) -> str:
    box = raw.FS_RECTF()
    if not raw.FPDFLink_GetAnnotRect(link, box):
        return ""
    return str(text.get_text_bounded(box.left, box.bottom, box.right, box.top, errors="ignore"))


def web_links(text: pypdfium2.PdfTextPage) -> list[str]:
    """URLs that stand in the text; PDFium puts those together that a line break cut."""
    links = raw.FPDFLink_LoadWebLinks(text)
    if not links:
        return []
    try:
        number = min(raw.FPDFLink_CountWebLinks(links), MOST_LINKS_OF_A_PAGE)
        said = (_url(links, index) for index in range(number))
        return [url for one in said for url, _, _ in bare_urls(one)]
    finally:
        raw.FPDFLink_CloseWebLinks(links)


def _url(links: object, index: int) -> str:
    length = raw.FPDFLink_GetURL(links, index, None, 0)
    if not 1 < length <= LONGEST_URI:
        return ""
    buffer = (ctypes.c_ushort * length)()
    raw.FPDFLink_GetURL(links, index, buffer, length)
    return bytes(buffer)[: 2 * length - 2].decode("utf-16-le", "ignore")


def picture_of(page: pypdfium2.PdfPage) -> bytes:
    """The page as OCR likes it: 200 dots per inch, grey; a poster at fewer."""
    width, height = page.get_size()
    scale = min(DOTS_PER_INCH / 72, sqrt(MOST_DOTS / max(width * height, 1)))
    file = io.BytesIO()
    page.render(scale=scale, grayscale=True).to_pil().save(file, "PNG", compress_level=1)
    return file.getvalue()


def sized_lines(text: pypdfium2.PdfTextPage) -> list[tuple[float, str]]:
    """The first lines of a page, each with the median height of its letters."""
    lines: list[tuple[float, str]] = []
    letters: list[str] = []
    heights: list[float] = []
    box = raw.FS_RECTF()
    for index in range(min(text.count_chars(), TITLE_CHARACTERS)):
        code = raw.FPDFText_GetUnicode(text, index)
        if code in _LINE_ENDS:
            if heights:
                lines.append((median(heights), "".join(letters)))
            letters, heights = [], []
            continue
        letters.append(chr(code) if code < 0xD800 or 0xE000 <= code < 0xFFFE else " ")
        if letters[-1].isalnum() and raw.FPDFText_GetLooseCharBox(text, index, box):
            heights.append(box.top - box.bottom)
    if heights:
        lines.append((median(heights), "".join(letters)))
    return lines
