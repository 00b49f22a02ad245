"""The main text of a page: what its author wants read, without what stands around it.

A light filter: landmarks first, then marked content, then the share of link text block by block.
Every step that would throw away most of what is left is not taken, so no page loses everything.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bowerbird.model.document import Heading
from bowerbird.parse import marks
from bowerbird.parse.blocks import Block, blocks_of

# Measured on the pages of tests/data/pages (see benchmarks/floors.json, main_text_f1).
LINKED = 0.66  # a block with more of its characters in links is a link block
LINK_RUN = 4  # so many link blocks in a row are a menu
MENU_LINKS = 3  # so many links in one link block are a menu too
MARKED_SHARE = 0.3  # marked content holding less of the page's text is not believed
NAMED_SHARE = 0.25  # a name such as "sidebar" on more than 75 % of the text is not believed
KEPT_SHARE = 0.3  # menus are only left out while this much stays: else the page is a listing


class Words(NamedTuple):
    """What a page says."""

    text: str
    headings: tuple[Heading, ...]


NO_WORDS = Words("", ())


def main_text(marked: str, limit: int) -> str:
    """The chosen blocks of marked text, one per line, at most `limit` characters."""
    blocks = _content(blocks_of(marked))
    read = _without_menus(blocks)
    if read is not blocks and _letters(read) < KEPT_SHARE * _letters(blocks):
        read = blocks
    return "\n".join([block.text for block in read])[:limit]


def _content(page: list[Block]) -> list[Block]:
    """Those parts that are content; all of them when nothing tells them apart."""
    kept = [block for block in page if not block.place.landmark]
    if not kept:
        return page
    said = _letters(kept)
    for region in (marks.MAIN, marks.ARTICLE):
        marked = [block for block in kept if block.place.region == region]
        if marked and _letters(marked) >= MARKED_SHARE * said:
            kept, said = marked, _letters(marked)
            break
    unnamed = [block for block in kept if not block.place.named]
    return unnamed if _letters(unnamed) >= NAMED_SHARE * said else kept


def _letters(blocks: Sequence[Block]) -> int:
    return sum([block.letters for block in blocks])


def _without_menus(blocks: list[Block]) -> list[Block]:
    """Leave out runs of link blocks, and link blocks of several links."""
    kept: list[Block] = []
    run: list[Block] = []  # link blocks seen since the last block of words
    for block in blocks:
        if block.links and block.linked >= LINKED * block.letters and not block.heading:
            if block.links < MENU_LINKS:
                run.append(block)
            continue
        if run:
            if len(run) < LINK_RUN:
                kept += run
            run.clear()
        kept.append(block)
    if len(run) < LINK_RUN:
        kept += run
    return kept if len(kept) < len(blocks) else blocks
