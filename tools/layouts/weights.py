"""Looks for the weights of the features: a random search, judged on layouts that are left out.

python -m tools.layouts.weights [ROUNDS]

Every generic layout in turn is read by the labels of all the others, so that what is found holds for
layouts that nobody has seen. Prints the best weights; put them into `extract/metadata/features.py`.
"""

import sys
from random import Random

import numpy as np
from numpy.typing import NDArray
from tools.layouts.make import generic_pages

from bowerbird.extract.metadata import layouts
from bowerbird.extract.metadata.features import NAMES, WEIGHTS
from bowerbird.extract.metadata.labelling import NEIGHBOURS, SHARPNESS
from bowerbird.extract.metadata.layouts import Label, LayoutBook

ROUNDS = 150
PAPERS = 6  # of each layout
COUNTED = (Label.TITLE, Label.AUTHORS, Label.AFFILIATIONS, Label.ABSTRACT, Label.KEYWORDS)
Weights = NDArray[np.float32]


def score(book: LayoutBook, weights: Weights) -> float:
    """Mean F1 of the labels that count, each page read by the other layouts."""
    names = np.array([page.name for page in book.pages])
    found, known, right = (np.zeros(len(Label)) for _ in range(3))
    for number, page in enumerate(book.pages):
        start, count = book.starts[number], int(book.counts[number])
        mine = book.features[start : start + count]
        told = _labels(mine, book, weights, names == page.name)
        truth = book.labels[start : start + count]
        for label in COUNTED:
            found[label] += (told == label).sum()
            known[label] += (truth == label).sum()
            right[label] += ((told == label) & (truth == label)).sum()
    f1 = [2 * right[each] / max(found[each] + known[each], 1) for each in COUNTED]
    return float(np.mean(f1))


def _labels(
    mine: layouts.Features, book: LayoutBook, weights: Weights, left_out: NDArray[np.bool_]
) -> NDArray[np.int64]:
    costs = (np.abs(mine[:, None, :] - book.features[None, :, :]) * weights).sum(2)
    to = np.minimum.reduceat(costs, book.starts, axis=1).mean(0)
    back = np.add.reduceat(costs.min(0), book.starts) / book.counts
    distances = np.where(left_out, np.inf, to + back)
    shares = np.zeros((len(mine), len(Label)))
    rows = np.arange(len(mine))
    for page in np.argsort(distances)[:NEIGHBOURS]:
        start = book.starts[page]
        part = costs[:, start : start + int(book.counts[page])]
        closest = part.argmin(1)
        shares[rows, book.labels[start + closest]] += 1 / (SHARPNESS + part[rows, closest])
    return shares.argmax(1)


def main() -> None:
    """Search, and tell."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    random = Random("weights")
    book = LayoutBook(generic_pages(PAPERS))
    best = WEIGHTS.copy()
    highest = score(book, best)
    print(f"{len(book)} pages; now: {highest:.4f}")
    for number in range(rounds):
        tried = best.copy()
        for column in random.sample(range(len(NAMES)), random.choice((1, 2, 3))):
            tried[column] = min(max(tried[column] * random.choice((0.5, 0.7, 1.4, 2.0)), 0.05), 6.0)
        reached = score(book, tried)
        if reached > highest:
            best, highest = tried, reached
            print(f"{number}: {highest:.4f}", flush=True)
    print(", ".join(f"{weight:.2f}" for weight in best))


if __name__ == "__main__":
    main()
