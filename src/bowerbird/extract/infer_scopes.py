"""Scopes: which parts of a page are records. Found around an example, or by what repeats.

A scope is one kind of element (a card, a row), a run (a heading and what follows it, up to the next
heading), or the whole page as a single record.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from bowerbird.extract.infer_marks import OWN_TEXT, TEXT, Kind, Mark
from bowerbird.extract.infer_page import Bits, SamplePage, places
from bowerbird.extract.infer_paths import Joint, Path, Region, Step
from bowerbird.extract.infer_steps import ABOVE, Way, ways_to_say

ALIKE = 0.55  # siblings that are records of one list
UNLIKE = 0.35  # elements that a scope should not take with it
CONTEXTS = 4  # nodes above a record that a scope may mention
KEPT = 3  # scopes for each node above an example
STRAY_COST, MISSING_COST, RUN_COST, PAGE_COST = 7.0, 6.0, 1.2, 6.5
MOST_TELLING = 12  # records whose insides are compared
MOST_COMPARED = 40  # records whose likeness is looked at
HEADS = frozenset({"dt", "h1", "h2", "h3", "h4", "h5", "h6"})


class Scope:
    """Which records there are; `paths` are alternatives, each from the top of the page."""

    def __init__(self, paths: Sequence[Path], cost: float, *, run: bool = False) -> None:
        self.paths, self.cost, self.run = tuple(paths), cost, run
        self.key = (run, tuple(path.key for path in paths))

    def __repr__(self) -> str:
        return f"Scope({self.text!r}, {self.cost:.2f}{', run' if self.run else ''})"

    @property
    def is_page(self) -> bool:
        return not self.paths

    @cached_property
    def text(self) -> str:
        """As a template has it."""
        if all(path.is_css for path in self.paths):
            return ", ".join(path.text for path in self.paths)
        return " | ".join(path.xpath_text.removeprefix(".") for path in self.paths)

    def tops(self, page: SamplePage) -> Bits:
        everywhere = Region(1, page.just_below(1), page.below(1))
        found = 0
        for path in self.paths:
            found |= path.found(page, everywhere)
        return found

    def records(self, page: SamplePage) -> "Records":
        return Records(page, self)


class Records:
    """The records of a scope on one page, as intervals of nodes."""

    def __init__(self, page: SamplePage, scope: Scope) -> None:
        self.page = page
        self.run = scope.run
        if scope.is_page:
            self.spans = [(0, len(page))]
            self.region = Region(1, page.just_below(1), page.below(1))
            return
        tops = scope.tops(page)
        if scope.run:
            self.spans = list(_runs(page, tops))
            within = nearest = 0
            for start, end in self.spans:
                within |= ((1 << (end - start)) - 1) << start
                parent = page.parent[start]
                nearest |= page.just_below(1 << parent) & within
            self.region = Region(tops, nearest, within)
            return
        self.spans = [(top, page.end[top]) for top in places(tops)]
        self.region = Region(tops, page.just_below(tops), page.below(tops))

    def hits(self, path: Path) -> list[list[int]]:
        """What the path finds in each record."""
        found = path.found(self.page, self.region)
        if not found:
            return [[] for _ in self.spans]
        own = 0 if self.run or not path.steps else 1  # a record holds itself only by `.`
        if not path.steps:
            return [[start] for start, _ in self.spans]
        return [
            [
                start + own + bit
                for bit in places(found >> (start + own) & ((1 << (end - start - own)) - 1))
            ]
            for start, end in self.spans
        ]

    def holding(self, node: int) -> int:
        """The innermost record that holds it; -1 if none does."""
        return self._owners[node]

    @cached_property
    def _owners(self) -> list[int]:
        owners = [-1] * len(self.page)
        for number, (start, end) in enumerate(self.spans):  # inner ones begin later, and overwrite
            owners[start:end] = [number] * (end - start)
        return owners


def _runs(page: SamplePage, heads: Bits) -> Iterator[tuple[int, int]]:
    for head in places(heads):
        parent = page.parent[head]
        after = heads >> (head + 1)
        end = page.end[parent] if parent >= 0 else len(page)
        for node in places(after):
            if node + head + 1 >= end:
                break
            if page.parent[node + head + 1] == parent:
                end = node + head + 1
                break
        yield head, end


PAGE = Scope((), PAGE_COST)


class Around:
    """Scopes around the nodes of one page; what is above several of them is looked at once."""

    def __init__(self, page: SamplePage) -> None:
        self._page = page
        self._known: dict[int, list[Scope]] = {}

    def of(self, node: int) -> list[Scope]:
        """Scopes of which the node could be a record, or begin or continue one."""
        known = self._known.get(node)
        if known is None:
            page = self._page
            known = [*scopes_of_kind(page, node), *scopes_of_runs(page, node)]
            self._known[node] = known
        return known


def scopes_around(page: SamplePage, node: int, around: Around) -> list[Scope]:
    """Scopes whose records could hold the node, cheapest first."""
    found: dict[object, Scope] = {}
    for above in page.up(node):
        if page.tags[above] == TEXT:
            continue
        for scope in around.of(above):
            found.setdefault(scope.key, scope)
    found[PAGE.key] = PAGE
    return sorted(found.values(), key=lambda scope: scope.cost)


def alike_siblings(page: SamplePage, node: int) -> list[int]:
    parent = page.parent[node]
    if parent < 0:
        return [node]
    siblings = page.children[parent]
    return [each for each in siblings if page.likeness(node, each) >= ALIKE]


def scopes_of_kind(page: SamplePage, node: int) -> list[Scope]:
    """The best ways to say the records among which the node is one."""
    group = alike_siblings(page, node)
    judged: dict[Bits, float] = {}
    best: dict[Bits, Scope] = {}
    for path in _paths_down_to(page, node):
        tops = Scope((path,), 0.0).tops(page)
        if not tops >> node & 1 or tops.bit_count() < 2:
            continue
        if tops not in judged:
            judged[tops] = _misfit(page, node, tops, group)
        cost = path.cost + judged[tops]
        if tops not in best or cost < best[tops].cost:
            best[tops] = Scope((path,), cost)
    chosen = sorted(best.items(), key=lambda item: item[1].cost)[:KEPT]
    refined = [
        better for tops, scope in chosen[:2] if (better := _refined(page, node, scope, tops, group))
    ]
    return [scope for _, scope in chosen] + refined


def _paths_down_to(page: SamplePage, node: int) -> Iterator[Path]:
    own = ways_to_say(page, node, places=False)[:6]
    for marks, cost in own:
        yield Path((Step(marks),), cost)
    for level, above in enumerate(list(page.up(page.parent[node]))[:CONTEXTS]):
        upper: list[Way] = ways_to_say(page, above, places=False)[:ABOVE]
        joints: tuple[Joint, ...] = (">",) if level == 0 else (" ",)
        for said, said_cost in upper:
            for marks, cost in own[:4]:
                for joint in joints:
                    yield Path(
                        (Step(said), Step(marks, joint)), cost + 0.5 * said_cost + 0.2 * (level + 1)
                    )


def _misfit(page: SamplePage, node: int, tops: Bits, group: list[int]) -> float:
    """How badly these elements go together as records."""
    members = list(places(tops))
    compared = members[:: max(1, len(members) // MOST_COMPARED)]
    bar = _bar(page, node, group)
    strays = sum(_is_stray(page, node, each, bar) for each in compared) / len(compared)
    missing = sum(not tops >> each & 1 for each in group) / len(group)
    return STRAY_COST * strays + MISSING_COST * missing + _fewness(len(members))


def _bar(page: SamplePage, node: int, group: list[int]) -> float:
    """How alike to the example's record others must be: not much less than its siblings are."""
    least = min(page.likeness(node, each) for each in group)
    return max(UNLIKE, least - 0.2) if len(group) > 2 else UNLIKE


def _is_stray(page: SamplePage, node: int, other: int, bar: float) -> bool:
    """Does it look otherwise, or stand in another part of the page (a menu, a footer)?"""
    return page.likeness(node, other) < bar or page.landmark(node) != page.landmark(other)


def _fewness(count: int) -> float:
    """Two of a kind may be chance, ten are a list."""
    return float(8.0 / count**1.5)


def _refined(
    page: SamplePage, node: int, scope: Scope, tops: Bits, group: list[int]
) -> Scope | None:
    """The same, but only those that hold (or lack) what the example's record holds (or lacks)."""
    before = scope.cost
    bar = _bar(page, node, group)
    strays = [each for each in places(tops) if _is_stray(page, node, each, bar)]
    if not strays:
        return None
    (path,) = scope.paths
    last = path.steps[-1]
    best: Scope | None = None
    for mark in telling_insides(page, node, [n for n in group if tops >> n & 1], strays):
        narrowed = Step((*last.marks, mark), last.joint)
        cost = path.cost + 1.0
        candidate = Scope((Path((*path.steps[:-1], narrowed), cost),), cost)
        left = candidate.tops(page)
        candidate.cost = cost + _misfit(page, node, left, group)
        if left >> node & 1 and candidate.cost < (best.cost if best else before):
            best = candidate
    return best


def telling_insides(
    page: SamplePage, node: int, alike: Sequence[int], strays: Sequence[int]
) -> list[Mark]:
    """Marks inside (or not inside) records that part them from strays; the best few."""
    inside = _marks_inside(page, node)
    strays, alike = _some(strays), _some(alike)
    bad = [_marks_inside(page, each) | set(page.own_marks(each)) for each in strays]
    good = [_marks_inside(page, each) | set(page.own_marks(each)) for each in alike]
    ranked: list[tuple[float, Mark]] = []
    for mark in inside:
        kept = sum(mark in marks for marks in good) / max(1, len(good))
        out = sum(mark not in marks for marks in bad) / len(bad)
        if kept > 0.9 and out > 0.5:
            ranked.append((kept + out, Mark(Kind.HAS, "", "", mark)))
    foreign = set().union(*bad) - set().union(*good) - inside - set(page.own_marks(node))
    for mark in foreign:
        out = sum(mark in marks for marks in bad) / len(bad)
        own = any(mark in page.own_marks(each) for each in strays)
        ranked.append((1 + out - 0.1, Mark(Kind.NOT if own else Kind.LACKS, "", "", mark)))
    outside = _marks_around(page, strays[0]).intersection(
        *(_marks_around(page, each) for each in strays)
    )
    telling = outside.difference(*(_marks_around(page, each) for each in (node, *alike)))
    ranked += [(1.8, Mark(Kind.OUTSIDE, "", "", mark)) for mark in telling]
    ranked.sort(key=lambda item: (-item[0], item[1].kind.value, repr(item[1])))
    return [mark for _, mark in ranked[:6]]


def _some(nodes: Sequence[int]) -> Sequence[int]:
    return nodes[:: max(1, len(nodes) // MOST_TELLING)]


def _marks_inside(page: SamplePage, node: int) -> set[Mark]:
    inside = {
        mark
        for below in range(node + 1, min(page.end[node], node + 200))
        if page.tags[below] != TEXT
        for mark in page.own_marks(below)
    }
    for below in page.children[node]:
        if page.tags[below] == TEXT:
            inside.add(OWN_TEXT)
        elif page.tags[below] == "td":
            place = page.place_among_alike(below)
            inside.add(Mark(Kind.NTH, "td", str(place)))
    return inside


def _marks_around(page: SamplePage, node: int) -> set[Mark]:
    """Of what holds it: where on the page it stands."""
    return {mark for above in page.up(page.parent[node]) for mark in page.own_marks(above)}


def scopes_of_runs(page: SamplePage, node: int) -> Iterator[Scope]:
    """Headings that begin records whose rest are the siblings that follow."""
    parent = page.parent[node]
    if parent < 0:
        return
    siblings = [n for n in page.children[parent] if page.tags[n] != TEXT]
    if len(siblings) < 4 or node not in siblings:
        return
    place = siblings.index(node)
    tried: set[object] = set()
    for head in reversed(siblings[max(0, place - 6) : place + 1]):
        for path in _paths_down_to(page, head):
            tops = Scope((path,), 0.0).tops(page)
            here = [n for n in siblings if tops >> n & 1]
            if head not in here or tops in tried:
                continue
            tried.add(tops)
            if 3 <= len(here) <= len(siblings) * 0.6 and _begins(page, siblings, here):
                others = (tops.bit_count() - len(here)) / tops.bit_count()
                is_heading = page.tags[head] in HEADS
                cost = path.cost + RUN_COST + _fewness(len(here)) + STRAY_COST * others
                yield Scope((path,), cost + (0.0 if is_heading else 0.8), run=True)


def _begins(page: SamplePage, siblings: list[int], heads: list[int]) -> bool:
    """Does every run hold more than its heading, and nothing of its kind come before the first?"""
    first = siblings.index(heads[0])
    kinds = {page.tags[n] for n in siblings[first:]}
    before = {page.tags[n] for n in siblings[:first]}
    alone = sum(b - a == 1 for a, b in _pairs([siblings.index(head) for head in heads]))
    return alone <= 0.2 * len(heads) and not before & kinds


def _pairs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    return pairwise(numbers)
