"""The labels of a made paper's blocks: whose words stand in them is known, because we wrote them."""

import re
from collections.abc import Iterator

import typst
from tools.layouts.paper import Paper

from bowerbird.extract.metadata.features import blocks_and_features
from bowerbird.extract.metadata.glyphs import open_pdf
from bowerbird.extract.metadata.layouts import Label, LabelledPage, labelled_page
from bowerbird.extract.metadata.lines import lines_of
from bowerbird.extract.metadata.xy_tree import Node, xy_tree

_HEADINGS = {
    "abstract": Label.ABSTRACT, "summary": Label.ABSTRACT, "keywords": Label.KEYWORDS,
    "keywords:": Label.KEYWORDS, "references": Label.REFERENCES,
}  # fmt: skip


# Only those that Typst brings along: a page looks the same on every machine. Where a layout asks for
# another, the first of these stands in.
FONTS = typst.Fonts(include_system_fonts=False)


def drawn(source: str) -> bytes:
    """The PDF of a Typst source."""
    made: bytes = typst.compile(source.encode(), format="pdf", font_paths=FONTS)
    return made


def labelled_pages(name: str, pdf: bytes, paper: Paper) -> Iterator[LabelledPage]:
    """The first page, and the last one with the references."""
    with open_pdf(pdf) as document:
        for number in sorted({0, document.pages - 1}):
            with document.page(number) as page:
                root = xy_tree(lines_of(page.glyphs(), page.is_bold))
            if root is not None:
                blocks, features = blocks_and_features(root)
                yield labelled_page(name, features, labels_of(blocks, paper))


def labels_of(blocks: list[Node], paper: Paper) -> list[Label]:
    """The field that most of a block's letters belong to."""
    fields = _fields(paper)
    return [_label(block, fields) for block in blocks]


def _fields(paper: Paper) -> dict[Label, list[str]]:
    texts = {
        Label.TITLE: [paper.title],
        Label.AUTHORS: [author.name for author in paper.authors],
        Label.AFFILIATIONS: [*paper.affiliations, *(author.email for author in paper.authors)],
        Label.ABSTRACT: [paper.abstract],
        Label.KEYWORDS: paper.keywords,
        Label.DATE: [paper.date],
        Label.REFERENCES: paper.references,
    }
    return {label: [_letters(text) for text in known] for label, known in texts.items()}


def _label(block: Node, fields: dict[Label, list[str]]) -> Label:
    covered = dict.fromkeys(Label, 0)
    whole = 0
    for line in block.lines:
        letters = _letters(line.text)
        whole += len(letters)
        if heading := _HEADINGS.get(line.text.strip().lower()):
            covered[heading] += len(letters)
            continue
        for label, pieces in fields.items():
            covered[label] += _covered(letters, pieces)
    best = max(covered, key=lambda label: covered[label])
    return best if covered[best] > 0.45 * whole and covered[best] > 2 else Label.OTHER


def _covered(letters: str, pieces: list[str]) -> int:
    if len(letters) > 2 and letters in "".join(pieces):
        return len(letters)
    return sum(len(piece) for piece in pieces if len(piece) > 3 and piece in letters)


def _letters(text: str) -> str:
    """Letters alone: hyphens, superscripts and small words between names do not count."""
    text = re.sub(r"\b(?:and|by)\b", " ", text.lower())
    return "".join(character for character in text if character.isalpha())
