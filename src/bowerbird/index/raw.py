"""The part of a segment that no analysis changes: words as they stand, and what is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bowerbird.index.keys import Keys
from bowerbird.index.reading import Counts, Facet, Forward, Numbers, Places, Vocabulary
from bowerbird.index.stored import Stored


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


def joined(fields: Sequence[Sequence[Forward]]) -> tuple[Counts, NDArray[np.uint64]]:
    """Fields end to end, each of several stretches of documents."""
    before, starts = 0, []
    for stretches in fields:
        begins = []
        for forward in stretches:
            begins.append(forward.starts[:-1] + np.uint64(before))
            before += len(forward.words)
        starts.append(np.append(np.concatenate(begins), np.uint64(before)))
    words = [forward.words for stretches in fields for forward in stretches]
    return np.concatenate(words), np.stack(starts)
