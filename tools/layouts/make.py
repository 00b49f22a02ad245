"""Writes the book of generic layouts that comes with Bowerbird.

python -m tools.layouts.make [PAPERS]    papers of each layout, 16 if left out
"""

import sys
from random import Random

from tools.layouts.generic import GENERIC
from tools.layouts.labels import drawn, labelled_pages
from tools.layouts.paper import made

from bowerbird.extract.metadata import layouts

PAPERS = 16
BOOK = "src/bowerbird/extract/metadata/" + layouts.GENERIC


def generic_pages(papers: int) -> list[layouts.LabelledPage]:
    """Pages of every generic layout; the seeds are names, so that they stay the same."""
    pages = []
    for name, layout in GENERIC.items():
        for number in range(papers):
            random = Random(f"{name} {number}")
            paper = made(random)
            pages += labelled_pages(name, drawn(layout(random, paper)), paper)
    return pages


def main() -> None:
    """Make, write, tell."""
    pages = generic_pages(int(sys.argv[1]) if len(sys.argv) > 1 else PAPERS)
    data = layouts.packed(pages)
    with open(BOOK, "wb") as file:
        file.write(data)
    blocks = sum(len(page.labels) for page in pages)
    print(f"{BOOK}: {len(pages)} pages, {blocks} blocks, {len(data)} bytes")


if __name__ == "__main__":
    main()
