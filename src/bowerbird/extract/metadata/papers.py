"""Metadata of papers: what a PDF says of itself, what its first page shows, and its references.

Everything here may be led astray by a hostile file: it belongs into the killable worker.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np
from msgspec import Struct

from bowerbird.extract.metadata import front_page
from bowerbird.extract.metadata.claims import Claim, Claims
from bowerbird.extract.metadata.features import (
    NAMES,
    Features,
    begins_references,
    blocks_and_features,
)
from bowerbird.extract.metadata.glyphs import Pdf, PdfPage, PdfTrouble, PlainLine, open_pdf
from bowerbird.extract.metadata.identifiers import identifiers_in
from bowerbird.extract.metadata.labelled import FrontPage
from bowerbird.extract.metadata.labelling import label
from bowerbird.extract.metadata.layouts import LayoutBook, generic_book, read_book
from bowerbird.extract.metadata.lines import lines_of
from bowerbird.extract.metadata.precedence import resolve
from bowerbird.extract.metadata.properties import info_claims, xmp_claims
from bowerbird.extract.metadata.references import references_of
from bowerbird.extract.metadata.xy_tree import Node, xy_tree
from bowerbird.model.metadata import Metadata, Source
from bowerbird.text.language import detect_language

NOTHING_TAUGHT = LayoutBook()
BACK_PAGES = 12  # looked at for the heading of the references, from the last one
LAYOUT, TAUGHT = 0.7, 0.9  # confidence
A_COVER = 25  # lines: a first page with fewer may leave the abstract to the second
FIRST_WORDS = 3_000  # characters
_KINDS = {
    "thesis": re.compile(
        r"\b(?:doctoral|master'?s?|bachelor'?s?|ph\.?d\.?) (?:thesis|dissertation)\b|"
        r"^\s*(?:thesis|dissertation)\s*$",
        re.IGNORECASE | re.MULTILINE,
    ),
    "report": re.compile(r"\b(?:technical report|working paper|tech\. rep)\b", re.IGNORECASE),
    "paper-conference": re.compile(r"\b(?:Proceedings of|Conference on|Workshop on) "),
    "article-journal": re.compile(r"\b(?:Journal of|Transactions on) [A-Z]|\bVol(?:ume|\.) ?\d"),
}
FRONT = 2  # pages on which a paper begins


class PageBlocks(Struct):
    """The first page as it is taught: its blocks and their features."""

    blocks: list[Node]
    features: Features


def paper_metadata(
    content: bytes, taught: LayoutBook = NOTHING_TAUGHT, *, references: bool = True
) -> Metadata:
    """Everything that a PDF tells. Raises `PdfTrouble` for one that cannot be read."""
    with open_pdf(content) as pdf:
        claims = list(_claims(pdf, content, taught))
        if references:
            claims += _references(pdf)
    return resolve(_without_parts(claims))


def taught_book(file: Path | None) -> LayoutBook:
    """The layouts of a project, read anew when they were changed."""
    try:
        changed = file.stat().st_mtime_ns if file else 0
    except OSError:
        changed = 0
    return _taught(file, changed) if file and changed else NOTHING_TAUGHT


@lru_cache(maxsize=1)
def _taught(file: Path, changed: int) -> LayoutBook:
    return LayoutBook(read_book(file))


def first_page(content: bytes) -> PageBlocks:
    """The blocks of the page on which a paper begins."""
    with open_pdf(content) as pdf:
        for number in range(min(pdf.pages, FRONT)):
            with pdf.page(number) as page:
                if root := xy_tree(lines_of(page.glyphs(), page.is_bold)):
                    return PageBlocks(*blocks_and_features(root))
    return PageBlocks([], np.zeros((0, len(NAMES)), np.float32))


def _claims(pdf: Pdf, content: bytes, taught: LayoutBook) -> Iterator[Claim]:
    text = ""
    for number in range(min(pdf.pages, FRONT)):
        with pdf.page(number) as page:
            text = page.plain
            found, lines = _page_claims(page, taught)
        if not text.strip():
            continue
        yield from found
        yield from _identifiers(text)
        if number == 0 and pdf.pages > 1 and lines < A_COVER and not _has(found, "abstract"):
            yield from _abstract_behind(pdf, taught)
        break
    yield from _from_text(text)
    yield from info_claims(pdf, text)
    yield from xmp_claims(content, text)


def _page_claims(page: PdfPage, taught: LayoutBook) -> tuple[Claims, int]:
    root = xy_tree(lines_of(page.glyphs(), page.is_bold))
    if root is None:
        return Claims(Source.LAYOUT, 0.0), 0
    blocks, features = blocks_and_features(root)
    labels = label(features, taught, generic_book())
    source, sure = (Source.TAUGHT, TAUGHT) if labels.taught else (Source.LAYOUT, LAYOUT)
    return front_page.claims_of(FrontPage(blocks, labels), source, sure), len(root.lines)


def _abstract_behind(pdf: Pdf, taught: LayoutBook) -> Iterator[Claim]:
    """The abstract of a paper whose first page is a cover."""
    try:
        with pdf.page(1) as page:
            found, _ = _page_claims(page, taught)
    except PdfTrouble:
        return
    yield from (claim for claim in found if claim.field in ("abstract", "keywords"))


def _identifiers(text: str) -> Iterator[Claim]:
    claims = Claims(Source.TEXT, 0.7)
    for value in identifiers_in(text).values():
        claims.identifier(f"arXiv:{value}" if value[:4].isdecimal() and "." in value else value)
    yield from claims


def _from_text(text: str) -> Iterator[Claim]:
    """Language and kind, by the words of the first page."""
    claims = Claims(Source.TEXT, 0.5)
    claims.language(detect_language(text))
    for kind, words in _KINDS.items():
        if words.search(text[:FIRST_WORDS]):
            claims.text("type", kind)
            break
    yield from claims


def _references(pdf: Pdf) -> list[Claim]:
    """From the page of their heading to the end."""
    pages: list[list[PlainLine]] = []
    for number in range(pdf.pages - 1, max(pdf.pages - 1 - BACK_PAGES, -1), -1):
        try:
            with pdf.page(number) as page:
                pages.append(page.plain_lines())
        except PdfTrouble:
            continue  # promised but not there, or damaged
        if any(begins_references(line.text) for line in pages[-1]):
            break
    claims = Claims(Source.LAYOUT, LAYOUT)
    claims.references(references_of([line for page in reversed(pages) for line in page]))
    return list(claims)


def _without_parts(claims: list[Claim]) -> list[Claim]:
    """Properties often name the first author alone; the page names all."""
    printed = [
        c for c in claims if c.field == "authors" and c.source in (Source.LAYOUT, Source.TAUGHT)
    ]
    if not printed:
        return claims
    return [
        claim
        for claim in claims
        if claim.field != "authors" or claim in printed or len(claim.value) >= len(printed[0].value)
    ]


def _has(claims: Claims, field: str) -> bool:
    return any(claim.field == field for claim in claims)
