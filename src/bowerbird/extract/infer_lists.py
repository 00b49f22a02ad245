"""Lists that a page shows, found without any example: what repeats, and what is said in each."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct

from bowerbird.extract.infer_examples import LINK, PICTURE, WORDS, Reading, Spot, Values
from bowerbird.extract.infer_fields import FieldSearch, Fit, Ground, Wish
from bowerbird.extract.infer_marks import TEXT
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.infer_scopes import ALIKE, HEADS, Scope, scopes_of_kind, scopes_of_runs
from bowerbird.extract.infer_search import Column, Sketch
from bowerbird.extract.infer_shapes import Shape, shape_of
from bowerbird.extract.infer_steps import ITEMS
from bowerbird.extract.infer_templates import filled, template_of
from bowerbird.extract.template import FieldType, Template

LEAST = 3  # records that make a list
MOST_LISTS = 3
MOST_GROUPS = 12  # groups that are looked at closely
MOST_COLUMNS = 16
MOST_TEXT = 400  # characters of a record that count
SELDOM = 0.25  # share of records; what fewer have is no column
SEVERAL = 1.3  # of one kind in a record: a list in a list, no column
DEAR = 9.0  # cost of a field that nobody could trust
ASIDE = {"nav": 0.2, "header": 0.2, "footer": 0.2, "aside": 0.4, "main": 1.2}

Role = tuple[tuple[str, ...], str]  # the path of tags and classes down to a value, how it is read


class FoundList(Struct, frozen=True):
    """A list on a page."""

    template: Template
    records: int
    score: float


def lists_on(page: SamplePage, most: int = MOST_LISTS) -> list[FoundList]:
    """The lists of a page, the likeliest first."""
    found = []
    for score, ground in _ranked(page):
        sketch = _sketch(ground) if score > 0 else None
        if sketch is not None:
            found.append(FoundList(template_of(sketch), ground.count, round(score, 2)))
        if len(found) == most:
            break
    return found


def grounds_on(page: SamplePage, most: int) -> list[Scope]:
    """Where a page's lists are, the likeliest first."""
    return [ground.scope for _, ground in _ranked(page)[:most]]


# ---- which records ---------------------------------------------------------------------------


def _ranked(page: SamplePage) -> list[tuple[float, Ground]]:
    values = Values([page])
    grounds: dict[object, Ground] = {}
    for scope in _scopes(page):
        ground = Ground(scope, values)
        if ground.count >= LEAST:
            grounds.setdefault(tuple(ground.records[0].spans), ground)
    scored = ((_score(ground), ground) for ground in grounds.values())
    return sorted(scored, key=lambda pair: -pair[0])


def _scopes(page: SamplePage) -> Iterator[Scope]:
    groups = sorted(_groups(page), key=lambda group: -_weight(page, group))
    for group in groups[:MOST_GROUPS]:
        richest = max(group, key=lambda node: len(page.shape(node)))
        yield from scopes_of_kind(page, richest)[:2]
        head = next((node for node in group if page.tags[node] in HEADS), -1)
        if head >= 0:
            yield from sorted(scopes_of_runs(page, head), key=lambda scope: scope.cost)[:1]


def _groups(page: SamplePage) -> Iterator[list[int]]:
    """Siblings that are alike."""
    for below in page.children:
        groups: list[list[int]] = []
        for node in below:
            if page.tags[node] == TEXT:
                continue
            home = next((g for g in groups if page.likeness(g[0], node) >= ALIKE), None)
            if home is None:
                groups.append([node])
            else:
                home.append(node)
        yield from (group for group in groups if len(group) >= LEAST)


def _weight(page: SamplePage, group: Sequence[int]) -> float:
    text = sum(min(MOST_TEXT, len(page.text(node))) for node in group)
    return float(text * len(page.shape(group[0])) * _place_factor(page, group[0]))


def _place_factor(page: SamplePage, node: int) -> float:
    landmark = page.landmark(node)
    return ASIDE.get(page.tags[landmark], 1.0) if landmark else 1.0


def _score(ground: Ground) -> float:
    """Many, rich and long records in the middle of the page are what people come for."""
    records = ground.records[0]
    page = records.page
    roles = _columns_to_be(ground)
    if not roles:
        return 0.0
    filled = [len(_first(spots)) for spots in roles.values()]
    text = sum(
        len(spot.text)
        for role, spots in roles.items()
        for spot in _first(spots).values()
        if role[1] == WORDS.type
    )
    told = min(MOST_TEXT, text / ground.count)
    links = 1.5 if any(kind == LINK.type for _, kind in roles) else 1.0
    coverage = sum(filled) / len(filled) / ground.count
    score = ground.count**0.5 * (told + 1) ** 0.5 * len(roles) * links * coverage
    return float(score * _place_factor(page, records.spans[0][0]) / (1 + ground.scope.cost / 4))


# ---- which columns ---------------------------------------------------------------------------


def _columns_to_be(ground: Ground) -> dict[Role, list[tuple[int, Spot]]]:
    """Places for values that most records have, once each."""
    found: dict[Role, list[tuple[int, Spot]]] = defaultdict(list)
    records = ground.records[0]
    for number, (start, end) in enumerate(records.spans):
        for node in range(start, end):
            if records.holding(node) == number:
                for reading in _readings(records.page, node):
                    text = ground.values.of(0, node, reading)
                    if text:
                        role = (_path(records.page, ground.top(0, number), node), reading.type)
                        found[role].append((number, Spot(0, node, reading, text)))
    least = max(2.0, SELDOM * ground.count)
    return {
        role: spots
        for role, spots in found.items()
        if len({n for n, _ in spots}) >= least
        and len(spots) <= SEVERAL * len({n for n, _ in spots})
        and (len({spot.text for _, spot in spots}) > 1 or len(spots) < LEAST)
    }


def _readings(page: SamplePage, node: int) -> Iterator[Reading]:
    if page.tags[node] in ("img", "picture"):
        yield PICTURE
        return
    if not page.children[node]:
        yield WORDS
    if page.tags[node] == "a":
        yield LINK


def _reading(kind: str) -> Reading:
    return next(reading for reading in (WORDS, LINK, PICTURE) if reading.type == kind)


def _path(page: SamplePage, top: int, node: int) -> tuple[str, ...]:
    """Tags and classes; where there are no classes, the place among siblings; and the label."""
    steps = []
    for each in page.up(node):
        if each <= top:
            break
        classes = page.classes[each]
        place = "" if classes or _is_item(page, each) else f":{page.place_among_alike(each)}"
        steps.append(".".join((page.tags[each], *classes[:2])) + place)
    labels = [mark.value for mark in (*page.labels(node)[:1], *page.units(node)[:1])]
    return (*reversed(steps), *labels)


def _is_item(page: SamplePage, node: int) -> bool:
    """Is it one of several alike, a list in the record? Cells are not: their place tells them."""
    if page.tags[node] in ("td", "th") or not (page.children[node] or page.tags[node] in ITEMS):
        return False
    siblings = page.children[page.parent[node]][:20]
    return sum(page.likeness(node, each) >= ALIKE for each in siblings) >= LEAST


def _first(spots: Sequence[tuple[int, Spot]]) -> dict[int, Spot]:
    first: dict[int, Spot] = {}
    for number, spot in spots:
        first.setdefault(number, spot)
    return first


def _sketch(ground: Ground) -> Sketch | None:
    """A column for each place, those that say the same once."""
    columns: list[Column] = []
    fits: list[Fit] = []
    for role, spots in sorted(_columns_to_be(ground).items(), key=lambda item: item[1][0][1].node):
        wish = Wish((tuple(spot for _, spot in spots[:1]),), (), _reading(role[1]))
        fit = FieldSearch(ground, wish).best(DEAR)
        if fit is None or _is_told(ground, fit, wish, fits, columns):
            continue
        columns.append(Column("", wish, _type(ground, fit, wish.reading)))
        fits.append(fit)
        if len(columns) == MOST_COLUMNS:
            break
    return Sketch(ground, columns, fits, 0.0) if columns else None


def _is_told(
    ground: Ground, fit: Fit, wish: Wish, fits: Sequence[Fit], columns: Sequence[Column]
) -> bool:
    """Does another column say the same in every record?"""
    said = _texts(ground, fit, wish.reading)
    return any(
        said == _texts(ground, other, column.wish.reading)
        for other, column in zip(fits, columns, strict=True)
    )


def _texts(ground: Ground, fit: Fit, reading: Reading) -> list[str]:
    return [
        ground.values.of(0, node, reading) if node >= 0 else ""
        for nodes in fit.got
        for node in nodes
    ]


def _type(ground: Ground, fit: Fit, reading: Reading) -> FieldType | None:
    """Numbers and dates where nearly all values are such."""
    if reading != WORDS:
        return None
    shapes = Counter(
        shape_of(ground.values.of(page, node, reading)) for page, _, node in filled(fit)
    )
    total = shapes.total()
    if shapes[Shape.NUMBER] + shapes[Shape.PRICE] >= 0.9 * total:
        return "number"
    return "date" if shapes[Shape.DATE] >= 0.9 * total else None
