"""The part of a segment that no analysis changes: words as they stand, and what is shown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bowerbird.index.columns import facets_of, numbers_of
from bowerbird.index.duplicates import content_in
from bowerbird.index.entry import Entry
from bowerbird.index.keys import Keys
from bowerbird.index.reading import Counts, Facet, Forward, Numbers, Places, Vocabulary
from bowerbird.index.stored import Stored
from bowerbird.index.words import Words


@dataclass(frozen=True)
class Raw:
    """Documents by number, in the order of their serials."""

    serials: Places
    words: Vocabulary
    flow: Counts  # word numbers of all documents, field after field
    starts: NDArray[np.uint64]  # (fields, documents + 1): where each begins in `flow`
    numbers: Mapping[str, Numbers]
    facets: Mapping[str, Facet]
    stored: Stored
    keys: Keys
    contents: Places  # equal for documents of equal content; 0: nobody can tell

    def __len__(self) -> int:
        return len(self.serials)

    @cached_property
    def forward(self) -> tuple[Forward, ...]:
        return tuple(
            Forward(starts - starts[0], self.flow[starts[0] : starts[-1]]) for starts in self.starts
        )


def raw_of(entries: Sequence[Entry], fields: Sequence[str]) -> Raw:
    """Entries with ascending serials, each key once."""
    words = Words(expected=1 << 12)
    flows = [words.take([entry.text.get(field, "") for entry in entries]) for field in fields]
    vocabulary, places = words.in_order()
    flow, starts = joined(flows)
    return Raw(
        serials=np.array([entry.serial for entry in entries], np.uint64),
        words=vocabulary,
        flow=renumbered(flow, places),
        starts=starts,
        numbers=numbers_of([entry.numbers for entry in entries]),
        facets=facets_of([entry.labels for entry in entries]),
        stored=Stored.of(entry.stored for entry in entries),
        keys=Keys.of([entry.key for entry in entries]),
        contents=np.array([content_in(entry) for entry in entries], np.uint64),
    )


def joined(flows: Iterable[Forward]) -> tuple[Counts, NDArray[np.uint64]]:
    """Fields end to end."""
    each = list(flows)
    before = np.cumsum([0, *(len(forward.words) for forward in each)])[:-1].astype(np.uint64)
    starts = np.stack([f.starts + start for f, start in zip(each, before, strict=True)])
    return np.concatenate([forward.words for forward in each]), starts


def renumbered(flow: Counts, places: Counts) -> Counts:
    """Word numbers replaced by others; gaps stay."""
    with_gap = np.append(places, np.uint32(0xFFFFFFFF))
    return with_gap[np.minimum(flow, np.uint32(len(places)))]
