"""Runs the scan and the rewriting uncompiled, with every access to memory checked.

Started with NUMBA_DISABLE_JIT=1. They are compiled without such checks, so nothing else would show
that they stay inside.
"""

import sys
from random import Random

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser
from tests.unit.parse.markup import page
from tests.unit.parse.orderly import orderly

from bowerbird.parse import rewriting, scanning
from bowerbird.parse.rewrite_table import table_of_names
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
    scanning.pointer = rewriting.pointer = Checked  # type: ignore[assignment,attr-defined]
    table, names, dice = vocabulary().table, table_of_names(), Random(1)
    tight = [
        "x<p>" * 50,
        "<a href=/x data-url=y>" * 40,
        "<meta a=b style='url(x'>" * 40,
        "<td>" * 40,
        "<table><td>" * 40,
        "<a b='" + '"' * 400 + "'>",
        "<p>&gt;" + ">" * 400,
        "<b>" * 600,
    ]
    for body in [*tight, *map(page, range(pages))]:
        written = (LexborHTMLParser(body).html or "").encode()[:6_000]
        middle = dice.randrange(len(written) + 1)
        shuffled = written[middle:] + written[:middle]
        for data in (written, written[:middle], shuffled, body.encode()[:6_000]):
            scanning.scan(np.frombuffer(data, np.uint8), table, True)
            rewriting.rewrite(np.frombuffer(data, np.uint8), names)
    for body in map(orderly, range(6 * pages)):
        rewriting.rewrite(np.frombuffer(body.encode(), np.uint8), names)


if __name__ == "__main__":
    main(int(sys.argv[1]))
