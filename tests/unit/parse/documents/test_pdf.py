"""PDF: text, title, properties, links, and what cannot be read."""

import io

import pypdf
import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from tests.unit.parse.documents.reading import failure, links, read

from bowerbird.model.document import Heading
from bowerbird.model.outcomes import Failure
from bowerbird.parse.documents.pdf_dates import pdf_date
from bowerbird.parse.documents.pdf_title import title_of
from bowerbird.parse.options import ParseOptions
from bowerbird.testing.little_web.pdf_file import PdfLink, pdf_file

PDF = "application/pdf"
WORDS = "Bowerbirds decorate their bowers with blue things: feathers, berries, bottle tops. "


def drawn(pages: int = 1, **properties: str) -> bytes:
    """A PDF of another library: packed streams, an outline, properties."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    canvas.setTitle(properties.get("title", ""))
    canvas.setAuthor(properties.get("author", ""))
    for number in range(pages):
        canvas.bookmarkPage(f"p{number}")
        canvas.addOutlineEntry(f"Part {number + 1}", f"p{number}", level=0)
        canvas.setFont("Times-Bold", 24)
        canvas.drawString(72, 760, "On the decoration of bowers" if not number else "")
        canvas.setFont("Times-Roman", 11)
        for line in range(5):
            canvas.drawString(72, 700 - 20 * line, f"Page {number + 1}. {WORDS}")
        canvas.drawString(72, 500, "Read http://nest.test/bare, too.")
        canvas.linkURL("http://nest.test/drawn", (72, 695, 200, 712))
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def locked(user_password: str) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(drawn()))
    writer.encrypt(user_password, owner_password="owner", algorithm="RC4-128")
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def test_every_page_is_read() -> None:
    document = read(drawn(3), PDF)

    assert document.metadata["pdf:pages"] == "3"
    for number in (1, 2, 3):
        assert f"Page {number}. Bowerbirds decorate" in document.text
    assert document.language == "en"


def test_the_outline_is_the_headings() -> None:
    assert read(drawn(2), PDF).headings == (Heading(1, "Part 1"), Heading(1, "Part 2"))


def test_links_come_from_annotations_and_from_the_text() -> None:
    found = links(drawn(), PDF)

    assert found["http://nest.test/drawn"][0] == "annotation"
    assert "Bowerbirds" in found["http://nest.test/drawn"][1].anchor
    assert found["http://nest.test/bare"][0] == "text"


def test_properties_are_told_by_their_names() -> None:
    document = read(pdf_file("Bowers", "A. Tapir", [WORDS]), PDF)

    assert document.metadata == {
        "pdf:pages": "1", "pdf:title": "Bowers", "pdf:author": "A. Tapir", "pdf:version": "1.4",
        "pdf:producer": "Little Web", "pdf:created": "2026-05-03T10:15:00Z",
    }  # fmt: skip
    assert document.title == "Bowers"


@pytest.mark.parametrize("junk", ["", "untitled", "paper.dvi", "Microsoft Word - x.doc"])
def test_a_junk_title_gives_way_to_the_largest_letters(junk: str) -> None:
    assert read(drawn(title=junk), PDF).title == "On the decoration of bowers"


def test_a_title_that_the_first_page_says_is_believed() -> None:
    assert read(drawn(title="The decoration of bowers"), PDF).title == "The decoration of bowers"


def test_a_title_of_several_lines_is_put_together() -> None:
    lines = [(8.0, "Journal of Nests"), (20.0, "Blue things"), (20.0, "in bowers"), (11.0, "words")]

    assert title_of(lines, {}) == "Blue things in bowers"


def test_letters_of_one_size_are_no_title() -> None:
    assert title_of([(11.0, "some words here")] * 9, {}) == ""


def test_a_file_without_any_title_is_called_by_its_name() -> None:
    assert read(pdf_file("", "", []), PDF, name="nothing%20here.pdf").title == "nothing here.pdf"


def test_only_so_many_pages_are_read() -> None:
    document = read(drawn(4), PDF, ParseOptions(max_document_pages=2))

    assert "Page 2." in document.text
    assert "Page 3." not in document.text
    assert (document.metadata["pdf:pages"], document.metadata["pdf:pages-read"]) == ("4", "2")


def test_a_paper_behind_a_password_is_encrypted() -> None:
    assert failure(locked("secret"), PDF) is Failure.ENCRYPTED


def test_a_paper_that_only_forbids_printing_is_read() -> None:
    assert "Bowerbirds decorate" in read(locked(""), PDF).text


@pytest.mark.parametrize("body", [b"", b"%PDF-1.7", b"%PDF-1.7\n" + bytes(500), b"no paper at all"])
def test_what_is_no_paper_is_broken(body: bytes) -> None:
    assert failure(body, PDF) is Failure.BROKEN


def test_a_million_pages_that_are_not_there_take_no_time() -> None:
    body = pdf_file("Many", "", [WORDS]).replace(b"/Count 1 ", b"/Count 1000000 ")

    document = read(body, PDF)

    assert "Bowerbirds" in document.text
    assert document.metadata["pdf:pages-read"] == "1"


def test_links_are_found_on_a_page_without_text() -> None:
    body = pdf_file("", "", [], [PdfLink("", "http://nest.test/silent")])

    assert list(links(body, PDF)) == ["http://nest.test/silent"]


def test_scanned_pages_are_drawn_for_ocr_but_only_so_many(tmp_path, monkeypatch) -> None:
    reader = tmp_path / "tesseract"
    reader.write_text('#!/bin/sh\necho "scanned $(head -c 4 | tail -c 3)"\n')
    reader.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    file = io.BytesIO()
    canvas = Canvas(file)
    for _ in range(4):
        canvas.rect(100, 100, 200, 200)
        canvas.showPage()
    canvas.save()

    document = read(file.getvalue(), PDF, ParseOptions(ocr=True, ocr_pages=3))

    assert document.text == "scanned PNG\nscanned PNG\nscanned PNG"
    assert "scanned" not in read(file.getvalue(), PDF).text


@pytest.mark.parametrize(("written", "meant"), [
    ("D:20260503101500+02'00'", "2026-05-03T10:15:00+02:00"),
    ("D:20260503101500Z", "2026-05-03T10:15:00Z"),
    ("D:20260503", "2026-05-03"), ("2026", "2026"), ("yesterday", ""), ("", ""),
])  # fmt: skip
def test_dates_are_told_as_everywhere_else(written: str, meant: str) -> None:
    assert pdf_date(written) == meant
