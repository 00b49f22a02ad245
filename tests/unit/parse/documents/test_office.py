"""Office documents say what other people's libraries wrote into them."""

import io
import zipfile

import pytest
from benchmarks.document_samples import (
    DOCX,
    ODP,
    ODS,
    ODT,
    PARAGRAPHS,
    PPTX,
    XLS,
    XLSX,
    docx_file,
    odp_file,
    ods_file,
    odt_file,
    pptx_file,
    xls_file,
    xlsx_file,
)
from tests.unit.parse.documents.reading import failure, links, parsed, read

from bowerbird.model.document import Heading
from bowerbird.model.outcomes import Failure
from bowerbird.parse.options import ParseOptions

FILES = {
    DOCX: docx_file, XLSX: xlsx_file, PPTX: pptx_file, ODT: odt_file, ODS: ods_file, ODP: odp_file,
    XLS: xls_file,
}  # fmt: skip


@pytest.mark.parametrize("media_type", FILES)
def test_every_word_is_read(media_type: str) -> None:
    text = read(FILES[media_type](), media_type).text

    for paragraph in PARAGRAPHS:
        assert paragraph in text


@pytest.mark.parametrize("media_type", [DOCX, XLSX, PPTX, ODT, ODS, ODP])
def test_what_is_inside_counts_more_than_how_it_is_served(media_type: str) -> None:
    assert PARAGRAPHS[0] in read(FILES[media_type](), "application/zip").text


def test_a_text_has_title_author_headings_and_cells() -> None:
    document = read(docx_file(), DOCX)

    assert document.title == "Of bowers"
    assert document.metadata["dc:creator"] == "A. Tapir"
    assert document.headings == (Heading(1, "Sticks"),)
    assert "species" in document.text


def test_links_of_a_text_are_told_with_their_words() -> None:
    found = links(docx_file(), DOCX)

    carrier, context = found["http://nest.test/linked"]
    assert (carrier, context.anchor, context.nearby) == ("hyperlink", "the nest", "See the nest")
    assert found["http://nest.test/bare"][0] == "text"


def test_an_open_document_has_title_headings_and_links() -> None:
    document = read(odt_file(), ODT)

    assert (document.title, document.metadata["dc:creator"]) == ("Of bowers", "A. Tapir")
    assert document.headings == (Heading(2, "Sticks"),)
    assert links(odt_file(), ODT)["http://nest.test/linked"][1].nearby == "See the nest now"


def test_a_sheet_is_read_row_by_row_from_every_sheet() -> None:
    document = read(xlsx_file(), XLSX)

    assert "species grams seen" in document.text
    assert "100 TRUE" in document.text
    assert "on the second sheet" in document.text
    assert [heading.text for heading in document.headings] == ["Birds", "Second"]
    assert "http://nest.test/sheet" in links(xlsx_file(), XLSX)


def test_slides_have_titles_notes_and_links() -> None:
    document = read(pptx_file(), PPTX)

    assert [heading.text for heading in document.headings] == ["Slide 1", "Slide 2", "Slide 3"]
    assert "Smile now." in document.text
    assert document.metadata["meta:slides"] == "3"
    assert links(pptx_file(), PPTX)["http://nest.test/slide"][1].anchor == "more"


def test_an_old_sheet_writes_dates_as_dates() -> None:
    assert "2026-05-03" in read(xls_file(), XLS).text


def test_only_so_many_sheets_are_read() -> None:
    text = read(xlsx_file(), XLSX, ParseOptions(max_document_pages=1)).text

    assert "grams" in text
    assert "second sheet" not in text


def test_a_cut_text_says_so() -> None:
    document = read(docx_file(("word " * 1_000,)), DOCX, ParseOptions(max_text=500))

    assert len(document.text) <= 500
    assert document.metadata["document:cut"] == "text"


def test_a_pure_link_crawl_keeps_no_text_and_all_links() -> None:
    document = read(docx_file(), DOCX, ParseOptions(text=False))

    assert document.text == ""
    assert len(document.links) == 2


def test_an_archive_is_the_list_of_its_files() -> None:
    document = read(archive({"a/one.txt": b"1", "two.bin": b"2"}), "application/zip", name="x.zip")

    assert document.text == "a/one.txt\ntwo.bin"
    assert document.metadata["archive:files"] == "2"


def test_a_part_that_inflates_without_measure_is_a_bomb() -> None:
    bomb = archive({"word/document.xml": b"<w>" + b" " * 30_000_000})

    assert failure(bomb, DOCX) is Failure.BOMB


def test_parts_that_are_too_large_together_are_a_bomb() -> None:
    parts = {f"word/footnotes{n}.xml": b"" for n in range(3)}
    parts["word/document.xml"] = b"<w>" + bytes(range(48, 58)) * 150_000 + b"</w>"

    assert failure(archive(parts, pack=False), DOCX, ParseOptions(max_unpacked_mib=1)) is (
        Failure.BOMB
    )


def test_entities_are_not_expanded() -> None:
    laughs = (
        b'<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "/etc/passwd">]>'
        b'<d xmlns:w="w"><w:p><w:t>before</w:t></w:p><w:p><w:t>&b;&c;</w:t></w:p></d>'
    )

    text = read(archive({"word/document.xml": laughs}), DOCX).text

    assert "before" in text
    assert "ha" not in text
    assert "root:" not in text


@pytest.mark.parametrize("media_type", [DOCX, XLSX, PPTX, ODT, XLS])
def test_half_a_file_is_broken(media_type: str) -> None:
    body = FILES[media_type]()

    assert failure(body[: len(body) // 2], media_type) is Failure.BROKEN


def test_a_text_behind_a_password_is_encrypted() -> None:
    manifest = b"<manifest:manifest><manifest:encryption-data/></manifest:manifest>"

    body = archive({"content.xml": b"\0junk", "META-INF/manifest.xml": manifest})

    assert failure(body, ODT) is Failure.ENCRYPTED


def test_a_page_that_says_it_is_a_sheet_is_a_page() -> None:
    found = parsed(b"<html><title>Export</title><table><td>cell</table>", XLS)

    assert found is not None
    assert found.document.title == "Export"  # type: ignore[attr-defined]


def archive(parts: dict[str, bytes], *, pack: bool = True) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED if pack else zipfile.ZIP_STORED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return file.getvalue()
