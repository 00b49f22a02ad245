"""The steps from characters to labels, each alone."""

import numpy as np
import pytest

from bowerbird.extract.metadata.affiliations import mails_in, places_of
from bowerbird.extract.metadata.features import NAMES, name_likeness
from bowerbird.extract.metadata.glyphs import Glyph, GlyphPage, PlainLine
from bowerbird.extract.metadata.labelling import label
from bowerbird.extract.metadata.layouts import (
    Label,
    LayoutBook,
    generic_book,
    labelled_page,
    packed,
    unpacked,
)
from bowerbird.extract.metadata.lines import LOWERED, RAISED, Line, lines_of
from bowerbird.extract.metadata.paper_names import is_person, names_in
from bowerbird.extract.metadata.references import references_of
from bowerbird.extract.metadata.xy_tree import blocks_of, xy_tree
from bowerbird.model.errors import CorruptError


def glyphs(text: str, left: float, top: float, size: float = 10.0, start: int = 0) -> list[Glyph]:
    """Characters side by side, half as wide as high; blanks have no height, as pdfium has it."""
    return [
        Glyph(
            character, left + 0.5 * size * at, top, left + 0.5 * size * (at + 1),
            top if character == " " else top + size, start + at,
        )
        for at, character in enumerate(text)
    ]  # fmt: skip


def texts(*runs: list[Glyph]) -> list[str]:
    page = GlyphPage(600, 800, [glyph for run in runs for glyph in run])
    return [line.marked for line in lines_of(page, lambda _: False)]


def line(text: str, left: float, top: float, size: float = 10.0, bold: bool = False) -> Line:
    return Line(text, left, top, left + 0.5 * size * len(text), top + size, size, bold)


# ---- lines ---------------------------------------------------------------------------------------


def test_words_of_one_line_are_joined_and_columns_are_not():
    assert texts(glyphs("one line", 50, 100)) == ["one line"]
    assert texts(glyphs("left", 50, 100), glyphs("right", 300, 100)) == ["left", "right"]


def test_a_narrow_gap_parts_columns_whose_print_differs():
    smaller = glyphs("Licence", 28, 101.5, 9.0)
    beside = glyphs("words of the abstract", 69, 100, start=50)
    same = glyphs("goes on", 69, 101.5, 9.0, start=50)

    assert texts(beside, smaller) == ["words of the abstract", "Licence"]
    assert texts(same, smaller) == ["Licence  goes on"]


def test_a_superscript_is_marked_wherever_it_stands_in_the_file():
    name, mark = glyphs("Ada", 50, 100), glyphs("2", 65, 98, 6.0, start=90)

    assert texts(name, mark) == [f"Ada{RAISED}2{LOWERED}"]
    assert texts(mark, name) == [f"Ada{RAISED}2{LOWERED}"]


def test_an_accent_that_stands_for_itself_is_put_on_its_letter():
    accent = Glyph("´", 56, 100, 59, 110, 50)

    assert texts([*glyphs("Zoe", 50, 100)[:2], accent, glyphs("Zoe", 50, 100)[2]]) == ["Zóe"]


def test_what_is_drawn_out_of_order_is_read_in_order():
    assert texts(glyphs("later", 80, 100), glyphs("first", 50, 100)) == ["first later"]


# ---- the tree ------------------------------------------------------------------------------------


def said(lines: list[Line]) -> list[list[str]]:
    root = xy_tree(lines)
    assert root is not None
    return [[each.text for each in block.lines] for block in blocks_of(root)]


def test_a_page_is_cut_at_white_and_at_a_change_of_print():
    title, author = line("A Title", 200, 50, 20.0), line("Ada Lovelace", 200, 72)
    text = [line("words of a paragraph", 50, 120 + 12 * row) for row in range(3)]

    assert said([*text, author, title]) == [
        ["A Title"],
        ["Ada Lovelace"],
        ["words of a paragraph"] * 3,
    ]


def test_two_columns_are_read_one_after_the_other_also_across_a_narrow_gutter():
    left = [line("left" * 10, 50, 100 + 12 * row) for row in range(6)]
    right = [line("right" * 8, 260, 103 + 12 * row) for row in range(6)]
    mixed = [each for pair in zip(left, right, strict=True) for each in pair]

    assert said(mixed) == [["left" * 10] * 6, ["right" * 8] * 6]


def test_double_spaced_lines_are_one_paragraph():
    lines = [line("spaced far apart", 50, 50 + 24 * row, 12.0) for row in range(14)]

    assert said(lines) == [["spaced far apart"] * 14]


def test_a_page_without_lines_has_no_tree():
    assert xy_tree([]) is None


# ---- labels --------------------------------------------------------------------------------------


def row(**values: float) -> list[float]:
    return [values.get(name, 0.0) for name in NAMES]


def test_blocks_get_the_labels_of_the_nearest_page():
    rows = [row(top=0.0, size=1.0), row(top=0.5, length=1.0)]
    labels = [Label.TITLE, Label.ABSTRACT]
    far = [row(top=2.0, digits=2.0), row(top=2.4, commas=1.5)]
    book = LayoutBook(
        [
            labelled_page("near", np.array(rows, np.float32), labels),
            labelled_page("far", np.array(far, np.float32), [Label.REFERENCES] * 2),
        ]
    )
    page = np.array([row(top=0.05, size=0.9), row(top=0.6, length=0.9)], np.float32)

    told = label(page, LayoutBook(), book)

    assert [Label(int(shares.argmax())) for shares in told.shares] == labels
    assert told.layout == "near"
    assert told.shares.sum(1) == pytest.approx([1.0, 1.0])


def test_a_page_without_blocks_has_no_labels():
    told = label(np.zeros((0, len(NAMES)), np.float32), LayoutBook(), generic_book())

    assert told.shares.shape == (0, len(Label))


def test_a_book_is_what_was_put_into_it():
    features = np.array([row(top=0.42, size=-1.3)], np.float32)
    page = labelled_page("one", features, [Label.DATE])

    (back,) = unpacked(packed([page]), "book")

    assert back == page
    assert LayoutBook([back]).features == pytest.approx(features, abs=0.01)


def test_a_damaged_book_is_refused_in_a_sentence():
    book = bytearray(
        packed([labelled_page("one", np.zeros((1, len(NAMES)), np.float32), [Label.OTHER])])
    )
    for at, remedy in ((0, "no book of layouts"), (8, "has version"), (-1, "is damaged")):
        bad = bytearray(book)
        bad[at] ^= 0xFF

        with pytest.raises(CorruptError, match=remedy):
            unpacked(bytes(bad), "book")


def test_the_generic_layouts_cover_every_label():
    book = generic_book()

    assert len(book) >= 100
    assert set(book.labels.tolist()) == {int(kind) for kind in Label}


# ---- people --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marked", "named"),
    [
        ("Ada Lovelace, Bob Li and Zoë van Dijk", ["Ada Lovelace", "Bob Li", "Zoë van Dijk"]),
        (f"Ada Lovelace{RAISED}1,2{LOWERED}, Bob Li{RAISED}∗{LOWERED}", ["Ada Lovelace", "Bob Li"]),
        ("Ada Lovelace  Bob Li", ["Ada Lovelace", "Bob Li"]),
        ("by Ada Lovelace1, Bob Li2", ["Ada Lovelace", "Bob Li"]),
        ("Ada Lovelace, Member, IEEE, Bob Li", ["Ada Lovelace", "Bob Li"]),
        ("Research Article", []),
        ("A R T I C L E  I N F O", []),
        ("We show that it works", []),
    ],
)
def test_names_are_told_from_other_words(marked, named):
    assert [each.name for each in names_in(marked)] == named


def test_marks_lead_from_names_to_places():
    marked = [
        line(f"{RAISED}1{LOWERED} University of A", 50, 50),
        line(f"{RAISED}2{LOWERED} B College", 50, 62),
    ]
    inline = [line("1 Department of A, X 2 School of B, Y", 50, 50)]
    lettered = [line("a University of A", 50, 50), line("b School of B, Y", 50, 62)]
    no_mark = [line("a Greek University", 50, 50)]

    assert places_of([tuple(marked)]) == {"1": "University of A", "2": "B College"}
    assert places_of([tuple(inline)]) == {"1": "Department of A, X", "2": "School of B, Y"}
    assert places_of([tuple(lettered)]) == {"a": "University of A", "b": "School of B, Y"}
    assert list(places_of([tuple(no_mark)]).values()) == ["a Greek University"]


def test_what_stands_behind_a_place_is_no_part_of_it():
    dated = (line("University of A, 12 May 2008 words", 50, 50),)
    sentence = (line("We study the university as a place in which people learn.", 50, 50),)

    assert list(places_of([dated]).values()) == ["University of A"]
    assert places_of([sentence]) == {}


def test_addresses_are_no_places():
    assert mails_in("ada@x.test, bob@y.test") == ["ada@x.test", "bob@y.test"]
    assert places_of([(line("Email: ada@x.test", 50, 50),)]) == {}


def test_a_likeness_to_names_is_no_likeness_to_places():
    assert name_likeness("Ada Lovelace, Robert FitzRoy") > 0.6
    assert name_likeness("University of London") == 0
    assert name_likeness("the words of a sentence") < 0.3
    assert is_person("Ada Lovelace")
    assert not is_person("Ada")


# ---- references ----------------------------------------------------------------------------------


def entries(*lines: tuple[float, str]) -> list[str]:
    heading = PlainLine("References", 50)
    return [each.text for each in references_of([heading, *(PlainLine(t, x) for x, t in lines)])]


def test_numbered_entries_are_told_apart_and_words_put_together():
    assert entries(
        (50, "[1] A. One. A long title that goes on in the"), (50, "next line. 1999."),
        (50, "[2] B. Two. Another title. 2000."), (50, "[3] C. Three. A third title. 2001."),
    ) == [
        "A. One. A long title that goes on in the next line. 1999.",
        "B. Two. Another title. 2000.", "C. Three. A third title. 2001.",
    ]  # fmt: skip


def test_hanging_entries_begin_further_left():
    several = [
        each
        for n in range(4)
        for each in ((50, f"Author{n}, A. A title of number {n} is"), (65, "set on two lines."))
    ]

    assert len(entries(*several)) == 4


def test_entries_without_marks_begin_with_a_surname_and_initials():
    found = entries(
        (50, "Bell, I. H., & Lemort, V. (2016). CoolProp. Retrieved from"), (50, "http://coolprop.org"),
        (50, "Grecco, H. E. (2017). Pint. https://pint.test"),
        (50, "Hunter, J. D. (2007). Matplotlib: A 2D graphics environment. Computing &"),
        (50, "Engineering, 9(3), 90–95. doi:10.1109/MCSE.2007.55"),
        (20, "Weber (2018). A running footer. Journal"),
    )  # fmt: skip

    assert [text.split(",")[0] for text in found] == ["Bell", "Grecco", "Hunter"]


def test_what_follows_the_list_is_no_entry():
    found = entries(
        (50, "[1] A. One. A title of some length. 1999."), (50, "[2] B. Two. Another title. 2000."),
        (50, "[3] C. Three. A third title. 2001."), (50, "Appendix A"),
        (50, "[4] is not cited here at all"),
    )  # fmt: skip

    assert len(found) == 3


def test_a_list_in_which_nothing_looks_like_an_entry_is_empty():
    assert (
        entries((50, "see the web for what we have read"), (50, "and the library for more")) == []
    )
    assert entries() == []


def test_a_paper_without_a_heading_has_no_list():
    assert references_of([PlainLine("[1] A. One. A title of some length.", 50)] * 5) == []
