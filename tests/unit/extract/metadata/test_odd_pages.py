"""Pages of characters that nobody would print: whatever stands where, reading ends and raises
nothing."""

from random import Random

import pytest

from bowerbird.extract.metadata import front_page
from bowerbird.extract.metadata.features import blocks_and_features
from bowerbird.extract.metadata.glyphs import Glyph, GlyphPage, PlainLine
from bowerbird.extract.metadata.labelled import FrontPage
from bowerbird.extract.metadata.labelling import label
from bowerbird.extract.metadata.layouts import LayoutBook, generic_book
from bowerbird.extract.metadata.lines import Line, lines_of
from bowerbird.extract.metadata.precedence import resolve
from bowerbird.extract.metadata.references import references_of
from bowerbird.extract.metadata.xy_tree import xy_tree
from bowerbird.model.metadata import Source

WORDS = [
    "Abstract",
    "Ada",
    "Lovelace,",
    "and",
    "University",
    "of",
    "A",
    "1",
    "∗",
    "´",
    "¨",
    "Keywords:",
    "2019",
    "a@b.test",
    "{x,y}@z",
    "Dr.",
    "-",
    "—",
    "ﬁ",
    "李",
    "ا",
    "12",
    "May",
    "2008",
    "Introduction",
    "(",
    "†",
    "·",
    "\x0e",
    "\x0f",
    "IEEE",
    "van",
    "[1]",
    "References",
]
SIZES = (0.0, 0.001, 5.0, 10.0, 10.0, 12.0, 20.0, 300.0, -3.0)


def odd_page(random: Random) -> GlyphPage:
    """Words anywhere, of any size, also none and less than none."""
    glyphs: list[Glyph] = []
    for _ in range(random.randint(0, 60)):
        left, top = random.uniform(-50, 700), random.uniform(-50, 900)
        left = random.choice((1e9, -1e9)) if random.random() < 0.02 else left
        size = random.choice(SIZES)
        for character in " ".join(random.choices(WORDS, k=random.randint(1, 8))):
            width = size * random.choice((0.5, 0.5, 0.5, 0.0, -0.5))
            height = 0.0 if character == " " else size * random.choice((1, 1, 1, 0.5))
            glyphs.append(Glyph(character, left, top, left + width, top + height, len(glyphs)))
            left += width
        if random.random() < 0.3:
            glyphs.append(Glyph("\n", left, top, left, top, len(glyphs)))
    return GlyphPage(600, 800, glyphs)


def read(lines: list[Line]) -> None:
    root = xy_tree(lines)
    if root is not None:
        blocks, features = blocks_and_features(root)
        labels = label(features, LayoutBook(), generic_book())
        resolve(front_page.claims_of(FrontPage(blocks, labels), Source.LAYOUT, 0.7))
    plain = [PlainLine(line.text, line.left) for line in lines]
    references_of([*plain, PlainLine("References", 5.0), *plain])


@pytest.mark.parametrize("seed", range(8))
def test_any_page_of_characters_can_be_read(seed):
    random = Random(seed)

    for _ in range(12):
        read(lines_of(odd_page(random), lambda place: place % 3 == 0))
