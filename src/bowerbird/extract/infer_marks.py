"""Marks: what tells one element of a page from others, and how far each can be trusted to stay.

A mark is cheap if people wrote it to mean something (`itemprop`, a class such as `price`), dear if
a build tool made it up (`css-1x9ab2`), if it speaks of looks (`mt-4`), or if it counts places.
"""

import re
from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

MEANT = (
    "itemprop", "data-testid", "data-test", "data-qa", "data-field", "data-role", "data-type",
    "role", "property", "scope", "name", "rel", "aria-label", "colspan", "rowspan",
)  # fmt: skip
LONGEST_VALUE = 40  # characters of an attribute: longer ones are about one thing, not about a kind
STATE = re.compile(
    r"^(?:is-|has-|js-)?(?:active|selected|hover|focus|open(?:ed)?|odd|even|alt|first|last|current"
    r"|visited|unread|read|new|disabled|hidden|show|shown|visible|loaded|lazy(?:load(?:ed)?)?|sticky"
    r"|featured|highlight(?:ed)?|top|row-?\d+|item-?\d+|col-?\d+|n\d+)$",
    re.IGNORECASE,
)
MADE_UP = re.compile(
    r"^(?:css|sc|jss|emotion|svelte|_)-?[A-Za-z0-9]{4,}$|^[a-z]{0,3}\d[\w-]*\d\w*$|[A-Za-z0-9]{16,}"
    r"|__[A-Za-z0-9-]*\d[A-Za-z0-9-]*$"
)
LOOKS = re.compile(
    r"^-?(?:\w+:)*(?:p|m|px|py|pt|pb|pl|pr|mx|my|mt|mb|ml|mr|w|h|gap|space|text|font|bg|border"
    r"|rounded|flex|grid|items|justify|col|row|leading|tracking|shadow|underline|line-through|d|float"
    r"|pull|clearfix|hidden|block|inline)(?:[-:].*)?$"
)
DATA_NAME = re.compile(r"^data-[a-z-]{2,30}$")
MODULE = re.compile(r"^([A-Za-z][A-Za-z0-9]*_[A-Za-z][\w-]*?[A-Za-z]__)(?=[\w-]*\d)[\w-]{4,8}$")
PLAIN_NAME = re.compile(r"^[A-Za-z_][\w-]*$")
VAGUE_TAGS = frozenset({"div", "span", "td", "li", "p"})


class Kind(StrEnum):
    """What a mark looks at. A text, as marks are hashed by the million."""

    TAG = "tag"
    CLASS = "class"
    STEM = "stem"  # a class without what the build tool put behind it: Card_title__
    ID = "id"
    ATTRIBUTE = "attribute"
    NTH = "nth"
    LAST = "last"
    LABEL = "label"  # what stands before it: "Price:"
    UNIT = "unit"  # what stands after it: "votes"
    COLUMN = "column"  # the heading of its column
    HAS = "has"  # something with another mark is inside
    LACKS = "lacks"  # nothing with that mark is inside
    NOT = "not"  # it does not bear that mark itself
    OUTSIDE = "outside"  # nothing that bears that mark is around it


class Mark(Struct, frozen=True):
    """One thing that an element shows."""

    kind: Kind
    name: str  # the tag, class, id or attribute; of a label the tag that bears it
    value: str = ""
    inner: "Mark | None" = None  # of HAS, LACKS, NOT and OUTSIDE

    @property
    def css(self) -> str:
        """As CSS; empty where only XPath can say it."""
        match self.kind:
            case Kind.TAG:
                return "" if self.name == TEXT else self.name
            case Kind.CLASS:
                return f".{self.name}"
            case Kind.STEM:
                return f'[class*="{self.name}"]'
            case Kind.ID:
                return f"#{self.name}"
            case Kind.ATTRIBUTE:
                return f'[{self.name}="{self.value}"]' if self.value else f"[{self.name}]"
            case Kind.NTH:
                return "" if self.name == TEXT else f":nth-of-type({self.value})"
            case Kind.LAST:
                return "" if self.name == TEXT else ":last-of-type"
            case Kind.HAS | Kind.LACKS | Kind.NOT | Kind.OUTSIDE:
                return self._css_about_another()
            case Kind.LABEL | Kind.UNIT | Kind.COLUMN:
                return ""

    def _css_about_another(self) -> str:
        inner = self.inner
        if inner is None or not inner.css:
            return ""
        said = inner.name + inner.css if inner.kind is Kind.NTH else inner.css
        match self.kind:
            case Kind.HAS:
                return f":has({said})"
            case Kind.LACKS:
                return f":not(:has({said}))"
            case Kind.OUTSIDE:
                return f":not({said} *)"
            case _:
                return f":not({said})"

    @property
    def xpath(self) -> str:
        """As an XPath predicate; a tag is the node test instead."""
        match self.kind:
            case Kind.TAG:
                return self.name
            case Kind.CLASS:
                return f'contains(concat(" ", normalize-space(@class), " "), " {self.name} ")'
            case Kind.STEM:
                return f'contains(@class, "{self.name}")'
            case Kind.ID:
                return f'@id="{self.name}"'
            case Kind.ATTRIBUTE:
                return f'@{self.name}="{self.value}"' if self.value else f"@{self.name}"
            case Kind.HAS | Kind.LACKS | Kind.NOT | Kind.OUTSIDE:
                return self._about_another()
            case _:
                return self._about_its_place()

    def _about_its_place(self) -> str:
        match self.kind:
            case Kind.NTH if self.name == TEXT:
                return self.value
            case Kind.NTH:
                return f"count(preceding-sibling::{self.name})={int(self.value) - 1}"
            case Kind.LAST:
                return f"not(following-sibling::{self.name})"
            case Kind.LABEL if self.name == "dt":
                return f"normalize-space(preceding-sibling::dt[1])={quoted(self.value)}"
            case Kind.LABEL:
                said = f"[self::{self.name}][normalize-space()={quoted(self.value)}]"
                return f"preceding-sibling::*[1]{said}"
            case Kind.UNIT:
                said = f"[self::{self.name}][normalize-space()={quoted(self.value)}]"
                return f"following-sibling::*[1]{said}"
            case _:  # a column
                head = f"ancestor::table[1]//tr[1]/*[normalize-space()={quoted(self.value)}]"
                place = f"count({head}[1]/preceding-sibling::*)"
                below = f"normalize-space()!={quoted(self.value)}"  # the heading is no value
                return f"{head} and {below} and count(preceding-sibling::*)={place}"

    def _about_another(self) -> str:
        inner = self.inner
        assert inner is not None
        match inner.kind:
            case Kind.TAG:
                said = inner.name
            case Kind.NTH:
                said = f"{inner.name}[{inner.xpath}]"
            case _:
                said = f"*[{inner.xpath}]"
        match self.kind:
            case Kind.HAS if inner == OWN_TEXT:
                return "* and text()[normalize-space()]"
            case Kind.LACKS if inner == OWN_TEXT:
                return "not(* and text()[normalize-space()])"
            case Kind.HAS:
                return f".//{said}"
            case Kind.LACKS:
                return f"not(.//{said})"
            case Kind.OUTSIDE:
                return f"not(ancestor::{said})"
            case _:
                return f"not(self::{said})"


TEXT = "text()"
OWN_TEXT = Mark(Kind.TAG, TEXT)  # inside HAS and LACKS: words of its own beside elements


def quoted(text: str) -> str:
    """An XPath string, of a text that `can_be_quoted`."""
    return f"'{text}'" if '"' in text else f'"{text}"'


def can_be_quoted(text: str) -> bool:
    """XPath has no way to write both kinds of quotes in one string."""
    return not ('"' in text and "'" in text)


def class_cost(name: str) -> float:
    """How much a class is to be distrusted; 1 is a class that means something."""
    return 1.0 + (1.6 if MADE_UP.search(name) else 0.0) + (1.4 if LOOKS.match(name) else 0.0)


def telling_classes(names: Sequence[str]) -> list[str]:
    """Without those of a state, and those that no selector can write."""
    return [name for name in names if PLAIN_NAME.match(name) and not STATE.match(name)]


def stems(names: Sequence[str]) -> list[str]:
    """What people wrote of the classes that a build tool finished: `Card_title__` of
    `Card_title__x8Kq2`."""
    return [found[1] for name in names if (found := MODULE.match(name))]


def telling_id(text: str) -> bool:
    """Is the id one of a place in the page, rather than of one record?"""
    return bool(PLAIN_NAME.match(text)) and not re.search(r"\d{2,}|-\d+$|[A-Za-z0-9]{16,}", text)


def meant_attributes(attributes: dict[str, str]) -> list[Mark]:
    """Attributes that say what an element is for."""
    said = [
        Mark(Kind.ATTRIBUTE, name, value)
        for name in MEANT
        if (value := attributes.get(name, "")) and _is_telling(value)
    ]
    borne = [
        Mark(Kind.ATTRIBUTE, name)
        for name in attributes
        if name.startswith("data-") and name not in MEANT and DATA_NAME.match(name)
    ]
    return said + borne[:3]


def _is_telling(value: str) -> bool:
    return len(value) < LONGEST_VALUE and not re.search(r'["\\\n]|\d{2,}', value)


def attribute_cost(mark: Mark) -> float:
    """Some attributes say what a thing is for, others how it works, spans only how wide it is."""
    if mark.name in ("colspan", "rowspan"):
        return 2.0
    if not mark.value:
        return 1.4
    return 1.2 if mark.name in ("rel", "name", "aria-label", "role") else 0.6


def tag_cost(tag: str) -> float:
    """A `time` or an `h2` means something; a `div` does not."""
    if tag in ("div", "span"):
        return 3.0
    return 2.4 if tag in VAGUE_TAGS or tag == TEXT else 1.8
