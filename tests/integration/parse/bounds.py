"""Runs the scan uncompiled, with every access to memory checked. Started with NUMBA_DISABLE_JIT=1.

The scan is compiled without such checks, so nothing else would show that it stays inside.
"""

import sys
from random import Random

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser
from tests.unit.parse.markup import page

from bowerbird.parse import scanning
from bowerbird.parse.vocabulary import vocabulary


class Checked:
    """Stands for a pointer to an array."""

    def __init__(self, array: NDArray[np.int64]) -> None:
        self._array = array

    def __getitem__(self, at: int) -> int:
        if not 0 <= at < len(self._array):
            raise IndexError(f"reads {at} of {len(self._array)}")
        return int(self._array[at])

    def __setitem__(self, at: int, value: int) -> None:
        if not 0 <= at < len(self._array):
            raise IndexError(f"writes {at} of {len(self._array)}")
        self._array[at] = value


def main(pages: int) -> None:
    """As lexbor writes the page, and cut and shuffled as lexbor never would."""
    scanning._pointer = Checked  # type: ignore[assignment]  # what compiled code takes for one
    table, dice = vocabulary().table, Random(1)
    tight = [
        "x<p>" * 50,
        "<a href=/x data-url=y>" * 40,
        "<meta a=b style='url(x'>" * 40,
        "<td>" * 40,
    ]
    for body in [*tight, *map(page, range(pages))]:
        written = (LexborHTMLParser(body).html or "").encode()[:6_000]
        middle = dice.randrange(len(written) + 1)
        shuffled = written[middle:] + written[:middle]
        for data in (written, written[:middle], shuffled, body.encode()[:6_000]):
            scanning.scan(np.frombuffer(data, np.uint8), table, True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
