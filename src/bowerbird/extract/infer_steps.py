"""Every way of pointing at a node that is worth a try, each with what it costs to trust it."""

from collections.abc import Iterator

from bowerbird.extract.infer_marks import (
    TEXT,
    Kind,
    Mark,
    attribute_cost,
    class_cost,
    tag_cost,
)
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.infer_paths import Joint, Path, Step

OWN = 8  # ways to say the node itself
ABOVE = 4  # ways to say each node above it
LEVELS = 3  # nodes above that are mentioned
LABEL_COST, GUESSED_LABEL_COST, COLUMN_COST, ID_COST = 1.0, 1.6, 1.2, 0.5
ANYWHERE_COST = 2.5
STEM_COST = 1.4
PLACE_COST, LAST_COST, ALIKE_COST = 3.4, 4.0, 4.0  # places move when something is put in

ITEMS = frozenset({"a", "li", "dd", "dt", "img", "option"})

Way = tuple[tuple[Mark, ...], float]


def ways_to_say(page: SamplePage, node: int, *, places: bool) -> list[Way]:
    """From cheap to dear; `places` may count siblings, which only holds inside a record."""
    marks = page.own_marks(node)
    tag = marks[0]
    classes = [mark for mark in marks if mark.kind is Kind.CLASS]
    ways: list[Way] = []
    for mark in marks[1:]:
        match mark.kind:
            case Kind.CLASS:
                ways.append(((mark,), class_cost(mark.name)))
            case Kind.STEM:
                ways.append(((mark,), STEM_COST))
            case Kind.ATTRIBUTE:
                ways.append(((mark,), attribute_cost(mark)))
            case Kind.ID:
                ways.append(((mark,), ID_COST))
            case _:
                pass
    if classes:
        mean = sum(class_cost(mark.name) for mark in classes) / len(classes)
        ways.append(((tag, classes[0]), class_cost(classes[0].name) + 0.3))
        if len(classes) > 1:
            ways.append((tuple(classes), mean + 0.25 * (len(classes) - 1)))
    if tag.name != TEXT or places:
        ways.append(((tag,), tag_cost(tag.name)))
    if places:
        ways += _by_surroundings(page, node, tag)
    return sorted(ways, key=lambda way: way[1])


def _by_surroundings(page: SamplePage, node: int, tag: Mark) -> Iterator[Way]:
    for label in page.labels(node):
        yield (tag, label), LABEL_COST if page.label(node) else GUESSED_LABEL_COST
    for unit in page.units(node):
        yield (tag, unit), GUESSED_LABEL_COST
    if column := page.column(node):
        yield (tag, Mark(Kind.COLUMN, tag.name, column)), COLUMN_COST
    place = page.place_among_alike(node)
    yield (tag, Mark(Kind.NTH, tag.name, str(place))), _place_cost(page, node)
    last = Mark(Kind.LAST, tag.name)
    if page.bits(last) >> node & 1 and place > 1:
        yield (tag, last), LAST_COST


def _place_cost(page: SamplePage, node: int) -> float:
    """Cells keep their places; the third of many alike is a record, not a field."""
    if page.tags[node] in ("td", "th"):
        return PLACE_COST - 1.2
    siblings = page.children[page.parent[node]][:12]
    alike = sum(page.likeness(node, each) >= 0.55 for each in siblings if each != node)
    is_item = page.children[node] or page.classes[node] or page.tags[node] in ITEMS
    return PLACE_COST + (ALIKE_COST if alike >= 2 and is_item else 0.0)


def paths_to(page: SamplePage, node: int, top: int) -> Iterator[Path]:
    """Paths from the record `top` down to a node inside it, from plain to far-fetched."""
    if node == top:
        yield Path((), 0.2)
        return
    chain = [each for each in page.up(node) if each != top and top < each < page.end[top]]
    yield from _paths(page, chain, places=True)
    if len(chain) == 1:
        for marks, cost in ways_to_say(page, node, places=True)[:OWN]:
            yield Path((Step(marks, ">"),), cost + 0.3)
    yield _by_places(page, chain)


def run_paths_to(page: SamplePage, node: int, parent: int) -> Iterator[Path]:
    """Paths to a node in a record that is a run of children of `parent`."""
    yield from _paths(page, [n for n in page.up(node) if n > parent], places=False)


def page_paths_to(page: SamplePage, node: int) -> Iterator[Path]:
    """Paths from the top of the page."""
    for path in _paths(page, list(page.up(node)), places=True):
        last = path.steps[-1].marks
        bare = len(path.steps) == 1 and all(mark.kind in (Kind.TAG, Kind.NTH) for mark in last)
        # Any `p` of a whole page: a banner above it would be taken for it.
        alone = bare and page.tags[node] != "h1"
        yield Path(path.steps, path.cost + ANYWHERE_COST) if alone else path


def _paths(page: SamplePage, chain: list[int], *, places: bool) -> Iterator[Path]:
    own = ways_to_say(page, chain[0], places=places)[:OWN]
    for marks, cost in own:
        yield Path((Step(marks),), cost)
    near: list[Way] = []
    for level, above in enumerate(chain[1 : LEVELS + 1]):
        said = ways_to_say(page, above, places=places)[:ABOVE]
        joint: Joint = " " if level else ">"
        for upper, upper_cost in said:
            for marks, cost in own:
                dear = cost + 0.5 * upper_cost + 0.25 * (level + 1)
                yield Path((Step(upper), Step(marks, joint)), dear)
                if level == 1:
                    for middle, middle_cost in near[:2]:
                        yield Path(
                            (Step(upper), Step(middle, ">"), Step(marks, ">")),
                            dear + 0.3 * middle_cost,
                        )
        if not level:
            near = said


def _by_places(page: SamplePage, chain: list[int]) -> Path:
    """Step by step from the record, counting: the last resort."""
    steps = []
    cost = 4.0 + len(chain)
    for node in reversed(chain):
        tag = Mark(Kind.TAG, page.tags[node])
        place = Mark(Kind.NTH, tag.name, str(page.place_among_alike(node)))
        alone = page.alone(node)
        cost += 0.0 if alone else _place_cost(page, node) - PLACE_COST
        steps.append(Step((tag,) if alone else (tag, place), ">"))
    return Path(tuple(steps), cost)
