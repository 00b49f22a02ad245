"""Office documents as other people's libraries write them."""

import io
from datetime import date

import docx
import openpyxl
import pptx
import xlwt
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml.ns import qn
from docx.oxml.parser import OxmlElement
from odf import dc, table, text
from odf.opendocument import OpenDocumentPresentation, OpenDocumentSpreadsheet, OpenDocumentText

OPEN_XML = "application/vnd.openxmlformats-officedocument."
OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
DOCX = OPEN_XML + "wordprocessingml.document"
XLSX = OPEN_XML + "spreadsheetml.sheet"
PPTX = OPEN_XML + "presentationml.presentation"
ODT = OPEN_DOCUMENT + "text"
ODS = OPEN_DOCUMENT + "spreadsheet"
ODP = OPEN_DOCUMENT + "presentation"
XLS = "application/vnd.ms-excel"

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
    linked._p.append(link)
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
    sheet["A9"] = "home"
    sheet["A9"].hyperlink = "http://nest.test/sheet"
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
    sheet.write(9, 0, date(2026, 5, 3), day)
    return _saved(made)


def _saved(made: object) -> bytes:
    file = io.BytesIO()
    made.save(file)  # type: ignore[attr-defined]
    return file.getvalue()
