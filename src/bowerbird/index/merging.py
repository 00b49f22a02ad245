"""Several neighbouring segments made one, without their dead; and when that is due."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bowerbird.index import word_kernels
from bowerbird.index.columns import joined_facets, joined_numbers
from bowerbird.index.keys import Keys
from bowerbird.index.raw import Raw, joined
from bowerbird.index.reading import Counts, Facet, Forward, Vocabulary
from bowerbird.index.stored import Stored
from bowerbird.index.view import chosen_words
from bowerbird.index.words import Words

Living = tuple[Raw, NDArray[np.bool_]]

FAN_IN = 8  # neighbours of one size class that are worth a merge
WIDEST = 30
SMALLEST = 1_000  # documents; below, segments are of one class


def due(sizes: Sequence[tuple[int, int]], at_most: int | None = None) -> slice | None:
    """Which neighbours to merge, of segments with so many (documents, living): the smallest class
    of which enough stand together, else one that is half dead; of `at_most` documents in all."""
    return next(
        (
            chosen
            for chosen in _candidates(sizes)
            if at_most is None or sum(living for _, living in sizes[chosen]) <= at_most
        ),
        None,
    )


def _candidates(sizes: Sequence[tuple[int, int]]) -> Iterator[slice]:
    classes = [_class(living) for _, living in sizes]
    for limit in sorted(set(classes)):
        for run in _runs([each <= limit for each in classes]):
            if run.stop - run.start >= FAN_IN:
                yield slice(run.start, min(run.stop, run.start + WIDEST))
    for at, (documents, living) in enumerate(sizes):
        if 2 * living <= documents:
            yield slice(at, at + 1)


def all_of(sizes: Sequence[tuple[int, int]]) -> slice | None:
    """All, unless there is one and nobody in it is dead."""
    if not sizes or (len(sizes) == 1 and sizes[0][0] == sizes[0][1]):
        return None
    return slice(0, len(sizes))


def merged(segments: Sequence[Living]) -> Raw:
    """Their living documents, in the same order."""
    flows = [_living_flows(raw, alive) for raw, alive in segments]
    words = Words(expected=max(len(raw.words) for raw, _ in segments) + 1)
    numbers = [
        _numbers(words, raw.words, fields) for (raw, _), fields in zip(segments, flows, strict=True)
    ]
    vocabulary, places = words.in_order()
    places = np.append(places, np.uint32(0))  # for words that nobody uses, if there are no others
    fields = range(len(flows[0]))
    flow, starts = joined(
        [
            [
                _renumbered(each[field], places[known])
                for each, known in zip(flows, numbers, strict=True)
            ]
            for field in fields
        ]
    )
    return Raw(
        serials=np.concatenate([raw.serials[alive] for raw, alive in segments]),
        words=vocabulary,
        flow=flow,
        starts=starts,
        numbers=joined_numbers(
            [
                ({name: column[alive] for name, column in raw.numbers.items()}, int(alive.sum()))
                for raw, alive in segments
            ]
        ),
        facets=_facets(segments),
        contents=np.concatenate([raw.contents[alive] for raw, alive in segments]),
        stored=Stored.merged([(raw.stored, alive) for raw, alive in segments]),
        keys=Keys.of(
            [
                raw.keys[document]
                for raw, alive in segments
                for document in np.flatnonzero(alive).tolist()
            ]
        ),
    )


def _class(documents: int) -> int:
    size, level = SMALLEST, 0
    while size < documents:
        size, level = FAN_IN * size, level + 1
    return level


def _runs(marks: Sequence[bool]) -> Iterator[slice]:
    start = None
    for at, mark in enumerate([*marks, False]):
        if mark and start is None:
            start = at
        elif not mark and start is not None:
            yield slice(start, at)
            start = None


def _living_flows(raw: Raw, alive: NDArray[np.bool_]) -> list[Forward]:
    if alive.all():
        return list(raw.forward)
    return [_without_dead(forward, alive) for forward in raw.forward]


def _without_dead(forward: Forward, alive: NDArray[np.bool_]) -> Forward:
    sizes = (forward.starts[1:] - forward.starts[:-1]).astype(np.int64)
    starts = np.zeros(int(alive.sum()) + 1, np.uint64)
    np.cumsum(sizes[alive], out=starts[1:])
    return Forward(starts, forward.words[np.repeat(alive, sizes)])


def _numbers(words: Words, known: Vocabulary, fields: Sequence[Forward]) -> Counts:
    """The number in `words` of each known word; of those that the living use no more, any."""
    used = np.zeros(len(known) + 1, np.bool_)
    for forward in fields:
        used[np.minimum(forward.words, np.uint32(len(known)))] = True
    numbers = np.zeros(len(known), np.uint32)
    numbers[used[:-1]] = words.add(chosen_words(known, used[:-1]))
    return numbers


def _renumbered(forward: Forward, places: Counts) -> Forward:
    words = np.empty_like(forward.words)
    word_kernels.renumber(forward.words, places, words)
    return Forward(forward.starts, words)


def _facets(segments: Sequence[Living]) -> dict[str, Facet]:
    names = sorted({name for raw, _ in segments for name in raw.facets})
    return {
        name: joined_facets([(raw.facets.get(name), alive) for raw, alive in segments])
        for name in names
    }
