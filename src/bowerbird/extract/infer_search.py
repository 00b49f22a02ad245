"""The search: scopes around the examples, and in each the best path for every field.

Record first: the outermost scope in which a field has one value per record, with most of them
filled, is the one people mean. Unions and exceptions come only when examples contradict it.
"""

from collections.abc import Iterator
from math import log2
from statistics import median

from msgspec import Struct

from bowerbird.extract.infer_examples import Spot, Values
from bowerbird.extract.infer_fields import FieldSearch, Fit, Ground, Wish
from bowerbird.extract.infer_paths import Path, Step
from bowerbird.extract.infer_scopes import PAGE, Around, Scope, scopes_around, telling_insides
from bowerbird.extract.template import FieldType

THIN_COST = 2.5  # a record of a single value is hardly one
RICHNESS = 0.8  # what twice as many different values in a record are worth
LOST_COST = 4.0  # per record that an exception takes away: it should take what was pointed at
CHANGE_COST = 3.0  # per value that goes though only another was said to be wrong
TWIN_COST = 8.0
UNITED_SCOPES = 2.5
MOST_SCOPES = 24
MOST_ROLES = 60


class Column(Struct, frozen=True):
    """One field to be: its name (if somebody gave it one) and its wish."""

    name: str
    wish: Wish
    type: FieldType | None = None  # what its values become; None: what is read


class Sketch(Struct):
    """A scope with a fit for every column."""

    ground: Ground
    columns: list[Column]
    fits: list[Fit]
    cost: float

    @property
    def scope(self) -> Scope:
        return self.ground.scope

    def keeps(self, columns: list[Column]) -> bool:
        """Does it give all that these columns wish for, as it stands?"""
        if len(columns) != len(self.columns):
            return False
        for column, fit in zip(columns, self.fits, strict=True):
            if column.wish.reading != self.columns[columns.index(column)].wish.reading:
                return False
            again = FieldSearch(self.ground, column.wish).check(fit.paths)
            if again is None or again.kept < len(column.wish.spots):
                return False
        return True


def search(columns: list[Column], values: Values, before: Sketch | None = None) -> list[Sketch]:
    """All sketches that give every example, best first.

    `before` is the one that was right but for a value that somebody has since said not to want: of
    all it gave, the others are to stay.
    """
    found: list[Sketch] = []
    best = float("inf")
    for scope in _scopes(columns, values):
        if scope.cost - 3 * RICHNESS >= best:  # richness takes off no more than that
            continue
        sketch = sketch_on(Ground(scope, values), columns, best + 6.0)
        if sketch is not None:
            sketch.cost += CHANGE_COST * _lost(before, sketch) if before else 0.0
            found.append(sketch)
            best = min(best, sketch.cost)
    return sorted(found, key=lambda sketch: sketch.cost)


def _lost(before: Sketch, after: Sketch) -> float:
    """The share of the values before that are no longer among those after."""
    kept, gone = 0, 0
    for column, old, new in zip(before.columns, before.fits, after.fits, strict=False):
        here = {(page, node) for page, nodes in enumerate(new.got) for node in nodes}
        texts = {
            after.ground.values.of(*place, column.wish.reading) for place in here if place[1] >= 0
        }
        for page, nodes in enumerate(old.got):
            for node in nodes:
                if node >= 0:
                    there = after.ground.values.of(page, node, column.wish.reading) in texts
                    kept += there
                    gone += not there
    return gone / max(1, kept + gone)


def sketch_on(ground: Ground, columns: list[Column], limit: float) -> Sketch | None:
    """The best fits on one ground; `None` if an example cannot be given there."""
    if not ground.count:
        return None
    cost = ground.scope.cost + _thinness(ground)
    fits: list[Fit] = []
    for column in columns:
        if not all(any(ground.record_of(s) >= 0 for s in spots) for spots in column.wish.spots):
            return None
        fit = FieldSearch(ground, column.wish).best(limit - cost)
        if fit is None:
            return None
        if ground.scope.is_page and fit.many:
            return None  # a page is one record only where it has one value
        cost += fit.cost + TWIN_COST * any(_is_twin(fit, column, fits, columns))
        fits.append(fit)
    return Sketch(ground, columns, fits, cost)


def _is_twin(fit: Fit, column: Column, others: list[Fit], columns: list[Column]) -> Iterator[bool]:
    """Two columns of the same nodes, read the same way, are one too many."""
    for other, theirs in zip(others, columns, strict=False):
        yield other.got == fit.got and theirs.wish.reading == column.wish.reading


def _thinness(ground: Ground) -> float:
    """Records with one value only are a last resort; richer ones are likelier to be meant."""
    if ground.scope.is_page:
        return 0.0
    richness = _richness(ground)
    return THIN_COST if richness < 1.5 else -RICHNESS * min(log2(richness), 3.0)


def _richness(ground: Ground) -> float:
    """Different places for values in a record, as most have it."""
    records = next(records for records in ground.records if records.spans)
    page = records.page
    spans = records.spans[:9]
    counts = []
    for start, end in spans:
        roles = {
            (page.tags[page.parent[node]], page.tags[node], *page.classes[node][:1])
            for node in range(start, min(end, start + MOST_ROLES))
            if not page.children[node] and page.text(node)
        }
        counts.append(len(roles))
    return median(counts)


def _scopes(columns: list[Column], values: Values) -> Iterator[Scope]:
    seen: dict[object, Scope] = {}
    around = [Around(page) for page in values.pages]
    for spots in _all_spots(columns):
        for spot in spots[:4]:
            for scope in scopes_around(values.pages[spot.page], spot.node, around[spot.page]):
                seen.setdefault(scope.key, scope)
    scopes = sorted(seen.values(), key=lambda scope: scope.cost)[:MOST_SCOPES]
    if PAGE not in scopes:
        scopes.append(PAGE)
    yield from scopes
    yield from _without_unwanted(scopes, columns, values)
    yield from _united(scopes, columns, values)


def _all_spots(columns: list[Column]) -> list[tuple[Spot, ...]]:
    return [spots for column in columns for spots in column.wish.spots if spots]


def _without_unwanted(
    scopes: list[Scope], columns: list[Column], values: Values
) -> Iterator[Scope]:
    """Scopes narrowed so that records with something unwanted are none."""
    unwanted = [spot for c in columns for spots in c.wish.unwanted for spot in spots[:1]]
    if not unwanted:
        return
    wanted = [spots[0] for spots in _all_spots(columns)]
    for scope in scopes[:8]:
        if scope.is_page or scope.run or len(scope.paths) != 1:
            continue
        yield from _narrowed(scope, wanted, unwanted, values)


def _narrowed(
    scope: Scope, wanted: list[Spot], unwanted: list[Spot], values: Values
) -> Iterator[Scope]:
    (path,) = scope.paths
    good = _tops_of(scope, wanted, values)
    bad = [top for top in _tops_of(scope, unwanted, values) if top not in good]
    if not good or not bad:
        return
    number, node = good[0]
    page = values.pages[number]
    alike = [top for there, top in good if there == number]
    strays = [top for there, top in bad if there == number]
    if not strays:
        return
    for mark in telling_insides(page, node, alike, strays)[:4]:
        last = path.steps[-1]
        step = Step((*last.marks, mark), last.joint)
        narrowed = Path((*path.steps[:-1], step), path.cost + 1.0)
        left = Scope((narrowed,), 0.0).tops(page).bit_count()
        lost = 1 - left / max(1, scope.tops(page).bit_count())
        yield Scope((narrowed,), scope.cost + 1.0 + LOST_COST * lost)


def _tops_of(scope: Scope, spots: list[Spot], values: Values) -> list[tuple[int, int]]:
    found = []
    for spot in spots:
        records = scope.records(values.pages[spot.page])
        record = records.holding(spot.node)
        if record >= 0:
            found.append((spot.page, records.spans[record][0]))
    return found


def _united(scopes: list[Scope], columns: list[Column], values: Values) -> Iterator[Scope]:
    """Pairs of scopes that only together hold all examples."""
    every = _all_spots(columns)
    if len(every) < 2:
        return
    holds = {scope.key: _held(scope, every, values) for scope in scopes}
    single = [s for s in scopes if not s.is_page and not s.run and len(holds[s.key]) > 0]
    for n, one in enumerate(single[:12]):
        for other in single[n + 1 : 14]:
            both = holds[one.key] | holds[other.key]
            if len(both) == len(every) > max(len(holds[one.key]), len(holds[other.key])):
                cost = 0.5 * (one.cost + other.cost) + UNITED_SCOPES
                yield Scope((*one.paths, *other.paths), cost)


def _held(scope: Scope, every: list[tuple[Spot, ...]], values: Values) -> set[int]:
    tops = [scope.records(page) if not scope.is_page else None for page in values.pages]
    return {
        n
        for n, spots in enumerate(every)
        if any((r := tops[s.page]) is None or r.holding(s.node) >= 0 for s in spots)
    }
