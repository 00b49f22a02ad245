"""Inference: from a few examples on sample pages to a template, with what it would extract.

Pure: pages and examples in, a proposal out. A proposal that already gives a new example stays what
it was, so that confirming something never changes anything.
"""

from collections.abc import Sequence

from msgspec import Struct

from bowerbird.extract.applying import items_of
from bowerbird.extract.clean import Value
from bowerbird.extract.infer_columns import Located, apart, columns_of
from bowerbird.extract.infer_examples import Example, Examples, Values, spots_of
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.infer_search import Sketch, search
from bowerbird.extract.infer_templates import template_of
from bowerbird.extract.template import Template

MOST_CHOICES = 5


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
    unplaced: tuple[Example, ...] = ()  # wanted examples that stand nowhere


class NoProposal(Struct, frozen=True):
    """Why there is none."""

    why: str
    unplaced: tuple[Example, ...] = ()


def infer(pages: Sequence[SamplePage], examples: Examples) -> Proposal | NoProposal:
    """The template that the examples on these pages ask for."""
    values = Values(list(pages))
    located = [(example, spots_of(example, values)) for example in examples.given]
    unplaced = tuple(e for e, spots in located if e.wanted and not spots)
    if not any(e.wanted and spots for e, spots in located):
        return NoProposal("no example stands on the page as it was given", unplaced)
    sketches = _sketches(located, values)
    if not sketches:
        return NoProposal("no selector gives all examples and nothing unwanted", unplaced)
    best = sketches[0]
    choices = _choices(sketches)
    return Proposal(
        template=template_of(best),
        coverage=dict(zip(names_in(best), (fit.coverage for fit in best.fits), strict=True)),
        choices=tuple(choice for _, choice in choices),
        chosen=next(n for n, (sketch, _) in enumerate(choices) if sketch is best),
        unplaced=unplaced,
    )


def rows_of(template: Template, page: SamplePage) -> list[dict[str, Value]]:
    """What the template extracts from a page."""
    return [item.values for item in items_of(template, page.root, page.url)]


def names_in(sketch: Sketch) -> list[str]:
    return [field.name for field in template_of(sketch).fields]


def _sketches(located: list[Located], values: Values) -> list[Sketch]:
    best: list[Sketch] = []
    for count in range(1, len(located) + 1):
        columns = columns_of(located[:count], values)
        if not columns or (best and best[0].keeps(columns)):
            continue
        if len(columns_of(located[: count + 1], values)) > len(columns):
            continue  # the next example begins another column: a search now would be in vain
        best = search(columns, values) or search(apart(columns), values)
        if not best:
            return []
    return best


def _choices(sketches: list[Sketch]) -> list[tuple[Sketch, Choice]]:
    """The best few that differ in what they take, by how much they take."""
    told: list[tuple[Sketch, Choice]] = []
    taken: set[tuple[int, int]] = set()
    for sketch in sketches:
        filled = sum(node >= 0 for fit in sketch.fits for nodes in fit.got for node in nodes)
        size = (sketch.ground.count, filled)
        if size not in taken:
            taken.add(size)
            told.append((sketch, Choice(template_of(sketch), *size)))
        if len(told) == MOST_CHOICES:
            break
    return sorted(told, key=lambda each: (each[1].values, each[1].records))
