"""One document of every kind that is read, mostly as other people's libraries write them."""

import gzip
import io
import json
from collections.abc import Callable
from datetime import date
from textwrap import wrap

import docx
import openpyxl
import pptx
import xlwt
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml.ns import qn
from docx.oxml.parser import OxmlElement
from odf import dc, table, text
from odf.opendocument import OpenDocumentPresentation, OpenDocumentSpreadsheet, OpenDocumentText
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from benchmarks.old_office import doc_file, ppt_file
from bowerbird.testing.little_web.office_files import epub_file
from bowerbird.testing.little_web.pdf_file import PdfLink, pdf_file

OPEN_XML = "application/vnd.openxmlformats-officedocument."
OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
DOCX = OPEN_XML + "wordprocessingml.document"
XLSX = OPEN_XML + "spreadsheetml.sheet"
PPTX = OPEN_XML + "presentationml.presentation"
ODT = OPEN_DOCUMENT + "text"
ODS = OPEN_DOCUMENT + "spreadsheet"
ODP = OPEN_DOCUMENT + "presentation"
XLS = "application/vnd.ms-excel"
PDF, RTF, EPUB = "application/pdf", "application/rtf", "application/epub+zip"
DOC, PPT = "application/msword", "application/vnd.ms-powerpoint"

PARAGRAPHS = (
    "Bowerbirds build and decorate a structure of sticks, the bower.",
    "Männchen sammeln blaue Gegenstände; les mâles dansent devant.",
    "Ptilonorhynchus violaceus, 鳥, встречается в лесах.",
)


def docx_file(paragraphs: tuple[str, ...] = PARAGRAPHS) -> bytes:
    made = docx.Document()
    made.core_properties.title = "Of bowers"
    made.core_properties.author = "A. Tapir"
    made.add_heading("Of bowers", 0)
    made.add_heading("Sticks", 1)
    for paragraph in paragraphs:
        made.add_paragraph(paragraph)
    cells = made.add_table(2, 2)
    cells.cell(0, 0).text = "species"
    cells.cell(1, 1).text = "twenty"
    linked = made.add_paragraph("See ")
    number = linked.part.relate_to(
        "http://nest.test/linked", RELATIONSHIP_TYPE.HYPERLINK, is_external=True
    )
    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), number)
    run, words = OxmlElement("w:r"), OxmlElement("w:t")
    words.text = "the nest"
    run.append(words)
    link.append(run)
    linked._element.append(link)  # noqa: SLF001 - the library has no other way
    made.add_paragraph("or http://nest.test/bare.")
    return _saved(made)


def xlsx_file(paragraphs: tuple[str, ...] = PARAGRAPHS) -> bytes:
    made = openpyxl.Workbook()
    made.properties.title = "Weights"
    sheet = made.active
    sheet.title = "Birds"
    sheet.append(["species", "grams", "seen"])
    for number, paragraph in enumerate(paragraphs):
        sheet.append([paragraph, 100 + number, True])
    home = sheet.cell(len(paragraphs) + 6, 1, "home")
    home.hyperlink = "http://nest.test/sheet"
    made.create_sheet("Second").append(["on the second sheet"])
    return _saved(made)


def pptx_file(paragraphs: tuple[str, ...] = PARAGRAPHS) -> bytes:
    made = pptx.Presentation()
    made.core_properties.title = "A talk"
    for number, paragraph in enumerate(paragraphs):
        slide = made.slides.add_slide(made.slide_layouts[1])
        slide.shapes.title.text = f"Slide {number + 1}"
        slide.placeholders[1].text = paragraph
        if not number:
            run = slide.placeholders[1].text_frame.paragraphs[0].add_run()
            run.text = " more"
            run.hyperlink.address = "http://nest.test/slide"
            slide.notes_slide.notes_text_frame.text = "Smile now."
    return _saved(made)


def odt_file(paragraphs: tuple[str, ...] = PARAGRAPHS) -> bytes:
    made = OpenDocumentText()
    made.meta.addElement(dc.Title(text="Of bowers"))
    made.meta.addElement(dc.Creator(text="A. Tapir"))
    made.text.addElement(text.H(outlinelevel=2, text="Sticks"))
    for paragraph in paragraphs:
        made.text.addElement(text.P(text=paragraph))
    linked = text.P(text="See ")
    linked.addElement(text.A(type="simple", href="http://nest.test/linked", text="the nest"))
    linked.addText(" now")
    made.text.addElement(linked)
    return _saved(made)


def ods_file(paragraphs: tuple[str, ...] = PARAGRAPHS) -> bytes:
    made = OpenDocumentSpreadsheet()
    sheet = table.Table(name="Birds")
    for paragraph in paragraphs:
        row = table.TableRow()
        for words in (paragraph, "12"):
            cell = table.TableCell()
            cell.addElement(text.P(text=words))
            row.addElement(cell)
        sheet.addElement(row)
    made.spreadsheet.addElement(sheet)
    return _saved(made)


def odp_file(paragraphs: tuple[str, ...] = PARAGRAPHS) -> bytes:
    from odf import draw, style

    made = OpenDocumentPresentation()
    layout = style.PageLayout(name="layout")
    made.automaticstyles.addElement(layout)
    master = style.MasterPage(name="master", pagelayoutname=layout)
    made.masterstyles.addElement(master)
    for paragraph in paragraphs:
        page = draw.Page(masterpagename=master)
        frame, box = draw.Frame(), draw.TextBox()
        box.addElement(text.P(text=paragraph))
        frame.addElement(box)
        page.addElement(frame)
        made.presentation.addElement(page)
    return _saved(made)


def xls_file(paragraphs: tuple[str, ...] = PARAGRAPHS) -> bytes:
    made = xlwt.Workbook()
    sheet = made.add_sheet("Birds")
    for number, paragraph in enumerate(paragraphs):
        sheet.write(number, 0, paragraph)
        sheet.write(number, 1, number + 0.5)
    day = xlwt.easyxf(num_format_str="YYYY-MM-DD")
    sheet.write(len(paragraphs) + 6, 0, date(2026, 5, 3), day)
    return _saved(made)


def packed_pdf(paragraphs: tuple[str, ...] = PARAGRAPHS) -> bytes:
    """Streams deflated, fonts embedded as names, an outline, a link."""
    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.setTitle("Of bowers")
    for paragraph in paragraphs:
        canvas.bookmarkPage(paragraph)
        canvas.addOutlineEntry(paragraph[:20], paragraph)
        for number, line in enumerate(wrap(paragraph, 80)):
            canvas.drawString(72, 700 - 14 * number, line)
        canvas.linkURL("http://nest.test/drawn", (72, 695, 200, 712))
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def rtf_file(paragraphs: tuple[str, ...] = PARAGRAPHS) -> bytes:
    """Characters beyond ASCII as \\u with a fallback, as Word writes them."""
    said = "".join(f"{_escaped(paragraph)}\\par\n" for paragraph in paragraphs)
    return (
        r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}}"
        r"{\info{\title Of bowers}{\author A. Tapir}} "
        + said
        + r'{\field{\*\fldinst{HYPERLINK "http://nest.test/rtf"}}{\fldrslt{the nest}}}\par}'
    ).encode("ascii")


def _escaped(text: str) -> str:
    units = text.encode("utf-16-le")
    codes = (
        int.from_bytes(units[at : at + 2], "little", signed=True) for at in range(0, len(units), 2)
    )
    return "".join(chr(code) if 0 <= code < 128 else f"\\u{code}?" for code in codes)


def image_file(kind: str) -> bytes:
    file = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "A bower"
    image = Image.new("RGB", (64, 48), (20, 40, 200))
    image.save(file, kind, exif=exif) if kind in ("JPEG", "WEBP", "PNG") else image.save(file, kind)
    return file.getvalue()


def _rss() -> bytes:
    items = "".join(
        f"<item><title>{n}</title><link>http://nest.test/{n}</link><description>{text}"
        "</description></item>"
        for n, text in enumerate(PARAGRAPHS)
    )
    return f'<rss version="2.0"><channel><title>Nest</title>{items}</channel></rss>'.encode()


def _atom() -> bytes:
    entries = "".join(
        f'<entry><title>{n}</title><link href="/{n}"/><summary>{text}</summary></entry>'
        for n, text in enumerate(PARAGRAPHS)
    )
    return f'<feed xmlns="http://www.w3.org/2005/Atom"><title>N</title>{entries}</feed>'.encode()


def _json_feed() -> bytes:
    items = [{"id": str(n), "url": f"http://nest.test/{n}", "content_text": text}
             for n, text in enumerate(PARAGRAPHS)]  # fmt: skip
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": items}).encode()


def _sitemap() -> bytes:
    urls = "".join(f"<url><loc>http://nest.test/{n}</loc></url>" for n in range(50))
    return f'<?xml version="1.0"?><urlset xmlns="http://x.test/">{urls}</urlset>'.encode()


def _xml() -> bytes:
    said = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
    return f'<?xml version="1.0"?><TEI><title>Of bowers</title><text>{said}</text></TEI>'.encode()


WESTERN = tuple(text.encode("cp1252", "ignore").decode("cp1252") for text in PARAGRAPHS)
SAMPLES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "pdf": (PDF, lambda: pdf_file("Of bowers", "A", WESTERN, [PdfLink("x", "http://nest.test/")])),
    "pdf-packed": (PDF, packed_pdf),
    "docx": (DOCX, docx_file), "xlsx": (XLSX, xlsx_file), "pptx": (PPTX, pptx_file),
    "odt": (ODT, odt_file), "ods": (ODS, ods_file), "odp": (ODP, odp_file),
    "doc": (DOC, lambda: doc_file(PARAGRAPHS, ("the nest", "http://nest.test/doc"))),
    "xls": (XLS, xls_file),
    "ppt": (PPT, lambda: ppt_file([("A slide", text) for text in PARAGRAPHS], "http://n.test/")),
    "rtf": (RTF, rtf_file),
    "epub": (EPUB, lambda: epub_file("Of bowers", "A", {"One": PARAGRAPHS}, {"x": "http://n.test/"})),
    "xml": ("application/xml", _xml), "rss": ("application/rss+xml", _rss),
    "atom": ("application/atom+xml", _atom), "json-feed": ("application/feed+json", _json_feed),
    "sitemap": ("application/xml", _sitemap),
    "sitemap-gz": ("application/gzip", lambda: gzip.compress(_sitemap(), mtime=0)),
    "svg": ("image/svg+xml", lambda: b"<svg width='4'><title>t</title><text>words</text></svg>"),
    **{
        kind.lower(): (f"image/{kind.lower()}", lambda kind=kind: image_file(kind))  # type: ignore[misc]
        for kind in ("PNG", "JPEG", "GIF", "WEBP", "TIFF", "BMP", "AVIF")
    },
    "markdown": ("text/markdown", lambda: "\n\n".join(
        ["# Of bowers", *PARAGRAPHS, "[a](http://nest.test/) ![b](c.png) <http://d.test/>"]).encode()),
    "tex": ("application/x-tex", lambda: "\n\n".join(
        [r"\title{Of bowers}\begin{document}", *PARAGRAPHS, r"\url{http://nest.test/}",
         r"\end{document}"]).encode()),
    "text": ("text/plain", lambda: "\n".join([*PARAGRAPHS, "http://nest.test/"]).encode()),
}  # fmt: skip


# What can be made of any prose.
WITH_PARAGRAPHS: dict[str, Callable[[tuple[str, ...]], bytes]] = {
    "pdf": lambda said: pdf_file("Of bowers", "A", said), "pdf-packed": packed_pdf,
    "docx": docx_file, "xlsx": xlsx_file, "pptx": pptx_file, "odt": odt_file, "ods": ods_file,
    "odp": odp_file, "xls": xls_file, "doc": lambda said: doc_file(("\r".join(said),)),
    "ppt": lambda said: ppt_file([("A slide", text) for text in said]), "rtf": rtf_file,
    "epub": lambda said: epub_file("Of bowers", "A", {"One": said}, {}),
}  # fmt: skip


def _saved(made: object) -> bytes:
    file = io.BytesIO()
    made.save(file)  # type: ignore[attr-defined]
    return file.getvalue()
