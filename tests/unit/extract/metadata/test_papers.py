"""Papers read by their layout: whole small PDFs, and PDFs that mean harm."""

import time
from typing import Any

import pytest
from tests.unit.extract.metadata.pdfs import (
    CATALOGUE,
    PAGE,
    PAPER,
    TITLE,
    Text,
    pdf_of,
    raw_pdf,
    stream,
    with_pages,
)

from bowerbird.extract.metadata.glyphs import PdfTrouble
from bowerbird.extract.metadata.layouts import LayoutBook
from bowerbird.extract.metadata.papers import paper_metadata
from bowerbird.extract.metadata.teaching import blocks_shown, taught
from bowerbird.model.errors import UsageError
from bowerbird.model.metadata import Source


def read(content: bytes, *taught_pages) -> Any:
    return paper_metadata(content, LayoutBook(taught_pages))


def names(found: Any) -> list[str]:
    return [person.name for person in found.authors.value]


def test_a_paper_is_read_by_generic_layouts():
    found = read(pdf_of(PAPER))

    assert (found.title.value, found.title.source) == (TITLE, Source.LAYOUT)
    assert names(found) == ["Ada Lovelace", "Robert FitzRoy"]
    assert found.affiliations.value == ("University of London, London, UK",)
    assert found.authors.value[0].affiliations == found.affiliations.value
    assert found.abstract.value.startswith("We show how birds build")
    assert "sticks" not in found.abstract.value


def test_language_and_kind_are_told_by_the_words_of_the_first_page():
    words = "In Proceedings of the Conference on Nests"

    found = read(pdf_of([*PAPER, (60, 760, 8, words)]))

    assert (found.language.value, found.type.value) == ("en", "paper-conference")
    assert read(pdf_of(PAPER)).type is None


def test_properties_are_believed_only_where_the_page_says_the_same():
    junk = read(pdf_of(PAPER, info={"title": "Microsoft Word - draft7.doc", "author": "Admin"}))
    good = read(pdf_of(PAPER, info={"title": TITLE.upper(), "author": "A. Nobody, Ada Lovelace"}))

    assert junk.title.source is Source.LAYOUT
    assert (good.title.source, good.title.agreeing) == (Source.PROPERTIES, (Source.LAYOUT,))
    assert names(good) == ["Ada Lovelace", "Robert FitzRoy"]


def test_a_first_author_alone_in_the_properties_does_not_hide_the_others():
    found = read(pdf_of(PAPER, info={"title": TITLE, "author": "Ada Lovelace"}))

    assert names(found) == ["Ada Lovelace", "Robert FitzRoy"]


def test_an_xmp_packet_is_read():
    packet = (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
        'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" prism:volume="7">'
        f"<dc:title><rdf:Alt><rdf:li>{TITLE}</rdf:li></rdf:Alt></dc:title>"
        "<prism:doi>10.1234/BOW</prism:doi></rdf:Description></rdf:RDF></x:xmpmeta>"
    )

    found = read(pdf_of(PAPER) + packet.encode())

    assert (found.title.value, found.title.source) == (TITLE, Source.XMP)
    assert (found.doi.value, found.volume.value) == ("10.1234/bow", "7")


def test_the_list_of_references_is_found_on_later_pages():
    entries: list[Text] = [
        (
            60.0,
            100 + 30.0 * at,
            10.0,
            f"[{at + 1}] B. Author. A study of nests {at}. Emu 7:1-9, 1999.",
        )
        for at in range(5)
    ]

    found = read(pdf_of(PAPER, [(60, 70, 12, "References"), *entries]))

    assert len(found.references.value) == 5
    assert found.references.value[2].text == "B. Author. A study of nests 2. Emu 7:1-9, 1999."
    assert found.references.value[2].year == "1999"


def test_identifiers_of_the_first_page_are_found():
    found = read(pdf_of([*PAPER, (60, 750, 9, "doi:10.1234/bower.7  ISSN 0158-4197")]))

    assert (found.doi.value, found.doi.source) == ("10.1234/bower.7", Source.TEXT)
    assert found.issn.value == ("0158-4197",)


# ---- teaching ------------------------------------------------------------------------------------

PLAIN = "Plain words run on for as long as a page has room."
ODD: list[Text] = [
    (60, 60, 9, "Sheet 7 of the society of builders"),
    (60, 640, 10, "Notes on Mud"),
    (60, 700, 10, "Wren Christopher"),
    *[(60, 100 + 12 * row, 10, PLAIN) for row in range(40)],
]  # fmt: skip
OTHER: list[Text] = [
    *ODD[:1],
    (60, 640, 10, "Remarks on Clay Pits"),
    (60, 700, 10, "Hawk Nicholas"),
    *ODD[3:],
]


def test_a_layout_that_was_taught_is_used_before_the_generic_ones():
    fields = {"title": ["Notes on Mud"], "authors": ["Wren Christopher"]}
    page = taught(pdf_of(ODD), "odd", fields, {}).page

    before, after = read(pdf_of(OTHER)), read(pdf_of(OTHER), page)

    assert before.title is None or before.title.value != "Remarks on Clay Pits"
    assert (after.title.value, after.title.source) == ("Remarks on Clay Pits", Source.TAUGHT)
    assert names(after) == ["Hawk Nicholas"]


def test_a_layout_is_taught_by_numbers_of_blocks_too():
    blocks = blocks_shown(pdf_of(ODD))
    number = next(block.number for block in blocks if block.text == "Notes on Mud")

    told = taught(pdf_of(ODD), "odd", {}, {number: "title"})

    assert [block.text for block in told.blocks if block.label == "title"] == ["Notes on Mud"]


def test_pages_of_another_layout_are_still_read_by_the_generic_ones():
    page = taught(pdf_of(ODD), "odd", {"title": ["Notes on Mud"]}, {}).page

    assert read(pdf_of(PAPER), page).title.source is Source.LAYOUT


def test_words_that_no_block_holds_cannot_be_taught():
    with pytest.raises(UsageError, match="no block of the first page says that title"):
        taught(pdf_of(ODD), "odd", {"title": ["Nothing of the kind"]}, {})
    with pytest.raises(UsageError, match="unknown label 'headline'"):
        taught(pdf_of(ODD), "odd", {}, {0: "headline"})
    with pytest.raises(UsageError, match="there is no block 99"):
        taught(pdf_of(ODD), "odd", {}, {99: "title"})


# ---- what means harm -----------------------------------------------------------------------------

MANY = b" ".join([b"3 0 R"] * 1_000_000)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (pdf_of(PAPER, password="secret"), "encrypted"),
        (b"%PDF-1.7\n" + bytes(range(256)) * 50, "broken"),
        (pdf_of(PAPER)[:300], "broken"),
        (with_pages(b"2 0 R", 1), "broken"),
        (with_pages(b"", 0), "broken"),
        (b"", "broken"),
    ],
    ids=["encrypted", "garbage", "cut off", "a page tree in a circle", "no page", "nothing"],
)
def test_what_cannot_be_read_has_a_reason(content, reason):
    with pytest.raises(PdfTrouble) as trouble:
        read(content)

    assert trouble.value.reason == reason


@pytest.mark.parametrize(
    "content",
    [
        with_pages(MANY, 1_000_000),
        with_pages(b"3 0 R", 1_000_000),
        raw_pdf(CATALOGUE, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", PAGE, stream(), xref_at=10**9),
    ],
    ids=["a million pages", "a million pages promised", "a table that is nowhere"],
)
def test_what_is_odd_but_readable_is_read_in_time(content):
    before = time.process_time()

    found = read(content)

    assert found.title.value == "A Title of Words"
    assert time.process_time() - before < 5


def test_a_page_of_countless_characters_costs_seconds_at_the_most():
    words = b"BT /F1 5 Tf " + b"".join(
        b"1 0 0 1 %d %d Tm (x) Tj " % (at % 100 * 6, at // 100 % 200 * 4) for at in range(60_000)
    )
    before = time.process_time()

    read(with_pages(b"3 0 R", 1, words + b"ET"))

    assert time.process_time() - before < 5
