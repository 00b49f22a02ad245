"""Where judged documents stand in a snapshot. Judgements name them as people do, so a name is
looked for in several ways, the surest first:

1. a key that it may stand for: written in hex, of a page with this URL, or of a record that was
   imported under this name (whoever calls knows how keys are made);
2. a field and its value: `docno=FT911-3`;
3. the URL that a record stores;
4. the value of a column called `id`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bowerbird.index.entries import LONGEST_LABEL
from bowerbird.index.reading import Facet, Segment, Snapshot
from bowerbird.tuning.judgements import Judgements

# A name, and the kinds of records that the index has → keys that it may stand for.
KeysOf = Callable[[str, Collection[str]], Iterable[bytes]]
Places = Mapping[str, list[int]]  # name → documents of a segment, dead ones included

# Ways to look, where the others go by the name of a field.
_KEY, _URL, _ID = "/key", "/url", "/id"


@dataclass(frozen=True)
class Located:
    """Judged documents in one snapshot."""

    positions: Mapping[str, int]  # by name; of several records the earliest
    ambiguous: tuple[str, ...] = ()  # names that several records go by


@dataclass
class DocumentFinder:
    """Finds documents by their names in the snapshots of one index, as it grows: what was looked
    for in a segment is not looked for there again."""

    keys_of: KeysOf
    _seen: dict[tuple[str, str], tuple[frozenset[str], Places]] = field(default_factory=dict)

    def find(self, snapshot: Snapshot, names: Collection[str]) -> Located:
        found: dict[str, list[int]] = {}
        kinds = _kinds(snapshot)
        keys: dict[bytes, list[str]] = {}
        for name in names:
            for key in self.keys_of(name, kinds):
                keys.setdefault(key, []).append(name)
        keyed = {name for each in keys.values() for name in each}
        self._look(snapshot, found, _KEY, keyed, partial(_by_key, keys))
        for column, values in _fields_in(set(names) - found.keys()).items():
            self._look(
                snapshot, found, column, {*values.values()}, partial(_by_field, column, values)
            )
        urls = {name: name for name in set(names) - found.keys() if "://" in name}
        self._look(snapshot, found, _URL, {*urls}, partial(_scanned, "url", urls))
        rest = {name: name for name in set(names) - found.keys()}
        self._look(snapshot, found, _ID, {*rest}, partial(_by_column, "id", rest))
        self._forget(snapshot)
        return Located(
            {name: places[0] for name, places in found.items()},
            tuple(name for name, places in found.items() if len(places) > 1),
        )

    def _look(
        self,
        snapshot: Snapshot,
        found: dict[str, list[int]],
        way: str,
        names: set[str],
        look: Callable[[Segment], Places],
    ) -> None:
        """Puts what this way finds alive into `found`."""
        if not names:
            return
        before = 0
        for segment in snapshot.segments:
            asked, places = self._seen.get((segment.name, way), (frozenset(), {}))
            if not names <= asked:
                places = look(segment)
                self._seen[segment.name, way] = frozenset(names), places
            for name in names & places.keys():
                living = [before + at for at in places[name] if segment.alive[at]]
                if living:
                    found.setdefault(name, []).extend(living)
            before += len(segment)

    def _forget(self, snapshot: Snapshot) -> None:
        there = {segment.name for segment in snapshot.segments}
        self._seen = {key: seen for key, seen in self._seen.items() if key[0] in there}


def judged_names(judgements: Judgements) -> set[str]:
    return {name for query in judgements.queries for name in query.documents}


def found_by_field(
    snapshot: Snapshot, judgements: Judgements, field: str = "url"
) -> dict[str, int]:
    """Name → position, by what is stored in a field; of several the earliest record."""
    wanted = {name: name for name in judged_names(judgements)}
    found: dict[str, int] = {}
    before = 0
    for segment in snapshot.segments:
        for name, places in _scanned(field, wanted, segment).items():
            living = [before + at for at in places if segment.alive[at]]
            if living:
                found.setdefault(name, living[0])
        before += len(segment)
    return found


def _kinds(snapshot: Snapshot) -> set[str]:
    return {
        labels.word(number)
        for segment in snapshot.segments
        if "kind" in segment.facets
        for labels in [segment.facets["kind"].labels]
        for number in range(len(labels))
    }


def _fields_in(names: Iterable[str]) -> dict[str, dict[str, str]]:
    """field → value → name, of names such as `docno=FT911-3`."""
    found: dict[str, dict[str, str]] = {}
    for name in names:
        column, equals, value = name.partition("=")
        if equals and column and value:
            found.setdefault(column, {})[value] = name
    return found


def _by_key(keys: Mapping[bytes, list[str]], segment: Segment) -> Places:
    found: dict[str, list[int]] = {}
    for document in range(len(segment)):
        for name in keys.get(segment.keys(document), ()):
            found.setdefault(name, []).append(document)
    return found


def _by_field(column: str, values: Mapping[str, str], segment: Segment) -> Places:
    """`values`: value → name. Columns first, which are quick; what no column can hold is read."""
    found = dict(_by_column(column, values, segment))
    is_column = column in segment.facets or column in segment.numbers
    rest = {
        value: name
        for value, name in values.items()
        if name not in found and (not is_column or len(value) > LONGEST_LABEL)
    }
    return found | dict(_scanned(column, rest, segment))


def _by_column(column: str, values: Mapping[str, str], segment: Segment) -> Places:
    found: dict[str, list[int]] = {}
    if (facet := segment.facets.get(column)) is not None:
        for value, document in _labelled(facet, values):
            found.setdefault(values[value], []).append(document)
    if (numbers := segment.numbers.get(column)) is not None:
        wanted = {number: value for value in values if (number := _number(value)) is not None}
        held = np.flatnonzero(np.isin(numbers, np.array(list(wanted), np.float64)))
        for document in held.tolist():
            places = found.setdefault(values[wanted[float(numbers[document])]], [])
            if document not in places:  # a text that is a number is a label as well
                places.append(document)
    return found


def _labelled(facet: Facet, values: Iterable[str]) -> Iterable[tuple[str, int]]:
    """(value, document), for each of these labels."""
    wanted = {number: value for value in values if (number := facet.labels.find(value)) is not None}
    is_wanted: NDArray[np.bool_] = np.zeros(len(facet.labels), np.bool_)
    is_wanted[list(wanted)] = True
    places = np.flatnonzero(is_wanted[facet.ordinals])
    documents = np.searchsorted(facet.starts, places, side="right") - 1
    for place, document in zip(places.tolist(), documents.tolist(), strict=True):
        yield wanted[int(facet.ordinals[place])], document


def _scanned(column: str, values: Mapping[str, str], segment: Segment) -> Places:
    """Reads what is stored with every document."""
    found: dict[str, list[int]] = {}
    for document in range(len(segment)) if values else ():
        name = values.get(_written(segment.stored(document).get(column)))
        if name is not None:
            found.setdefault(name, []).append(document)
    return found


def _number(value: str) -> float | None:
    """The number that is written so, and in no other way."""
    try:
        number = float(value)
    except ValueError:
        return None
    return number if _written(number) == value else None


def _written(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
