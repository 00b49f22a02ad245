"""The characters of PDF pages with their boxes, as pdfium gives them. For the killable worker only.

Coordinates are points from the upper left corner of the page, down and to the right.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import NamedTuple

import pypdfium2.raw as pdfium
from msgspec import Struct

MOST_CHARACTERS = 20_000  # of one page; a page of print has 3,000 to 8,000
TALL = 1.8  # times the usual height of a page's characters
_LONGEST_NAME = 256
_LONGEST_META = 4_096  # bytes of UTF-16
_BOLD_WEIGHT = 600


class PdfTrouble(Exception):  # noqa: N818 - it is told as an outcome, see `papers`
    """The file cannot be read; the message is for a person."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class Glyph(NamedTuple):
    """One character where it stands."""

    character: str
    left: float
    top: float
    right: float
    bottom: float
    place: int  # in the page, for questions about its font


class PlainLine(Struct, frozen=True):
    """A line of text, and where it begins."""

    text: str
    left: float


class GlyphPage(Struct, frozen=True):
    """The glyphs of one page in the order of the file, with the spaces that pdfium put between."""

    width: float
    height: float
    glyphs: list[Glyph]


_REASONS = {
    pdfium.FPDF_ERR_PASSWORD: ("encrypted", "it is protected by a password"),
    pdfium.FPDF_ERR_SECURITY: ("encrypted", "its way of protection is not known"),
    pdfium.FPDF_ERR_FORMAT: ("broken", "it is damaged, or no PDF at all"),
    pdfium.FPDF_ERR_FILE: ("broken", "it is damaged, or no PDF at all"),
}


class Pdf:
    """An open PDF. Use `open_pdf`."""

    def __init__(self, handle: pdfium.FPDF_DOCUMENT) -> None:
        self._handle = handle
        self.pages: int = pdfium.FPDF_GetPageCount(handle)

    def property(self, name: str) -> str:
        """An entry of the Info dictionary."""
        buffer = ctypes.create_string_buffer(_LONGEST_META)
        size = pdfium.FPDF_GetMetaText(self._handle, name.encode(), buffer, _LONGEST_META)
        raw = buffer.raw[: max(min(size, _LONGEST_META) - 2, 0)]
        return raw.decode("utf-16-le", "replace").strip()

    @contextmanager
    def page(self, number: int) -> Iterator["PdfPage"]:
        """A page, from 0."""
        page = pdfium.FPDF_LoadPage(self._handle, number)
        if not page:
            raise PdfTrouble("broken", f"its page {number + 1} cannot be read")
        try:
            text = pdfium.FPDFText_LoadPage(page)
            if not text:
                raise PdfTrouble("broken", f"its page {number + 1} cannot be read")
            try:
                yield PdfPage(page, text)
            finally:
                pdfium.FPDFText_ClosePage(text)
        finally:
            pdfium.FPDF_ClosePage(page)


class PdfPage:
    """A loaded page."""

    def __init__(self, page: pdfium.FPDF_PAGE, text: pdfium.FPDF_TEXTPAGE) -> None:
        self._page = page
        self._text = text
        self.height: float = pdfium.FPDF_GetPageHeightF(page)
        self.width: float = pdfium.FPDF_GetPageWidthF(page)

    @property
    def plain(self) -> str:
        """The text as pdfium orders it."""
        count = min(pdfium.FPDFText_CountChars(self._text), MOST_CHARACTERS)
        buffer = ctypes.create_string_buffer(2 * (count + 1))
        written = pdfium.FPDFText_GetText(
            self._text, 0, count, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
        )
        return buffer.raw[: 2 * max(written - 1, 0)].decode("utf-16-le", "replace")

    def plain_lines(self) -> list[PlainLine]:
        """The same, line by line, with where each begins."""
        box, lines, at = pdfium.FS_RECTF(), [], 0
        for text in self.plain.split("\r\n"):
            if text.strip():
                first = at + len(text) - len(text.lstrip())
                pdfium.FPDFText_GetLooseCharBox(self._text, first, ctypes.byref(box))
                lines.append(PlainLine(text.strip().replace("\ufffe", ""), box.left))
            at += len(text) + 2
        return lines

    def glyphs(self) -> GlyphPage:
        """Every character with its box."""
        text, height = self._text, self.height
        character_at, box_of = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetLooseCharBox
        box = pdfium.FS_RECTF()
        where = ctypes.byref(box)
        found = []
        for index in range(min(pdfium.FPDFText_CountChars(text), MOST_CHARACTERS)):
            code = character_at(text, index)
            if code == _HYPHEN:
                code = ord("-")
            if not code or 0xD800 <= code < 0xE000 or code > 0x10FFFF:
                continue
            box_of(text, index, where)
            found.append(
                Glyph(chr(code), box.left, height - box.top, box.right, height - box.bottom, index)
            )
        return GlyphPage(self.width, height, self._tightened(found))

    def _tightened(self, glyphs: list[Glyph]) -> list[Glyph]:
        """Signs of mathematical fonts claim the height of several lines: theirs is what is drawn.

        Some stand in the file as letters; so it is their neighbours that show them to be too tall.
        """
        places = [number for number, glyph in enumerate(glyphs) if glyph.bottom > glyph.top]
        heights = [glyphs[place].bottom - glyphs[place].top for place in places]
        edges = [ctypes.c_double() for _ in range(4)]
        where = [ctypes.byref(edge) for edge in edges]
        usual = median(heights) if heights else 0.0
        for at, height in enumerate(heights):
            if height <= usual:
                continue
            around = heights[max(at - 2, 0) : at] + heights[at + 1 : at + 3]
            if around and height > TALL * median(around):
                glyph = glyphs[places[at]]
                pdfium.FPDFText_GetCharBox(self._text, glyph.place, *where)
                _, _, bottom, top = (edge.value for edge in edges)
                if top > bottom:
                    glyphs[places[at]] = glyph._replace(
                        top=self.height - top, bottom=self.height - bottom
                    )
        return glyphs

    def is_bold(self, index: int) -> bool:
        """Is the font of this character a bold one?"""
        if pdfium.FPDFText_GetFontWeight(self._text, index) >= _BOLD_WEIGHT:
            return True
        flags = ctypes.c_int()
        buffer = ctypes.create_string_buffer(_LONGEST_NAME)
        pdfium.FPDFText_GetFontInfo(self._text, index, buffer, _LONGEST_NAME, ctypes.byref(flags))
        name = buffer.value.decode("latin-1").lower()
        return any(word in name for word in ("bold", "black", "heavy", "cmbx", "medi", "-bd"))


_HYPHEN = 2  # what pdfium gives for the hyphen of a word that goes on in the next line


@contextmanager
def open_pdf(content: bytes) -> Iterator[Pdf]:
    """Open a PDF that lies in memory."""
    handle = pdfium.FPDF_LoadMemDocument64(content, len(content), None)
    if not handle:
        reason, detail = _REASONS.get(pdfium.FPDF_GetLastError(), ("broken", "it is damaged"))
        raise PdfTrouble(reason, detail)
    try:
        pdf = Pdf(handle)
        if pdf.pages < 1:
            raise PdfTrouble("broken", "it has no page")
        yield pdf
    finally:
        pdfium.FPDF_CloseDocument(handle)
