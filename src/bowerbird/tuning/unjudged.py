"""What nobody judged yet among the first documents of a query: judge these next."""

from collections.abc import Collection, Mapping
from itertools import accumulate

from msgspec import Struct

from bowerbird.index.options import RankingOptions
from bowerbird.index.ranker import Ranker
from bowerbird.index.reading import Segment, Snapshot
from bowerbird.model.record import Scalar
from bowerbird.tuning.candidates import Asked


class Unjudged(Struct, frozen=True):
    """A document without a grade."""

    place: int
    key: bytes
    stored: Mapping[str, Scalar | list[str]]


def unjudged(
    snapshot: Snapshot,
    asked: Asked,
    ranking: RankingOptions,
    judged: Collection[int],
    depth: int,
) -> list[Unjudged]:
    """Those among the first `depth` documents, the best first. `judged`: positions."""
    first = Ranker(snapshot).rank(asked.wanted, ranking, depth, asked.choice)
    found = []
    for place, position in enumerate(first.documents, start=1):
        if position not in judged:
            segment, document = _placed(snapshot, position)
            found.append(Unjudged(place, segment.keys(document), segment.stored(document)))
    return found


def _placed(snapshot: Snapshot, position: int) -> tuple[Segment, int]:
    """(its segment, its number there)."""
    ends = list(accumulate(len(segment) for segment in snapshot.segments))
    at = next(number for number, end in enumerate(ends) if position < end)
    segment = snapshot.segments[at]
    return segment, position - (ends[at] - len(segment))
