"""Fields: the best path to a column's values inside given records."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from bowerbird.extract.infer_examples import WORDS, Reading, Spot, Values
from bowerbird.extract.infer_looks import Look, distance, look_of
from bowerbird.extract.infer_marks import TEXT, Kind, Mark
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.infer_paths import Path, Step
from bowerbird.extract.infer_scopes import Records, Scope
from bowerbird.extract.infer_shapes import Shape, shape_distance
from bowerbird.extract.infer_steps import page_paths_to, paths_to, run_paths_to

MANY_COST = 5.0  # per record in which a path finds several different values
SHARED_COST = 8.0  # per value that two records claim
GAP_COST = 3.0  # per record without a value
ODD_COST = 5.0  # per value that looks nothing like the example
RARE_LABEL_COST = 1.5  # per record without the label: a label stands in most of them
ODD_SHAPE = 0.5  # of ODD_COST: a price among weights; facts of one thing rather than records
MIXED = 1.5  # of ODD_COST: where the example is one piece of text, several put together are odd
UNION_COST = 1.5  # per further path of a union
MOST_UNITED = 3  # paths of one field; more asks for another example instead
MOST_DISTRUST = 3.5  # cost of an alternate; what costs more would point anywhere one day
MOST_LOOKED_AT = 24  # records whose values' looks are compared


class Wish(Struct, frozen=True):
    """What is asked of a field: where its values stand, and what must not be one."""

    spots: tuple[tuple[Spot, ...], ...]  # for each example, all places where it may stand
    unwanted: tuple[tuple[Spot, ...], ...] = ()
    reading: Reading = Reading()


class Fit(Struct):
    """A path, or a union of them in order, and how well it does."""

    paths: list[Path]
    cost: float
    got: list[list[int]]  # per page and record the node whose value is taken; -1 for none
    kept: int = 0  # how many of the examples it gives
    coverage: float = 0.0
    many: float = 0.0
    shared: float = 0.0  # values that two records (one in the other) both claim


class Ground:
    """The records of a scope on all sample pages."""

    def __init__(self, scope: Scope, values: Values) -> None:
        self.scope, self.values = scope, values
        self.records = [scope.records(page) for page in values.pages]
        self.count = sum(len(records.spans) for records in self.records)
        self._looks: dict[tuple[int, int, int, Reading], Look] = {}

    def record_of(self, spot: Spot) -> int:
        return self.records[spot.page].holding(spot.node)

    def top(self, page: int, record: int) -> int:
        """The node whose descendants the record's are."""
        records = self.records[page]
        start = records.spans[record][0]
        return records.page.parent[start] if records.run else start

    def look(self, page: int, record: int, node: int, reading: Reading) -> Look:
        key = (page, record, node, reading)
        known = self._looks.get(key)
        if known is None:
            # The words as they stand: that is what a selector will find, before any clean-up.
            raw = Reading(reading.type, reading.attribute) if not reading.find else WORDS
            raw = WORDS if raw.type in ("number", "date") else raw
            text = self.values.of(page, node, raw)
            known = look_of(self.values.pages[page], self.top(page, record), node, text)
            self._looks[key] = known
        return known


class FieldSearch:
    """Finds the path for one wish on one ground."""

    def __init__(self, ground: Ground, wish: Wish) -> None:
        self._ground, self._wish = ground, wish
        self._values = ground.values
        self._examples = [look for spots in wish.spots for look in self._looks(spots)]
        self._banned = {(s.page, s.node) for spots in wish.unwanted for s in spots}
        self._banned_texts = {spots[0].text for spots in wish.unwanted if spots}

    def best(self, limit: float) -> Fit | None:
        """The cheapest fit below `limit` that gives all examples and nothing unwanted."""
        best: Fit | None = None
        partial: list[Fit] = []
        for path in self._candidates():
            bound = best.cost if best else limit
            if path.cost >= bound:
                break
            fit = self._fit([path])
            if fit is None:
                continue
            if fit.kept == len(self._wish.spots):
                if fit.cost < bound:
                    best = fit
            elif fit.kept:
                partial.append(fit)
        if best is None and len(self._wish.spots) > 1:
            return self._united(partial, limit)
        return best

    def check(self, paths: list[Path]) -> Fit | None:
        """How these paths do; `None` if they give something unwanted."""
        return self._fit(paths)

    def alternatives(self, chosen: Fit, most: int) -> list[Path]:
        """Other paths that give exactly the same values here, of other marks, cheapest first."""
        used = _marks_of(chosen.paths)
        found: list[Path] = []
        for path in self._candidates():
            marks = _marks_of([path])
            if (
                not path.steps
                or path.cost > MOST_DISTRUST
                or marks & used
                or any(path.key == other.key for other in chosen.paths)
            ):
                continue
            fit = self._fit([path])
            if fit and self._texts(fit) == self._texts(chosen):
                found.append(path)
                used |= marks
                if len(found) == most:
                    break
        return found

    # ---- candidates ------------------------------------------------------------------------------

    def _candidates(self) -> list[Path]:
        seen: dict[object, Path] = {}
        for spots in self._wish.spots:
            for spot in spots[:3]:
                record = self._ground.record_of(spot)
                if record < 0:
                    continue
                for path in self._paths(spot, record):
                    known = seen.get(path.key)
                    if known is None or path.cost < known.cost:
                        seen[path.key] = path
        paths = sorted(seen.values(), key=lambda path: path.cost)
        return [*paths, *self._narrowed(paths)] if self._banned_texts else paths

    def _paths(self, spot: Spot, record: int) -> Iterator[Path]:
        page = self._values.pages[spot.page]
        records = self._ground.records[spot.page]
        start = records.spans[record][0]
        for node in _same_value(page, spot, start, self._values):
            if self._ground.scope.is_page:
                yield from page_paths_to(page, node)
            elif records.run:
                yield from run_paths_to(page, node, page.parent[start])
            else:
                yield from paths_to(page, node, start)

    def _narrowed(self, paths: list[Path]) -> Iterator[Path]:
        """Paths that leave out what bears a mark of something unwanted."""
        wanted = {
            mark
            for spots in self._wish.spots
            for spot in spots[:1]
            for mark in self._values.pages[spot.page].own_marks(spot.node)
        }
        foreign: list[Mark] = []
        for number, node in sorted(self._banned):
            page = self._values.pages[number]
            foreign += [m for m in page.own_marks(node) if m not in wanted and m not in foreign]
        for path in paths[:30]:
            for mark in foreign[:4]:
                if path.steps:
                    last = path.steps[-1]
                    narrowed = Step((*last.marks, Mark(Kind.NOT, "", "", mark)), last.joint)
                    yield Path((*path.steps[:-1], narrowed), path.cost + 1.2)

    # ---- judging ---------------------------------------------------------------------------------

    def _looks(self, spots: tuple[Spot, ...]) -> list[Look]:
        """Of the example, and of what holds nothing but it."""
        for spot in spots:
            record = self._ground.record_of(spot)
            if record >= 0:
                page, start = spot.page, self._ground.records[spot.page].spans[record][0]
                nodes = _same_value(self._values.pages[page], spot, start, self._values)
                reading = self._wish.reading
                return [self._ground.look(page, record, node, reading) for node in nodes]
        return []

    def _fit(self, paths: list[Path]) -> Fit | None:
        reading = self._wish.reading
        got: list[list[int]] = []
        many = filled = 0
        for number, records in enumerate(self._ground.records):
            here: list[int] = []
            for hits in self._hits(records, paths):
                first, several = self._first(number, hits, reading)
                here.append(first)
                many += several
                filled += first >= 0
            got.append(here)
        if not filled or self._gives_unwanted(got):
            return None
        fit = Fit(paths, 0.0, got, coverage=filled / self._ground.count)
        fit.many = many / filled
        fit.shared = 1.0 - len({(p, n) for p, ns in enumerate(got) for n in ns if n >= 0}) / filled
        fit.kept = sum(self._is_given(spots, got) for spots in self._wish.spots)
        if fit.kept:
            fit.cost = self._cost(fit)
        return fit

    def _hits(self, records: Records, paths: list[Path]) -> list[list[int]]:
        merged = records.hits(paths[0])
        for path in paths[1:]:
            merged = [one or other for one, other in zip(merged, records.hits(path), strict=True)]
        return merged

    def _first(self, page: int, hits: list[int], reading: Reading) -> tuple[int, bool]:
        """The first that says anything, and whether another says something else."""
        first, said = -1, ""
        for node in hits[:12]:
            text = self._values.of(page, node, reading)
            if not text:
                continue
            if first < 0:
                first, said = node, text
            elif text != said:
                return first, True
        return first, False

    def _gives_unwanted(self, got: list[list[int]]) -> bool:
        if not self._banned_texts:
            return False
        reading = self._wish.reading
        return any(
            (page, node) in self._banned
            or self._values.of(page, node, reading) in self._banned_texts
            for page, nodes in enumerate(got)
            for node in nodes
            if node >= 0
        )

    def _is_given(self, spots: tuple[Spot, ...], got: list[list[int]]) -> bool:
        reading = self._wish.reading
        for spot in spots:
            record = self._ground.record_of(spot)
            node = got[spot.page][record] if record >= 0 else -1
            if node >= 0 and self._values.of(spot.page, node, reading) == spot.text:
                return True
        return False

    def _cost(self, fit: Fit) -> float:
        cost = sum(path.cost for path in fit.paths) / len(fit.paths)
        cost += UNION_COST * (len(fit.paths) - 1)
        if any(mark.kind in (Kind.LABEL, Kind.UNIT) for mark in _marks_of(fit.paths)):
            cost += RARE_LABEL_COST * (1 - fit.coverage)
        cost += MANY_COST * fit.many + SHARED_COST * fit.shared + GAP_COST * (1 - fit.coverage)
        return cost + ODD_COST * self._oddness(fit)

    def _oddness(self, fit: Fit) -> float:
        """How far the values look from the nearest example, in the mean."""
        looks = self._examples
        places = [
            (page, record, node)
            for page, nodes in enumerate(fit.got)
            for record, node in enumerate(nodes)
            if node >= 0
        ]
        some = places[:: max(1, len(places) // MOST_LOOKED_AT)]
        if not looks:
            return 0.0
        total = 0.0
        for page, record, node in some:
            look = self._ground.look(page, record, node, self._wish.reading)
            total += min(distance(look, example) for example in looks)
            total += ODD_SHAPE * all(_differ(look.shape, example.shape) for example in looks)
            total += MIXED * all(look.holds_one < example.holds_one for example in looks)
        return total / len(some)

    def _texts(self, fit: Fit) -> list[list[str]]:
        return [
            [self._values.of(page, n, self._wish.reading) if n >= 0 else "" for n in nodes]
            for page, nodes in enumerate(fit.got)
        ]

    # ---- unions ----------------------------------------------------------------------------------

    def _united(self, partial: list[Fit], limit: float) -> Fit | None:
        """A greedy cover of the examples by paths that each give some of them."""
        chosen: list[Path] = []
        best: Fit | None = None
        while len(chosen) < MOST_UNITED:
            kept = best.kept if best else 0
            better: Fit | None = None
            for fit in sorted(partial, key=lambda fit: fit.cost / fit.kept)[:40]:
                united = self._fit([*chosen, *fit.paths])
                if united is None or united.kept <= kept:
                    continue
                if better is None or united.cost / united.kept < better.cost / better.kept:
                    better = united
            if better is None:
                return None
            best, chosen = better, better.paths
            if best.kept == len(self._wish.spots):
                return best if best.cost < limit else None
        return None


def _differ(one: Shape, other: Shape) -> bool:
    return shape_distance(one, other) >= 0.5


def _same_value(page: SamplePage, spot: Spot, top: int, values: Values) -> Iterator[int]:
    """The node, and what holds nothing but it."""
    node = spot.node
    yield node
    if page.tags[node] == TEXT or spot.reading != WORDS:
        return  # a box finds the link inside it, too, but the link itself is what is meant
    for _ in range(2):
        node = page.parent[node]
        if node < top or values.of(spot.page, node, spot.reading) != spot.text:
            return
        yield node


def _marks_of(paths: Iterable[Path]) -> set[Mark]:
    """Of the last step, without the tag: what the path hangs by."""
    last: Sequence[Step] = [path.steps[-1] for path in paths if path.steps]
    return {mark for step in last for mark in step.marks if mark.kind is not Kind.TAG}
