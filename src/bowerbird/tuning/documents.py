"""Where judged documents stand in a snapshot. Judgements name them as people do: by a field that is
stored with them, such as `url`, or by a name from which the key of their record follows."""

from collections.abc import Callable, Iterator, Mapping

from bowerbird.index.reading import Snapshot
from bowerbird.tuning.judgements import Judgements


def judged_names(judgements: Judgements) -> set[str]:
    return {name for query in judgements.queries for name in query.documents}


def found_by_key(
    snapshot: Snapshot, judgements: Judgements, key_of: Callable[[str], bytes]
) -> dict[str, int]:
    """Name → position, by the keys of records."""
    wanted = {key_of(name): name for name in judged_names(judgements)}
    found: dict[str, int] = {}
    for position, segment, document in _living(snapshot):
        name = wanted.get(snapshot.segments[segment].keys(document))
        if name is not None:
            found.setdefault(name, position)
    return found


def found_by_field(
    snapshot: Snapshot, judgements: Judgements, field: str = "url"
) -> dict[str, int]:
    """Name → position, by what is stored in a field; of several the earliest record."""
    wanted = judged_names(judgements)
    found: dict[str, int] = {}
    for position, segment, document in _living(snapshot):
        stored: Mapping[str, object] = snapshot.segments[segment].stored(document)
        name = _written(stored.get(field))
        if name in wanted:
            found.setdefault(name, position)
    return found


def _living(snapshot: Snapshot) -> Iterator[tuple[int, int, int]]:
    """(position in the snapshot, number of the segment, document in it)."""
    before = 0
    for number, segment in enumerate(snapshot.segments):
        for document in segment.alive.nonzero()[0].tolist():
            yield before + document, number, document
        before += len(segment)


def _written(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
