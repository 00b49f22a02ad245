"""An index that is nowhere on disk: for a few documents, and for tests."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from bowerbird.index.analysis import Analysis
from bowerbird.index.entry import Entry
from bowerbird.index.options import IndexOptions
from bowerbird.index.reading import Segment, Snapshot
from bowerbird.index.segment import segment_of
from bowerbird.index.view import view_of
from bowerbird.index.waiting import raw_of


def snapshot_of(
    entries: Iterable[Entry],
    options: IndexOptions | None = None,
    *,
    segments: int = 1,
    dead: Iterable[bytes] = (),
) -> Snapshot:
    """An index of these entries, their serials ascending and each key once; documents whose key is
    among `dead` are there and do not live. In so many segments of about equal size."""
    options = options or IndexOptions()
    given, gone = list(entries), set(dead)
    analysis = Analysis(options.analysis)
    bounds = np.linspace(0, len(given), segments + 1).astype(int).tolist()
    parts = [given[a:b] for a, b in pairwise(bounds)]
    return Snapshot(
        generation=1,
        fields=tuple(options.fields),
        segments=tuple(
            _segment(f"s{number}", part, options.fields, analysis, gone)
            for number, part in enumerate(parts)
        ),
        analyse=analysis,
    )


def _segment(
    name: str, entries: Sequence[Entry], fields: list[str], analysis: Analysis, dead: set[bytes]
) -> Segment:
    raw = raw_of(entries, fields)
    alive = np.array([entry.key not in dead for entry in entries], np.bool_)
    return segment_of(name, fields, raw, view_of(raw, analysis), alive)
