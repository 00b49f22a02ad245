"""Blocks of a page as numbers: where they stand, how they are printed, which words they hold."""

import math
import re
from statistics import median

import numpy as np
from numpy.typing import NDArray

from bowerbird.extract.metadata.lines import Line
from bowerbird.extract.metadata.xy_tree import Node, blocks_of

MOST_BLOCKS = 120  # of one page, in reading order
Features = NDArray[np.float32]

_ABSTRACT = re.compile(r"^\W*(?:abstract|summary|zusammenfassung|résumé|a b s t r a c t)\b", re.I)
_KEYWORDS = re.compile(r"^\W*(?:key\s?-?words|index terms|schlüsselwörter|mots[- ]clés)\b", re.I)
_PLACE = re.compile(
    r"universi|department|\bdept\b|institut|laborator|school of|college|faculty|academy|"
    r"hospital|research cent|\binc\b|\bcorp|gmbh|technolog|fakult|département",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\b(?:doi|issn|vol|volume|no|pp|pages|proceedings|journal|copyright|license|licence|isbn|"
    r"arxiv|preprint|report|received|accepted|published|submitted|https?)\b|©",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d|\b(?:19|20)\d\d\b", re.I
)
_HEADING = re.compile(
    r"^\W*(?:\d{1,2}\.?\s+|[IVX]{1,4}\.\s+)?(?:introduction|background|contents|references|"
    r"bibliography|acknowledg)",
    re.IGNORECASE,
)
_REFERENCES = re.compile(
    r"^\W*(?:\d{1,2}\.?\s+)?(?:references|bibliography|literature cited)\W*$", re.I
)

# One weight for each feature, in the order of `_of`: what a difference of 1 costs. Found by a
# random search in which every generic layout was read by the labels of the others alone: mean F1 of
# five labels .909, from .862 with weights set by hand (tools/layouts/weights.py).
NAMES = (
    "left", "top", "right", "bottom", "size", "largest", "bold", "lines", "length", "commas",
    "digits", "capitals", "order", "abstract", "keywords", "place", "mail", "number", "date",
    "heading", "name", "sentence", "centred", "wide",
)  # fmt: skip
WEIGHTS = np.array(
    [
        0.98, 2.80, 0.35, 0.24, 0.70, 2.10, 0.10, 1.40, 0.70, 0.70, 0.28, 0.80, 0.20, 2.10, 1.05,
        0.29, 1.37, 1.96, 0.30, 0.70, 1.50, 2.80, 0.28, 0.78,
    ],
    np.float32,
)  # fmt: skip


def blocks_and_features(root: Node) -> tuple[list[Node], Features]:
    """The blocks of a page in reading order, and a row of features for each."""
    blocks = list(blocks_of(root))[:MOST_BLOCKS]
    usual = median(line.size for line in root.lines)
    largest = max(line.size for line in root.lines if len(line.text) > 2 or line.size <= usual)
    rows = [
        _of(block, root, usual, largest, at / max(len(blocks) - 1, 1))
        for at, block in enumerate(blocks)
    ]
    return blocks, np.clip(np.array(rows, np.float32), -2.5, 2.5)


def name_likeness(text: str) -> float:
    """How much of a text is made like names: words with capitals, no small words but «and»."""
    words = [word.strip(",.;*†‡·") for word in text.split()]
    words = [
        word
        for word in words
        if word and word.lower() not in ("and", "&", "by", "von", "van", "de")
    ]
    letters = [word for word in words if word[0].isalpha()]
    if not letters or _PLACE.search(text):
        return 0.0
    named = sum(word[0].isupper() and len(word) < 16 for word in letters)
    return named / len(words) * min(1.0, 12 / max(len(words) / (1 + text.count(",")), 1) / 3)


def _of(block: Node, root: Node, usual: float, largest: float, order: float) -> list[float]:
    lines = block.lines
    text = " ".join(line.text for line in lines)
    length, words = max(len(text), 1), text.split()
    size = median(line.size for line in lines)
    wide, high = max(root.right - root.left, 1.0), max(root.bottom - root.top, 1.0)
    return [
        (block.left - root.left) / wide,
        (block.top - root.top) / high,
        (block.right - root.left) / wide,
        (block.bottom - root.top) / high,
        math.log(max(size, 0.1) / max(usual, 0.1)) * 1.5,
        max(math.log(max(size, 0.1) / max(largest, 0.1)), -1.5),
        sum(line.bold for line in lines) / len(lines),
        math.log1p(len(lines)) / 3,
        math.log1p(length) / 7,
        min(sum(character in ",;" for character in text) / length * 20, 1.5),
        min(sum(character.isdigit() for character in text) / length * 6, 2.0),
        sum(word[:1].isupper() for word in words) / max(len(words), 1),
        order,
        float(bool(_ABSTRACT.search(text))),
        float(bool(_KEYWORDS.search(text))),
        min(len(_PLACE.findall(text)) / 2, 1.0),
        float("@" in text),
        float(bool(_NUMBER.search(text))),
        float(bool(_DATE.search(text))),
        float(bool(_HEADING.search(text))),
        name_likeness(text),
        min(text.count(". ") / 2, 1.0) * float(length > 80),
        _off_centre(lines, root),
        (block.right - block.left) / wide,
    ]


def _off_centre(lines: tuple[Line, ...], root: Node) -> float:
    middle = (root.left + root.right) / 2
    off = [abs((line.left + line.right) / 2 - middle) for line in lines]
    return min(median(off) / max(root.right - root.left, 1.0) * 3, 1.5)


def is_place(text: str) -> bool:
    """Does it name a university, a department, a company?"""
    return bool(_PLACE.search(text))


def is_heading(text: str) -> bool:
    """Is it the heading of an introduction, or of another part that no front matter has?"""
    return len(text) < 40 and bool(_HEADING.search(text))


def names_a_source(text: str) -> bool:
    """Does it speak of volumes, pages, proceedings, rights?"""
    return bool(_NUMBER.search(text))


def begins_references(text: str) -> bool:
    """Is this the heading of a list of references?"""
    return bool(_REFERENCES.match(text))
