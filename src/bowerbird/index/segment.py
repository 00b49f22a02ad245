"""A segment put together: its two parts, and which of its documents live."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bowerbird.index import inverting
from bowerbird.index.raw import Raw
from bowerbird.index.reading import Segment
from bowerbird.index.view import View


def segment_of(
    name: str, fields: Sequence[str], raw: Raw, view: View, alive: NDArray[np.bool_]
) -> Segment:
    df = np.diff(view.postings.starts).astype(np.uint32)
    dead = np.flatnonzero(~alive)
    if len(dead):
        df -= inverting.held(raw.flow, raw.starts, view.lists(), dead, len(view.vocabulary)).astype(
            np.uint32
        )
    lengths = [view.lengths.of(field) for field in range(len(fields))]
    return Segment(
        name=name,
        fields=tuple(fields),
        serials=raw.serials,
        alive=alive,
        vocabulary=view.vocabulary,
        postings=view.postings,
        df=df,
        lengths=view.lengths,
        totals=tuple(int(each[alive].sum(dtype=np.uint64)) for each in lengths),
        raw=raw.words,
        counted=view.counted,
        counted_starts=view.counted_starts,
        forward=raw.forward,
        numbers=raw.numbers,
        facets=raw.facets,
        stored=raw.stored,
        keys=raw.keys.__getitem__,
    )
