"""Inference: from a few examples on sample pages to a template, with what it would extract.

Pure: pages and examples in, a proposal out. A proposal that already gives a new example stays what
it was, so that confirming something never changes anything.
"""

from collections.abc import Sequence

from msgspec import Struct, structs

from bowerbird.extract.applying import items_of
from bowerbird.extract.clean import Value
from bowerbird.extract.infer_columns import Located, apart, columns_of
from bowerbird.extract.infer_examples import (
    WORDS,
    Example,
    Examples,
    Reading,
    Spot,
    Values,
    spots_of,
    spots_read,
)
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.infer_search import Column, Sketch, search
from bowerbird.extract.infer_templates import template_of
from bowerbird.extract.template import Template

MOST_CHOICES = 5
CONTRADICTION = 8.0  # a template that got so much dearer fits single values, not a kind


class Choice(Struct, frozen=True):
    """One way to understand the examples: how much it takes, and the template for it."""

    template: Template
    records: int
    values: int


class Proposal(Struct, frozen=True):
    """A template for some examples. `choices` go from the narrowest to the widest understanding."""

    template: Template
    coverage: dict[str, float]  # the share of records that have each field
    choices: tuple[Choice, ...]
    chosen: int  # which of the choices the template is
    unplaced: tuple[Example, ...] = ()  # examples that stand nowhere
    ignored: tuple[Example, ...] = ()  # those that contradict the others


class NoProposal(Struct, frozen=True):
    """Why there is none."""

    why: str
    unplaced: tuple[Example, ...] = ()


class Memory:
    """What was found out about some pages, for who asks again with one example more."""

    def __init__(self, pages: Sequence[SamplePage]) -> None:
        self.values = Values(list(pages))
        self._found: dict[tuple[tuple[Column, ...], int], list[Sketch]] = {}
        self._made: dict[int, Template] = {}

    def search(self, columns: list[Column], before: Sketch | None) -> list[Sketch]:
        """As `search`, once for each question; sketches that it gave are kept, so that their ids
        stay theirs."""
        asked = (tuple(columns), id(before) if before is not None else 0)
        if asked not in self._found:
            self._found[asked] = search(columns, self.values, before)
        return self._found[asked]

    def template(self, sketch: Sketch) -> Template:
        """As `template_of`, once for each sketch that was found."""
        if id(sketch) not in self._made:
            self._made[id(sketch)] = template_of(sketch)
        return self._made[id(sketch)]


def infer(
    pages: Sequence[SamplePage], examples: Examples, memory: Memory | None = None
) -> Proposal | NoProposal:
    """The template that the examples on these pages ask for. A `memory` of these very pages makes
    the next question cheaper, and changes no answer."""
    memory = memory or Memory(pages)
    values = memory.values
    located = _located(examples, values)
    unplaced = tuple(example for example, spots in located if not spots)
    if not any(e.wanted and spots for e, spots in located):
        return NoProposal("no example stands on the page as it was given", unplaced)
    sketches, ignored = _sketches(located, memory)
    if not sketches:
        return NoProposal("no selector gives all examples and nothing unwanted", unplaced)
    best = sketches[0]
    choices = _choices(sketches, memory)
    template = memory.template(best)
    names = [field.name for field in template.fields]
    return Proposal(
        template=template,
        coverage=dict(zip(names, (fit.coverage for fit in best.fits), strict=True)),
        choices=tuple(choice for _, choice in choices),
        chosen=next(n for n, (sketch, _) in enumerate(choices) if sketch is best),
        unplaced=unplaced,
        ignored=tuple(ignored),
    )


def _located(examples: Examples, values: Values) -> list[Located]:
    """Where each stands. A column that is read in one way (a part of a text) stays so."""
    readings: dict[str, Reading] = {}
    located = []
    for example in examples.given:
        reading = readings.get(example.field) if example.field else None
        spots = _placed(example, values, reading)
        if example.field and example.wanted and spots:
            readings.setdefault(example.field, spots[0].reading)
        located.append((example, spots))
    return located


def _placed(example: Example, values: Values, reading: Reading | None) -> list[Spot]:
    """On its page; if it stands on another one only, there."""
    others = [structs.replace(example, page=n) for n in range(len(values.pages))]
    asked = [example, *(other for other in others if not example.node)]
    if reading is not None and reading != WORDS and not example.node:
        for each in asked:
            if spots := spots_read(each, reading, values):
                return spots
    return next((spots for each in asked if (spots := spots_of(each, values))), [])


def rows_of(template: Template, page: SamplePage) -> list[dict[str, Value]]:
    """What the template extracts from a page."""
    return [item.values for item in items_of(template, page.root, page.url)]


def _sketches(located: list[Located], memory: Memory) -> tuple[list[Sketch], list[Example]]:
    """Sketches for as many of the examples as go together, and those that do not."""
    values = memory.values
    best: list[Sketch] = []
    taken: list[Located] = []
    ignored: list[Example] = []
    for place, one in enumerate(located):
        columns = columns_of([*taken, one], values)
        if not columns or (best and best[0].keeps(columns)):
            taken.append(one)
            continue
        following = [*taken, one, *located[place + 1 : place + 2]]
        if len(columns_of(following, values)) > len(columns):
            taken.append(one)  # the next begins another column: a search now would be in vain
            continue
        before = best[0] if best and not one[0].wanted else None
        found = memory.search(columns, before) or memory.search(apart(columns), before)
        if found and not (best and found[0].cost > best[0].cost + _allowed(best[0], found[0])):
            best = found
            taken.append(one)
        else:
            ignored.append(one[0])
    return best, ignored


def _allowed(before: Sketch, after: Sketch) -> float:
    """How much dearer a sketch may get by one more example before the example is doubted."""
    more = len(after.columns) - len(before.columns)
    return CONTRADICTION * (1 + more)


def _choices(sketches: list[Sketch], memory: Memory) -> list[tuple[Sketch, Choice]]:
    """The best few that differ in what they take, by how much they take."""
    told: list[tuple[Sketch, Choice]] = []
    taken: set[tuple[int, int]] = set()
    for sketch in sketches:
        filled = sum(node >= 0 for fit in sketch.fits for nodes in fit.got for node in nodes)
        size = (sketch.ground.count, filled)
        if size not in taken:
            taken.add(size)
            told.append((sketch, Choice(memory.template(sketch), *size)))
        if len(told) == MOST_CHOICES:
            break
    return sorted(told, key=lambda each: (each[1].values, each[1].records))
