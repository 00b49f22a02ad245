"""The shape of a text: a price, a date, a phrase. Values of one column have shapes alike."""

import re
from enum import Enum
from functools import lru_cache

_MONTHS = (
    "jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|mars|apr(?:il)?|avril|may|mai|jun[ei]?"
    "|juin|jul[yi]?|juillet|aug(?:ust)?|août|sept?(?:ember|embre)?|o[ck]t(?:ober|obre)?"
    "|nov(?:ember|embre)?|de[cz](?:ember)?|décembre|enero|abril|agosto|diciembre"
)
_SIGNS = r"[€$£¥₹₽]|\b(?:EUR|USD|GBP|CHF|JPY|SEK|PLN|kr|zł)\b"


class Shape(Enum):
    """What a text looks like."""

    EMPTY = "empty"
    URL = "url"
    MAIL = "mail"
    DATE = "date"
    TIME = "time"
    PRICE = "price"
    NUMBER = "number"
    MEASURE = "measure"  # a number and its unit
    WORD = "word"
    PHRASE = "phrase"
    SENTENCE = "sentence"
    PASSAGE = "passage"


_SHAPES: tuple[tuple[Shape, re.Pattern[str]], ...] = (
    (Shape.EMPTY, re.compile(r"^\s*$")),
    (Shape.URL, re.compile(r"^(?:https?://|www\.|/)[^\s]+$")),
    (Shape.MAIL, re.compile(r"^[^\s@]+@[^\s@]+\.\w+$")),
    (Shape.DATE, re.compile(r"^\d{4}-\d\d?-\d\d?(?:[T ].*)?$|^\d\d?[./]\d\d?[./]\d{2,4}$")),
    (
        Shape.DATE,
        re.compile(rf"^(?=.*\d)(?=.{{5,40}}$).*\b(?:{_MONTHS})\b.*$", re.IGNORECASE),
    ),
    (Shape.TIME, re.compile(r"^\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]m)?$", re.IGNORECASE)),
    (Shape.PRICE, re.compile(rf"^(?=.*\d)(?=.*(?:{_SIGNS})).{{2,24}}$")),
    (Shape.NUMBER, re.compile(r"^[-+−]?#?\d[\d.,' \u00a0]*%?$")),
    (Shape.MEASURE, re.compile(r"^[-+−]?\d[\d.,]*\s*[^\W\d]{1,9}\.?$")),
)
_NUMERIC = frozenset({Shape.PRICE, Shape.NUMBER, Shape.MEASURE})
_LENGTHS = {Shape.WORD: 0, Shape.PHRASE: 1, Shape.SENTENCE: 2, Shape.PASSAGE: 3}


@lru_cache(maxsize=20_000)
def shape_of(text: str) -> Shape:
    """The first shape that fits; running text goes by its length."""
    head = text[:200]
    for shape, pattern in _SHAPES:
        if pattern.match(head):
            return shape
    words = head.count(" ") + 1
    if words == 1:
        return Shape.WORD
    if words <= 5:
        return Shape.PHRASE
    return Shape.SENTENCE if len(text) < 200 else Shape.PASSAGE


def shape_distance(one: Shape, other: Shape) -> float:
    """0 for the same, 1 for what cannot stand in one column."""
    if one is other:
        return 0.0
    if one in _LENGTHS and other in _LENGTHS:
        return min(1.0, 0.3 * abs(_LENGTHS[one] - _LENGTHS[other]))
    if one in _NUMERIC and other in _NUMERIC:
        return 0.6
    return 1.0
