"""By which names an index can be asked, as its segments have them."""

from bowerbird.index.instants import is_date
from bowerbird.index.query import Names
from bowerbird.index.reading import Facet, Snapshot

CREATED = "created_at"  # of every record, in seconds since 1970


def names_of(snapshot: Snapshot) -> Names:
    """The fields and columns of an index."""
    numbers = {name for segment in snapshot.segments for name in segment.numbers}
    labels = {name for segment in snapshot.segments for name in segment.facets}
    dates = {name for name in numbers & labels if _are_dates(name, snapshot)}
    return Names(snapshot.fields, numbers, labels, dates | (numbers & {CREATED}))


def _are_dates(column: str, snapshot: Snapshot) -> bool:
    """A date is a number and, as it was written, a label. Labels are sorted: where the first and
    the last are dates, what lies between begins with a digit, too."""
    found = [each for segment in snapshot.segments if (each := segment.facets.get(column))]
    return all(map(is_date, (text for facet in found for text in _ends(facet))))


def _ends(facet: Facet) -> tuple[str, ...]:
    many = len(facet.labels)
    return (facet.labels.word(0), facet.labels.word(many - 1)) if many else ()
