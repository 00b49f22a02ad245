"""A segment put together: its two parts, and which of its documents live."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bowerbird.index import inverting
from bowerbird.index.raw import Raw
from bowerbird.index.reading import Segment
from bowerbird.index.view import View


def segment_of(
    name: str,
    fields: Sequence[str],
    raw: Raw,
    view: View,
    alive: NDArray[np.bool_],
    before: Segment | None = None,
) -> Segment:
    """`before` is the same segment when more of its documents lived: saves counting those again."""
    lengths = [view.lengths.of(field) for field in range(len(fields))]
    if before:
        df, died = before.df.copy(), np.flatnonzero(before.alive & ~alive)
        totals = before.totals
    else:
        df, died = np.diff(view.postings.starts).astype(np.uint32), np.flatnonzero(~alive)
        totals = tuple(int(each.sum(dtype=np.uint64)) for each in lengths)
    if len(died):
        df -= inverting.held(raw.flow, raw.starts, view.lists(), died, len(df)).astype(np.uint32)
        gone = [int(each[died].sum(dtype=np.uint64)) for each in lengths]
        totals = tuple(all_of - dead for all_of, dead in zip(totals, gone, strict=True))
    return Segment(
        name=name,
        fields=tuple(fields),
        serials=raw.serials,
        alive=alive,
        vocabulary=view.vocabulary,
        postings=view.postings,
        df=df,
        lengths=view.lengths,
        totals=totals,
        raw=raw.words,
        counted=view.counted,
        counted_starts=view.counted_starts,
        forward=raw.forward,
        numbers=raw.numbers,
        facets=raw.facets,
        stored=raw.stored,
        keys=raw.keys.__getitem__,
        contents=raw.contents,
    )
