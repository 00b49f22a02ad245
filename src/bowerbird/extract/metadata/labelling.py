"""Labels for the blocks of a page: those of the nearest labelled pages, by votes.

Paper 2's idea, with van Beusekom's matching (2007): the distance of two pages is what it costs to
cover the blocks of each with the nearest of the other.
"""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bowerbird.extract.metadata.features import WEIGHTS, Features
from bowerbird.extract.metadata.layouts import Label, LayoutBook

NEIGHBOURS = 5
SHARPNESS = 0.2  # a block at cost 0 votes with 1 / this
# Mean cost of a block up to which a taught page is of the same layout: 19 of 20 pairs of made pages
# of one layout are nearer (1.29), 19 of 20 pairs of two layouts further apart (1.69).
FAMILIAR = 1.45


class Labels(Struct, frozen=True):
    """Shares of votes: one row for each block, one column for each label."""

    shares: NDArray[np.float32]
    distance: float  # of the nearest page
    layout: str  # its name
    taught: bool = False


def label(features: Features, taught: LayoutBook, generic: LayoutBook) -> Labels:
    """By a layout that a person taught if the page is of one, else by the generic ones."""
    if len(taught):
        told = _vote(features, taught, 1)
        if told.distance <= FAMILIAR:
            return Labels(told.shares, told.distance, told.layout, taught=True)
    return _vote(features, generic, NEIGHBOURS)


def _vote(features: Features, book: LayoutBook, neighbours: int) -> Labels:
    shares = np.zeros((len(features), len(Label)), np.float32)
    if not len(book) or not len(features):
        return Labels(shares, float("inf"), "")
    costs = _costs(features, book.features)
    distances = _distances(costs, book)
    nearest = np.argsort(distances, kind="stable")[:neighbours]
    for page in nearest:
        start = book.starts[page]
        part = costs[:, start : start + int(book.counts[page])]
        closest = part.argmin(1)
        blocks = np.arange(len(features))
        votes = 1 / (SHARPNESS + part[blocks, closest])
        shares[blocks, book.labels[start + closest]] += votes
    shares /= shares.sum(1, keepdims=True)
    first = int(nearest[0])
    return Labels(shares, float(distances[first]), book.pages[first].name)


def _costs(features: Features, known: Features) -> Features:
    """What it costs to take one block for another: weighted differences, added up."""
    costs = np.zeros((len(features), len(known)), np.float32)
    for column, weight in enumerate(WEIGHTS):
        costs += weight * np.abs(features[:, column, None] - known[None, :, column])
    return costs


def _distances(costs: Features, book: LayoutBook) -> Features:
    """Of the page from each page of the book: both cover each other with their nearest blocks."""
    mine = np.minimum.reduceat(costs, book.starts, axis=1).mean(0)
    theirs = np.add.reduceat(costs.min(0), book.starts) / book.counts
    half: Features = ((mine + theirs) / 2).astype(np.float32)
    return half
