"""PDFs written by hand: as small as they can be, or as bad as somebody could make them."""

import io
from collections.abc import Sequence

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

Text = tuple[float, float, float, str]  # from the left, from the top, size, words
HEIGHT = 800

SHOWN = "We show how birds build, and why it matters to them."
BUILT = "Birds of this family build bowers of sticks, with care, for years."
TITLE = "Sparse Models of Bower Building"
PAPER: list[Text] = [
    (100, 80, 20, TITLE),
    (150, 120, 12, "Ada Lovelace and Robert FitzRoy"),
    (150, 138, 10, "University of London, London, UK"),
    (250, 180, 11, "Abstract"),
    *[(90, 200 + 12 * row, 10, SHOWN) for row in range(6)],
    (60, 300, 13, "1 Introduction"),
    *[(60, 325 + 12 * row, 10, BUILT) for row in range(25)],
]  # fmt: skip


def pdf_of(*pages: Sequence[Text], password: str = "", info: dict[str, str] | None = None) -> bytes:
    """A PDF with these words on its pages."""
    sink = io.BytesIO()
    lock = StandardEncryption(password, canPrint=0) if password else None
    canvas = Canvas(sink, pagesize=(600, HEIGHT), encrypt=lock)
    told = info or {}
    canvas.setTitle(told.get("title", ""))
    canvas.setAuthor(told.get("author", ""))
    for page in pages:
        for left, top, size, words in page:
            canvas.setFont("Times-Roman", size)
            canvas.drawString(left, HEIGHT - top, words)
        canvas.showPage()
    canvas.save()
    return sink.getvalue()


def raw_pdf(*objects: bytes, xref_at: int | None = None) -> bytes:
    """Objects as they are told, with a table that holds, or begins where it does not."""
    out, places = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<</Size %d/Root 1 0 R>>\n" % (len(objects) + 1)
    return out + b"startxref\n%d\n%%%%EOF" % (start if xref_at is None else xref_at)


_WORDS = b"BT /F1 20 Tf 50 700 Td (A Title of Words) Tj 0 -40 Td /F1 12 Tf (Ada Lovelace) Tj ET"
CATALOGUE = b"<</Type/Catalog/Pages 2 0 R>>"
PAGE = (
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
    b"/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"
)


def stream(content: bytes = _WORDS) -> bytes:
    """A stream object."""
    return b"<</Length %d>>stream\n" % len(content) + content + b"\nendstream"


def with_pages(kids: bytes, count: int, content: bytes = _WORDS) -> bytes:
    """A PDF whose page tree says what it is told to say."""
    return raw_pdf(
        CATALOGUE, b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count), PAGE, stream(content)
    )
