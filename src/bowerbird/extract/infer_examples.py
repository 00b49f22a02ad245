"""Examples: what a person points at on sample pages, and where that stands.

A set of examples is a plain value. "This, too", "not this" and "undo" give another set; what
follows from a set is worked out anew, so a step back is exactly what was there before.
"""

import re
from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct, structs

from bowerbird.extract.clean import absolute
from bowerbird.extract.dates import date_of
from bowerbird.extract.infer_marks import TEXT
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.nodes import said_by
from bowerbird.extract.numbers import number_of
from bowerbird.extract.selectors import selector_of
from bowerbird.text.patterns import pattern_of

MOST_PLACES = 6  # where an example's text stands that are looked at
MOST_AROUND = 60  # characters that may stand around a value in one piece of text
NUMERIC = re.compile(r"\d[\d.,]*")
ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:T[\d:]+)?")
READ_ATTRIBUTES = ("content", "datetime", "title", "alt", "value", "data-value", "data-price")


class Reading(Struct, frozen=True):
    """How a value is read from a node: its words, its link, its picture, or an attribute."""

    type: Literal["text", "link", "image", "number", "date"] = "text"
    attribute: str = ""
    find: str = ""  # a pattern whose group is the value, where it is only a part of the words


WORDS, LINK, PICTURE = Reading(), Reading("link"), Reading("image")


class Example(Struct, frozen=True):
    """A value somebody wants (or not), by its text, or by the node that bears it."""

    text: str = ""
    page: int = 0  # which sample page
    wanted: bool = True
    field: str = ""  # which column; empty: to be found out
    node: str = ""  # XPath of the element, as the picker sends it
    reading: Reading | None = None  # how to read the node; found out if left open


class Examples(Struct, frozen=True):
    """All that was pointed at, in order."""

    given: tuple[Example, ...] = ()

    def with_(self, example: Example) -> "Examples":
        """This, too; or, with `wanted` false, not this. A change of mind replaces what was said."""
        same = structs.replace(example, wanted=not example.wanted)
        return Examples((*(each for each in self.given if each not in (same, example)), example))

    def undo(self) -> "Examples":
        """As before the last one."""
        return Examples(self.given[:-1])

    @property
    def wanted(self) -> list[Example]:
        return [example for example in self.given if example.wanted]

    @property
    def unwanted(self) -> list[Example]:
        return [example for example in self.given if not example.wanted]


class Spot(Struct, frozen=True):
    """Where an example stands: a node of a page, and how its value is read there."""

    page: int
    node: int
    reading: Reading
    text: str


class Values:
    """Reads values of nodes, each once."""

    def __init__(self, pages: list[SamplePage]) -> None:
        self.pages = pages
        self._known: dict[tuple[int, int, Reading], str] = {}

    def of(self, page: int, node: int, reading: Reading) -> str:
        """What the node says, read so; empty if nothing."""
        key = (page, node, reading)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._read(self.pages[page], node, reading)
        return known

    def _read(self, page: SamplePage, node: int, reading: Reading) -> str:
        if reading == WORDS:
            return page.text(node)
        if page.tags[node] == TEXT:
            raw = "" if reading.type in ("link", "image") else page.text(node)
        elif reading.type == "text" and not reading.attribute:
            raw = page.text(node)
        else:
            raw = said_by(page.nodes[node], reading.type, reading.attribute)
        try:
            return _made(raw, reading, page.url)
        except ValueError:
            return ""


def spots_of(example: Example, values: Values) -> list[Spot]:
    """Every place where the example may stand, the likeliest first."""
    page = values.pages[example.page]
    if example.node:
        return list(_pointed_at(example, page, values))
    wanted = " ".join(example.text.split())
    if not wanted:
        return []
    found = list(_with_text(page, wanted, values, example.page))
    found = found or list(_with_attribute(page, wanted, values, example.page))
    found = found or list(_with_text(page, wanted.casefold(), values, example.page, fold=True))
    found = found or sorted(
        _within_text(page, wanted, values, example.page),
        key=lambda spot: len(page.text(spot.node)),  # the less stands around it, the likelier
    )
    found = found or list(_as_value(page, wanted, values, example.page))
    return found[:MOST_PLACES]


def spots_read(example: Example, reading: Reading, values: Values) -> list[Spot]:
    """Where a node, read in this way, says just that."""
    page, wanted = values.pages[example.page], " ".join(example.text.split())
    inside = [n for n in range(len(page)) if reading.type == "link" or not page.children[n]]
    return [
        Spot(example.page, node, reading, wanted)
        for node in inside
        if (reading.type != "link" or page.tags[node] == "a")
        and values.of(example.page, node, reading) == wanted
    ][:MOST_PLACES]


def _pointed_at(example: Example, page: SamplePage, values: Values) -> Iterator[Spot]:
    for element in selector_of(example.node)(page.root)[:1]:
        node = page.find(element)
        if node < 0:
            continue
        reading = example.reading or _usual_reading(page, node)
        yield Spot(example.page, node, reading, values.of(example.page, node, reading))


def _usual_reading(page: SamplePage, node: int) -> Reading:
    return PICTURE if page.tags[node] == "img" else WORDS


def _with_text(
    page: SamplePage, wanted: str, values: Values, number: int, *, fold: bool = False
) -> Iterator[Spot]:
    """The innermost nodes that say just this."""
    pending = [0] if len(page) else []
    found = []
    while pending:
        node = pending.pop()
        text = page.text(node).casefold() if fold else page.text(node)
        if wanted not in text:
            continue
        below = [n for n in page.children[node] if wanted in _folded(page.text(n), fold)]
        if text == wanted and not any(_folded(page.text(n), fold) == wanted for n in below):
            found.append(node)
        else:
            pending.extend(reversed(below))
    for place in found:
        node = place
        if page.tags[node] == TEXT and page.text(page.parent[node]) == page.text(node):
            node = page.parent[node]  # a picture or a break stands beside it, and says nothing
        yield Spot(number, node, WORDS, values.of(number, node, WORDS))


def _within_text(page: SamplePage, wanted: str, values: Values, number: int) -> Iterator[Spot]:
    """Pieces of text in which it stands among a few other words: `90` in `#90`."""
    for node in range(len(page)):
        text = page.text(node) if not page.children[node] else ""
        if wanted not in text or len(text) > len(wanted) + MOST_AROUND:
            continue
        reading = Reading(find=pattern_for(text, wanted))
        if reading.find and values.of(number, node, reading) == wanted:
            yield Spot(number, node, reading, wanted)


def pattern_for(text: str, wanted: str) -> str:
    """A pattern that finds the value by what stands just before and after it; empty if it is cut
    out of a word."""
    before, _, after = text.partition(wanted)
    if (before[-1:].isalnum() and wanted[0].isalnum()) or (
        after[:1].isalnum() and wanted[-1].isalnum()
    ):
        return ""
    value = r"(\d[\d.,]*)" if NUMERIC.fullmatch(wanted) else "(.+?)"
    head = re.escape(before.split()[-1]) + r"\s*" if before.strip() else "^"
    tail = r"\s*" + re.escape(after.split()[0]) if after.strip() else "$"
    return head + value + tail


def _as_value(page: SamplePage, wanted: str, values: Values, number: int) -> Iterator[Spot]:
    """Numbers and dates that the page writes another way: 1234.5 for `€1,234.50`."""
    kind: Literal["number", "date"] = "number" if NUMERIC.fullmatch(wanted) else "date"
    if kind == "date" and not ISO_DATE.fullmatch(wanted):
        return
    reading = Reading(kind)
    same = _made(wanted, reading, "")
    for node in range(len(page)):
        has_digits = not page.children[node] and any(c.isdigit() for c in page.text(node))
        if has_digits and values.of(number, node, reading) == same:
            yield Spot(number, node, reading, same)


def _made(raw: str, reading: Reading, base: str) -> str:
    """The raw words as the reading has them; `ValueError` if they are no such thing."""
    match reading:
        case Reading(find=pattern) if pattern:
            found = pattern_of(pattern).search(raw)
            return str(found[1]) if found else ""
        case Reading(type="number"):
            return f"{number_of(raw):.15g}"
        case Reading(type="date"):
            return date_of(raw)
        case Reading(type="link" | "image") if raw and base:
            return absolute(raw, base)
        case _:
            return raw


def _folded(text: str, fold: bool) -> str:
    return text.casefold() if fold else text


def _with_attribute(page: SamplePage, wanted: str, values: Values, number: int) -> Iterator[Spot]:
    for node in range(len(page)):
        attributes: Any = page.nodes[node].attrib if page.tags[node] != TEXT else {}
        if not attributes:
            continue
        for reading in _readings(page.tags[node], attributes):
            raw = said_by(page.nodes[node], reading.type, reading.attribute)
            if wanted in (raw, values.of(number, node, reading)):
                yield Spot(number, node, reading, values.of(number, node, reading))
                break


def _readings(tag: str, attributes: Any) -> Iterator[Reading]:
    if tag == "a" and "href" in attributes:
        yield LINK
    if tag in ("img", "source"):
        yield PICTURE
    for name in READ_ATTRIBUTES:
        if name in attributes:
            yield Reading("text", name)
