"""Office files of before 2007, RTF and e-books."""

import pytest
from benchmarks.document_samples import (
    DOC,
    EPUB,
    PARAGRAPHS,
    PPT,
    RTF,
    rtf_file,
)
from benchmarks.old_office import compound_file, doc_file, ppt_file
from tests.unit.parse.documents.reading import failure, links, parsed, read

from bowerbird.model.document import Heading
from bowerbird.model.outcomes import Failure
from bowerbird.testing.little_web.office_files import epub_file

COMPOUND = "application/x-ole-storage"


def test_a_word_file_is_put_together_from_its_pieces() -> None:
    document = read(doc_file(PARAGRAPHS), DOC)

    assert document.text == "\n".join(PARAGRAPHS)


def test_a_field_shows_its_words_and_leads_where_it_says() -> None:
    body = doc_file(PARAGRAPHS, ("the nest", "http://nest.test/doc"))

    assert "See the nest." in read(body, COMPOUND).text
    assert links(body, DOC)["http://nest.test/doc"][0] == "hyperlink"


def test_slides_have_titles_text_and_links_but_no_master() -> None:
    body = ppt_file([("First", PARAGRAPHS[0]), ("Second", PARAGRAPHS[2])], "http://nest.test/ppt")

    document = read(body, PPT)

    assert document.headings == (Heading(1, "First"), Heading(1, "Second"))
    assert document.text == f"First\n{PARAGRAPHS[0]}\nSecond\n{PARAGRAPHS[2]}"
    assert document.metadata["meta:slides"] == "2"
    assert list(links(body, PPT)) == ["http://nest.test/ppt"]


@pytest.mark.parametrize(("streams", "reason"), [
    ({"EncryptedPackage": b"x"}, Failure.ENCRYPTED),
    ({"WordDocument": b"\xec\xa5\xc1\0" + bytes(6) + b"\0\1" + bytes(500)}, Failure.ENCRYPTED),
    ({"WordDocument": bytes(500)}, Failure.BROKEN), ({"Workbook": bytes(500)}, Failure.BROKEN),
])  # fmt: skip
def test_what_cannot_be_read_says_why(streams: dict[str, bytes], reason: Failure) -> None:
    assert failure(compound_file(streams), COMPOUND) is reason


def test_other_compound_files_are_no_documents() -> None:
    assert parsed(compound_file({"Thumbs": b"x"}), COMPOUND) is None


def test_rtf_has_its_words_in_every_script() -> None:
    document = read(rtf_file(), RTF)

    assert document.text == "\n".join((*PARAGRAPHS, "the nest"))
    assert (document.title, document.metadata["dc:creator"]) == ("Of bowers", "A. Tapir")
    assert links(rtf_file(), RTF)["http://nest.test/rtf"][1].anchor == "the nest"


@pytest.mark.parametrize(("rtf", "text"), [
    (rb"{\rtf1\ansi caf\'e9}", "café"),
    (rb"{\rtf1\ansicpg1251 \'cf\'f0\'e8}", "При"),
    (rb"{\rtf1{\fonttbl{\f1\fcharset128 M;}}\f1 \'93\'fa}", "日"),
    (rb"{\rtf1 a{\*\unknown b}c{\v d}e}", "ace"),
    (rb"{\rtf1 a\tab b\par c\line d}", "a b\nc\nd"),
    (rb"{\rtf1 \u55357?\u56832? \emdash\{x\}}", "\U0001f600 \u2014{x}"),
    (rb"{\rtf1{\pict\bin5 }}}}x}y}", "y"),
    (rb"{\rtf1\uc2\u233 ??z\uc0\u234 z}", "ézêz"),
])  # fmt: skip
def test_rtf_is_read_as_word_reads_it(rtf: bytes, text: str) -> None:
    assert read(rtf, "text/rtf").text == text


def test_groups_without_end_are_broken() -> None:
    assert failure(b"{\\rtf1" + b"{" * 100_000, RTF) is Failure.BROKEN


def test_a_book_is_its_chapters() -> None:
    chapters = {"One": PARAGRAPHS[:1], "Two": PARAGRAPHS[1:]}
    body = epub_file("Of bowers", "A. Tapir", chapters, {"out": "http://nest.test/book"})

    document = read(body, EPUB)

    assert document.text == "\n".join(("One", PARAGRAPHS[0], "Two", *PARAGRAPHS[1:], "out"))
    assert document.headings == (Heading(1, "One"), Heading(1, "Two"))
    assert (document.title, document.language) == ("Of bowers", "en")
    assert document.metadata["epub:chapters"] == "2"
    assert links(body, EPUB)["http://nest.test/book"][1].anchor == "out"
