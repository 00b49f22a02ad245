"""Which examples belong to one column, where nobody said so."""

from msgspec import Struct

from bowerbird.extract.infer_examples import Example, Spot, Values
from bowerbird.extract.infer_fields import Wish
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.infer_search import Column
from bowerbird.extract.infer_shapes import shape_distance, shape_of


class Group(Struct):
    """Examples of one column."""

    name: str  # empty while nobody has said it
    several: list[list[Spot]]


Located = tuple[Example, list[Spot]]
NEAR_SHAPE = 0.5  # a word and a sentence may stand in one column, a word and a price may not


def columns_of(located: list[Located], values: Values) -> list[Column]:
    """One column for each name, and for each kind of unnamed examples."""
    groups: list[Group] = []
    for example, spots in located:
        if example.wanted and spots:
            home = _home_of(example, spots, groups, values)
            if home is None:
                groups.append(Group(example.field, [spots]))
            else:
                home.name = home.name or example.field
                home.several.append(spots)
    unwanted = [(example.field, tuple(spots)) for example, spots in located if not example.wanted]
    columns = []
    for group in groups:
        name, several = group.name, group.several
        reading = several[0][0].reading
        wanted = tuple(tuple(s for s in spots if s.reading == reading) for spots in several)
        banned = tuple(spots for field, spots in unwanted if field in ("", name) and spots)
        columns.append(Column(name, Wish(wanted, banned, reading)))
    return columns


def apart(columns: list[Column]) -> list[Column]:
    """The same examples, each unnamed one a column of its own."""
    return [
        Column(column.name, Wish((spots,), column.wish.unwanted, column.wish.reading))
        for column in columns
        for spots in column.wish.spots
    ]


def _home_of(
    example: Example,
    spots: list[Spot],
    groups: list[Group],
    values: Values,
) -> Group | None:
    """The column of its name; else one that it is alike, unless both have names of their own."""
    named = [group for group in groups if example.field and group.name == example.field]
    if named:
        return next((group for group in named if _can_read(spots, group.several)), None)
    for group in groups:
        if not (example.field and group.name) and any(
            _go_together(one, other, values.pages) for one in group.several[-1] for other in spots
        ):
            return group
    return None


def _can_read(spots: list[Spot], several: list[list[Spot]]) -> bool:
    return any(spot.reading == several[0][0].reading for spot in spots)


def _go_together(one: Spot, other: Spot, pages: list[SamplePage]) -> bool:
    """Could these be values of one column, in two records?"""
    if one.reading != other.reading:
        return False
    if shape_distance(shape_of(one.text), shape_of(other.text)) > NEAR_SHAPE:
        return False
    first, second = pages[one.page], pages[other.page]
    mine, theirs = set(first.classes[one.node]), set(second.classes[other.node])
    if mine != theirs and not mine & theirs:
        return False
    if one.page != other.page:
        return first.tags[one.node] == second.tags[other.node]
    return _in_two_records(first, one.node, other.node)


def _in_two_records(page: SamplePage, one: int, other: int) -> bool:
    """Do they stand alike in two branches that are alike?"""
    above = list(page.up(one))
    below = list(page.up(other))
    meeting = next((node for node in below if node in above), -1)
    mine = above[: above.index(meeting)] if meeting >= 0 else above
    theirs = below[: below.index(meeting)] if meeting >= 0 else below
    if not mine or not theirs or page.tags[mine[-1]] in ("td", "th"):
        return False
    if page.tags[one] == page.tags[other] and len(mine) == len(theirs):
        return page.likeness(mine[-1], theirs[-1]) >= 0.4
    return bool(set(page.classes[one]) & set(page.classes[other]))
