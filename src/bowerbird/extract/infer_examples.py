"""Examples: what a person points at on sample pages, and where that stands.

A set of examples is a plain value. "This, too", "not this" and "undo" give another set; what
follows from a set is worked out anew, so a step back is exactly what was there before.
"""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct, structs

from bowerbird.extract.clean import absolute
from bowerbird.extract.infer_marks import TEXT
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.nodes import said_by

MOST_PLACES = 6  # where an example's text stands that are looked at
READ_ATTRIBUTES = ("content", "datetime", "title", "alt", "value", "data-value", "data-price")


class Reading(Struct, frozen=True):
    """How a value is read from a node: its words, its link, its picture, or an attribute."""

    type: Literal["text", "link", "image"] = "text"
    attribute: str = ""


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
            return ""
        raw = said_by(page.nodes[node], reading.type, reading.attribute)
        if reading.type in ("link", "image") and raw:
            try:
                return absolute(raw, page.url) if page.url else raw
            except ValueError:
                return ""
        return raw


def spots_of(example: Example, values: Values) -> list[Spot]:
    """Every place where the example may stand, the likeliest first."""
    page = values.pages[example.page]
    if example.node:
        return list(_pointed_at(example, page, values))
    wanted = " ".join(example.text.split())
    found = list(_with_text(page, wanted, values, example.page))
    found = found or list(_with_attribute(page, wanted, values, example.page))
    found = found or list(_with_text(page, wanted.casefold(), values, example.page, fold=True))
    return found[:MOST_PLACES]


def _pointed_at(example: Example, page: SamplePage, values: Values) -> Iterator[Spot]:
    elements = page.root.xpath(example.node)
    for element in elements[:1] if isinstance(elements, list) else ():
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
